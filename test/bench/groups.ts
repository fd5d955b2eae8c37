import type * as vscode from 'vscode';
import type { Page } from '../../src/api/resources/page.ts';
import type { Device } from '../../src/model/device.ts';
import type { Group } from '../../src/model/group.ts';
import { GroupStore } from '../../src/store/groups/groupStore.ts';
import { GroupsTree } from '../../src/views/groupsTree.ts';
import type { GroupsNode } from '../../src/views/nodes.ts';
import { createManualClock } from '../support/manualClock.ts';
import { type BenchRow, limitRow, median } from './benchRow.ts';
import { longestBlockMs } from './longestBlock.ts';

const mostMs = 50;
const never = () => Promise.reject(new Error('the bench does not expect this'));

function devices(from: number, count: number): Device[] {
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

const group = (number: number, members: readonly Device[]): Group => ({
  id: number,
  name: `Group ${number}`,
  dn: `CN=Group ${number}`,
  server_set: members,
  extra: {},
});

/** The Groups view of a server with these groups. */
async function viewOf(groups: readonly Group[]) {
  const page: Page<Group> = { items: groups, unreadable: [], total: undefined, next: undefined };
  const store = new GroupStore({
    api: {
      list: async function* () {
        yield page;
      },
      get: never,
    },
    clock: createManualClock(0),
    memory: { get: () => undefined, set: () => undefined },
    jobGroupIds: () => [],
  });
  await store.refresh();
  const session = {
    server: { id: 's', name: 'Server', url: 'https://s.example' },
    groups: store,
    prepare: () => undefined,
  };
  const sorts = new Map<string, string>();
  const tree = new GroupsTree(
    Object.create({
      sessions: { active: session, onDidChange: () => ({ dispose: () => undefined }) },
      tokens: { get: async () => 'token' },
      notices: { note: async () => undefined },
      groupSorts: { get: () => sorts.get('s') ?? 'server' },
      documentUri: () => undefined,
    }),
  );
  const rowsOf = async (node?: GroupsNode): Promise<readonly [GroupsNode, vscode.TreeItem][]> =>
    (await tree.getChildren(node)).map(child => [child, tree.getTreeItem(child)]);
  return { tree, rowsOf, sort: (by: string) => void sorts.set('s', by) };
}

/** The median over several rounds, each with a new view. */
async function blockOf(
  groups: () => readonly Group[],
  work: (view: Awaited<ReturnType<typeof viewOf>>) => Promise<void>,
): Promise<number> {
  const blocks: number[] = [];
  for (let round = 0; round < 7; round++) {
    const view = await viewOf(groups());
    blocks.push(await longestBlockMs(() => work(view)));
    view.tree.dispose();
  }
  return median(blocks);
}

const many = () => Array.from({ length: 1_000 }, (_, number) => group(number, devices(number * 20, 20)));
const large = () => [group(1, devices(0, 20_000))];

/** How long the Groups view blocks the extension host. */
export async function run(): Promise<BenchRow[]> {
  const row = (name: string, value: number) => limitRow(`${name}: longest block`, 'ms', value, mostMs);
  return [
    row(
      'rows of 1,000 groups of 20 devices',
      await blockOf(many, async ({ rowsOf }) => void (await rowsOf())),
    ),
    row(
      'filter 1,000 groups of 20 devices by a device',
      await blockOf(many, async ({ tree, rowsOf }) => {
        tree.setFilter('has PC-1999');
        await rowsOf();
      }),
    ),
    row(
      'sort 1,000 groups of 20 devices by their offline devices',
      await blockOf(many, async ({ rowsOf, sort }) => {
        sort('offline');
        await rowsOf();
      }),
    ),
    row(
      'expand a group of 20,000 devices',
      await blockOf(large, async ({ rowsOf }) => {
        const [first] = await rowsOf();
        await rowsOf(first?.[0]);
      }),
    ),
    row(
      'filter a group of 20,000 devices by a device',
      await blockOf(large, async ({ tree, rowsOf }) => {
        tree.setFilter('has PC-19999');
        await rowsOf();
      }),
    ),
  ];
}
