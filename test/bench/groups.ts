import type * as vscode from 'vscode';
import { createClient } from '../../src/api/client.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { GroupSort } from '../../src/store/filter/groupArrangement.ts';
import { ServerSession } from '../../src/store/serverSession.ts';
import { objectUri } from '../../src/workbench/documents/documentUri.ts';
import { ObjectMarks } from '../../src/workbench/platform/rows/objectMarks.ts';
import { Schedules } from '../../src/workbench/servers/schedules.ts';
import { GroupsTree } from '../../src/workbench/trees/groupsTree.ts';
import type { GroupsNode } from '../../src/workbench/trees/nodes.ts';
import { usualPaces } from '../store/support/simulatedFleet.ts';
import { type BenchRow, limitRow, median, type Scale } from './benchRow.ts';
import { longestBlockMs } from './longestBlock.ts';

const mostMs = 50;
function devices(from: number, count: number): object[] {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index;
    const status = id % 7 === 0 ? 'offline' : 'online';
    return {
      id,
      hostname: `PC-${id}`,
      addr: `10.1.${id >> 8}.${id % 256}`,
      status,
      username: '',
      server_id: `s${id}`,
      connection: '',
    };
  });
}

const group = (id: number, members: readonly object[]) => ({
  id,
  name: `Group ${id}`,
  dn: `CN=Group ${id}`,
  server_set: members,
});

/** The Groups view of a server with these groups. */
async function viewOf(groups: readonly object[]) {
  const body = JSON.stringify(groups);
  const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined);
  const session = new ServerSession({
    server: { id: 's', name: 'Server', url: 'https://s.example' },
    client: createClient({
      baseUrl: 'https://s.example',
      getToken: () => 'token',
      transport: { send: async () => ({ status: 200, body, header }), close: async () => undefined },
    }),
    clock: systemClock,
    memory: { get: () => undefined, set: () => undefined },
    paces: () => usualPaces,
    extraWords: () => new Map(),
    onStatusFailure: () => undefined,
  });
  await session.groups.refresh();
  let sort: GroupSort = 'server';
  const tree = new GroupsTree({
    sessions: { active: session, onDidChange: () => ({ dispose: () => undefined }) },
    tokens: { get: async () => 'token' },
    notices: { note: async () => undefined },
    groupSorts: { get: () => sort, set: () => undefined },
    pinnedGroups: { get: () => [], set: () => undefined },
    labels: { get: () => undefined, text: String, onDidChange: () => ({ dispose: () => undefined }) },
    schedules: new Schedules(),
    clock: systemClock,
    documentUri: objectUri,
    marks: new ObjectMarks(),
    userMemory: { onDidChange: () => ({ dispose: () => undefined }) },
  });
  const rowsOf = async (node?: GroupsNode): Promise<readonly [GroupsNode, vscode.TreeItem][]> =>
    (await tree.getChildren(node)).map(child => [child, tree.getTreeItem(child)]);
  const sortBy = (by: GroupSort) => {
    sort = by;
  };
  const close = async () => {
    tree.dispose();
    await session.dispose();
  };
  return { tree, rowsOf, sortBy, close };
}

/** The median over several rounds, each with a new view. */
async function blockOf(
  groups: readonly object[],
  rounds: number,
  work: (view: Awaited<ReturnType<typeof viewOf>>) => Promise<void>,
): Promise<number> {
  const blocks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const view = await viewOf(groups);
    blocks.push(await longestBlockMs(() => work(view)));
    await view.close();
  }
  return median(blocks);
}

/** How long the Groups view blocks the extension host. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const rounds = scale.rounds(7);
  const many = Array.from({ length: scale.size(1_000) }, (_, number) =>
    group(number, devices(number * 20, 20)),
  );
  const large = [group(1, devices(0, scale.size(20_000)))];
  const row = (name: string, value: number) => limitRow(`${name}: longest block`, 'ms', value, mostMs);
  return [
    row(
      'rows of 1,000 groups of 20 devices',
      await blockOf(many, rounds, async ({ rowsOf }) => void (await rowsOf())),
    ),
    row(
      'filter 1,000 groups of 20 devices by a device',
      await blockOf(many, rounds, async ({ tree, rowsOf }) => {
        tree.setFilter('device PC-1999');
        await rowsOf();
      }),
    ),
    row(
      'sort 1,000 groups of 20 devices by their offline devices',
      await blockOf(many, rounds, async ({ rowsOf, sortBy }) => {
        sortBy('offline');
        await rowsOf();
      }),
    ),
    row(
      'expand a group of 20,000 devices',
      await blockOf(large, rounds, async ({ rowsOf }) => {
        const [first] = await rowsOf();
        await rowsOf(first?.[0]);
      }),
    ),
    row(
      'filter a group of 20,000 devices by a device',
      await blockOf(large, rounds, async ({ tree, rowsOf }) => {
        tree.setFilter('device PC-19999');
        await rowsOf();
      }),
    ),
  ];
}
