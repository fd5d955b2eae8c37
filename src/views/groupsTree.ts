import * as vscode from 'vscode';
import type { Device } from '../model/device.ts';
import type { Group } from '../model/group.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import { contextKeys, views } from '../platform/ids.ts';
import { groupTitle } from '../platform/objectNames.ts';
import { markedName } from '../servers/serverMarks.ts';
import { devicesByKey, type GroupSort } from '../store/groups/groupArrangement.ts';
import type { GroupEntry } from '../store/groups/groupStore.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { assertNever } from '../util/assertNever.ts';
import { type GroupIdState, groupDropHint, groupItem, groupTooltip } from './groupItem.ts';
import { afterJobRows } from './groups/afterJobRows.ts';
import { GroupsOutline } from './groups/groupsOutline.ts';
import { UseFacts } from './groups/useFacts.ts';
import { deviceItem, deviceTooltip } from './jobParts.ts';
import { type GroupsTreeParts, ListFrame } from './listFrame.ts';
import { type GroupsNode, nodeId } from './nodes.ts';
import { openCommand, showMoreItem, unreadableItem } from './plainItems.ts';
import { Rows } from './rows.ts';

/** The tree of the active server's groups and their devices. */
export class GroupsTree implements vscode.TreeDataProvider<GroupsNode>, vscode.Disposable {
  readonly #parts: GroupsTreeParts;
  readonly frame: ListFrame;
  readonly #changed = new vscode.EventEmitter<GroupsNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #rows = new Rows<GroupsNode>();
  readonly #subscription: vscode.Disposable;
  #sessionSubscription: { dispose(): void } | undefined;
  #shown: ServerSession | undefined;
  #listed: readonly GroupEntry[] = [];
  #idRevision = 0;
  readonly #outline: GroupsOutline;

  constructor(parts: GroupsTreeParts) {
    this.#parts = parts;
    this.#outline = new GroupsOutline(parts.groupSorts);
    this.frame = new ListFrame(
      parts,
      { view: views.groups, contextKey: contextKeys.groupsState },
      session => ({
        state: session.groups.state,
        isEmpty: session.groups.entries.length + session.groups.unreadable.length === 0,
        ensureLoaded: async () => {
          if (session.groups.state.kind === 'unread') await afterJobRows(session.jobs, parts.clock);
          await session.groups.ensureLoaded();
        },
      }),
    );
    this.#subscription = parts.sessions.onDidChange(() => this.#sessionChanged());
  }

  attach(view: vscode.TreeView<GroupsNode>): void {
    this.frame.attach(view);
  }

  get filter(): string {
    return this.#outline.filter;
  }

  get filterPrompt(): string {
    return this.#outline.filterPrompt;
  }

  filterProblem(text: string): string | undefined {
    return this.#outline.filterProblem(text);
  }

  /** Shows only groups that match the text (`groups/groupsOutline.ts`); '' shows all. */
  setFilter(text: string): void {
    if (this.#outline.setFilter(text)) this.#arrangeAgain();
  }

  sortOf({ server }: ServerSession): GroupSort {
    return this.#parts.groupSorts.get(server.id);
  }

  setSort({ server }: ServerSession, sort: GroupSort): void {
    this.#parts.groupSorts.set(server.id, sort);
    this.#arrangeAgain();
  }

  async reveal(session: ServerSession, group: Group): Promise<void> {
    const entry = session.groups.entries.find(other => other.group === group);
    if (entry === undefined || session !== this.#parts.sessions.active) return;
    if (!this.#outline.shown(session).includes(entry)) this.setFilter('');
    await this.frame.focus();
    await this.getChildren();
    const node: GroupsNode = { kind: 'group', serverId: session.server.id, groupKey: entry.key };
    await this.frame.reveal(this.#rows.keep(node));
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
    const { serverId, groupKey } = node;
    const group = this.#entryOf(node)?.group;
    const keys = group === undefined ? [] : [...devicesByKey(group).keys()];
    const of = nodeId(node);
    const { shown, hidden } = this.#rows.cut(of, keys);
    const rows = shown.map(
      (key): GroupsNode => this.#rows.keep({ kind: 'device', serverId, groupKey, deviceKey: key }),
    );
    return hidden === 0 ? rows : [...rows, this.#rows.keep({ kind: 'showMore', serverId, of, hidden })];
  }

  getTreeItem(node: GroupsNode): vscode.TreeItem {
    switch (node.kind) {
      case 'group':
        return this.#groupItem(node);
      case 'device': {
        const device = this.#deviceOf(node);
        const item = device === undefined ? new vscode.TreeItem('?') : deviceItem(device);
        item.id = nodeId(node);
        return item;
      }
      case 'unreadable':
        return unreadableItem(this.#shown?.groups.unreadable[node.index], node);
      case 'showMore':
        return showMoreItem(node);
      default:
        return assertNever(node);
    }
  }

  async resolveTreeItem(item: vscode.TreeItem, node: GroupsNode): Promise<vscode.TreeItem> {
    const device = this.#deviceOf(node);
    const group = node.kind === 'group' ? this.#entryOf(node) : undefined;
    const uses = new UseFacts(this.#shown, this.#parts.schedules);
    if (device !== undefined) item.tooltip = deviceTooltip(device, await uses.ofDevice(device));
    if (group !== undefined) {
      const tooltip = groupTooltip(group.group, this.#idOf(group), await uses.ofGroup(group.group));
      item.tooltip = tooltip.appendMarkdown(`\n\n${groupDropHint()}`);
    }
    return item;
  }

  getParent(node: GroupsNode): GroupsNode | undefined {
    if (node.kind !== 'device') return undefined;
    return this.#rows.keep({ kind: 'group', serverId: node.serverId, groupKey: node.groupKey });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#sessionSubscription?.dispose();
    this.#changed.dispose();
  }

  async #roots(): Promise<GroupsNode[]> {
    const session = await this.frame.load();
    this.#watch(session);
    if (session === undefined) {
      setContextKey(contextKeys.groupIdsUnknown, false);
      return [];
    }
    const serverId = session.server.id;
    const shown = this.#outline.shown(session);
    const nodes = shown.map(
      (entry): GroupsNode => this.#rows.keep({ kind: 'group', serverId, groupKey: entry.key }),
    );
    session.groups.unreadable.forEach((_, index) => {
      nodes.push(this.#rows.keep({ kind: 'unreadable', serverId, list: 'groups', index }));
    });
    this.#listed = session.groups.entries;
    this.#idRevision = session.groups.identity.revision;
    setContextKey(contextKeys.groupIdsUnknown, this.#hasUnknownId(session));
    this.frame.update(session, this.#outline.message(session, shown.length), markedName(session.server));
    this.frame.scroll(nodes);
    return nodes;
  }

  #groupItem(node: Extract<GroupsNode, { kind: 'group' }>): vscode.TreeItem {
    const entry = this.#entryOf(node);
    if (entry === undefined) return new vscode.TreeItem('');
    const id = this.#idOf(entry);
    const item = groupItem(entry.group, id, node);
    if (typeof id === 'number')
      item.command = openCommand(
        this.#parts.documentUri(node.serverId, 'group', id, groupTitle(entry.group)),
      );
    return item;
  }

  #hasUnknownId({ groups }: ServerSession): boolean {
    return groups.entries.some(({ group }) => groups.identity.known(group) === undefined);
  }

  #idOf({ group }: GroupEntry): GroupIdState {
    const identity = this.#shown?.groups.identity;
    return identity?.known(group) ?? (identity?.isUnambiguous(group) === false ? 'alike' : 'unknown');
  }

  #arrangeAgain(): void {
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
    this.#rows.clear();
    this.#changed.fire(undefined);
  }

  #watch(session: ServerSession | undefined): void {
    if (session === this.#shown) return;
    this.#sessionSubscription?.dispose();
    this.#shown = session;
    this.#sessionSubscription = session?.groups.onDidChange(() => {
      if (session.groups.state.kind === 'loading') return;
      const { entries, identity, state } = session.groups;
      const isSame = entries === this.#listed && identity.revision === this.#idRevision;
      if (!isSame || state.kind === 'failed') this.#changed.fire(undefined);
    });
  }
}
