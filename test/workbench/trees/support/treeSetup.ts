import '../../../support/vscode/vscodeInNode.ts';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { GroupSort } from '../../../../src/store/filter/groupArrangement.ts';
import type { ServerSession } from '../../../../src/store/serverSession.ts';
import type { MarksChange, ObjectMark } from '../../../../src/workbench/platform/rows/objectMarks.ts';
import type { NamedFilter } from '../../../../src/workbench/servers/namedFilters.ts';
import type { JobPin } from '../../../../src/workbench/servers/pins.ts';
import type { ArrangementChoice } from '../../../../src/workbench/servers/serverMemories.ts';
import type { TreeParts } from '../../../../src/workbench/trees/listFrame.ts';
import { filterTerms } from '../../../house/support/filterTerms.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import type { withMemoryServer } from '../../commands/support/memoryServer.ts';

const { objectUri } = await import('../../../../src/workbench/documents/documentUri.ts');
const { contributedRows } = await import('./contributedRows.ts');
const { ObjectMarks } = await import('../../../../src/workbench/platform/rows/objectMarks.ts');
const { Schedules } = await import('../../../../src/workbench/servers/schedules.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** A VS Code view: its texts, what it revealed, and what the user does in it. */
export class FakeTreeView<Node> {
  visible = true;
  selection: readonly Node[] = [];
  message: string = '';
  description = '';
  badge: vscode.ViewBadge | undefined;
  readonly revealed: unknown[] = [];
  readonly events = {
    visible: new Emitter<vscode.TreeViewVisibilityChangeEvent>(),
    selected: new Emitter<vscode.TreeViewSelectionChangeEvent<Node>>(),
    expanded: new Emitter<vscode.TreeViewExpansionEvent<Node>>(),
    collapsed: new Emitter<vscode.TreeViewExpansionEvent<Node>>(),
  };
  readonly onDidChangeVisibility = this.events.visible.event;
  readonly onDidChangeSelection = this.events.selected.event;
  readonly onDidExpandElement = this.events.expanded.event;
  readonly onDidCollapseElement = this.events.collapsed.event;
  readonly reveal = async (row: Node) => void this.revealed.push(row);
}

/** What the trees of jobs and groups depend on, for the session of the plant. */
export function treeSetup({ session, context }: Given) {
  const changes = {
    sessions: new Emitter<void>(),
    labels: new Emitter<void>(),
    marks: new Emitter<MarksChange>(),
    userMemory: new Emitter<void>(),
    namedFilters: new Emitter<void>(),
  };
  const marked = new Map<number, ObjectMark>();
  const marks = new ObjectMarks();
  marks.add({
    markOf: (_, object) => (object.kind === 'job' ? marked.get(object.id) : undefined),
    onDidChange: changes.marks.event,
  });
  for (const markOf of contributedRows.marks)
    marks.add({
      markOf: (_, object) => (object.kind === 'job' ? markOf(object.id, session) : undefined),
      onDidChange: listener => {
        const subscriptions = contributedRows.changes.map(changesOf =>
          changesOf(session).onDidChange(ids =>
            listener({ serverId: session.server.id, rows: ids.map(id => ({ kind: 'job', id })) }),
          ),
        );
        return { dispose: () => subscriptions.forEach(subscription => void subscription.dispose()) };
      },
    });
  const remembered: ArrangementChoice = { sort: 'server', grouping: 'none' };
  const groupSorts = new Map<string, GroupSort>();
  const pinned = { jobs: new Map<string, readonly JobPin[]>(), groups: new Map<string, readonly string[]>() };
  const sessions: { active: ServerSession | undefined; readonly onDidChange: Emitter<void>['event'] } = {
    active: session,
    onDidChange: changes.sessions.event,
  };
  const named: NamedFilter[] = [];
  const namedFilters = {
    all: named,
    onDidChange: changes.namedFilters.event,
    save: async (filter: NamedFilter) => {
      named.push(filter);
      changes.namedFilters.fire();
    },
    remove: async () => undefined,
  };
  const noted: unknown[] = [];
  const clock = createManualClock(0);
  const parts: TreeParts = {
    sessions,
    tokens: { get: async () => 'token' },
    notices: { note: async (error: unknown) => void noted.push(error) },
    labels: { ...context.labels, onDidChange: changes.labels.event },
    schedules: new Schedules(),
    filterTerms,
    namedFilters,
    clock,
    userMemory: { onDidChange: changes.userMemory.event },
    marks,
    jobParts: contributedRows.parts,
    factSources: contributedRows.facts,
    documentUri: objectUri,
    arrangements: {
      get: () => ({ ...remembered }),
      set: (_, chosen) => void Object.assign(remembered, chosen),
    },
    groupSorts: {
      get: id => groupSorts.get(id) ?? 'server',
      set: (id, sort) => void groupSorts.set(id, sort),
    },
    pinnedJobs: {
      get: id => pinned.jobs.get(id) ?? [],
      set: (id, pins) => void pinned.jobs.set(id, pins),
    },
    pinnedGroups: {
      get: id => pinned.groups.get(id) ?? [],
      set: (id, pins) => void pinned.groups.set(id, pins),
    },
  };
  return { parts, sessions, changes, marked, remembered, pinned, noted, clock };
}
