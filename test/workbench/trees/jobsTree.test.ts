import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { JobsNode } from '../../../src/workbench/trees/nodes.ts';
import { partialOf } from '../../support/partialOf.ts';
import { itWith } from '../../support/withContributions.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { rowText, tooltipTexts } from './support/rowTexts.ts';
import { FakeTreeView, treeSetup } from './support/treeSetup.ts';

const { documentEvents, user, window } = await import('../../support/vscode/vscodeFake.ts');
const { setContextKey } = await import('../../../src/workbench/platform/contextKeys.ts');
const { contextKeys } = await import('../../../src/workbench/platform/ids.ts');
const { JobsTree } = await import('../../../src/workbench/trees/jobsTree.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** A tree with three jobs, in a view. */
function withTree(use: (given: Given & ReturnType<typeof setup>) => Promise<void>) {
  return withMemoryServer(given => {
    const parts = setup(given);
    return use({ ...given, ...parts }).finally(() => parts.tree.dispose());
  });
}

function setup(given: Given) {
  const { memoryServer } = given;
  memoryServer.jobs.set(1, { name: 'Updates', groups: [3], policies: [5], enabled: true });
  memoryServer.jobs.set(2, { name: 'Backup', peers: [{ hostname: 'PC-1' }], policies: [5], enabled: false });
  memoryServer.jobs.set(3, { name: 'Inventory', reports: [6], policies: [5] });
  memoryServer.groups.set(3, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
  const base = treeSetup(given);
  const tree = new JobsTree(base.parts);
  const view = new FakeTreeView<JobsNode>();
  tree.attach(partialOf<vscode.TreeView<JobsNode>>(view));
  const redrawn: unknown[] = [];
  tree.onDidChangeTreeData(node => void redrawn.push(node));
  const labels = async (node?: JobsNode) =>
    (await tree.getChildren(node)).map(row => String(tree.getTreeItem(row).label));
  /** The row at the end of these labels. */
  const row = async (...path: readonly [string, ...string[]]) => {
    let found: JobsNode | undefined;
    for (const label of path) {
      const rows = await tree.getChildren(found);
      found =
        rows.find(each => tree.getTreeItem(each).label === label) ?? assert.fail(`there is no ${label}`);
    }
    return found ?? assert.fail();
  };
  return { ...base, tree, view, redrawn, labels, row };
}

const keys = new Map<unknown, unknown>();

describe('the tree of jobs', () => {
  beforeEach(() => {
    keys.clear();
    user.ran = (id, [key, value]) => void (id === 'setContext' && keys.set(key, value));
    setContextKey(contextKeys.jobsFiltered, false);
    setContextKey(contextKeys.jobsState, 'loading');
  });
  afterEach(() => {
    user.ran = () => undefined;
    Reflect.set(window, 'state', { focused: true });
  });

  it('shows the jobs in the server’s order, and how many there are', () =>
    withTree(async ({ view, labels }) => {
      assert.deepEqual(await labels(), ['Updates', 'Backup', 'Inventory']);
      assert.match(view.description, /^3 of 3 · Plant · as of \d\d:\d\d$/);
    }));

  it('puts pinned jobs on top, and stores their present names', () =>
    withTree(async ({ memoryServer, tree, session, pinned, labels }) => {
      await labels();
      tree.setPinned(session, session.jobs.jobs.slice(1), true);
      assert.deepEqual(await labels(), ['Backup', 'Inventory', 'Updates']);
      tree.setPinned(session, session.jobs.jobs.slice(1, 2), false);
      assert.deepEqual(await labels(), ['Inventory', 'Updates', 'Backup']);
      memoryServer.jobs.set(3, { ...memoryServer.jobs.get(3), name: 'Stocktaking' });
      await tree.refresh();
      assert.deepEqual(await labels(), ['Stocktaking', 'Updates', 'Backup']);
      assert.deepEqual(pinned.jobs.get('plant'), [{ id: 3, name: 'Stocktaking', params: '' }]);
    }));

  itWith('history', 'shows the parts of a job below it, and targets by name', () =>
    withTree(async ({ tree, labels, row }) => {
      assert.deepEqual(await labels(await row('Updates')), [
        'Schedule',
        'Last runs',
        'Targets',
        'Policies',
        'Reports',
      ]);
      assert.deepEqual(await labels(await row('Updates', 'Targets')), ['Lab']);
      const item = tree.getTreeItem(await row('Updates', 'Targets'));
      assert.equal(item.id, 'plant/job/1/targets');
    }),
  );

  it('returns the same objects for the same rows, by which VS Code knows them', () =>
    withTree(async ({ row }) => {
      assert.equal(await row('Updates', 'Targets'), await row('Updates', 'Targets'));
      assert.equal(await row('Updates', 'Targets', 'Lab'), await row('Updates', 'Targets', 'Lab'));
    }));

  it('reads the groups only for the targets of a job that has some', () =>
    withTree(async ({ memoryServer, labels, row }) => {
      await labels(await row('Backup', 'Targets'));
      await labels(await row('Updates', 'Policies'));
      assert.equal(memoryServer.reads.includes('/account/api/group/'), false);
    }));

  it('adds tooltips of jobs, devices and groups on demand', () =>
    withTree(async ({ tree, row }) => {
      const tips = async (node: JobsNode) => {
        const { tooltip } = await tree.resolveTreeItem(tree.getTreeItem(node), node);
        return typeof tooltip === 'object' ? tooltipTexts(tooltip) : [tooltip];
      };
      assert.equal((await tips(await row('Updates')))[0], '**Updates**');
      assert.equal((await tips(await row('Updates', 'Targets')))[0], '**Updates**');
      assert.equal((await tips(await row('Updates', 'Targets', 'Lab')))[0], '**Lab**');
      const device = await tips(await row('Backup', 'Targets', 'PC-1'));
      assert.equal(device[0], 'Host name: PC-1');
      assert.match(device.at(-1) ?? '', /^Jobs: Backup/);
      assert.deepEqual(await tips(await row('Updates', 'Policies', '#5')), [undefined]);
      assert.deepEqual(await tips({ kind: 'readStatuses', serverId: 'plant' }), [undefined]);
    }));

  it('is redrawn when a label or all marks change, until it is disposed', () =>
    withTree(async ({ tree, labels, redrawn, changes }) => {
      await labels();
      changes.marks.fire({ serverId: undefined, rows: undefined });
      changes.labels.fire();
      assert.deepEqual(redrawn, [undefined, undefined]);
      tree.dispose();
      changes.marks.fire({ serverId: undefined, rows: undefined });
      changes.labels.fire();
      assert.equal(redrawn.length, 2);
    }));

  it('is filtered, and shows how many jobs match the filter', () =>
    withTree(async ({ tree, view, labels, redrawn }) => {
      await labels();
      tree.setFilter(' up ');
      assert.deepEqual(redrawn.splice(0), [undefined]);
      tree.setFilter(' up ');
      assert.deepEqual(redrawn, [], 'it is the same filter');
      assert.deepEqual(await labels(), ['Updates', 'Backup']);
      assert.match(view.message, /^Filter “up”: 2 of 3 jobs/);
      assert.equal(keys.get(contextKeys.jobsFiltered), true);
      tree.setFilter('');
      assert.equal(keys.get(contextKeys.jobsFiltered), false);
      assert.equal((await labels()).length, 3);
    }));

  it('finds jobs by the names of their groups', () =>
    withTree(async ({ tree, session, labels }) => {
      tree.setFilter('group Lab');
      assert.deepEqual(await labels(), ['Updates']);
      assert.deepEqual(
        (await tree.filteredJobs(session)).map(({ name }) => name),
        ['Updates'],
      );
    }));

  it('is sorted and grouped as the user chose for this server', () =>
    withTree(async ({ tree, session, labels, row, remembered }) => {
      tree.arrange(session, { sort: 'name' });
      assert.deepEqual(await labels(), ['Backup', 'Inventory', 'Updates']);
      tree.arrange(session, { grouping: 'targetGroup' });
      assert.deepEqual(remembered, { sort: 'name', grouping: 'targetGroup' });
      const section = await row('No target group');
      assert.equal(rowText(tree.getTreeItem(section)), 'No target group | 2 jobs | organization | section');
      assert.deepEqual(await labels(section), ['Backup', 'Inventory']);
    }));

  it('is sorted again by current statuses when the user chooses the same order', () =>
    withTree(async ({ tree, session, memoryServer, labels }) => {
      tree.arrange(session, { sort: 'status' });
      await labels();
      memoryServer.statuses.set(3, 'running');
      await session.statuses.read(3);
      tree.arrange(session, { sort: 'status' });
      assert.equal((await labels())[0], 'Inventory');
    }));

  it('shows the first rows of a long list at once, and the others as they arrive', () =>
    withTree(async ({ session, memoryServer, labels, view }) => {
      for (let id = 10; id < 20; id += 1) memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [5] });
      memoryServer.pageSize = 4;
      assert.equal((await labels()).length, 4);
      assert.match(view.description, /^4 of 13 · /);
      await session.jobs.whole();
      assert.equal((await labels()).length, 13);
      assert.match(view.description, /^13 of 13 · /);
    }));

  it('says of how many jobs it speaks when the user has stopped reading', () =>
    withTree(async ({ tree, session, memoryServer, labels, view }) => {
      memoryServer.pageSize = 2;
      session.stopReading();
      tree.setFilter('up');
      assert.equal((await labels()).at(-1), 'Resume Reading');
      assert.equal(view.message, 'Filter “up”: 2 of 2 jobs. Stopped: 2 of 3 read.');
      await session.jobs.whole();
      assert.equal((await labels()).length, 2);
      assert.equal(view.message, 'Filter “up”: 2 of 3 jobs.');
    }));

  it('reads the statuses of all jobs for a filter by status, on all pages', () =>
    withTree(async ({ tree, session, memoryServer, labels, view }) => {
      memoryServer.pageSize = 1;
      memoryServer.statuses.set(1, 'running').set(3, 'failed');
      tree.setFilter('@failed');
      assert.deepEqual(await labels(), ['Stop Reading']);
      await session.sweep.run();
      assert.deepEqual(await labels(), ['Inventory']);
      assert.match(view.message, /^Filter “@failed”: 1 of 3 jobs, as of \d/);
    }));

  it('offers to read the statuses that a sweep could not read', () =>
    withTree(async ({ tree, session, memoryServer, labels, row }) => {
      memoryServer.failures.set('GET /automation/api/job/2/status/', 500);
      tree.setFilter('@failed');
      await labels();
      await session.sweep.run();
      const offer = tree.getTreeItem(await row('Read the status of 1 more job…'));
      assert.match(rowText(offer), /\| pulse \| readStatuses$/);
    }));

  it('is read again on request, but not before its first rows', () =>
    withTree(async ({ tree, session, memoryServer, labels, redrawn }) => {
      await tree.refresh();
      assert.deepEqual([redrawn.splice(0), memoryServer.reads], [[undefined], []]);
      tree.arrange(session, { sort: 'name' });
      await labels();
      memoryServer.reads.length = 0;
      await tree.refresh();
      assert.equal(memoryServer.reads[0], '/automation/api/job/');
    }));

  it('shows a badge for unseen failures', () =>
    withTree(async ({ tree, view }) => {
      tree.setBadge(2);
      assert.deepEqual(view.badge, { value: 2, tooltip: '2 failed since you last checked' });
      tree.setBadge(0);
      assert.equal(view.badge, undefined);
    }));

  it('shows a limited number of jobs, and the rest on request', () =>
    withTree(async ({ tree, memoryServer, labels, redrawn }) => {
      for (let id = 1_000; id < 1_300; id += 1)
        memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [5] });
      assert.equal((await labels()).at(-1), '103 more…');
      const more = (await tree.getChildren()).at(-1);
      assert.ok(more?.kind === 'showMore');
      tree.showMore(more.of);
      assert.deepEqual(redrawn, [undefined]);
      assert.equal((await labels()).length, 303);
    }));

  it('shows a limited number of targets, and the rest on request', () =>
    withTree(async ({ tree, memoryServer, labels, row, redrawn }) => {
      const peers = Array.from({ length: 300 }, (_, index) => ({ hostname: `PC-${index}` }));
      memoryServer.jobs.set(9, { name: 'Wide', policies: [5], peers });
      const targets = await row('Wide', 'Targets');
      const more = (await tree.getChildren(targets)).at(-1);
      assert.ok(more?.kind === 'showMore');
      assert.equal((await labels(targets)).at(-1), '100 more…');
      tree.showMore(more.of);
      assert.deepEqual(redrawn, [targets]);
      assert.equal((await labels(targets)).length, 300);
    }));

  it('shows the view’s welcome content for an empty list', () =>
    withTree(async ({ tree, memoryServer, labels }) => {
      await labels();
      assert.equal(keys.get(contextKeys.jobsState), 'ready');
      memoryServer.jobs.clear();
      await tree.refresh();
      assert.equal(keys.get(contextKeys.jobsState), 'empty');
      memoryServer.jobs.set(9, { name: 7 });
      await tree.refresh();
      assert.equal(keys.get(contextKeys.jobsState), 'ready', 'an entry that cannot be read is a row');
    }));

  it('has no rows of another server', () =>
    withTree(async ({ tree, labels }) => {
      await labels();
      assert.equal(tree.getTreeItem({ kind: 'readStatuses', serverId: 'other' }).label, '');
    }));

  it('forgets the rows of a server that is no longer active', () =>
    withTree(async ({ tree, labels, row, redrawn, sessions, changes }) => {
      const updates = await row('Updates');
      changes.sessions.fire();
      assert.deepEqual(redrawn, [], 'it is the same server');
      sessions.active = undefined;
      changes.sessions.fire();
      assert.deepEqual(redrawn, [undefined]);
      assert.equal(tree.getTreeItem(updates).label, '');
      assert.deepEqual([await labels(), await labels(updates)], [[], []]);
    }));

  it('shows none of the rows of a server that was left while they were read', () =>
    withTree(async ({ tree, labels, sessions, changes }) => {
      await labels();
      tree.setFilter('group Lab');
      const rows = labels();
      await Promise.resolve();
      sessions.active = undefined;
      changes.sessions.fire();
      assert.deepEqual(await rows, []);
    }));

  it('is redrawn when a server is chosen before there were rows', () =>
    withTree(async ({ redrawn, sessions, changes }) => {
      sessions.active = undefined;
      changes.sessions.fire();
      assert.deepEqual(redrawn, [undefined]);
    }));

  it('redraws single rows as the objects that VS Code knows', () =>
    withTree(async ({ tree, session, memoryServer, row }) => {
      const updates = await row('Updates');
      const redrawn = new Promise<unknown>(resolve => tree.onDidChangeTreeData(resolve));
      memoryServer.statuses.set(1, 'running');
      await session.statuses.read(1);
      const rows = await redrawn;
      assert.ok(Array.isArray(rows) && rows.includes(updates));
    }));

  it('tells the store whether the view is visible and the window has the focus', () =>
    withTree(async ({ session, view, labels }) => {
      const setVisible = (visible: boolean) => {
        view.visible = visible;
        view.events.visible.fire(view);
        return session.statuses.isInView;
      };
      await labels();
      assert.equal(session.statuses.isInView, true);
      assert.equal(setVisible(false), false);
      assert.equal(setVisible(true), true);
      Reflect.set(window, 'state', { focused: false });
      documentEvents.windowState.fire({ focused: false });
      assert.equal(session.statuses.isInView, false);
    }));

  it('tells the store which rows are selected and expanded', () =>
    withTree(async ({ session, view, row }) => {
      const updates = await row('Updates');
      const interests: unknown[] = [];
      session.statuses.setInterest = (kind, ids) => void interests.push([kind, ids]);
      view.events.selected.fire({ selection: [updates] });
      view.events.expanded.fire({ element: updates });
      view.events.collapsed.fire({ element: updates });
      assert.deepEqual(interests, [
        ['selected', [1]],
        ['expanded', [1]],
        ['expanded', []],
      ]);
    }));
});
