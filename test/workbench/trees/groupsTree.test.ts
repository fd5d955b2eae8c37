import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { GroupsNode } from '../../../src/workbench/trees/nodes.ts';
import { partialOf } from '../../support/partialOf.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { rowText, tooltipTexts } from './support/rowTexts.ts';
import { FakeTreeView, treeSetup } from './support/treeSetup.ts';

const { l10n, user } = await import('../../support/vscode/vscodeFake.ts');
const { setContextKey } = await import('../../../src/workbench/platform/contextKeys.ts');
const { contextKeys } = await import('../../../src/workbench/platform/ids.ts');
const { GroupsTree } = await import('../../../src/workbench/trees/groupsTree.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

const devices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ hostname: `PC-${index + 1}` }));

/** The tree with the groups Office, of two devices, and Lab, of none. */
function withTree(use: (given: Given & ReturnType<typeof setup>) => Promise<void>) {
  return withMemoryServer(given => {
    const parts = setup(given);
    return use({ ...given, ...parts }).finally(() => parts.tree.dispose());
  });
}

function setup(given: Given) {
  const { memoryServer } = given;
  memoryServer.groups.set(3, { name: 'Office', dn: 'CN=Office', server_set: devices(2) });
  memoryServer.groups.set(4, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
  const base = treeSetup(given);
  const tree = new GroupsTree(base.parts);
  const view = new FakeTreeView<GroupsNode>();
  tree.attach(partialOf<vscode.TreeView<GroupsNode>>(view));
  const redrawn: unknown[] = [];
  tree.onDidChangeTreeData(node => void redrawn.push(node));
  const labels = async (node?: GroupsNode) =>
    (await tree.getChildren(node)).map(row => String(tree.getTreeItem(row).label));
  const first = async (node?: GroupsNode) =>
    (await tree.getChildren(node))[0] ?? assert.fail('there is no row');
  const tips = async (node: GroupsNode) =>
    tooltipTexts(await tree.resolveTreeItem(tree.getTreeItem(node), node));
  return { ...base, tree, view, redrawn, labels, first, tips };
}

const keys = new Map<unknown, unknown>();

describe('the tree of groups', () => {
  beforeEach(() => {
    keys.clear();
    user.ran = (id, [key, value]) => void (id === 'setContext' && keys.set(key, value));
    setContextKey(contextKeys.groupIdsUnknown, true);
    setContextKey(contextKeys.groupsState, 'loading');
  });
  afterEach(() => {
    user.ran = () => undefined;
  });

  it('shows the groups in the server’s order, and their devices below them', () =>
    withTree(async ({ tree, view, labels, first }) => {
      assert.deepEqual(await labels(), ['Office', 'Lab']);
      assert.equal(view.description, 'Plant');
      const office = await first();
      assert.deepEqual(await labels(office), ['PC-1', 'PC-2']);
      const pc = await first(office);
      assert.match(tree.getTreeItem(pc).id ?? '', /^plant\/group\/.+/);
    }));

  it('opens the document of a group whose ID is known', () =>
    withTree(async ({ tree, first }) => {
      const { command } = tree.getTreeItem(await first());
      assert.equal(String(command?.arguments?.[0]), 'device-automation://plant/groups/3/Office.group.json');
      assert.equal(keys.get(contextKeys.groupIdsUnknown), false);
    }));

  it('shows which IDs are unknown, and why', () =>
    withTree(async ({ tree, memoryServer, session, first, tips }) => {
      memoryServer.hidesIds = true;
      assert.match(
        rowText(tree.getTreeItem(await first())),
        /devices? \| organization \| group idUnknown unpinned$/,
      );
      assert.match((await tips(await first())).join(), /unknown: the server does not return it/);
      memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: devices(2) });
      await session.groups.refresh();
      assert.match((await tips(await first())).join(), /unknown: another group has the same name and DN/);
    }));

  it('shows a limited number of devices below a group, and the rest on request', () =>
    withTree(async ({ tree, memoryServer, labels, first, redrawn }) => {
      memoryServer.groups.set(3, { name: 'All', dn: 'CN=All', server_set: devices(1_500) });
      const all = await first();
      assert.equal((await labels(all)).at(-1), '1,300 more…');
      const more = (await tree.getChildren(all)).at(-1);
      assert.ok(more?.kind === 'showMore');
      tree.showMore(more.of);
      assert.deepEqual(redrawn, [all]);
      assert.equal((await labels(all)).length, 401);
    }));

  it('is sorted as the user chose for this server', () =>
    withTree(async ({ tree, session, parts, labels }) => {
      tree.setSort(session, 'name');
      assert.deepEqual(await labels(), ['Lab', 'Office']);
      assert.deepEqual([tree.sortOf(session), parts.groupSorts.get('plant')], ['name', 'name']);
    }));

  it('puts pinned groups on top, until they are unpinned or deleted', () =>
    withTree(async ({ memoryServer, tree, session, pinned, labels }) => {
      await labels();
      tree.setPinned(
        session,
        session.groups.entries.slice(1).map(({ group }) => group),
        true,
      );
      assert.deepEqual(await labels(), ['Lab', 'Office']);
      memoryServer.groups.delete(4);
      await tree.refresh();
      assert.deepEqual([await labels(), pinned.groups.get('plant')], [['Office'], []]);
    }));

  for (const [filter, expected] of [
    ['off', ['Office']],
    ['device pc-1', ['Office']],
    ['@empty', ['Lab']],
    ['@offline', []],
    // In the user's language.
    ['устройство PC-1', ['Office']],
    ['@пустая', ['Lab']],
  ] as const)
    it(`shows ${expected.join() || 'no group'} for the filter “${filter}”`, () =>
      withTree(async ({ tree, view, labels }) => {
        const russian: Readonly<Record<string, string>> = { device: 'устройство', empty: 'Пустая' };
        Reflect.set(l10n, 't', (message: string) => russian[message] ?? message);
        try {
          await labels();
          tree.setFilter(` ${filter} `);
          assert.deepEqual(await labels(), expected);
          assert.match(view.message, expected.length === 0 ? /^No group of / : /^Filter “/);
        } finally {
          Reflect.set(l10n, 't', (message: string) => message);
        }
      }));

  it('reports an unknown term of the filter, also in its message', () =>
    withTree(async ({ tree, view, labels }) => {
      assert.equal(tree.filterVocabulary.problemOf('@offline'), undefined);
      tree.setFilter('@ofline');
      await labels();
      assert.equal(
        tree.filterVocabulary.problemOf('@ofline'),
        'There is no filter term @ofline. Did you mean @offline?',
      );
      assert.match(view.message, /^There is no filter term @ofline. Did you mean @offline\?$/);
    }));

  it('removes the filter to reveal a group that it hides', () =>
    withTree(async ({ tree, session, view, labels }) => {
      await labels();
      const [office, lab] = session.groups.entries.map(({ group }) => group);
      assert.ok(office !== undefined && lab !== undefined);
      tree.setFilter('off');
      await tree.reveal(session, office);
      assert.equal(tree.filter, 'off');
      await tree.reveal(session, lab);
      assert.equal(tree.filter, '');
      assert.equal(view.revealed.at(-1), (await tree.getChildren())[1]);
    }));

  it('does not reveal a group that is not listed, or of another server', () =>
    withTree(async ({ tree, session, view, labels, sessions }) => {
      await labels();
      const [lab] = session.groups.entries.map(({ group }) => group);
      assert.ok(lab !== undefined);
      await tree.reveal(session, { ...lab });
      sessions.active = undefined;
      await tree.reveal(session, lab);
      assert.deepEqual(view.revealed, []);
    }));

  it('shows in tooltips what uses a group or a device, and what a drop does', () =>
    withTree(async ({ memoryServer, session, first, tips }) => {
      memoryServer.jobs.set(1, { name: 'Nightly', groups: [3] });
      await session.jobs.refresh();
      const office = await first();
      const lines = await tips(office);
      assert.ok(lines.includes('Jobs: Nightly (No schedule)'), lines.join('\n'));
      assert.match(lines.at(-1) ?? '', /^Devices or host names dropped here are added/);
      assert.ok((await tips(await first(office))).includes('Host name: PC-1'));
    }));

  it('is read again on request, but not before its first rows', () =>
    withTree(async ({ tree, memoryServer, labels }) => {
      await tree.refresh();
      assert.deepEqual(memoryServer.reads, []);
      await labels();
      memoryServer.reads.length = 0;
      await tree.refresh();
      assert.deepEqual(memoryServer.reads, ['/account/api/group/']);
    }));

  it('is redrawn when the list changes or could not be read, until it is disposed', () =>
    withTree(async ({ tree, memoryServer, session, labels, redrawn }) => {
      await labels();
      memoryServer.groups.set(9, { name: 'New', dn: 'CN=New', server_set: [] });
      await session.groups.refresh();
      await setImmediate();
      assert.deepEqual(redrawn, [undefined]);
      assert.equal((await labels()).at(-1), 'New');
      memoryServer.failures.set('GET /account/api/group/', 403);
      await session.groups.refresh().catch(() => undefined);
      assert.deepEqual(redrawn, [undefined, undefined]);
      tree.dispose();
      await session.groups.refresh().catch(() => undefined);
      assert.equal(redrawn.length, 2);
    }));

  it('redraws only the rows that change', () =>
    withTree(async ({ tree, memoryServer, session, labels, redrawn, first }) => {
      await labels();
      memoryServer.groups.set(3, { name: 'Office', dn: 'CN=Office', server_set: devices(3) });
      await session.groups.refresh();
      await setImmediate();
      assert.deepEqual(redrawn, [[await first()]]);
      assert.equal((await tree.getChildren(await first())).length, 3);
    }));

  it('redraws rows whose IDs become known one by one, so that VS Code still knows to which a menu belongs', () =>
    withTree(async ({ tree, memoryServer, session, redrawn }) => {
      memoryServer.hidesIds = true;
      const rows = await tree.getChildren();
      await session.groups.identity.findAll({ budget: 100 });
      await setImmediate();
      assert.ok(redrawn.length > 0 && redrawn.every(changed => Array.isArray(changed)));
      assert.deepEqual(redrawn.at(-1), rows);
      assert.equal(keys.get(contextKeys.groupIdsUnknown), false);
    }));

  it('redraws the rows whose marks change', () =>
    withTree(async ({ tree, session, changes, redrawn, first }) => {
      const office = await first();
      assert.ok(office.kind === 'group');
      const rows = [{ kind: 'group', rowKey: office.groupKey }] as const;
      changes.marks.fire({ serverId: session.server.id, rows });
      changes.marks.fire({ serverId: 'elsewhere', rows });
      changes.marks.fire({ serverId: session.server.id, rows: [{ kind: 'job', id: 1 }] });
      assert.deepEqual(redrawn, [[office]]);
      assert.equal((await tree.getChildren())[0], office);
    }));

  it('shows 200 groups at first, so that the rows stay while the rest of the list is read', () =>
    withTree(async ({ tree, memoryServer, session, labels, redrawn }) => {
      for (let id = 10; id < 310; id += 1) memoryServer.groups.set(id, { name: `G${id}`, server_set: [] });
      await session.groups.refresh();
      assert.deepEqual([(await labels()).length, (await labels()).at(-1)], [201, '102 more…']);
      redrawn.length = 0;
      memoryServer.groups.set(310, { name: 'G310', server_set: [] });
      await session.groups.refresh();
      await setImmediate();
      assert.deepEqual(redrawn, [[(await tree.getChildren()).at(-1)]]);
      assert.equal((await labels()).at(-1), '103 more…');
    }));

  it('shows more groups to reveal one', () =>
    withTree(async ({ tree, view, memoryServer, session, labels }) => {
      for (let id = 10; id < 310; id += 1) memoryServer.groups.set(id, { name: `G${id}`, server_set: [] });
      await session.groups.refresh();
      await labels();
      const group = session.groups.entries.at(-1)?.group ?? assert.fail('there are no groups');
      await tree.reveal(session, group);
      assert.equal((await labels()).length, 302);
      assert.equal(view.revealed.length, 1);
    }));

  it('has nothing for a group that was deleted', () =>
    withTree(async ({ tree, memoryServer, session, first }) => {
      const office = await first();
      memoryServer.groups.delete(3);
      await session.groups.refresh();
      assert.equal(tree.getTreeItem(office).label, '');
      assert.deepEqual(await tree.getChildren(office), []);
    }));

  it('is empty without a server', () =>
    withTree(async ({ labels, redrawn, sessions, changes }) => {
      await labels();
      changes.sessions.fire();
      assert.deepEqual(redrawn, [], 'it is the same server');
      sessions.active = undefined;
      changes.sessions.fire();
      assert.deepEqual([redrawn, await labels()], [[undefined], []]);
      assert.equal(keys.get(contextKeys.groupIdsUnknown), false);
    }));

  it('shows a row for an entry that cannot be read, which also means that the list is not empty', () =>
    withTree(async ({ tree, memoryServer, labels }) => {
      memoryServer.groups.clear();
      await labels();
      assert.equal(keys.get(contextKeys.groupsState), 'empty');
      memoryServer.groups.set(8, { name: 7 });
      await tree.refresh();
      assert.equal(keys.get(contextKeys.groupsState), 'ready');
      assert.deepEqual(await labels(), ['Unreadable entry']);
    }));
});
