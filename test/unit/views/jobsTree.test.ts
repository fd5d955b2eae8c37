import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { JobsNode } from '../../../src/views/nodes.ts';
import { partialOf } from '../../support/partialOf.ts';
import { withPlant } from '../commands/support/plant.ts';
import { settled, statusError } from '../store/support/fakes.ts';
import { rowText, tooltipTexts } from './support/rowTexts.ts';
import { FakeTreeView, treeDesk } from './support/treeDesk.ts';

const { person } = await import('../../support/vscode/vscodeFake.ts');
const { setContextKey } = await import('../../../src/platform/contextKeys.ts');
const { contextKeys } = await import('../../../src/platform/ids.ts');
const { JobsTree } = await import('../../../src/views/jobsTree.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

/** A tree with three jobs, in a view. */
function desk(given: Given) {
  const { plant } = given;
  plant.jobs.set(1, { name: 'Updates', groups: [3], policies: [5], enabled: true });
  plant.jobs.set(2, { name: 'Backup', peers: [{ hostname: 'PC-1' }], policies: [5], enabled: false });
  plant.jobs.set(3, { name: 'Inventory', reports: [6], policies: [5] });
  plant.groups.set(3, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
  const base = treeDesk(given);
  const tree = new JobsTree(base.parts);
  const view = new FakeTreeView<JobsNode>();
  tree.attach(partialOf<vscode.TreeView<JobsNode>>(view));
  const redrawn: unknown[] = [];
  tree.onDidChangeTreeData(node => void redrawn.push(node));
  const labels = async (node?: JobsNode) =>
    (await tree.getChildren(node)).map(row => String(tree.getTreeItem(row).label));
  const row = async (label: string, below?: JobsNode) => {
    const rows = await tree.getChildren(below);
    return rows.find(each => tree.getTreeItem(each).label === label) ?? assert.fail(`there is no ${label}`);
  };
  return { ...base, tree, view, redrawn, labels, row };
}

const keys = new Map<unknown, unknown>();

describe('the tree of jobs', () => {
  beforeEach(() => {
    keys.clear();
    person.ran = (id, [key, value]) => void (id === 'setContext' && keys.set(key, value));
    setContextKey(contextKeys.jobsFiltered, false);
    setContextKey(contextKeys.jobsState, 'loading');
  });
  afterEach(() => {
    person.ran = () => undefined;
  });

  it('shows the jobs in the server’s order, and the parts of each job below it', () =>
    withPlant(async given => {
      const { tree, view, labels, row } = desk(given);
      assert.deepEqual(await labels(), ['Updates', 'Backup', 'Inventory']);
      assert.match(view.description, /^3 of 3 · Plant · as of \d\d:\d\d$/);
      const updates = await row('Updates');
      assert.match(rowText(tree.getTreeItem(updates)), /^Updates \| .* \| job enabled unknown unwatched$/);
      assert.deepEqual(await labels(updates), ['Schedule', 'Targets', 'Policies', 'Reports']);
      const targets = await row('Targets', updates);
      assert.deepEqual(await labels(targets), ['Lab'], 'the names of groups are read for it');
      const lab = await row('Lab', targets);
      assert.deepEqual(await tree.getChildren(lab), []);
      assert.equal(tree.getParent(lab), targets, 'VS Code knows rows by identity');
      assert.equal(tree.getParent(targets), updates);
      assert.equal(tree.getParent(updates), undefined);
      tree.dispose();
    }));

  it('reads no groups for a job without any', () =>
    withPlant(async given => {
      const { tree, labels, row } = desk(given);
      assert.deepEqual(await labels(await row('Targets', await row('Backup'))), ['PC-1']);
      assert.equal(given.plant.reads.includes('/account/api/group/'), false);
      tree.dispose();
    }));

  it('shows tooltips of jobs, devices and groups', () =>
    withPlant(async given => {
      const { tree, row, watched } = desk(given);
      watched.add(1);
      const tips = async (node: JobsNode) =>
        tooltipTexts(await tree.resolveTreeItem(tree.getTreeItem(node), node));
      const updates = await row('Updates');
      assert.ok((await tips(updates)).includes('Watched: yes'));
      const targets = await row('Targets', updates);
      assert.equal((await tips(targets))[0], '**Updates**');
      assert.equal((await tips(await row('Lab', targets)))[0], '**Lab**');
      const pc = await row('PC-1', await row('Targets', await row('Backup')));
      const lines = await tips(pc);
      assert.equal(lines[0], 'Host name: PC-1');
      assert.ok(
        lines.some(line => line.startsWith('Jobs: Backup')),
        lines.join('\n'),
      );
      const policies = await row('#5', await row('Policies', updates));
      assert.equal((await tree.resolveTreeItem(tree.getTreeItem(policies), policies)).tooltip, undefined);
      tree.dispose();
    }));

  it('marks watched jobs, unless all are', () =>
    withPlant(async given => {
      const { tree, row, watched, redrawn, changes } = desk(given);
      const updates = await row('Updates');
      assert.equal(tree.getTreeItem(updates).resourceUri, undefined);
      watched.add(1);
      redrawn.length = 0;
      changes.watchList.fire();
      assert.deepEqual(redrawn, [undefined]);
      assert.equal(String(tree.getTreeItem(updates).resourceUri), 'device-automation-watched://plant/1');
      assert.match(rowText(tree.getTreeItem(updates)), /watched$/);
      watched.add(0);
      assert.equal(tree.getTreeItem(updates).resourceUri, undefined);
      tree.dispose();
      changes.watchList.fire();
      changes.labels.fire();
      assert.deepEqual(redrawn, [undefined]);
    }));

  it('is filtered, and shows how many jobs match the filter', () =>
    withPlant(async given => {
      const { tree, view, labels, redrawn } = desk(given);
      const { session } = given;
      await labels();
      tree.setFilter(' up ');
      assert.deepEqual(redrawn.splice(0), [undefined]);
      tree.setFilter(' up ');
      assert.deepEqual(redrawn, [], 'it is the same filter');
      assert.deepEqual([await labels(), tree.filter.trim()], [['Updates', 'Backup'], 'up']);
      assert.match(view.message, /^Filter “up”: 2 of 3 jobs/);
      assert.equal(keys.get(contextKeys.jobsFiltered), true);
      tree.setFilter('has Lab');
      assert.deepEqual(await labels(), ['Updates'], 'groups are found by their names');
      assert.deepEqual(
        (await tree.filteredJobs(session)).map(({ name }) => name),
        ['Updates'],
      );
      tree.setFilter('');
      assert.equal(keys.get(contextKeys.jobsFiltered), false);
      assert.deepEqual(await labels(), ['Updates', 'Backup', 'Inventory']);
      assert.match(tree.filterPrompt, /“has Office”/);
      tree.dispose();
    }));

  it('is sorted and grouped as the user chose for this server', () =>
    withPlant(async given => {
      const { tree, labels, row, remembered } = desk(given);
      await labels();
      tree.arrangement.choose({ sort: 'name' });
      assert.deepEqual(await labels(), ['Backup', 'Inventory', 'Updates']);
      tree.arrangement.choose({ grouping: 'targetGroup' });
      assert.deepEqual(remembered, { sort: 'name', grouping: 'targetGroup' });
      const sections = await labels();
      assert.equal(sections.length, 2);
      assert.ok(sections.includes('No target group'));
      const none = await row('No target group');
      assert.equal(rowText(tree.getTreeItem(none)), 'No target group | 2 jobs | organization | section');
      assert.deepEqual(await labels(none), ['Backup', 'Inventory']);
      const backup = await row('Backup', none);
      assert.equal(tree.getParent(backup), none);
      tree.dispose();
    }));

  it('has rows for loading more of a long list, or all of it', () =>
    withPlant(async given => {
      const { plant } = given;
      for (let id = 10; id < 20; id += 1) plant.jobs.set(id, { name: `Job ${id}`, policies: [5] });
      plant.pageSize = 4;
      const { tree, labels, row, view } = desk(given);
      const rows = await labels();
      assert.equal(rows.length, 5);
      assert.equal(rows.at(-1), 'Load more… (4 of 13 loaded)');
      assert.match(view.description, /^4 of 13 · /);
      const more = tree.getTreeItem(await row('Load more… (4 of 13 loaded)'));
      assert.equal(more.command?.command, 'deviceAutomation.jobs.loadMore');
      await tree.reading.loadMore();
      assert.equal((await labels()).at(-1), 'Load more… (8 of 13 loaded)');
      tree.setFilter('job');
      const all = await row('Load all 13 to search everything');
      assert.match(rowText(tree.getTreeItem(all)), /\| cloud-download \| loadAll$/);
      let reports = 0;
      await tree.reading.loadAll(new AbortController().signal, () => {
        reports += 1;
      });
      assert.ok(reports > 0);
      assert.equal(given.session.jobs.loadedCount, 13);
      assert.equal((await labels()).length, 10);
      tree.dispose();
    }));

  it('shows no number of jobs if the server does not return it', () =>
    withPlant(async given => {
      given.plant.hidesCount = true;
      given.plant.pageSize = 2;
      const { tree, labels } = desk(given);
      assert.equal((await labels()).at(-1), 'Load more…');
      tree.setFilter('up');
      assert.ok((await labels()).includes('Load all to search everything'));
      tree.dispose();
    }));

  it('reads the statuses that a filter by status needs, on request', () =>
    withPlant(async given => {
      given.plant.statuses.set(1, 'failed');
      const { tree, labels, row } = desk(given);
      tree.setFilter('@failed');
      const label = 'Read the status of 3 more jobs…';
      assert.ok((await labels()).includes(label));
      assert.match(rowText(tree.getTreeItem(await row(label))), /\| pulse \| readStatuses$/);
      await tree.reading.readStatuses(new AbortController().signal, () => undefined);
      assert.deepEqual(await labels(), ['Updates']);
      tree.dispose();
    }));

  it('is read again on request, and redrawn when the user arranges it', () =>
    withPlant(async given => {
      const { tree, labels, redrawn } = desk(given);
      await tree.refresh();
      assert.deepEqual([redrawn.splice(0), given.plant.reads], [[undefined], []], 'the first rows read it');
      await labels();
      tree.arrangement.choose({ sort: 'name' });
      await labels();
      redrawn.length = 0;
      given.plant.reads.length = 0;
      await tree.refresh();
      assert.deepEqual(given.plant.reads.slice(0, 1), ['/automation/api/job/']);
      assert.ok(redrawn.includes(undefined));
      tree.dispose();
    }));

  it('shows rows for entries that cannot be read', () =>
    withPlant(async given => {
      given.plant.jobs.set(9, { name: 7 });
      const { tree, labels } = desk(given);
      assert.deepEqual(await labels(), ['Updates', 'Backup', 'Inventory', 'Unreadable entry']);
      tree.dispose();
    }));

  it('shows a badge for unseen failures', () =>
    withPlant(async given => {
      const { tree, view } = desk(given);
      tree.setBadge(2);
      assert.deepEqual(view.badge, { value: 2, tooltip: '2 failed since you last checked' });
      tree.setBadge(0);
      assert.equal(view.badge, undefined);
      tree.dispose();
    }));

  it('shows a limited number of rows, and the rest on request', () =>
    withPlant(async given => {
      const { plant, session } = given;
      for (let id = 1_000; id < 3_000; id += 1) plant.jobs.set(id, { name: `Job ${id}`, policies: [5] });
      const peers = Array.from({ length: 1_000 }, (_, index) => ({ hostname: `PC-${index}` }));
      plant.jobs.set(5_000, { name: 'Wide', policies: [5], peers });
      const { tree, labels, row, redrawn } = desk(given);
      tree.setFilter('job');
      const rows = await labels();
      const more = (await tree.getChildren()).at(-1);
      assert.ok(more?.kind === 'showMore' && rows.length < 2_000);
      redrawn.length = 0;
      tree.showMore(more.of);
      assert.deepEqual(redrawn, [undefined]);
      assert.ok((await labels()).length > rows.length);
      tree.setFilter('wide');
      const targets = await row('Targets', await row('Wide'));
      const cut = await labels(targets);
      const rest = (await tree.getChildren(targets)).at(-1);
      assert.ok(rest?.kind === 'showMore');
      redrawn.length = 0;
      tree.showMore(rest.of);
      assert.deepEqual(redrawn, [targets]);
      assert.ok((await labels(targets)).length > cut.length);
      assert.equal(session.jobs.loadedCount, 2_004);
      tree.dispose();
    }));

  it('reads the groups only for the targets of a job', () =>
    withPlant(async given => {
      const { tree, labels, row } = desk(given);
      const updates = await row('Updates');
      await labels(await row('Policies', updates));
      await labels(updates);
      assert.equal(given.plant.reads.includes('/account/api/group/'), false);
      tree.dispose();
    }));

  it('shows the view’s welcome content for an empty list', () =>
    withPlant(async given => {
      const { tree, labels, changes, redrawn } = desk(given);
      const shown = () => keys.get(contextKeys.jobsState);
      await labels();
      assert.equal(shown(), 'ready');
      given.plant.jobs.clear();
      await tree.refresh();
      assert.equal(shown(), 'empty');
      given.plant.jobs.set(9, { name: 7 });
      await tree.refresh();
      assert.equal(shown(), 'ready', 'an entry that cannot be read is a row');
      redrawn.length = 0;
      changes.labels.fire();
      assert.deepEqual(redrawn, [undefined], 'a label has another name');
      tree.dispose();
    }));

  it('has no rows of another server, and no tooltips for rows that are not jobs', () =>
    withPlant(async given => {
      const { tree, labels } = desk(given);
      await labels();
      assert.equal(tree.getTreeItem({ kind: 'loadMore', serverId: 'other' }).label, '');
      const more: JobsNode = { kind: 'loadMore', serverId: 'plant' };
      const item = tree.getTreeItem(more);
      assert.equal(await tree.resolveTreeItem(item, more), item);
      assert.equal(item.tooltip, undefined);
      tree.dispose();
    }));

  it('reports at once that the server does not respond, and redraws a row whose status changes', () =>
    withPlant(async given => {
      const { tree, view, row } = desk(given);
      const updates = await row('Updates');
      const { statuses } = given.session;
      const changed = new Promise<void>(resolve => statuses.onDidChange(() => resolve()));
      given.plant.statuses.set(1, 'running');
      await statuses.read(1);
      await changed;
      const redrawn = await new Promise<unknown>(resolve => tree.onDidChangeTreeData(resolve));
      assert.ok(Array.isArray(redrawn) && redrawn.includes(updates));
      given.session.outage.failed(statusError(503, 60_000));
      assert.match(view.message, /^Offline since /);
      tree.dispose();
    }));

  it('is redrawn when a server is chosen before there were rows', () =>
    withPlant(async given => {
      const { tree, redrawn, sessions, changes } = desk(given);
      sessions.active = undefined;
      changes.sessions.fire();
      assert.deepEqual(redrawn, [undefined]);
      tree.dispose();
    }));

  it('is empty without a server, and forgets the rows of another one', () =>
    withPlant(async given => {
      const { tree, labels, row, redrawn, sessions, changes } = desk(given);
      const updates = await row('Updates');
      redrawn.length = 0;
      changes.sessions.fire();
      assert.deepEqual(redrawn, [], 'it is the same server');
      sessions.active = undefined;
      changes.sessions.fire();
      assert.deepEqual(redrawn, [undefined]);
      assert.equal(tree.getTreeItem(updates).label, '');
      assert.deepEqual([await labels(), await labels(updates)], [[], []]);
      await tree.reading.loadMore();
      await tree.reading.loadAll(new AbortController().signal, assert.fail);
      await tree.reading.readStatuses(new AbortController().signal, assert.fail);
      tree.dispose();
    }));

  it('reports to the store what is visible, selected and expanded', () =>
    withPlant(async given => {
      const { tree, view, row, labels } = desk(given);
      const { session } = given;
      await labels();
      assert.equal(session.statuses.isInView, true);
      view.visible = false;
      view.events.visible.fire(view);
      assert.equal(session.statuses.isInView, false);
      view.visible = true;
      view.events.visible.fire(view);
      const interests: (readonly [string, readonly number[]])[] = [];
      const { statuses } = session;
      const setInterest = statuses.setInterest.bind(statuses);
      statuses.setInterest = (kind, ids, source) => {
        interests.push([kind, ids]);
        setInterest(kind, ids, source);
      };
      const updates = await row('Updates');
      view.selection = [updates, { kind: 'loadMore', serverId: 'plant' }];
      view.events.selected.fire({ selection: view.selection });
      view.events.expanded.fire({ element: updates });
      view.events.expanded.fire({
        element: { kind: 'jobPart', serverId: 'plant', jobId: 1, part: 'targets' },
      });
      view.events.collapsed.fire({ element: updates });
      await settled();
      const of = (kind: string) => interests.filter(([found]) => found === kind).map(([, ids]) => ids);
      assert.deepEqual(of('selected'), [[1]]);
      assert.deepEqual(of('expanded'), [[1], [1], []]);
      tree.dispose();
    }));
});
