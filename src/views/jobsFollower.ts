import type { Schedules } from '../servers/schedules.ts';
import type { Arrangement } from '../store/jobs/jobArrangement.ts';
import { needsStatuses } from '../store/jobs/jobFilter.ts';
import type { JobsChange } from '../store/jobs/jobStore.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { rowsSentMs } from '../util/afterSending.ts';
import { systemClock } from '../util/clock.ts';
import { delay } from '../util/delay.ts';
import { yieldToHost } from '../util/slices.ts';
import type { JobsOutline } from './jobsOutline.ts';
import type { JobsNode } from './nodes.ts';
import type { RedrawQueue } from './redrawQueue.ts';
import { ScheduleRows } from './scheduleRows.ts';

export interface JobsFollowerParts {
  readonly schedules: Pick<Schedules, 'of'>;
  readonly outline: Pick<
    JobsOutline,
    'visibleIds' | 'revision' | 'nodesOf' | 'invalidate' | 'hasMoved' | 'rearrange'
  >;
  readonly redraws: Pick<RedrawQueue<JobsNode>, 'add' | 'addAll' | 'flush'>;
  readonly arrangement: () => Arrangement;
  /** Called when counts, times or outages changed, which the view shows around its rows. */
  readonly onFrameChanged: (session: ServerSession) => void;
}

/** Determines from changes in the stores of the visible server which rows to redraw. */
export class JobsFollower {
  readonly #parts: JobsFollowerParts;
  #session: ServerSession | undefined;
  #scheduleRows: ScheduleRows | undefined;
  #hasShownRows = false;
  #subscriptions: { dispose(): void }[] = [];

  constructor(parts: JobsFollowerParts) {
    this.#parts = parts;
  }

  /** The server whose jobs are visible. */
  get session(): ServerSession | undefined {
    return this.#session;
  }

  follow(session: ServerSession | undefined): void {
    this.dispose();
    this.#session = session;
    if (session === undefined) return;
    this.#scheduleRows = this.#rowsOf(session);
    this.#subscriptions = [
      session.jobs.onDidChange(change => this.#jobsChanged(session, change)),
      session.statuses.onDidChange(ids => void this.#statusesChanged(session, ids)),
      session.outage.onDidChange(() => this.#parts.onFrameChanged(session)),
    ];
  }

  /** The schedule text of a row; '' while it is being computed. */
  scheduleText(params: string): string {
    return this.#scheduleRows?.text(params) ?? '';
  }

  dispose(): void {
    this.#scheduleRows?.dispose();
    this.#scheduleRows = undefined;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#subscriptions = [];
  }

  #rowsOf(session: ServerSession): ScheduleRows {
    const { schedules, outline, redraws } = this.#parts;
    const isFirst = !this.#hasShownRows;
    this.#hasShownRows = true;
    return new ScheduleRows({
      outlook: schedules.of(session.server),
      clock: systemClock,
      steadyMs: () => performance.now(),
      yieldToHost,
      ...(isFirst ? { rowsSent: () => delay(rowsSentMs) } : {}),
      onChanged: changed => {
        const shown = outline.visibleIds.filter(id => {
          const job = session.jobs.get(id);
          return job !== undefined && job.enabled !== false && changed.has(job.params);
        });
        this.#redraw(session, shown);
        redraws.flush();
      },
    });
  }

  #jobsChanged(session: ServerSession, change: JobsChange): void {
    const { outline, redraws, onFrameChanged } = this.#parts;
    if (change.kind === 'jobs') {
      this.#redraw(session, change.ids);
      return;
    }
    const { state, revision } = session.jobs;
    const hasOtherRows = revision !== outline.revision;
    // While all pages are being loaded, each page changes the list, so only the counts are updated.
    if (state.kind !== 'loading' && hasOtherRows) redraws.addAll();
    onFrameChanged(session);
  }

  async #statusesChanged(session: ServerSession, ids: readonly number[]): Promise<void> {
    const { outline, redraws, arrangement, onFrameChanged } = this.#parts;
    this.#redraw(session, ids);
    onFrameChanged(session);
    if (needsStatuses(arrangement().filter)) {
      outline.invalidate();
      redraws.addAll();
    } else if (outline.hasMoved(session, ids)) {
      const sections = await outline.rearrange(session, arrangement());
      if (sections === undefined) redraws.addAll();
      else redraws.add(sections);
    }
  }

  #redraw(session: ServerSession, ids: readonly number[]): void {
    const { outline, redraws } = this.#parts;
    redraws.add(ids.flatMap(id => outline.nodesOf(session.server.id, id)));
  }
}
