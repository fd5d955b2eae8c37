import * as vscode from 'vscode';
import type { Device } from '../../api/model/device.ts';
import { type Group, groupKey } from '../../api/model/group.ts';
import { joinTexts } from '../../base/displayText.ts';
import { yieldToHost } from '../../base/slices.ts';
import {
  arrangeGroups,
  devicesByKey,
  type GroupSort,
  isAboutJobs,
} from '../../store/filter/groupArrangement.ts';
import { pinnedFirst } from '../../store/filter/jobArrangement.ts';
import type { GroupEntry } from '../../store/groups/groupStore.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { loadTargetNames } from '../notices/errorNotices.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import { contextKeys } from '../platform/ids.ts';
import { localizer } from '../platform/localize.ts';
import type { MarksChange, ObjectMark } from '../platform/rows/objectMarks.ts';
import { changeGroupPins, renewGroupPins } from '../servers/pins.ts';
import { markName } from '../servers/serverMarks.ts';
import { deviceRow, deviceTooltip } from './deviceRow.ts';
import {
  type FilterVocabulary,
  groupFilterMessage,
  groupVocabulary,
  readGroupFilter,
} from './filterWords.ts';
import { deviceNode, groupDropHint, groupIdState, groupRow, groupTooltip } from './groupRow.ts';
import { type GroupsTreeParts, ListFrame } from './listFrame.ts';
import { readingMessage, readingNodes } from './listPresentation.ts';
import { type GroupsNode, nodeId } from './nodes.ts';
import { noteRow } from './noteRows.ts';
import { Rows } from './rows.ts';

/** The tree of the active server's groups and their devices. */
export class GroupsTree implements vscode.TreeDataProvider<GroupsNode>, vscode.Disposable {
  readonly #parts: GroupsTreeParts;
  readonly frame: ListFrame;
  readonly #changed = new vscode.EventEmitter<GroupsNode | GroupsNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #rows = new Rows<GroupsNode>();
  readonly #subscription: vscode.Disposable;
  #sessionSubscription: { dispose(): void } | undefined;
  #visibility: vscode.Disposable | undefined;
  #shown: ServerSession | undefined;
  /** The top-level rows that VS Code has received. */
  #received: readonly GroupsNode[] = [];
  #listed: readonly GroupEntry[] = [];
  #idRevision = 0;
  #filter = '';
  /** Keys of groups. */
  #pinned: ReadonlySet<string> = new Set();
  /** The number of groups that match the filter. */
  #foundCount = 0;

  constructor(parts: GroupsTreeParts) {
    this.#parts = parts;
    this.frame = new ListFrame(parts, 'groups');
    this.#subscription = vscode.Disposable.from(
      parts.sessions.onDidChange(() => this.#sessionChanged()),
      parts.userMemory.onDidChange(() => this.#changed.fire(undefined)),
      parts.marks.onDidChange(change => this.#marksChanged(change)),
    );
  }

  attach(view: vscode.TreeView<GroupsNode>): void {
    this.frame.attach(view);
    this.#visibility = vscode.Disposable.from(
      view.onDidChangeVisibility(() => this.#attend()),
      vscode.window.onDidChangeWindowState(() => this.#attend()),
    );
  }

  get filter(): string {
    return this.#filter;
  }

  get filterVocabulary(): FilterVocabulary {
    return groupVocabulary();
  }

  /** Shows only groups that match the text (`filterWords.ts`); '' shows all. */
  setFilter(text: string): void {
    const filter = text.trim();
    if (filter === this.#filter) return;
    this.#filter = filter;
    this.#arrangeAgain();
  }

  sortOf({ server }: ServerSession): GroupSort {
    return this.#parts.groupSorts.get(server.id);
  }

  setSort({ server }: ServerSession, sort: GroupSort): void {
    this.#parts.groupSorts.set(server.id, sort);
    this.#arrangeAgain();
  }

  /** The keys of the pinned groups (`groupKey`). */
  pinnedOf({ server }: ServerSession): ReadonlySet<string> {
    return new Set(this.#parts.pinnedGroups.get(server.id));
  }

  /** Puts groups on top in every order, or back in their place, which is stored. */
  setPinned({ server }: ServerSession, changed: readonly Group[], isPinned: boolean): void {
    const { pinnedGroups } = this.#parts;
    pinnedGroups.set(server.id, changeGroupPins(pinnedGroups.get(server.id), changed, isPinned));
    this.#changed.fire(undefined);
  }

  async reveal(session: ServerSession, group: Group): Promise<void> {
    const entry = session.groups.entries.find(other => other.group === group);
    if (entry === undefined || session !== this.#parts.sessions.active) return;
    if (!(await this.#arrange(session)).includes(entry)) this.setFilter('');
    await this.frame.focus();
    const { id: serverId } = session.server;
    const node = this.#rows.keep({ kind: 'group', serverId, groupKey: entry.key });
    while (!(await this.getChildren()).includes(node) && this.#rows.hiddenOf(rootId(session)) > 0)
      this.showMore(rootId(session));
    await this.frame.reveal(node);
  }

  showMore(of: string): void {
    this.#rows.raiseLimit(of);
    this.#changed.fire(this.#rows.get(of));
  }

  async refresh(): Promise<void> {
    const session = this.#parts.sessions.active;
    if (session === undefined || session.groups.state.kind === 'unread') return this.#changed.fire(undefined);
    await this.frame.run(session, () => session.groups.refresh());
    this.#changed.fire(undefined);
  }

  async getChildren(node?: GroupsNode): Promise<GroupsNode[]> {
    if (node === undefined) return this.#roots();
    if (node.kind !== 'group') return [];
    const group = this.#entryOf(node)?.group;
    const keys = group === undefined ? [] : [...devicesByKey(group).keys()];
    const { serverId } = node;
    return this.#rows.list({ serverId, id: nodeId(node) }, keys, key => deviceNode(node, key));
  }

  getTreeItem(node: GroupsNode): vscode.TreeItem {
    const item = this.#rowOf(node);
    if (item === undefined) return new vscode.TreeItem('');
    item.id = nodeId(node);
    return item;
  }

  /** Adds the tooltip. */
  async resolveTreeItem(item: vscode.TreeItem, node: GroupsNode): Promise<vscode.TreeItem> {
    const session = this.#shown;
    if (session === undefined) return item;
    const source = { ...this.#parts, session };
    const device = this.#deviceOf(node);
    const group = node.kind === 'group' ? this.#entryOf(node)?.group : undefined;
    if (device !== undefined) item.tooltip = await deviceTooltip(device, source);
    if (group !== undefined) {
      const tooltip = await groupTooltip(
        group,
        groupIdState(group, session),
        source,
        this.#marksOf(session, group),
      );
      item.tooltip = tooltip.appendMarkdown(`\n\n${groupDropHint()}`);
    }
    return item;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#visibility?.dispose();
    this.#watch(undefined);
    this.#changed.dispose();
  }

  async #roots(): Promise<GroupsNode[]> {
    const session = await this.frame.load();
    this.#watch(session);
    if (session === undefined) {
      setContextKey(contextKeys.groupIdsUnknown, false);
      return [];
    }
    const nodes = await this.#rowsNow(session);
    this.#received = nodes;
    this.frame.scroll(nodes);
    return nodes;
  }

  /** The top-level rows of the groups as they are now; none if another server has become visible in the meantime. */
  async #rowsNow(session: ServerSession): Promise<GroupsNode[]> {
    const serverId = session.server.id;
    const shown = await this.#arrange(session);
    if (session !== this.#shown) return [];
    this.#pinned = this.pinnedOf(session);
    const nodes = this.#rows.list({ serverId, id: rootId(session) }, shown, ({ key }) => ({
      kind: 'group',
      serverId,
      groupKey: key,
    }));
    session.groups.unreadable.forEach((_, index) => {
      nodes.push(this.#rows.keep({ kind: 'unreadable', serverId, list: 'groups', index }));
    });
    nodes.push(...readingNodes(serverId, session.groups).map(node => this.#rows.keep(node)));
    this.#listed = session.groups.entries;
    this.#idRevision = session.groups.identity.revision;
    setContextKey(contextKeys.groupIdsUnknown, this.#hasUnknownId(session));
    this.#foundCount = shown.length;
    this.#updateFrame(session, shown.length);
    return nodes;
  }

  /**
   * Redraws single rows if those at the top stay: while VS Code asks for all of them again, it does not know which row
   * a menu belongs to.
   */
  async #redraw(session: ServerSession): Promise<void> {
    const [before, entries] = [this.#received, new Set(this.#listed)];
    const hasNewIds = session.groups.identity.revision !== this.#idRevision;
    // An error is reported when VS Code asks for the rows.
    const nodes = await this.#rowsNow(session).catch(() => undefined);
    if (session !== this.#shown) return;
    if (nodes?.length !== before.length || nodes.some((node, at) => node !== before[at]))
      return this.#changed.fire(undefined);
    const changed = nodes.filter(node => {
      const entry = node.kind === 'group' ? this.#entryOf(node) : undefined;
      return entry === undefined || hasNewIds || !entries.has(entry);
    });
    if (changed.length > 0) this.#changed.fire(changed);
  }

  #updateFrame(session: ServerSession, found: number): void {
    const { groups, server } = session;
    const message = joinTexts(
      ' ',
      groupFilterMessage(this.#filter, found, { session, labels: this.#parts.labels }),
      readingMessage('groups', groups, this.#filter !== ''),
    );
    this.frame.update(session, message, markName(server));
  }

  #rowOf(node: GroupsNode): vscode.TreeItem | undefined {
    if (this.#shown === undefined) return undefined;
    if (node.kind === 'device') return deviceRow(this.#deviceOf(node));
    if (node.kind !== 'group') return noteRow(node, { session: this.#shown, rows: this.#rows });
    const group = this.#entryOf(node)?.group;
    if (group === undefined) return undefined;
    const { documentUri } = this.#parts;
    const isPinned = this.#pinned.has(groupKey(group));
    const marks = this.#marksOf(this.#shown, group);
    return groupRow(node, group, groupIdState(group, this.#shown), { documentUri, isPinned, marks });
  }

  #marksOf({ server }: ServerSession, group: Group): readonly ObjectMark[] {
    return this.#parts.marks.of(server.id, { kind: 'group', groupKey: groupKey(group) });
  }

  #marksChanged({ serverId, rows }: MarksChange): void {
    const shown = this.#shown?.server.id;
    if (shown === undefined || (serverId !== undefined && serverId !== shown)) return;
    const nodes = rows?.flatMap(
      row =>
        (row.kind === 'group' &&
          this.#rows.get(nodeId({ kind: 'group', serverId: shown, groupKey: row.rowKey }))) ||
        [],
    );
    if (nodes === undefined || nodes.length > 0) this.#changed.fire(nodes);
  }

  async #arrange(session: ServerSession): Promise<readonly GroupEntry[]> {
    const filter = readGroupFilter(this.#filter);
    if (isAboutJobs(filter)) {
      const { notices } = this.#parts;
      await session.jobs.whole().catch((error: unknown) => notices.note(error, session.server));
      await loadTargetNames(session, notices);
    }
    const { groups, targets } = session;
    const { language } = localizer;
    const arranged = await arrangeGroups(groups.entries, filter, {
      sort: this.sortOf(session),
      language,
      targets,
      yieldToHost,
    });
    return pinnedFirst(arranged, this.#renewPins(session), ({ group }) => groupKey(group));
  }

  /** The keys of the pinned groups; those that no longer exist are dropped. */
  #renewPins({ server, groups }: ServerSession): ReadonlySet<string> {
    const { pinnedGroups } = this.#parts;
    const pins = pinnedGroups.get(server.id);
    const renewed = renewGroupPins(pins, groups);
    if (renewed.length !== pins.length) pinnedGroups.set(server.id, renewed);
    return new Set(renewed);
  }

  #hasUnknownId({ groups }: ServerSession): boolean {
    return groups.entries.some(({ group }) => groups.identity.known(group) === undefined);
  }

  #arrangeAgain(): void {
    this.#rows.resetLimits();
    this.frame.startAtTop();
    this.#changed.fire(undefined);
  }

  #entryOf(node: { readonly serverId: string; readonly groupKey: string }): GroupEntry | undefined {
    return this.#shown?.server.id === node.serverId ? this.#shown.groups.entry(node.groupKey) : undefined;
  }

  #deviceOf(node: GroupsNode): Device | undefined {
    if (node.kind !== 'device') return undefined;
    const group = this.#entryOf(node)?.group;
    return group === undefined ? undefined : devicesByKey(group).get(node.deviceKey);
  }

  #sessionChanged(): void {
    if (this.#parts.sessions.active === this.#shown && this.#shown !== undefined) return;
    this.#watch(undefined);
    this.#rows = new Rows();
    this.#changed.fire(undefined);
  }

  /** Tells the store whether the user can see the rows. */
  #attend(): void {
    const { isVisible } = this.frame;
    const isWindowFocused = vscode.window.state.focused;
    this.#shown?.setGroupsAttention({ isViewVisible: isVisible, isWindowFocused });
  }

  #watch(session: ServerSession | undefined): void {
    if (session === this.#shown) return;
    this.#sessionSubscription?.dispose();
    this.#shown?.setGroupsAttention({ isViewVisible: false, isWindowFocused: false });
    this.#shown = session;
    const jobs = session?.jobs.onDidChange(() => {
      if (isAboutJobs(readGroupFilter(this.#filter))) this.#changed.fire(undefined);
    });
    const groups = session?.groups.onDidChange(() => {
      if (session.groups.state.kind === 'loading') return;
      const { entries, identity, state } = session.groups;
      if (state.kind === 'failed') this.#changed.fire(undefined);
      else if (entries !== this.#listed || identity.revision !== this.#idRevision) void this.#redraw(session);
      else this.#updateFrame(session, this.#foundCount);
    });
    this.#sessionSubscription = {
      dispose: () => {
        jobs?.dispose();
        groups?.dispose();
      },
    };
    this.#attend();
  }
}

/** The ID under which the top-level rows are limited. */
function rootId({ server }: ServerSession): string {
  return `${server.id}/groups`;
}
