import assert from 'node:assert/strict';
import { itWith } from '../../../support/withContributions.ts';
import { withMemoryServer } from '../support/memoryServer.ts';

const { deleteJobs } = await import('../../../../src/workbench/commands/jobs/deleteJobs.ts');

const arg = (ids: readonly number[]) => [{ ids, server: 'plant' }];

describe('deleting jobs', () => {
  it('deletes nothing when the user cancels the prompt', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(1, { name: 'Nightly' });
      user.isSure = false;
      await deleteJobs(context, arg([1]));
      const text = 'Delete the job “Nightly” (#1) on “Plant”?\nUndo creates it again with a new ID.';
      assert.deepEqual(user.messages, [{ kind: 'confirm', text, actions: ['Delete'] }]);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('names devices that “Undo” cannot restore', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(1, {
        name: 'Nightly',
        peers: [{ id: 7, hostname: '', addr: '', username: 'ghost' }],
      });
      user.isSure = false;
      await deleteJobs(context, arg([1]));
      assert.match(
        user.of('confirm')[0] ?? '',
        /new ID\.\n\nDevices without a host name or address cannot be restored: “.*ghost.*”\.$/,
      );
    }));

  it('does not delete a job that was renamed in the meantime', () =>
    withMemoryServer(async ({ memoryServer, user, context, session }) => {
      memoryServer.jobs.set(1, { name: 'Nightly' }).set(2, { name: 'Weekly' });
      await session.jobs.refresh();
      user.onConfirm = () => memoryServer.jobs.set(1, { name: 'Payroll backup' });
      await deleteJobs(context, arg([1, 2]));
      assert.deepEqual(memoryServer.writes, ['DELETE /automation/api/job/2/']);
      assert.match(user.of('warn').join(), /“Nightly”: WriteError/);
    }));

  it('names each of several jobs in the prompt and deletes each once', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      await deleteJobs(context, arg([1, 2]));
      assert.match(
        user.of('confirm')[0] ?? '',
        /^Delete 2 jobs on “Plant”\?\n“One” and “Two”\n\nUndo creates them again with new IDs\./,
      );
      assert.deepEqual([...memoryServer.writes].sort(), [
        'DELETE /automation/api/job/1/',
        'DELETE /automation/api/job/2/',
      ]);
      assert.deepEqual(user.of('warn'), []);
    }));

  itWith('undo', 'creates a job on “Undo” as it was when it was deleted, not as it was listed', () =>
    withMemoryServer(async ({ memoryServer, user, session, context }) => {
      memoryServer.jobs.set(1, { name: 'Nightly', params: '' });
      await session.jobs.whole();
      memoryServer.jobs.set(1, { name: 'Nightly', params: 'RRULE:FREQ=DAILY' });
      user.press = actions => actions.find(action => action === 'Undo');
      await deleteJobs(context, arg([1]));
      assert.match(
        memoryServer.writes[1] ?? '',
        /^POST \/automation\/api\/job\/ .*"params":"RRULE:FREQ=DAILY"/,
      );
      assert.equal(memoryServer.writes.length, 2);
      assert.match(user.of('info')[1] ?? '', /“Nightly” is now #101/);
    }),
  );

  it('reports the one that failed, offers to restore only the others', () =>
    withMemoryServer(async ({ memoryServer, user, context, logged }) => {
      memoryServer.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      memoryServer.failures.set('DELETE /automation/api/job/2/', 403);
      await deleteJobs(context, arg([1, 2]));
      assert.deepEqual(user.of('info'), ['Deleted on “Plant”: “One”.']);
      assert.match(user.of('warn')[0] ?? '', /^1 done\. 1 failed\. “Two”: /);
      assert.equal(logged.length, 1);
    }));

  it('counts a job that was deleted by another person as deleted, without an undo', () =>
    withMemoryServer(async ({ memoryServer, user, session, context }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      await session.jobs.whole();
      memoryServer.jobs.delete(1);
      await deleteJobs(context, arg([1]));
      assert.deepEqual([user.of('info'), user.of('warn'), user.of('error')], [[], [], []]);
    }));

  it('does not delete a job that cannot be read first', () =>
    withMemoryServer(async ({ memoryServer, user, session, context }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      await session.jobs.whole();
      memoryServer.failures.set('GET /automation/api/job/1/', 403);
      await deleteJobs(context, arg([1]));
      assert.deepEqual(memoryServer.writes, []);
      assert.equal(user.of('error').length, 1);
    }));
});
