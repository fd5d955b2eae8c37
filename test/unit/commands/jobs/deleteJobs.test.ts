import assert from 'node:assert/strict';
import { withPlant } from '../support/plant.ts';

const { deleteJobs } = await import('../../../../src/commands/jobs/deleteJobs.ts');

const arg = (ids: readonly number[]) => [{ ids, server: 'plant' }];

describe('deleting jobs', () => {
  it('deletes nothing when the user cancels the prompt', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'Nightly' });
      person.isSure = false;
      await deleteJobs(context, arg([1]));
      const text = 'Delete the job “Nightly” (#1) on “Plant”?\nUndo creates it again with a new ID.';
      assert.deepEqual(person.messages, [{ kind: 'confirm', text, actions: ['Delete'] }]);
      assert.deepEqual(plant.writes, []);
    }));

  it('asks nothing when no job is chosen', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'Nightly' });
      await deleteJobs(context, []);
      assert.deepEqual(
        person.messages.map(({ text }) => text),
        ['Delete Jobs'],
      );
    }));

  it('names devices that “Undo” cannot restore', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'Nightly', peers: [{ id: 7, hostname: '', addr: '', username: 'ghost' }] });
      person.isSure = false;
      await deleteJobs(context, arg([1]));
      assert.match(
        person.of('confirm')[0] ?? '',
        /new ID\.\n\nDevices without a host name or address cannot be restored: “.*ghost.*”\.$/,
      );
    }));

  it('does not delete a job that was renamed in the meantime', () =>
    withPlant(async ({ plant, person, context, session }) => {
      plant.jobs.set(1, { name: 'Nightly' }).set(2, { name: 'Weekly' });
      await session.jobs.refresh();
      person.onConfirm = () => plant.jobs.set(1, { name: 'Payroll backup' });
      await deleteJobs(context, arg([1, 2]));
      assert.deepEqual(plant.writes, ['DELETE /automation/api/job/2/']);
      assert.match(person.of('warn').join(), /Nightly: WriteError/);
    }));

  it('removes the statuses of deleted jobs', () =>
    withPlant(async ({ plant, context, session }) => {
      plant.jobs.set(1, { name: 'Nightly' });
      await session.statuses.read(1, {});
      await deleteJobs(context, arg([1]));
      assert.equal(session.statuses.get(1), undefined);
    }));

  it('names each of several jobs in the prompt, deletes each once and stops watching them', () =>
    withPlant(async ({ plant, person, context, done }) => {
      plant.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      await deleteJobs(context, arg([1, 2]));
      assert.match(
        person.of('confirm')[0] ?? '',
        /^Delete 2 jobs on “Plant”\?\n“One” and “Two”\n\nUndo creates/,
      );
      assert.deepEqual([...plant.writes].sort(), [
        'DELETE /automation/api/job/1/',
        'DELETE /automation/api/job/2/',
      ]);
      assert.deepEqual(done, ['forget plant 1,2']);
      assert.deepEqual(person.of('warn'), []);
    }));

  it('"Undo" creates a job as it was when it was deleted, not as it was listed', () =>
    withPlant(async ({ plant, person, session, context }) => {
      plant.jobs.set(1, { name: 'Nightly', params: '' });
      await session.jobs.ensureLoaded();
      plant.jobs.set(1, { name: 'Nightly', params: 'RRULE:FREQ=DAILY' });
      person.press = actions => actions.find(action => action === 'Undo');
      await deleteJobs(context, arg([1]));
      assert.match(plant.writes[1] ?? '', /^POST \/automation\/api\/job\/ .*"params":"RRULE:FREQ=DAILY"/);
      assert.equal(plant.writes.length, 2);
      assert.match(person.of('info')[1] ?? '', /“Nightly” is now #101/);
    }));

  it('creates nothing when "Undo" is not pressed', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One' });
      await deleteJobs(context, arg([1]));
      assert.deepEqual(person.of('info'), ['Deleted on “Plant”: “One”.']);
      assert.equal(plant.writes.length, 1);
    }));

  it('reports the one that failed, offers to restore only the others, and still watches it', () =>
    withPlant(async ({ plant, person, context, done, logged }) => {
      plant.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      plant.failures.set('DELETE /automation/api/job/2/', 403);
      await deleteJobs(context, arg([1, 2]));
      assert.deepEqual(done, ['forget plant 1']);
      assert.deepEqual(person.of('info'), ['Deleted on “Plant”: “One”.']);
      assert.match(person.of('warn')[0] ?? '', /^1 done\. 1 failed\. Two: /);
      assert.equal(logged.length, 1);
    }));

  it('a job that was deleted by another person counts as deleted, without an undo', () =>
    withPlant(async ({ plant, person, session, context, done }) => {
      plant.jobs.set(1, { name: 'One' });
      await session.jobs.ensureLoaded();
      plant.jobs.delete(1);
      await deleteJobs(context, arg([1]));
      assert.deepEqual([person.of('info'), person.of('warn'), person.of('error')], [[], [], []]);
      assert.deepEqual(done, ['forget plant 1']);
    }));

  it('does not delete a job that cannot be read first', () =>
    withPlant(async ({ plant, person, session, context }) => {
      plant.jobs.set(1, { name: 'One' });
      await session.jobs.ensureLoaded();
      plant.failures.set('GET /automation/api/job/1/', 403);
      await deleteJobs(context, arg([1]));
      assert.deepEqual(plant.writes, []);
      assert.equal(person.of('error').length, 1);
    }));
});
