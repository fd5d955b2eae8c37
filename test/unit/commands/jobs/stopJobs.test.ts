import assert from 'node:assert/strict';
import { withPlant } from '../support/plant.ts';

const { stopJobs } = await import('../../../../src/commands/jobs/stopJobs.ts');

const arg = (...ids: readonly number[]) => [{ ids, server: 'plant' }];
const stop = (...ids: readonly number[]) => `POST /automation/api/stop_job/ {"obj_id":[${ids.join()}]}`;

describe('stopping jobs', () => {
  it('stops one job without a question and reports it once it has stopped', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One' });
      plant.statuses.set(1, 'running');
      await stopJobs(context, arg(1));
      assert.deepEqual([plant.writes, person.of('confirm')], [[stop(1)], []]);
      assert.deepEqual(person.of('info'), ['Stopped: “One”.']);
      assert.deepEqual(person.progress, ['Stopping “One”']);
    }));

  it('asks about several, and sends nothing when the person cancels', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      person.isSure = false;
      await stopJobs(context, arg(1, 2));
      assert.match(person.of('confirm')[0] ?? '', /^Stop 2 jobs on “Plant”\?\n“One” and “Two”/);
      assert.deepEqual([plant.writes, person.told.length], [[], 1]);
    }));

  it('sends one request for all, and distinguishes those that were executing from the others', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      plant.statuses.set(1, 'running');
      await stopJobs(context, arg(1, 2));
      assert.deepEqual(plant.writes, [stop(1, 2)]);
      assert.deepEqual(person.of('info'), [
        'Stopped: “One”. Not executing, so not affected: “Two (finished)”.',
      ]);
    }));

  it('refreshes the list when the server has none of the jobs', () =>
    withPlant(async ({ plant, person, session, context, done }) => {
      plant.jobs.set(1, { name: 'One' });
      await session.jobs.ensureLoaded();
      plant.failures.set('POST /automation/api/stop_job/', 400);
      plant.problem = { detail: 'No such jobs.' };
      await stopJobs(context, arg(1));
      assert.deepEqual(done, ['refresh']);
      assert.match(person.of('warn')[0] ?? '', /none of these jobs/i);
    }));

  it('leaves the list alone otherwise', () =>
    withPlant(async ({ plant, context, done }) => {
      plant.jobs.set(1, { name: 'One' });
      await stopJobs(context, arg(1));
      assert.deepEqual(done, []);
    }));

  it('rejects when the server rejects it, and leaves nothing in the journal', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One' });
      plant.failures.set('POST /automation/api/stop_job/', 403);
      await assert.rejects(stopJobs(context, arg(1)), { name: 'HttpStatusError' });
      assert.deepEqual([person.of('info'), person.of('warn')], [[], []]);
    }));
});
