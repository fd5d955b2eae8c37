import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { GroupsNode } from '../../../src/views/nodes.ts';
import { partialOf } from '../../support/partialOf.ts';
import { withPlant } from '../commands/support/plant.ts';
import { rowText, tooltipTexts } from './support/rowTexts.ts';
import { FakeTreeView, treeSetup } from './support/treeSetup.ts';

const { l10n, person } = await import('../../support/vscode/vscodeFake.ts');
const { setContextKey } = await import('../../../src/platform/contextKeys.ts');
const { contextKeys } = await import('../../../src/platform/ids.ts');
const { GroupsTree } = await import('../../../src/views/groupsTree.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

const devices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ hostname: `PC-${index + 1}` }));

/** The tree with the groups Lab and Office. */
function setup(given: Given) {
  const { plant } = given;
  plant.groups.set(3, { name: 'Office', dn: 'CN=Office', server_set: devices(2) });
  plant.groups.set(4, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
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
  const message = () => view.message;
  return { ...base, tree, view, message, redrawn, labels, first };
}

const keys = new Map<unknown, unknown>();

describe('the tree of groups', () => {
  beforeEach(() => {
    keys.clear();
    person.ran = (id, [key, value]) => void (id === 'setContext' && keys.set(key, value));
    setContextKey(contextKeys.groupIdsUnknown, true);
    setContextKey(contextKeys.groupsFiltered, false);
    setContextKey(contextKeys.groupsState, 'loading');
  });
  afterEach(() => {
    person.ran = () => undefined;
  });

  it('shows the groups in the server’s order, and their devices below them', () =>
    withPlant(async given => {
      const { tree, labels, first } = setup(given);
      assert.deepEqual(await labels(), ['Office', 'Lab']);
      const office = await first();
      const item = tree.getTreeItem(office);
      assert.equal(rowText(item), 'Office | 2 devices | organization | group idKnown');
      assert.deepEqual(item.command?.arguments?.map(String), [
        'device-automation://plant/groups/3/Office.group.json',
      ]);
      assert.deepEqual(await labels(office), ['PC-1', 'PC-2']);
      const pc = await first(office);
      assert.equal(
        tree.getTreeItem(pc).id,
        `${tree.getTreeItem(office).id}/${pc.kind === 'device' ? pc.deviceKey : ''}`,
      );
      assert.deepEqual(await tree.getChildren(pc), []);
      assert.equal(tree.getParent(pc), office, 'VS Code knows rows by identity');
      assert.equal(tree.getParent(office), undefined);
      assert.equal(keys.get(contextKeys.groupIdsUnknown), false);
      tree.dispose();
    }));

  it('shows which IDs are unknown', () =>
    withPlant(async given => {
      given.plant.hidesIds = true;
      const { tree, first } = setup(given);
      const item = tree.getTreeItem(await first());
      assert.equal(rowText(item), 'Office | 2 devices · ID unknown | organization | group idUnknown');
      assert.equal(item.command?.command, 'deviceAutomation.group.open');
      assert.match((await tipsOf(tree, await first())).join(), /ID: unknown: the server does not return it/);
      given.plant.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: devices(2) });
      await given.session.groups.refresh();
      assert.match(
        (await tipsOf(tree, await first())).join(),
        /ID: unknown: another group has the same name and DN/,
      );
      tree.dispose();
    }));

  it('shows a limited number of devices below a group, and the rest on request', () =>
    withPlant(async given => {
      given.plant.groups.set(2, { name: 'All', dn: 'CN=All', server_set: devices(1_500) });
      const { tree, labels, redrawn } = setup(given);
      given.plant.groups.delete(3);
      const roots = await tree.getChildren();
      const all = roots.find(row => tree.getTreeItem(row).label === 'All') ?? assert.fail('there is no row');
      const shown = await labels(all);
      const hidden = 1_500 - (shown.length - 1);
      assert.ok(hidden > 0 && hidden < 1_500);
      assert.equal(shown.at(-1)?.replace(',', ''), `${hidden} more…`);
      const more = (await tree.getChildren(all)).at(-1);
      assert.ok(more?.kind === 'showMore');
      tree.showMore(more.of);
      assert.deepEqual(redrawn, [all]);
      assert.ok((await labels(all)).length > shown.length);
      tree.dispose();
    }));

  it('is filtered and sorted, and shows how many groups match the filter', () =>
    withPlant(async given => {
      const { tree, view, message, labels, redrawn, parts } = setup(given);
      const { session } = given;
      await labels();
      tree.setSort(session, 'name');
      assert.deepEqual(
        [await labels(), tree.sortOf(session), parts.groupSorts.get('plant')],
        [['Lab', 'Office'], 'name', 'name'],
      );
      tree.setFilter(' off ');
      tree.setFilter('off');
      assert.deepEqual([await labels(), tree.filter, redrawn.length], [['Office'], 'off', 2]);
      assert.equal(keys.get(contextKeys.groupsFiltered), true);
      assert.equal(message(), 'Filter “off”: 1 of 2 groups.');
      assert.equal(view.description, 'Plant');
      for (const [filter, expected] of [
        ['has PC-1', ['Office']],
        ['@empty', ['Lab']],
        ['@offline', []],
        ['@ofline', []],
      ] as const) {
        tree.setFilter(filter);
        assert.deepEqual(await labels(), expected, filter);
        assert.match(message(), expected.length === 0 ? /^No group of 2 matches “@/ : /: 1 of 2 groups\.$/);
      }
      assert.match(message(), /There is no filter term @ofline\. Did you mean @offline\?$/);
      assert.equal(tree.filterProblem('@ofline'), message().replace(/^.*”\. /, ''));
      assert.equal(tree.filterProblem('@offline'), undefined);
      assert.equal(
        tree.filterPrompt,
        'Words in the name or a device, “has PC-042”, @offline or @empty. Leave empty to show all.',
      );
      tree.setFilter('');
      assert.equal(keys.get(contextKeys.groupsFiltered), false);
      await labels();
      assert.equal(message(), '');
      tree.dispose();
    }));

  it('removes the filter to reveal a group that it hides', () =>
    withPlant(async given => {
      const { tree, view, labels, sessions } = setup(given);
      await labels();
      const [office, lab] = given.session.groups.entries.map(({ group }) => group);
      assert.ok(office !== undefined && lab !== undefined);
      tree.setFilter('off');
      await tree.reveal(given.session, office);
      assert.equal(tree.filter, 'off');
      await tree.reveal(given.session, { ...lab });
      assert.equal(tree.filter, 'off', 'it is not in the list any more');
      sessions.active = undefined;
      await tree.reveal(given.session, lab);
      assert.equal(tree.filter, 'off', 'another server is shown');
      sessions.active = given.session;
      await tree.reveal(given.session, lab);
      assert.equal(tree.filter, '');
      assert.deepEqual(view.revealed.at(-1), (await tree.getChildren())[1]);
      tree.dispose();
    }));

  it('shows in tooltips what uses a group or a device', () =>
    withPlant(async given => {
      given.plant.jobs.set(1, { name: 'Nightly', groups: [3] });
      await given.session.jobs.refresh();
      const { tree, first } = setup(given);
      const office = await first();
      const lines = await tipsOf(tree, office);
      assert.ok(lines.includes('Jobs: Nightly (No schedule)'), lines.join('\n'));
      assert.match(lines.at(-1) ?? '', /^Devices or host names dropped here are added/);
      assert.ok((await tipsOf(tree, await first(office))).includes('Host name: PC-1'));
      tree.dispose();
    }));

  it('is read again on request, and redrawn when the list changed', () =>
    withPlant(async given => {
      const { tree, labels, redrawn, first } = setup(given);
      await tree.refresh();
      assert.deepEqual([redrawn, given.plant.reads], [[undefined], []], 'the first rows read it');
      await labels();
      redrawn.length = 0;
      await tree.refresh();
      assert.deepEqual([...new Set(redrawn)], [undefined]);
      redrawn.length = 0;
      given.plant.groups.set(9, { name: 'New', dn: 'CN=New', server_set: [] });
      await given.session.groups.refresh();
      assert.deepEqual(redrawn, [undefined]);
      assert.deepEqual(await labels(), ['Office', 'Lab', 'New']);
      const office = await first();
      given.plant.groups.delete(3);
      await given.session.groups.refresh();
      assert.equal(tree.getTreeItem(office).label, '', 'it was deleted');
      assert.deepEqual(await tree.getChildren(office), []);
      redrawn.length = 0;
      tree.dispose();
      await given.session.groups.refresh();
      assert.deepEqual(redrawn, []);
    }));

  it('is empty without a server, and redrawn when another one is chosen', () =>
    withPlant(async given => {
      const { tree, labels, redrawn, sessions, changes } = setup(given);
      await labels();
      changes.sessions.fire();
      assert.deepEqual(redrawn, [], 'it is the same server');
      sessions.active = undefined;
      changes.sessions.fire();
      assert.deepEqual(redrawn, [undefined]);
      assert.deepEqual(await labels(), []);
      assert.equal(keys.get(contextKeys.groupIdsUnknown), false);
      tree.dispose();
    }));

  it('accepts words in the user’s language and in English in its filter', () =>
    withPlant(async given => {
      const { tree, labels } = setup(given);
      Reflect.set(l10n, 't', (message: string) => ({ has: 'содержит', empty: 'Пустая' })[message] ?? message);
      try {
        await labels();
        for (const [filter, expected] of [
          ['содержит PC-1', ['Office']],
          ['has PC-1', ['Office']],
          ['@пустая', ['Lab']],
          ['@empty', ['Lab']],
        ] as const) {
          tree.setFilter(filter);
          assert.deepEqual(await labels(), expected, filter);
        }
      } finally {
        Reflect.set(l10n, 't', (message: string) => message);
      }
      tree.dispose();
    }));

  it('shows the view’s welcome content for an empty list', () =>
    withPlant(async given => {
      const { tree, labels, redrawn } = setup(given);
      const shown = () => keys.get(contextKeys.groupsState);
      await labels();
      assert.equal(shown(), 'ready');
      given.plant.groups.clear();
      await tree.refresh();
      assert.equal(shown(), 'empty');
      given.plant.groups.set(8, { name: 7 });
      await tree.refresh();
      assert.equal(shown(), 'ready', 'an entry that cannot be read is a row');
      await labels();
      redrawn.length = 0;
      given.plant.failures.set('GET /account/api/group/', 403);
      await given.session.groups.refresh().catch(() => undefined);
      assert.deepEqual(redrawn, [undefined], 'the failure shows in the view');
      tree.dispose();
    }));

  it('reads its groups after the jobs that are being read, whose rows come first', () =>
    withPlant(async given => {
      const { tree, labels } = setup(given);
      const { plant, session } = given;
      session.jobs.onDidChange(() => plant.reads.push(session.jobs.state.kind));
      await Promise.all([session.jobs.refresh(), labels()]);
      assert.deepEqual(plant.reads, ['loading', '/automation/api/job/', 'ready', '/account/api/group/']);
      tree.dispose();
    }));

  it('shows rows for entries that cannot be read', () =>
    withPlant(async given => {
      given.plant.groups.set(8, { name: 7 });
      const { tree, labels } = setup(given);
      assert.deepEqual(await labels(), ['Office', 'Lab', 'Unreadable entry']);
      tree.dispose();
    }));
});

async function tipsOf(tree: InstanceType<typeof GroupsTree>, node: GroupsNode): Promise<readonly string[]> {
  return tooltipTexts(await tree.resolveTreeItem(tree.getTreeItem(node), node));
}
