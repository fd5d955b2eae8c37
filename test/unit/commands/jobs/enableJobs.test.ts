import assert from 'node:assert/strict';
import { withPlant } from '../support/plant.ts';

const { setJobsEnabled } = await import('../../../../src/commands/jobs/enableJobs.ts');

const arg = (...ids: readonly number[]) => [{ ids, server: 'plant' }];
const patch = (id: number, enabled: boolean) => `PATCH /automation/api/job/${id}/ {"enabled":${enabled}}`;

describe('enabling and disabling jobs', () => {
  it('switches one job without a question, a read or a notification', () =>
    withPlant(async ({ plant, person, session, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true });
      await session.jobs.ensureLoaded();
      plant.failures.set('GET /automation/api/job/1/', 500);
      await setJobsEnabled(context, arg(1), false);
      assert.deepEqual([plant.writes, person.told], [[patch(1, false)], []]);
    }));

  it('switches nothing when the person cancels the question about several', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
      person.isSure = false;
      await setJobsEnabled(context, arg(1, 2), false);
      assert.deepEqual(plant.writes, []);
      assert.equal(person.told.length, 1);
    }));

  it('leaves out those that are so already, and counts them', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: false }).set(2, { name: 'Two', enabled: true });
      plant.jobs.set(3, { name: 'Three', enabled: false });
      await setJobsEnabled(context, arg(1, 2, 3), true);
      assert.deepEqual([...plant.writes].sort(), [patch(1, true), patch(3, true)]);
      assert.match(
        person.of('confirm')[0] ?? '',
        /^Enable 2 jobs on “Plant”\?\n“One” and “Three”\n\n1 was already enabled\./,
      );
      assert.deepEqual(person.of('info'), ['Enabled 2 jobs on “Plant”. 1 was already enabled.']);
    }));

  it('sends nothing when all are so already', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
      await setJobsEnabled(context, arg(1, 2), true);
      assert.deepEqual([plant.writes, person.told.length, person.of('info').length], [[], 1, 1]);
    }));

  it('reads each of several before it is switched; "Undo" leaves alone what another person had switched', () =>
    withPlant(async ({ plant, person, session, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
      await session.jobs.ensureLoaded();
      plant.jobs.set(2, { name: 'Two', enabled: false });
      person.press = actions => actions.find(action => action === 'Undo');
      await setJobsEnabled(context, arg(1, 2), false);
      assert.deepEqual(plant.writes, [patch(1, false), patch(1, true)]);
      assert.equal(person.of('info')[0], 'Disabled 1 job on “Plant”. 1 was already disabled.');
    }));

  it('reports the one that failed and undoes only the others', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
      plant.failures.set('PATCH /automation/api/job/2/', 403);
      person.press = actions => actions.find(action => action === 'Undo');
      await setJobsEnabled(context, arg(1, 2), false);
      assert.deepEqual(
        plant.writes.filter(write => write.endsWith('true}')),
        [patch(1, true)],
      );
      assert.match(person.of('warn')[0] ?? '', /^1 done\. 1 failed\. Two: /);
      assert.equal(person.of('info')[0], 'Disabled 1 job on “Plant”.');
    }));
});
