import * as vscode from 'vscode';
import type { Job } from '../model/job.ts';
import { loadTargetNames } from '../notices/targetNames.ts';
import { contextKeys, views } from '../platform/ids.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { systemClock } from '../util/clock.ts';
import { filterMessage, filterProblem, filterPrompt } from './filterWords.ts';
import { UseFacts } from './groups/useFacts.ts';
import { rowAbove, rowsBelow } from './jobBranch.ts';
import type { JobNaming } from './jobItem.ts';
import { JobsFollower } from './jobsFollower.ts';
import { JobsInterest } from './jobsInterest.ts';
import { JobsOutline, rootId } from './jobsOutline.ts';
import { JobsReading } from './jobsReading.ts';
import { describeRow, rowItem } from './jobsRows.ts';
import { ListFrame, type TreeParts } from './listFrame.ts';
import { failuresBadge, loadedWords } from './listPresentation.ts';
import type { JobsNode } from './nodes.ts';
import { RedrawQueue } from './redrawQueue.ts';
import { Rows } from './rows.ts';
import { ShownArrangement } from './shownArrangement.ts';

/** The tree of the active server's loaded jobs. */
export class JobsTree implements vscode.TreeDataProvider<JobsNode>, vscode.Disposable {
  readonly #parts: TreeParts;
  readonly frame: ListFrame;
  readonly #changed = new vscode.EventEmitter<JobsNode | JobsNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly arrangement: ShownArrangement;
  readonly #rows = new Rows<JobsNode>();
  readonly #outline: JobsOutline;
  readonly #interest = new JobsInterest();
  readonly #redraws = new RedrawQueue<JobsNode>(systemClock, nodes => this.#changed.fire(nodes));
  readonly #subscriptions: vscode.Disposable[];
  readonly #follower: JobsFollower;
  readonly reading: JobsReading;

  constructor(parts: TreeParts) {
    this.#parts = parts;
    this.#outline = new JobsOutline(this.#rows, parts.schedules);
    this.frame = new ListFrame(parts, { view: views.jobs, contextKey: contextKeys.jobsState }, session => ({
      state: session.jobs.state,
      isEmpty: session.jobs.loadedCount + session.jobs.unreadable.length === 0,
      ensureLoaded: () => session.jobs.ensureLoaded(),
    }));
    const { sessions, arrangements } = parts;
    this.arrangement = new ShownArrangement({ sessions, arrangements, onChanged: () => this.#rearranged() });
    this.#follower = new JobsFollower({
      schedules: parts.schedules,
      outline: this.#outline,
      redraws: this.#redraws,
      arrangement: () => this.arrangement.current,
      onFrameChanged: session => this.#updateFrame(session),
    });
    this.reading = new JobsReading({
      sessions,
      frame: this.frame,
      arrangement: this.arrangement,
      showAtLeast: (serverId, count) => this.#rows.showAtLeast(rootId(serverId), count),
      redraw: () => this.#changed.fire(undefined),
      rearrange: () => this.#arrangeAgain(),
    });
    this.#subscriptions = [
      this.#interest,
      this.#follower,
      this.#redraws,
      parts.sessions.onDidChange(() => this.#sessionChanged()),
      parts.labels.onDidChange(() => this.#changed.fire(undefined)),
      parts.watchList.onDidChange(() => this.#changed.fire(undefined)),
    ];
  }

  get #shown(): ServerSession | undefined {
    return this.#follower.session;
  }

  attach(view: vscode.TreeView<JobsNode>): void {
    this.frame.attach(view);
    this.#interest.attach(view, node => {
      this.#outline.collapsed(node);
      this.#interest.setVisible(this.#outline.visibleIds);
    });
  }

  /** Shows the number of unseen failures on the view's icon. */
  setBadge(count: number): void {
    this.frame.setBadge(failuresBadge(count));
  }

  get filter(): string {
    return this.arrangement.current.filter.text;
  }

  get filterPrompt(): string {
    return filterPrompt();
  }

  readonly filterProblem = filterProblem;

  /** Shows only jobs that match the text (`filterWords.ts`); '' shows all. */
  setFilter(text: string): void {
    this.arrangement.setFilter(text);
  }

  async filteredJobs(session: ServerSession): Promise<readonly Job[]> {
    await this.#learnFiltered(session);
    return this.#outline.filtered(session, this.arrangement.current.filter);
  }

  /** Shows more children of a node whose list was limited. */
  showMore(of: string): void {
    this.#rows.raiseLimit(of);
    const isRoot = this.#shown !== undefined && of === rootId(this.#shown.server.id);
    this.#changed.fire(isRoot ? undefined : this.#rows.get(of));
  }

  refresh(): Promise<void> {
    return this.reading.refresh();
  }

  async getChildren(node?: JobsNode): Promise<JobsNode[]> {
    if (node === undefined) return this.#roots();
    if (node.kind === 'section') {
      const rows = this.#outline.inSection(node);
      this.#interest.setVisible(this.#outline.visibleIds);
      return rows;
    }
    const job = this.#jobOf(node);
    if (job === undefined) return [];
    const session = this.#shown;
    if (node.kind === 'jobPart' && node.part === 'targets' && job.groups.length > 0 && session !== undefined)
      await loadTargetNames(session, this.#parts.notices);
    return rowsBelow(this.#rows, node, job);
  }

  getTreeItem(node: JobsNode): vscode.TreeItem {
    const session = this.#shown;
    if (session === undefined || session.server.id !== node.serverId) return new vscode.TreeItem('');
    return rowItem(node, {
      session,
      job: this.#jobOf(node),
      naming: this.#naming(session),
      watchList: this.#parts.watchList,
      documentUri: this.#parts.documentUri,
      schedule: text => this.#follower.scheduleText(text),
      countIn: key => this.#outline.section(key)?.jobs.length ?? 0,
    });
  }

  async resolveTreeItem(item: vscode.TreeItem, node: JobsNode): Promise<vscode.TreeItem> {
    const job = this.#jobOf(node);
    const session = this.#shown;
    if (job === undefined || session === undefined) return item;
    const isWatched = this.#parts.watchList.isWatched(session.server.id, job.id);
    await describeRow(item, node, {
      job,
      parts: { ...this.#naming(session), isWatched },
      uses: new UseFacts(session, this.#parts.schedules),
    });
    return item;
  }

  getParent(node: JobsNode): JobsNode | undefined {
    return rowAbove(this.#rows, node);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  async #roots(): Promise<JobsNode[]> {
    const session = await this.frame.load();
    this.#watch(session);
    if (session === undefined) return [];
    await this.#learnFiltered(session);
    const nodes = await this.#outline.roots(session, this.arrangement.current);
    // Another server has become visible in the meantime.
    if (session !== this.#shown) return [];
    this.#interest.setVisible(this.#outline.visibleIds);
    this.#updateFrame(session);
    this.frame.scroll(nodes);
    return nodes;
  }

  /** Filtering by target needs the names of groups. */
  async #learnFiltered(session: ServerSession): Promise<void> {
    const { filter } = this.arrangement.current;
    if (filter.targets.length > 0) await loadTargetNames(session, this.#parts.notices);
  }

  #rearranged(): void {
    this.#rows.resetLimits();
    this.frame.startAtTop();
    this.#arrangeAgain();
  }

  #arrangeAgain(): void {
    this.#outline.invalidate();
    this.#changed.fire(undefined);
  }

  #updateFrame(session: ServerSession): void {
    const message = filterMessage(this.arrangement.current.filter, this.#outline.found, session);
    this.frame.update(session, message, loadedWords(session));
  }

  #naming(session: ServerSession): JobNaming {
    const { labels, schedules } = this.#parts;
    return { session, labels, outlook: schedules.of(session.server) };
  }

  #jobOf(node: JobsNode): Job | undefined {
    return 'jobId' in node && this.#shown?.server.id === node.serverId
      ? this.#shown.jobs.get(node.jobId)
      : undefined;
  }

  #sessionChanged(): void {
    if (this.#parts.sessions.active === this.#shown && this.#shown !== undefined) return;
    this.#watch(undefined);
    this.#rows.clear();
    this.#outline.clear();
    this.#changed.fire(undefined);
  }

  #watch(session: ServerSession | undefined): void {
    if (session === this.#shown) return;
    if (session !== undefined) this.arrangement.recall(session.server.id);
    this.#interest.show(session);
    this.#follower.follow(session);
  }
}
