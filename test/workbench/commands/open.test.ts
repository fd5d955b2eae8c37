import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from './support/memoryServer.ts';
import { groupRow } from './support/rows.ts';

const { user: window } = await import('../../support/vscode/vscodeFake.ts');
const {
  duplicateGroups,
  duplicateJobs,
  findGroupIds,
  openGroupInConsole,
  openGroups,
  openJobInConsole,
  openJobs,
} = await import('../../../src/workbench/commands/open.ts');

const { emptyJobDraft } = await import('../../../src/api/model/job.ts');

const rows = [groupRow(7), groupRow(8)];

const withGroups = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const server_set = [{ hostname: 'PC-1' }];
    given.memoryServer.groups.set(7, { name: 'Office', dn: 'CN=Office', server_set });
    given.memoryServer.groups.set(8, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
    await given.session.groups.whole();
    await use(given);
  });

describe('opening groups', () => {
  it('opens the document of each', () =>
    withGroups(async ({ context, opened }) => {
      await openGroups(context, [rows[0], rows]);
      assert.deepEqual(opened, [
        ['group', 7, 'Office'],
        ['group', 8, 'Lab'],
      ]);
    }));

  it('opens a clicked row only at the second click', () =>
    withGroups(async ({ context, opened }) => {
      await openGroups(context, [rows[0], 'click']);
      assert.deepEqual(opened, []);
      await openGroups(context, [rows[0], 'click']);
      assert.deepEqual(opened, [['group', 7, 'Office']]);
    }));

  it('opens only the focused row at a key, and leaves other rows to the view', () =>
    withGroups(async ({ context, opened, done }) => {
      let focused: readonly unknown[] = rows;
      Object.assign(context.groupsView.frame, {
        focusedRows: async () => focused,
        activateFocused: async () => void done.push('activate'),
      });
      await openGroups(context, ['focused']);
      focused = [{ kind: 'device' }];
      await openGroups(context, ['focused']);
      assert.deepEqual([opened, done], [[['group', 7, 'Office']], ['activate']]);
    }));
});

describe('a new group', () => {
  it('is opened as a copy without the DN, which the server assigns', () =>
    withGroups(async ({ context, opened }) => {
      await duplicateGroups(context, [rows[0]]);
      const name = 'Office (copy)';
      assert.deepEqual(opened, [['group', name, { name, dn: '', server_set: ['PC-1'] }]]);
    }));
});

describe('the IDs of groups', () => {
  it('are shown by name', () =>
    withGroups(async ({ context, user }) => {
      await findGroupIds(context, [rows[0], rows]);
      assert.deepEqual(user.of('info'), ['IDs of groups: “Office”: 7, “Lab”: 8.']);
    }));
});

describe('opening jobs', () => {
  it('asks before it opens more than ten editors', () =>
    withMemoryServer(async ({ memoryServer, context, user, opened }) => {
      const ids = Array.from({ length: 11 }, (_, index) => index + 1);
      for (const id of ids) memoryServer.jobs.set(id, { name: `Job ${id}` });
      user.isSure = false;
      await openJobs(context, [{ ids }]);
      assert.deepEqual([user.of('confirm'), opened], [['Open 11 jobs?\nEach opens in its own editor.'], []]);
      await duplicateJobs(context, [{ ids }]);
      assert.match(user.of('confirm')[1] ?? '', /^Duplicate 11 jobs\?/);
      await openJobs(context, [{ ids: ids.slice(0, 10) }]);
      assert.deepEqual([opened.length, opened[9]], [10, ['job', 10, 'Job 10']]);
    }));
});

describe('a new job', () => {
  it('is opened as a copy of a job as it is on the server now', () =>
    withMemoryServer(async ({ memoryServer, context, session, opened }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      await session.jobs.whole();
      memoryServer.jobs.set(1, { name: 'Renamed', enabled: true, run_on_start: false, policies: [8] });
      await duplicateJobs(context, [1]);
      const name = 'Renamed (copy)';
      assert.deepEqual(opened, [['job', name, { ...emptyJobDraft, name, policies: [8] }]]);
    }));
});

describe('the web console', () => {
  const console = { job: 'job/{id}/change/', group: 'https://console.example/groups/{id}' };

  it('shows the job or group in the browser', () =>
    withMemoryServer(
      async ({ memoryServer, context }) => {
        memoryServer.jobs.set(12, { name: 'Update' });
        memoryServer.groups.set(7, { name: 'Office', dn: '', server_set: [] });
        window.browsed.length = 0;
        await openJobInConsole(context, [{ id: 12, server: 'plant' }]);
        await openGroupInConsole(context, [{ id: 7, server: 'plant' }]);
        assert.deepEqual(window.browsed, [
          'https://plant.example/job/12/change/',
          'https://console.example/groups/7',
        ]);
      },
      { console },
    ));

  it('is not opened at an address without an ID', () =>
    withMemoryServer(
      async ({ memoryServer, user, context }) => {
        memoryServer.jobs.set(12, { name: 'Update' });
        window.browsed.length = 0;
        await openJobInConsole(context, [{ id: 12, server: 'plant' }]);
        assert.deepEqual([window.browsed, user.of('error').length], [[], 1]);
      },
      { console: { job: 'jobs/' } },
    ));
});
