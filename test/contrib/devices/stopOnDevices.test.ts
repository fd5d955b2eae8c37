import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { deviceRow, groupRow, targetRow } from '../../workbench/commands/support/rows.ts';

const { stopFilteredJobs, stopOnDevices } = await import(
  '../../../src/contrib/devices/vscode/stopOnDevices.ts'
);

const devices = (...names: readonly string[]) => names.map(hostname => ({ hostname }));

/** Jobs that reach the devices of Accounting by name or through groups, and one that does not. */
function withFleet(use: (given: Given) => Promise<void>, marks: Parameters<typeof withMemoryServer>[1] = {}) {
  return withMemoryServer(async given => {
    const { memoryServer, session } = given;
    memoryServer.groups.set(3, { name: 'Accounting', dn: 'CN=Acc', server_set: devices('PC-1', 'PC-2') });
    memoryServer.groups.set(4, { name: 'All', dn: 'CN=All', server_set: devices('pc-1', 'PC-8', 'PC-9') });
    const add = (id: number, name: string, fields: object, status: string) => {
      memoryServer.jobs.set(id, { name, policies: [1], ...fields });
      memoryServer.statuses.set(id, status);
    };
    add(1, 'Direct', { peers: devices('pc-2') }, 'running');
    add(2, 'Through group', { groups: [3] }, 'running');
    add(3, 'Through other group', { groups: [4] }, 'running');
    add(4, 'Idle', { groups: [3] }, 'finished');
    add(5, 'Elsewhere', { peers: devices('PC-7') }, 'running');
    add(6, 'Queued', { groups: [3] }, 'queued');
    await session.jobs.firstRows();
    await session.groups.firstRows();
    await use(given);
  }, marks);
}

const stop = (...ids: readonly number[]) => `POST /automation/api/stop_job/ {"obj_id":[${ids.join()}]}`;

describe('stopping what runs on devices', () => {
  it('stops exactly the executing jobs that reach a device of the group, after one confirmation', () =>
    withFleet(async ({ memoryServer, user, context }) => {
      await stopOnDevices(context, [groupRow(3)]);
      assert.deepEqual(user.of('confirm'), [
        'Stop 3 jobs that are executing on “Accounting” of “Plant”?\n“Direct”: On 1 device.\n“Through group”: On 2 devices.\n' +
          '“Through other group”: On 3 devices.',
      ]);
      assert.deepEqual(memoryServer.writes, [stop(1, 2, 3)]);
      assert.equal(user.of('info').length, 1);
    }));

  it('stops nothing when the user cancels', () =>
    withFleet(async ({ memoryServer, user, context }) => {
      user.isSure = false;
      await stopOnDevices(context, [groupRow(3)]);
      assert.deepEqual(memoryServer.writes, []);
    }));

  for (const [where, row] of [
    ['a group', deviceRow(4, 'PC-9\n\n\n')],
    ['a job', targetRow('PC-9\n\n\n')],
  ] as const)
    it(`asks even about one job that runs on a device below ${where}`, () =>
      withFleet(async ({ memoryServer, user, context }) => {
        await stopOnDevices(context, [row]);
        assert.deepEqual(user.of('confirm'), [
          'Stop 1 job that is executing on “PC-9” of “Plant”?\n“Through other group”: On 3 devices.',
        ]);
        assert.deepEqual(memoryServer.writes, [stop(3)]);
      }));

  it('stops the executing jobs that match the filter of the view', () =>
    withFleet(async ({ memoryServer, session, context }) => {
      const jobsView = {
        ...context.jobsView,
        filteredJobs: async () => session.jobs.jobs.filter(({ id }) => id >= 4),
      };
      await stopFilteredJobs({ ...context, jobsView });
      assert.deepEqual(memoryServer.writes, [stop(5)]);
    }));

  it('reads the statuses now, whatever they were before', () =>
    withFleet(async ({ memoryServer, user, session, context }) => {
      for (const { id } of session.jobs.jobs) await session.statuses.read(id);
      for (const id of [1, 2, 3]) memoryServer.statuses.set(id, 'finished');
      await stopOnDevices(context, [groupRow(3)]);
      assert.deepEqual(user.of('info'), ['No job is executing on “Accounting” (2 devices) of “Plant”.']);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('names the jobs whose status is unknown, which it does not stop', () =>
    withFleet(async ({ memoryServer, user, context }) => {
      memoryServer.statuses.set(1, 'odd');
      memoryServer.failures.set('GET /automation/api/job/2/status/', 404);
      await stopOnDevices(context, [groupRow(3)]);
      assert.match(
        user.of('confirm')[0] ?? '',
        /\nStatus unknown, so not included: “Direct \(odd\)” and “Through group \(no status\)”\.$/,
      );
      assert.deepEqual(memoryServer.writes, [stop(3)]);
    }));

  it('names the groups whose IDs are unknown, and offers to find them when nothing is executing', () =>
    withFleet(async ({ memoryServer, user, session, context }) => {
      memoryServer.hidesIds = true;
      memoryServer.jobs.delete(1);
      memoryServer.jobs.delete(3);
      memoryServer.failures.set('GET /account/api/group/3/', 404);
      await Promise.all([session.jobs.refresh(), session.groups.refresh()]);
      await stopOnDevices(context, [{ ...groupRow(3), groupKey: 'dn:cn=acc' }]);
      const message = user.messages.find(({ kind }) => kind === 'info');
      assert.equal(
        message?.text,
        'No job is executing on “Accounting” (2 devices) of “Plant”. Jobs that target these groups may be ' +
          'missing, because the IDs are unknown: “Accounting” and “All”. Devices of 1 group unknown: #3.',
      );
      assert.deepEqual(message?.actions, ['Find Group IDs']);
    }));

  it('requires the name of a production server', () =>
    withFleet(
      async ({ memoryServer, user, context }) => {
        await stopOnDevices(context, [groupRow(4)]);
        assert.deepEqual(memoryServer.writes, []);
        user.type = () => 'Plant';
        await stopOnDevices(context, [groupRow(4)]);
        assert.deepEqual(memoryServer.writes, [stop(3, 2)]);
      },
      { production: true },
    ));
});
