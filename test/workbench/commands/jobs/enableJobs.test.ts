import assert from 'node:assert/strict';
import { itWith } from '../../../support/withContributions.ts';
import { withMemoryServer } from '../support/memoryServer.ts';

const { setJobsEnabled } = await import('../../../../src/workbench/commands/jobs/enableJobs.ts');

const arg = (...ids: readonly number[]) => [{ ids, server: 'plant' }];
const patch = (id: number, enabled: boolean) => `PATCH /automation/api/job/${id}/ {"enabled":${enabled}}`;

describe('enabling and disabling jobs', () => {
  it('leaves a single job unchanged if another person has switched it, or if its ID now belongs to another job', () =>
    withMemoryServer(async ({ memoryServer, user, session, context }) => {
      memoryServer.jobs
        .set(1, { name: 'One', enabled: true })
        .set(2, { name: 'Two', enabled: true, policies: [1] });
      await session.jobs.whole();
      memoryServer.jobs.set(1, { name: 'One', enabled: false });
      memoryServer.jobs.set(2, { name: 'Payroll', enabled: true, policies: [2] });
      for (const id of [1, 2]) await setJobsEnabled(context, arg(id), false);
      assert.deepEqual(memoryServer.writes, []);
      assert.equal(session.jobs.get(1)?.enabled, false);
      assert.equal(user.messages.length, 1);
    }));

  itWith(
    'undo',
    'reads each of several jobs before switching it, and leaves out of “Undo” what others had switched',
    () =>
      withMemoryServer(async ({ memoryServer, user, session, context }) => {
        memoryServer.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
        await session.jobs.whole();
        memoryServer.jobs.set(2, { name: 'Two', enabled: false });
        user.press = actions => actions.find(action => action === 'Undo');
        await setJobsEnabled(context, arg(1, 2), false);
        assert.deepEqual(memoryServer.writes, [patch(1, false), patch(1, true)]);
        assert.equal(user.of('info')[0], 'Disabled 1 job on “Plant”. 1 job was already disabled.');
      }),
  );

  itWith('undo', 'skips a job that was renamed, and another one that now has the ID, even in “Undo”', () =>
    withMemoryServer(async ({ memoryServer, user, session, context }) => {
      const payroll = { name: 'Payroll backup', policies: [3], enabled: true };
      for (const id of [1, 2, 3])
        memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [1], enabled: true });
      await session.jobs.whole();
      memoryServer.jobs.set(1, payroll).set(2, { name: 'Renamed', policies: [1], enabled: true });
      user.press = actions => {
        memoryServer.jobs.set(3, { ...payroll, enabled: false });
        return actions.find(action => action === 'Undo');
      };
      await setJobsEnabled(context, arg(1, 2, 3), false);
      assert.deepEqual([...memoryServer.writes].sort(), [patch(3, false)]);
      assert.deepEqual(
        [user.of('warn'), user.of('error')],
        [
          [
            '1 done. 2 failed. “Job 1” and “Job 2”: WriteError',
            'Nothing of “Disable Jobs” on “Plant” can be put back. Job 3: Its ID now belongs to “Payroll backup”.',
          ],
          [],
        ],
      );
    }),
  );

  it('offers only the jobs that are not enabled yet when no job is given', () =>
    withMemoryServer(async ({ memoryServer, user, session, context }) => {
      memoryServer.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: false });
      await session.jobs.whole();
      await setJobsEnabled(context, [], true);
      assert.deepEqual(user.messages, [{ kind: 'pickMany', text: 'Enable Jobs', actions: ['2'] }]);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('reports that all jobs are already disabled', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(1, { name: 'One', enabled: false });
      await setJobsEnabled(context, arg(1), false);
      assert.deepEqual([memoryServer.writes, user.of('info')], [[], ['Already disabled on “Plant”: “One”.']]);
    }));

  const many = Array.from({ length: 60 }, (_, number) => ({ hostname: `PC-${number}` }));

  it('asks before enabling one job with many devices, and counts a device of several targets once', () =>
    withMemoryServer(async ({ memoryServer, user, session, context }) => {
      memoryServer.groups.set(9, { name: 'Office', dn: 'O', server_set: many });
      memoryServer.jobs.set(1, { name: 'One', enabled: false, groups: [9], peers: many.slice(0, 5) });
      await session.groups.whole();
      user.isSure = false;
      await setJobsEnabled(context, arg(1), true);
      assert.equal(user.of('confirm')[0]?.trim(), 'Enable the job “One” on “Plant”?\nOn 60 devices.');
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('repeats on “Send Again” only the requests that did not arrive, and counts only these', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(1, { name: 'One', enabled: false }).set(2, { name: 'Two', enabled: true });
      memoryServer.jobs.set(3, { name: 'Three', enabled: true });
      memoryServer.failures
        .set('PATCH /automation/api/job/2/', 'reset')
        .set('PATCH /automation/api/job/3/', 'reset');
      user.press = actions => {
        if (!actions.includes('Send Again')) return undefined;
        memoryServer.failures.clear();
        return 'Send Again';
      };
      await setJobsEnabled(context, arg(1, 2, 3), false);
      assert.deepEqual(memoryServer.writes.slice(-2).sort(), [patch(2, false), patch(3, false)]);
      assert.equal(user.of('info').at(-1), 'Disabled 2 jobs on “Plant”.');
    }));
});
