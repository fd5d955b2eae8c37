import { rowsSentMs } from '../../base/afterSending.ts';
import { systemClock } from '../../base/clock.ts';
import { DeadlineScheduler } from '../../base/deadlineScheduler.ts';
import { delay } from '../../base/delay.ts';
import { Emitter } from '../../base/emitter.ts';
import { yieldToHost } from '../../base/slices.ts';
import type { FilterTerm } from '../../store/filter/filterTerm.ts';
import {
  contributedConditions,
  dependsOnTime,
  needsReach,
  needsStatuses,
  setConditions,
} from '../../store/filter/jobFilter.ts';
import type { GroupEntry } from '../../store/groups/groupStore.ts';
import type { JobsChange } from '../../store/jobs/jobStore.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { ChangedRow } from '../platform/rows/objectMarks.ts';
import { FilterCounts } from './filterCounts.ts';
import { type ArrangeParts, JobsOutline } from './jobsOutline.ts';
import type { JobsNode } from './nodes.ts';
import { RedrawQueue } from './redrawQueue.ts';
import { ScheduleRows } from './scheduleRows.ts';

/** Selecting all of a long list shows no interest in individual rows. */
const mostSelected = 50;
/** How often rows say anew how long their jobs have been executing. */
const elapsedMs = 60_000;
/** How often rows are redrawn while more and more arrive. */
const arrivalsMs = 1_000;
/** To filter more of them by terms of contributions can take seconds. */
const manyJobs = 1_000;

/**
 * The jobs of one server while the tree shows them: which rows a change of the server's stores redraws, and, for the
 * store, which jobs the user can see.
 */
export class ShownJobs {
  readonly session: ServerSession;
  readonly outline: JobsOutline;
  readonly counts: FilterCounts;
  readonly #changed = new Emitter<JobsNode[] | undefined>();
  /** Rows to redraw; `undefined` for all. */
  readonly onDidChange = this.#changed.event;
  readonly #textsChanged = new Emitter<void>();
  /** Counts, times or outages changed, which the view shows around its rows. */
  readonly onDidChangeTexts = this.#textsChanged.event;
  readonly #redraws = new RedrawQueue<JobsNode>(systemClock, (rows, areArranged) =>
    areArranged ? void this.#redrawArranged(rows) : this.#fire(rows),
  );
  readonly #scheduleRows: ScheduleRows;
  readonly #elapsed: DeadlineScheduler;
  readonly #expanded = new Set<number>();
  readonly #subscriptions: readonly { dispose(): void }[];
  #visible: readonly number[] = [];
  /** The groups by which the rows were filtered, and how often their IDs have changed. */
  #groups: { readonly entries: readonly GroupEntry[]; readonly idRevision: number };
  #isDisposed = false;

  /** `isFirst`: whether these are the first rows of the window. */
  constructor(session: ServerSession, parts: ArrangeParts, isFirst: boolean, clock = systemClock) {
    this.session = session;
    this.#elapsed = new DeadlineScheduler(clock, () => this.#showElapsed());
    this.#groups = groupsOf(session);
    this.outline = new JobsOutline(session, parts);
    this.counts = new FilterCounts(session, parts, clock, () => this.#redraws.arrange());
    this.#scheduleRows = new ScheduleRows({
      outlook: parts.schedules.of(session.server),
      clock: systemClock,
      yieldToHost,
      ...(isFirst ? { rowsSent: () => delay(rowsSentMs) } : {}),
      onChanged: changed => this.#schedulesChanged(changed),
    });
    this.#subscriptions = [
      this.#redraws,
      this.counts,
      this.#scheduleRows,
      session.jobs.onDidChange(change => this.#jobsChanged(change)),
      session.groups.onDidChange(() => this.#groupsChanged()),
      session.statuses.onDidChange(ids => this.#statusesChanged(ids)),
      ...parts.filterTerms.flatMap(term => term.onDidChange?.(session)(() => this.#termChanged(term)) ?? []),
      session.outage.onDidChange(() => this.#textsChanged.fire()),
      session.sweep.onDidChange(() => this.#sweepChanged()),
      this.#changed,
      this.#textsChanged,
    ];
    this.#textsChanged.fire();
    this.#elapsed.within(elapsedMs);
  }

  /** The schedule text of a row; '' while it is being computed. */
  scheduleText(params: string): string {
    return this.#scheduleRows.text(params);
  }

  /** Reports the jobs whose rows may be visible. Their statuses are read once VS Code has received the rows. */
  reportVisible(): void {
    const ids = this.outline.visibleIds;
    this.#visible = ids;
    this.counts.changed();
    setTimeout(() => {
      if (!this.#isDisposed && ids === this.#visible) this.session.statuses.setInterest('visible', ids);
    }, rowsSentMs);
  }

  /** Contributions know more of these rows than before. */
  marksChanged(rows: readonly ChangedRow[]): void {
    const { visibleIds } = this.outline;
    const ids = rows.some(({ kind }) => kind === 'allJobs')
      ? visibleIds
      : rows.flatMap(row => (row.kind === 'job' ? [row.id] : []));
    this.#redraws.add(this.#rowsOf(ids));
  }

  select(rows: readonly JobsNode[]): void {
    const ids = rows.flatMap(row => ('jobId' in row ? [row.jobId] : []));
    this.session.statuses.setInterest('selected', ids.slice(0, mostSelected));
  }

  expand(row: JobsNode): void {
    if (row.kind === 'job') this.#expanded.add(row.jobId);
    this.session.statuses.setInterest('expanded', [...this.#expanded]);
  }

  collapse(row: JobsNode): void {
    if (row.kind === 'job') this.#expanded.delete(row.jobId);
    this.session.statuses.setInterest('expanded', [...this.#expanded]);
    this.outline.collapsed(row);
    this.reportVisible();
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#elapsed.cancel();
    this.session.setAttention({ isViewVisible: false, isWindowFocused: false });
  }

  #schedulesChanged(changed: ReadonlySet<string>): void {
    const shown = this.outline.visibleIds.filter(id => {
      const job = this.session.jobs.get(id);
      return job !== undefined && job.enabled !== false && changed.has(job.params);
    });
    this.#fire(this.#rowsOf(shown));
  }

  #jobsChanged(change: JobsChange): void {
    this.counts.changed();
    if (change.kind === 'jobs') {
      const { arrangement } = this.outline;
      // Other targets of a job may add rows, or remove those of other jobs.
      if (arrangement !== undefined && setConditions(arrangement.filter).length > 0) this.#redraws.arrange();
      else this.#redraws.add(this.#rowsOf(change.ids));
      return;
    }
    const { state, revision, isComplete } = this.session.jobs;
    // The end of a refresh redraws the rows as well.
    if (state.kind !== 'loading' && revision !== this.outline.revision)
      this.#redraws.arrange(isComplete ? undefined : arrivalsMs);
    this.#textsChanged.fire();
  }

  /** The row that offers to read statuses comes or goes. */
  #sweepChanged(): void {
    this.counts.changed();
    this.#redraws.arrange();
    this.#textsChanged.fire();
  }

  #groupsChanged(): void {
    this.counts.changed();
    const { arrangement } = this.outline;
    const [before, now] = [this.#groups, groupsOf(this.session)];
    this.#groups = now;
    const isSame = before.entries === now.entries && before.idRevision === now.idRevision;
    if (!isSame && arrangement !== undefined && needsReach(arrangement.filter)) this.#redraws.arrange();
  }

  /** The term may find other jobs. */
  #termChanged(changed: FilterTerm): void {
    this.counts.changed();
    const { arrangement } = this.outline;
    const conditions = arrangement === undefined ? [] : contributedConditions(arrangement.filter);
    if (conditions.every(({ term }) => term !== changed)) return;
    this.#redraws.arrange(this.session.jobs.loadedCount > manyJobs ? 10 * arrivalsMs : arrivalsMs);
  }

  #showElapsed(): void {
    this.counts.changed();
    const { statuses } = this.session;
    const { arrangement } = this.outline;
    if (arrangement !== undefined && dependsOnTime(arrangement.filter)) this.#redraws.arrange();
    this.#redraws.add(
      this.#rowsOf(this.outline.visibleIds.filter(id => statuses.get(id)?.kind === 'running')),
    );
    this.#elapsed.within(elapsedMs);
  }

  /**
   * Redraws single rows if those at the top stay: while VS Code asks for all of them again, it does not know which row
   * a menu belongs to.
   */
  async #redrawArranged(changed: readonly JobsNode[]): Promise<void> {
    const { arrangement } = this.outline;
    const needsTargets = arrangement === undefined || needsReach(arrangement.filter);
    if (needsTargets) this.outline.invalidate();
    // An error is reported when VS Code asks for the rows.
    const roots = needsTargets ? undefined : await this.outline.rearrange().catch(() => undefined);
    if (this.#isDisposed) return;
    this.#fire(roots && [...changed, ...roots.filter(({ kind }) => kind !== 'job')]);
    this.#textsChanged.fire();
  }

  #fire(rows: JobsNode[] | undefined): void {
    if (rows?.length !== 0) this.#changed.fire(rows);
  }

  #statusesChanged(ids: readonly number[]): void {
    this.counts.changed();
    const { arrangement } = this.outline;
    this.#redraws.add(this.#rowsOf(ids));
    this.#textsChanged.fire();
    if (arrangement === undefined) return;
    if (needsStatuses(arrangement.filter)) {
      if (this.outline.changesFound(ids))
        this.#redraws.arrange(this.session.sweep.isRunning ? arrivalsMs : undefined);
    } else if (this.outline.hasMoved(ids)) this.#redraws.arrange();
  }

  #rowsOf(ids: readonly number[]): JobsNode[] {
    return ids.flatMap(id => this.outline.nodesOf(id));
  }
}

function groupsOf({ groups }: ServerSession) {
  return { entries: groups.entries, idRevision: groups.identity.revision };
}
