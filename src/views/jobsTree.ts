import * as vscode from 'vscode';
import { setContextKey } from '../host/contextKeys.ts';
import { contextKeys, views } from '../host/ids.ts';
import { localizer } from '../host/localize.ts';
import { deviceKey } from '../model/device.ts';
import type { Job } from '../model/job.ts';
import type { JobsChange } from '../store/jobStore.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { assertNever } from '../util/assertNever.ts';
import { systemClock } from '../util/clock.ts';
import { displayText } from '../util/displayText.ts';
import { type JobNaming, jobItem, jobTooltip } from './jobItem.ts';
import { deviceTooltip, itemsOf, jobPartItem, jobPartOrder, partOf, targetItem } from './jobParts.ts';
import { ListFrame, type TreeParts } from './listFrame.ts';
import { type JobsNode, nodeId } from './nodes.ts';
import { moreItem, unreadableItem } from './plainItems.ts';
import { Rows } from './rows.ts';
import { ScheduleRows } from './scheduleRows.ts';

const { t } = localizer;

/** Statuses are kept fresh for this many rows at most; the others are read when they are looked at. */
const watchedRows = 300;

/** Tree of the active server's jobs, as far as they are loaded. */
export class JobsTree implements vscode.TreeDataProvider<JobsNode>, vscode.Disposable {
  readonly #parts: TreeParts;
  readonly #frame: ListFrame;
  readonly #changed = new vscode.EventEmitter<JobsNode | JobsNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #rows = new Rows<JobsNode>();
  readonly #subscriptions: vscode.Disposable[] = [];
  #sessionSubscriptions: { dispose(): void }[] = [];
  #shown: ServerSession | undefined;
  #scheduleRows: ScheduleRows | undefined;
  #filter = '';
  #listedIds = '';

  constructor(parts: TreeParts) {
    this.#parts = parts;
    this.#frame = new ListFrame(parts, { view: views.jobs, contextKey: contextKeys.jobsState }, session => ({
      state: session.jobs.state,
      isEmpty: session.jobs.loadedCount + session.jobs.unreadable.length === 0,
      ensureLoaded: () => session.jobs.ensureLoaded(),
    }));
    this.#subscriptions.push(
      parts.sessions.onDidChange(() => this.#sessionChanged()),
      parts.labels.onDidChange(() => this.#changed.fire(undefined)),
    );
  }

  attach(view: vscode.TreeView<JobsNode>): void {
    this.#frame.attach(view);
    this.#subscriptions.push(view.onDidChangeVisibility(() => this.#updateInterest()));
  }

  selection(): readonly unknown[] {
    return this.#frame.selection;
  }

  get filter(): string {
    return this.#filter;
  }

  /** Shows only jobs whose name holds the text; '' shows all. */
  setFilter(text: string): void {
    this.#filter = text.trim();
    setContextKey(contextKeys.jobsFiltered, this.#filter !== '');
    this.#changed.fire(undefined);
  }

  /** Shows more children below a node that was cut off. */
  showMore(of: string): void {
    this.#rows.raiseLimit(of);
    this.#changed.fire(this.#rows.get(of));
  }

  /** Reads again what was loaded, and the statuses of what is shown. */
  async refresh(): Promise<void> {
    const session = this.#parts.sessions.active;
    if (session === undefined || session.jobs.state.kind === 'unread') return this.#changed.fire(undefined);
    await this.#frame.run(session, () => session.jobs.refresh());
    session.statuses.retryNow();
    this.#changed.fire(undefined);
  }

  async loadMore(): Promise<void> {
    const session = this.#parts.sessions.active;
    if (session !== undefined) await this.#frame.run(session, () => session.jobs.loadMore());
  }

  /** Loads every page; a cancel leaves what was loaded by then. */
  async loadAll(signal: AbortSignal, onProgress: () => void): Promise<void> {
    const session = this.#parts.sessions.active;
    if (session === undefined) return;
    await this.#frame.run(session, async () => {
      await session.jobs.ensureLoaded();
      await session.jobs.loadAll({ signal, onProgress });
    });
    this.#changed.fire(undefined);
  }

  async getChildren(node?: JobsNode): Promise<JobsNode[]> {
    if (node === undefined) return this.#roots();
    const job = this.#jobOf(node);
    if (job === undefined || !('serverId' in node)) return [];
    const { serverId } = node;
    if (node.kind === 'job') {
      return jobPartOrder.map(part => this.#rows.keep({ kind: 'jobPart', serverId, jobId: job.id, part }));
    }
    if (node.kind !== 'jobPart') return [];
    if (node.part === 'targets') await this.#nameTargets(job);
    const targets = itemsOf(job, node.part).map(
      (target): JobsNode => this.#rows.keep({ kind: 'target', serverId, jobId: job.id, target }),
    );
    return this.#rows.limit(nodeId(node), targets, (of, hidden) => ({
      kind: 'showMore',
      serverId,
      of,
      hidden,
    }));
  }

  getTreeItem(node: JobsNode): vscode.TreeItem {
    const session = this.#shown;
    const job = this.#jobOf(node);
    switch (node.kind) {
      case 'job':
        return job && session
          ? jobItem(job, session, node, this.#scheduleRows?.text(job.params) ?? '')
          : new vscode.TreeItem('');
      case 'jobPart':
        return job && session
          ? jobPartItem(job, node.part, this.#naming(session), node)
          : new vscode.TreeItem('');
      case 'target':
        return job && session
          ? targetItem(job, node.target, this.#naming(session), node)
          : new vscode.TreeItem('');
      case 'unreadable':
        return unreadableItem(session?.jobs.unreadable[node.index], node);
      case 'loadMore':
        return moreItem(node, this.#loadMoreLabel(session), 'deviceAutomation.jobs.loadMore');
      case 'showMore':
        return moreItem(
          node,
          localizer.plural('{count} more…|{count} more…', node.hidden),
          'deviceAutomation.row.showMore',
        );
      default:
        return assertNever(node);
    }
  }

  resolveTreeItem(item: vscode.TreeItem, node: JobsNode): vscode.TreeItem {
    const job = this.#jobOf(node);
    if (job === undefined || this.#shown === undefined) return item;
    if (node.kind === 'job' || node.kind === 'jobPart')
      item.tooltip = jobTooltip(job, this.#naming(this.#shown));
    if (node.kind === 'target' && node.target.kind === 'device') {
      const { deviceKey: key } = node.target;
      const device = job.peers.find(peer => deviceKey(peer) === key);
      if (device !== undefined) item.tooltip = deviceTooltip(device);
    }
    return item;
  }

  getParent(node: JobsNode): JobsNode | undefined {
    if (node.kind === 'jobPart')
      return this.#rows.keep({ kind: 'job', serverId: node.serverId, jobId: node.jobId });
    if (node.kind === 'target') {
      return this.#rows.keep({
        kind: 'jobPart',
        serverId: node.serverId,
        jobId: node.jobId,
        part: partOf(node.target),
      });
    }
    return undefined;
  }

  dispose(): void {
    this.#scheduleRows?.dispose();
    for (const subscription of [...this.#subscriptions, ...this.#sessionSubscriptions])
      subscription.dispose();
    this.#changed.dispose();
  }

  async #roots(): Promise<JobsNode[]> {
    const session = await this.#frame.load();
    this.#watch(session);
    if (session === undefined) return [];
    const serverId = session.server.id;
    const shown = this.#filtered(session);
    const nodes = shown.map((job): JobsNode => this.#rows.keep({ kind: 'job', serverId, jobId: job.id }));
    session.jobs.unreadable.forEach((_, index) => {
      nodes.push(this.#rows.keep({ kind: 'unreadable', serverId, list: 'jobs', index }));
    });
    if (session.jobs.hasMore) nodes.push(this.#rows.keep({ kind: 'loadMore', serverId }));
    this.#listedIds = idSignature(session);
    this.#frame.update(session, this.#filterMessage(session, shown.length), loadedWords(session));
    this.#updateInterest();
    return nodes;
  }

  #naming(session: ServerSession): JobNaming {
    const { labels, schedules } = this.#parts;
    return { session, labels, outlook: schedules.of(session.server) };
  }

  #filtered(session: ServerSession): readonly Job[] {
    const text = this.#filter.toLocaleLowerCase(localizer.language);
    if (text === '') return session.jobs.jobs;
    return session.jobs.jobs.filter(job => job.name.toLocaleLowerCase(localizer.language).includes(text));
  }

  #filterMessage(session: ServerSession, found: number): string | undefined {
    if (this.#filter === '') return undefined;
    const args = { filter: displayText(this.#filter, 40), found, loaded: session.jobs.loadedCount };
    return session.jobs.hasMore
      ? t('Filter “{filter}”: {found} of {loaded} loaded jobs; not all jobs are loaded.', args)
      : t('Filter “{filter}”: {found} of {loaded} jobs.', args);
  }

  #loadMoreLabel(session: ServerSession | undefined): string {
    const total = session?.jobs.total;
    return total === undefined
      ? t('Load more…')
      : t('Load more… ({loaded} of {total} loaded)', { loaded: session?.jobs.loadedCount ?? 0, total });
  }

  #jobOf(node: JobsNode): Job | undefined {
    return 'jobId' in node && this.#shown?.server.id === node.serverId
      ? this.#shown.jobs.get(node.jobId)
      : undefined;
  }

  /** Names of target groups need the group list; where it cannot be read, ids are shown. */
  async #nameTargets(job: Job): Promise<void> {
    const session = this.#shown;
    if (session === undefined || job.groups.length === 0) return;
    try {
      await session.groups.ensureLoaded();
      await session.groups.identity.resolveFromJobs();
    } catch (error) {
      await this.#parts.notices.note(error, session.server);
    }
  }

  #sessionChanged(): void {
    if (this.#parts.sessions.active === this.#shown && this.#shown !== undefined) return;
    this.#watch(undefined);
    this.#rows.clear();
    this.#changed.fire(undefined);
  }

  #watch(session: ServerSession | undefined): void {
    if (session === this.#shown) return;
    this.#shown?.statuses.setInterest([]);
    for (const subscription of this.#sessionSubscriptions) subscription.dispose();
    this.#shown = session;
    this.#scheduleRows?.dispose();
    this.#scheduleRows = session === undefined ? undefined : this.#rowsOf(session);
    this.#sessionSubscriptions =
      session === undefined
        ? []
        : [
            session.jobs.onDidChange(change => this.#jobsChanged(session, change)),
            session.statuses.onDidChange(ids => this.#redraw(session, ids)),
          ];
  }

  #rowsOf(session: ServerSession): ScheduleRows {
    return new ScheduleRows({
      outlook: this.#parts.schedules.of(session.server),
      clock: systemClock,
      steadyMs: () => performance.now(),
      yieldToHost: () => new Promise(resolve => setImmediate(resolve)),
      onChanged: schedules => {
        const jobs = session.jobs.jobs.filter(job => job.enabled !== false && schedules.has(job.params));
        this.#redraw(
          session,
          jobs.map(job => job.id),
        );
      },
    });
  }

  #jobsChanged(session: ServerSession, change: JobsChange): void {
    if (change.kind === 'jobs') this.#redraw(session, change.ids);
    else if (session.jobs.state.kind !== 'loading' && idSignature(session) !== this.#listedIds)
      this.#changed.fire(undefined);
    else
      this.#frame.update(
        session,
        this.#filterMessage(session, this.#filtered(session).length),
        loadedWords(session),
      );
  }

  #redraw(session: ServerSession, ids: readonly number[]): void {
    const serverId = session.server.id;
    const nodes = ids
      .map(jobId => this.#rows.get(nodeId({ kind: 'job', serverId, jobId })))
      .filter(node => node !== undefined);
    if (nodes.length > 0) this.#changed.fire(nodes);
  }

  #updateInterest(): void {
    const session = this.#shown;
    if (session === undefined) return;
    const ids = this.#frame.isVisible
      ? this.#filtered(session)
          .slice(0, watchedRows)
          .map(job => job.id)
      : [];
    session.statuses.setInterest(ids);
  }
}

function idSignature(session: ServerSession): string {
  const { jobs } = session;
  return `${jobs.jobs.map(job => job.id).join()}|${jobs.unreadable.length}|${jobs.hasMore}|${jobs.state.kind === 'failed'}`;
}

function loadedWords({ jobs, server }: ServerSession): string {
  const counts =
    jobs.total !== undefined && jobs.hasMore
      ? t('{loaded} of {total}', { loaded: jobs.loadedCount, total: jobs.total })
      : '';
  return [counts, displayText(server.name, 40)].filter(part => part !== '').join(' · ');
}
