import * as vscode from 'vscode';
import type { Job } from '../../api/model/job.ts';
import { joinTexts } from '../../base/displayText.ts';
import { jsonEqual } from '../../base/json.ts';
import { type Arrangement, isArranged } from '../../store/filter/jobArrangement.ts';
import {
  isFiltering,
  type JobFilter,
  needsReach,
  needsStatuses,
  noFilter,
} from '../../store/filter/jobFilter.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { loadTargetNames } from '../notices/errorNotices.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import { contextKeys } from '../platform/ids.ts';
import { changeJobPins, findPinnedJobs, renewJobPins } from '../servers/pins.ts';
import type { ArrangementChoice } from '../servers/serverMemories.ts';
import {
  type FilterVocabulary,
  filterMessage,
  jobVocabulary,
  oldStatusesText,
  readFilter,
} from './filterWords.ts';
import { jobChildren, jobPartChildren, jobPartRow, jobParts } from './jobPartRow.ts';
import type { JobPart } from './jobPoints.ts';
import { jobRow, jobTooltip } from './jobRow.ts';
import { arrangeSession } from './jobsOutline.ts';
import { ListFrame, type TreeParts } from './listFrame.ts';
import { failuresBadge, loadedWords, readingMessage } from './listPresentation.ts';
import { type JobsNode, nodeId } from './nodes.ts';
import { noteRow } from './noteRows.ts';
import { sectionRow } from './sectionRow.ts';
import { ShownJobs } from './shownJobs.ts';
import { targetRow, targetTooltip } from './targetRow.ts';

/** The tree of the active server's jobs. */
export class JobsTree implements vscode.TreeDataProvider<JobsNode>, vscode.Disposable {
  readonly frame: ListFrame;
  readonly #parts: TreeParts;
  readonly #changed = new vscode.EventEmitter<JobsNode | JobsNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[];
  #filter = noFilter;
  /** What the statuses of all jobs were last read for. */
  #sweptFor: { readonly session: ServerSession; readonly filter: JobFilter } | undefined;
  #shown: ShownJobs | undefined;
  #hasShownRows = false;

  constructor(parts: TreeParts) {
    this.#parts = parts;
    this.frame = new ListFrame(parts, 'jobs');
    this.#subscriptions = [
      parts.sessions.onDidChange(() => this.#sessionChanged()),
      parts.labels.onDidChange(() => this.#changed.fire(undefined)),
      parts.userMemory.onDidChange(() => this.#rearrange()),
      parts.namedFilters.onDidChange(() => this.#rearrange()),
      parts.marks.onDidChange(({ serverId, rows }) => {
        if (rows === undefined) this.#changed.fire(undefined);
        else if (serverId === this.#shown?.session.server.id) this.#shown?.marksChanged(rows);
      }),
    ];
  }

  attach(view: vscode.TreeView<JobsNode>): void {
    this.frame.attach(view);
    this.#subscriptions.push(
      view.onDidChangeVisibility(() => this.#attend()),
      vscode.window.onDidChangeWindowState(() => this.#attend()),
      view.onDidChangeSelection(({ selection }) => {
        this.#shown?.select(selection);
      }),
      view.onDidExpandElement(({ element }) => this.#shown?.expand(element)),
      view.onDidCollapseElement(({ element }) => this.#shown?.collapse(element)),
    );
    this.#attend();
  }

  async getChildren(node?: JobsNode): Promise<JobsNode[]> {
    if (node === undefined) return this.#roots();
    const shown = this.#shown;
    if (shown === undefined) return [];
    if (node.kind === 'section') {
      const jobs = shown.outline.inSection(node);
      shown.reportVisible();
      return jobs;
    }
    const job = this.#jobOf(node);
    if (job === undefined) return [];
    const { rows } = shown.outline;
    if (node.kind === 'job') return jobChildren(node, this.#jobParts).map(part => rows.keep(part));
    const part = node.kind === 'jobPart' ? this.#jobPart(node.part) : undefined;
    if (node.kind !== 'jobPart' || part === undefined) return [];
    if (node.part === 'targets' && job.groups.length > 0)
      await loadTargetNames(shown.session, this.#parts.notices);
    return rows.list(
      { serverId: node.serverId, id: nodeId(node) },
      jobPartChildren(node, part, job, this.#sourceOf(shown)),
      row => row,
    );
  }

  getTreeItem(node: JobsNode): vscode.TreeItem {
    const item = this.#rowOf(node);
    if (item === undefined) return new vscode.TreeItem('');
    item.id = nodeId(node);
    return item;
  }

  /** Adds the tooltip. */
  async resolveTreeItem(item: vscode.TreeItem, node: JobsNode): Promise<vscode.TreeItem> {
    const shown = this.#shown;
    const job = this.#jobOf(node);
    if (shown === undefined || job === undefined) return item;
    if (node.kind === 'partRow') return item;
    const tooltip =
      node.kind === 'target'
        ? await targetTooltip(node.target, job, { ...this.#parts, session: shown.session })
        : jobTooltip(job, this.#sourceOf(shown));
    if (tooltip !== undefined) item.tooltip = tooltip;
    return item;
  }

  /** Shows the number of unseen failures on the view's icon. */
  setBadge(count: number): void {
    this.frame.setBadge(failuresBadge(count));
  }

  get filter(): string {
    return this.#filter.text;
  }

  get filterVocabulary(): FilterVocabulary {
    return jobVocabulary(this.#parts.filterTerms);
  }

  /** Shows only jobs that match the text (`filterWords.ts`); '' shows all. */
  setFilter(text: string): void {
    const filter = readFilter(text, this.#parts.filterTerms);
    if (filter.text === this.#filter.text) return;
    setContextKey(contextKeys.jobsFiltered, isFiltering(filter));
    this.#filter = filter;
    if (!needsStatuses(filter)) this.#shown?.session.sweep.stop();
    this.#showFromTop();
  }

  /** Names the filter, which then has a row above the jobs. */
  async saveFilter(name: string): Promise<void> {
    await this.#parts.namedFilters.save({ name, filter: this.#filter.text });
  }

  /** Removes the row of a named filter; see `NamedFilters.remove`. */
  removeFilter(name: string): Promise<(() => Promise<void>) | undefined> {
    return this.#parts.namedFilters.remove(name);
  }

  /** The jobs that match the filter, in the server's order. */
  async filteredJobs(session: ServerSession): Promise<readonly Job[]> {
    await this.#learnFiltered(session);
    const arrangement = { filter: this.#filter, sort: 'server', grouping: 'none' } as const;
    return (await arrangeSession(session, arrangement, this.#parts)).jobs;
  }

  /** How a server's jobs are filtered, sorted and grouped. */
  arrangementOf({ server }: ServerSession): Arrangement {
    return { filter: this.#filter, ...this.#parts.arrangements.get(server.id) };
  }

  /** Changes how a server's jobs are sorted or grouped, which is stored. */
  arrange(session: ServerSession, chosen: Partial<ArrangementChoice>): void {
    const { sort, grouping } = { ...this.arrangementOf(session), ...chosen };
    this.#parts.arrangements.set(session.server.id, { sort, grouping });
    this.#showFromTop();
  }

  /** The IDs of the pinned jobs. */
  pinnedOf({ server, jobs }: ServerSession): ReadonlySet<number> {
    return findPinnedJobs(this.#parts.pinnedJobs.get(server.id), jobs);
  }

  /** Puts jobs on top in every order, or back in their place, which is stored. */
  setPinned({ server }: ServerSession, changed: readonly Job[], isPinned: boolean): void {
    const { pinnedJobs } = this.#parts;
    pinnedJobs.set(server.id, changeJobPins(pinnedJobs.get(server.id), changed, isPinned));
    this.#rearrange();
  }

  /** Shows more children of a node whose list was limited. */
  showMore(of: string): void {
    const outline = this.#shown?.outline;
    outline?.rows.raiseLimit(of);
    this.#changed.fire(of === outline?.rootId ? undefined : outline?.rows.get(of));
  }

  /** Reads the jobs again, and the statuses of the visible ones. */
  async refresh(): Promise<void> {
    const session = this.#parts.sessions.active;
    if (session === undefined || session.jobs.state.kind === 'unread') return this.#changed.fire(undefined);
    const reading = this.frame.run(session, () => session.jobs.refresh());
    // The statuses of visible rows do not wait for a long list.
    session.statuses.retryNow();
    await reading;
    if (needsStatuses(this.#filter)) void this.readStatuses(session, { maxAgeMs: 0 });
    // In the server's own order only changed rows need redrawing, and they were already reported.
    if (isArranged(this.arrangementOf(session))) this.#rearrange();
  }

  /** Reads the statuses of all jobs, for filtering and sorting by status. */
  async readStatuses(session: ServerSession, options: { readonly maxAgeMs?: number } = {}): Promise<void> {
    await this.frame.run(session, () => session.sweep.run(options));
    this.#rearrange();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#show(undefined);
    this.#changed.dispose();
  }

  async #roots(): Promise<JobsNode[]> {
    const session = await this.frame.load();
    const shown = this.#show(session);
    if (shown === undefined) return [];
    this.#sweepFiltered(shown.session);
    await this.#learnFiltered(shown.session);
    const nodes = await shown.outline.roots(this.arrangementOf(shown.session));
    // Another server has become visible in the meantime.
    if (shown !== this.#shown) return [];
    this.#renewPins(shown.session);
    shown.reportVisible();
    this.#updateFrame(shown);
    this.frame.scroll(nodes);
    return nodes;
  }

  #rowOf(node: JobsNode): vscode.TreeItem | undefined {
    const shown = this.#shown;
    if (shown === undefined || shown.session.server.id !== node.serverId) return undefined;
    const job = this.#jobOf(node);
    const source = this.#sourceOf(shown);
    switch (node.kind) {
      case 'job':
        return job && jobRow(job, source);
      case 'jobPart': {
        const part = this.#jobPart(node.part);
        return job && part && jobPartRow(part, job, source);
      }
      case 'target':
        return job && targetRow(node.target, job, source);
      case 'partRow':
        return job && this.#jobPart(node.part)?.row?.(node.key, job, source);
      case 'namedFilter': {
        const named = this.#parts.namedFilters.all.find(({ name }) => name === node.name);
        return named && shown.counts.row(named, this.#filter.text);
      }
      case 'section':
        return sectionRow(node, shown.outline.section(node.key)?.jobs.length ?? 0, shown.session);
      default:
        return noteRow(node, { session: shown.session, filter: this.#filter, rows: shown.outline.rows });
    }
  }

  #sourceOf(shown: ShownJobs) {
    const { session } = shown;
    const { schedules, labels, documentUri, marks, factSources } = this.#parts;
    const scheduleText = (params: string) => shown.scheduleText(params);
    const isPinned = (id: number) => shown.outline.isPinned(id);
    const outlook = schedules.of(session.server);
    return { session, labels, documentUri, marks, factSources, scheduleText, isPinned, outlook };
  }

  get #jobParts(): readonly JobPart[] {
    return jobParts(this.#parts.jobParts);
  }

  #jobPart(part: string): JobPart | undefined {
    return this.#jobParts.find(other => other.part === part);
  }

  #jobOf(node: JobsNode): Job | undefined {
    const session = this.#shown?.session;
    return 'jobId' in node && session?.server.id === node.serverId ? session.jobs.get(node.jobId) : undefined;
  }

  /** Filtering by target needs the groups, and the IDs of those that jobs target. */
  async #learnFiltered(session: ServerSession): Promise<void> {
    if (needsReach(this.#filter)) await loadTargetNames(session, this.#parts.notices);
  }

  /** A filter by status is about all jobs, and about now. */
  #sweepFiltered(session: ServerSession): void {
    const filter = this.#filter;
    const isSwept = this.#sweptFor?.session === session && this.#sweptFor.filter === filter;
    if (!needsStatuses(filter) || isSwept) return;
    this.#sweptFor = { session, filter };
    void this.readStatuses(session);
  }

  /** Jobs are renamed and deleted, which their pins follow. */
  #renewPins({ server, jobs }: ServerSession): void {
    const { pinnedJobs } = this.#parts;
    const pins = pinnedJobs.get(server.id);
    const renewed = renewJobPins(pins, jobs);
    if (!jsonEqual(pins, renewed)) pinnedJobs.set(server.id, renewed);
  }

  #showFromTop(): void {
    this.#shown?.outline.rows.resetLimits();
    this.frame.startAtTop();
    this.#rearrange();
  }

  #rearrange(): void {
    this.#shown?.outline.invalidate();
    this.#changed.fire(undefined);
  }

  #updateFrame({ session, outline }: ShownJobs): void {
    const { jobs } = session;
    const { labels, filterTerms } = this.#parts;
    const message = joinTexts(
      ' ',
      filterMessage(this.#filter, outline, { session, labels, filterTerms }),
      outline.arrangement && oldStatusesText(outline.arrangement, session, Date.now()),
      readingMessage('jobs', jobs, isFiltering(this.#filter)),
    );
    this.frame.update(session, message, loadedWords(session));
  }

  /** Tells the store whether the user can see the rows. */
  #attend(): void {
    const { isVisible } = this.frame;
    const isWindowFocused = vscode.window.state.focused;
    this.#shown?.session.setAttention({ isViewVisible: isVisible, isWindowFocused });
  }

  #sessionChanged(): void {
    if (this.#parts.sessions.active === this.#shown?.session && this.#shown !== undefined) return;
    this.#show(undefined);
    this.#changed.fire(undefined);
  }

  #show(session: ServerSession | undefined): ShownJobs | undefined {
    if (session === this.#shown?.session) return this.#shown;
    this.#shown?.dispose();
    this.#shown = undefined;
    if (session === undefined) return undefined;
    const shown = new ShownJobs(session, this.#parts, !this.#hasShownRows);
    shown.onDidChange(rows => {
      this.#renewPins(session);
      this.#changed.fire(rows);
    });
    shown.onDidChangeTexts(() => this.#updateFrame(shown));
    this.#hasShownRows = true;
    this.#shown = shown;
    this.#attend();
    return shown;
  }
}
