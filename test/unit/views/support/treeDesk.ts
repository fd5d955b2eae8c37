import '../../../support/vscode/vscodeInNode.ts';
import type { ServerSession } from '../../../../src/store/serverSession.ts';
import { Emitter } from '../../../../src/util/emitter.ts';
import type { TreeParts } from '../../../../src/views/listFrame.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import type { withPlant } from '../../commands/support/plant.ts';

const { Schedules } = await import('../../../../src/servers/schedules.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

/** A VS Code view: its texts, what it revealed, and what the user does in it. */
export class FakeTreeView {
  visible = true;
  selection: readonly unknown[] = [];
  message: string = '';
  description = '';
  badge: unknown;
  readonly revealed: unknown[] = [];
  readonly events = {
    visible: new Emitter<object>(),
    selected: new Emitter<object>(),
    expanded: new Emitter<object>(),
    collapsed: new Emitter<object>(),
  };
  readonly onDidChangeVisibility = this.events.visible.event;
  readonly onDidChangeSelection = this.events.selected.event;
  readonly onDidExpandElement = this.events.expanded.event;
  readonly onDidCollapseElement = this.events.collapsed.event;
  readonly reveal = async (row: unknown) => void this.revealed.push(row);
}

/** The view typed as VS Code's; a tree does not use its other members. */
export function asTreeView(view: object) {
  return new Proxy(Object.create({}), {
    get: (_, name) => Reflect.get(view, name),
    set: (_, name, value) => Reflect.set(view, name, value),
  });
}

/** What the trees of jobs and groups depend on, for the session of the plant. */
export function treeDesk({ session, context }: Given) {
  const changes = {
    sessions: new Emitter<void>(),
    labels: new Emitter<void>(),
    watchList: new Emitter<void>(),
  };
  const watched = new Set<number>();
  const remembered = { sort: 'server', grouping: 'none' };
  const groupSorts = new Map<string, string>();
  const sessions: { active: ServerSession | undefined; readonly onDidChange: Emitter<void>['event'] } = {
    active: session,
    onDidChange: changes.sessions.event,
  };
  const noted: unknown[] = [];
  const clock = createManualClock(0);
  const parts: TreeParts = Object.assign(Object.create({}), {
    sessions,
    tokens: { get: async () => 'token' },
    notices: { note: async (error: unknown) => void noted.push(error) },
    labels: { ...context.labels, onDidChange: changes.labels.event },
    watchList: {
      isWatched: (_: string, id: number) => watched.has(id),
      isWatchingAll: () => watched.has(0),
      onDidChange: changes.watchList.event,
    },
    schedules: new Schedules(),
    clock,
    documentUri: (serverId: string, kind: string, id: number) => `${serverId}/${kind}/${id}`,
    arrangements: {
      get: () => ({ ...remembered }),
      set: (_: string, chosen: object) => void Object.assign(remembered, chosen),
    },
    groupSorts: {
      get: (id: string) => groupSorts.get(id) ?? 'server',
      set: (id: string, sort: string) => void groupSorts.set(id, sort),
    },
  });
  return { parts, sessions, changes, watched, remembered, noted, clock };
}
