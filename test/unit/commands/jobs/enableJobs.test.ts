import assert from 'node:assert/strict';
import { withPlant } from '../support/plant.ts';

const { setJobsEnabled } = await import('../../../../src/commands/jobs/enableJobs.ts');

const arg = (...ids: readonly number[]) => [{ ids, server: 'plant' }];
const patch = (id: number, enabled: boolean) => `PATCH /automation/api/job/${id}/ {"enabled":${enabled}}`;

describe('enabling and disabling jobs', () => {
  it('switches one job without confirmation or notification', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true });
      await setJobsEnabled(context, arg(1), false);
      assert.deepEqual([plant.writes, person.messages], [[patch(1, false)], []]);
    }));

  it('leaves a single job unchanged if another person has switched it, or if its ID now belongs to another job', () =>
    withPlant(async ({ plant, person, session, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true, policies: [1] });
      await session.jobs.ensureLoaded();
      plant.jobs.set(1, { name: 'One', enabled: false });
      plant.jobs.set(2, { name: 'Payroll', enabled: true, policies: [2] });
      for (const id of [1, 2]) await setJobsEnabled(context, arg(id), false);
      assert.deepEqual(plant.writes, []);
      assert.equal(session.jobs.get(1)?.enabled, false);
      assert.equal(person.messages.length, 1);
    }));

  it('switches nothing when the confirmation for several jobs is canceled', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
      person.isSure = false;
      await setJobsEnabled(context, arg(1, 2), false);
      assert.deepEqual(plant.writes, []);
      assert.equal(person.messages.length, 1);
    }));

  it('leaves out jobs that are already switched, and counts them', () =>
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

  it('sends nothing when all are already switched', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
      await setJobsEnabled(context, arg(1, 2), true);
      assert.deepEqual([plant.writes, person.messages.length, person.of('info').length], [[], 1, 1]);
    }));

  it('reads each of several jobs before switching it, and leaves out of “Undo” what others had switched', () =>
    withPlant(async ({ plant, person, session, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
      await session.jobs.ensureLoaded();
      plant.jobs.set(2, { name: 'Two', enabled: false });
      person.press = actions => actions.find(action => action === 'Undo');
      await setJobsEnabled(context, arg(1, 2), false);
      assert.deepEqual(plant.writes, [patch(1, false), patch(1, true)]);
      assert.equal(person.of('info')[0], 'Disabled 1 job on “Plant”. 1 was already disabled.');
    }));

  it('skips a job that was renamed, and another one that now has the ID, even in “Undo”', () =>
    withPlant(async ({ plant, person, session, context }) => {
      const payroll = { name: 'Payroll backup', policies: [3], enabled: true };
      for (const id of [1, 2, 3]) plant.jobs.set(id, { name: `Job ${id}`, policies: [1], enabled: true });
      await session.jobs.ensureLoaded();
      plant.jobs.set(1, payroll).set(2, { name: 'Renamed', policies: [1], enabled: true });
      person.press = actions => {
        plant.jobs.set(3, { ...payroll, enabled: false });
        return actions.find(action => action === 'Undo');
      };
      await setJobsEnabled(context, arg(1, 2, 3), false);
      assert.deepEqual([...plant.writes].sort(), [patch(3, false)]);
      assert.deepEqual(
        [person.of('warn'), person.of('error')],
        [['1 done. 2 failed. Job 1: WriteError Job 2: WriteError'], ['“Job 3”: WriteError: anotherObject']],
      );
    }));

  it('reports the job that failed, and undoes only the others', () =>
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

  for (const enabled of [true, false]) {
    const [word, past] = enabled ? ['Enable', 'enabled'] : ['Disable', 'disabled'];

    it(`reports that all jobs are already ${past}`, () =>
      withPlant(async ({ plant, person, context }) => {
        plant.jobs.set(1, { name: 'One', enabled });
        await setJobsEnabled(context, arg(1), enabled);
        assert.deepEqual(person.of('info'), [`These jobs are already ${past}.`]);
      }));

    it(`${word.toLowerCase()}s several jobs after confirmation`, () =>
      withPlant(async ({ plant, person, context }) => {
        plant.jobs.set(1, { name: 'One', enabled: !enabled }).set(2, { name: 'Two', enabled: !enabled });
        await setJobsEnabled(context, arg(1, 2), enabled);
        const [question] = person.messages;
        assert.match(question?.text ?? '', new RegExp(`^${word} 2 jobs on “Plant”\\?\n“One” and “Two”$`));
        assert.deepEqual(question?.actions, [word]);
        assert.equal(plant.writes.length, 2);
      }));

    it(`offers the jobs that are not ${past} when no job is given`, () =>
      withPlant(async ({ plant, person, session, context }) => {
        plant.jobs.set(1, { name: 'One', enabled }).set(2, { name: 'Two', enabled: !enabled });
        await session.jobs.ensureLoaded();
        await setJobsEnabled(context, [], enabled);
        const [offered] = person.messages;
        assert.deepEqual([offered?.kind, offered?.text], ['pickMany', `${word} Jobs`]);
        assert.deepEqual(offered?.actions, ['2']);
        assert.deepEqual(plant.writes, []);
      }));
  }

  const many = Array.from({ length: 60 }, (_, number) => ({ hostname: `PC-${number}` }));

  it('asks before enabling one job with many devices, and counts a device of several targets once', () =>
    withPlant(async ({ plant, person, session, context }) => {
      plant.groups.set(9, { name: 'Office', dn: 'O', server_set: many });
      plant.jobs.set(1, { name: 'One', enabled: false, groups: [9], peers: many.slice(0, 5) });
      await session.groups.ensureLoaded();
      person.isSure = false;
      await setJobsEnabled(context, arg(1), true);
      assert.equal(person.of('confirm')[0]?.trim(), 'Enable 1 job on “Plant”?\n“One”\n\nOn 60 devices.');
      assert.deepEqual(plant.writes, []);
    }));

  it('disables a job with many devices, and enables one with few, without confirmation', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true, peers: many });
      plant.jobs.set(2, { name: 'Two', enabled: false, peers: many.slice(0, 5) });
      await setJobsEnabled(context, arg(1), false);
      await setJobsEnabled(context, arg(2), true);
      assert.deepEqual(plant.writes, [patch(1, false), patch(2, true)]);
      assert.deepEqual(person.messages, []);
    }));

  it('refreshes the statuses of the switched jobs', () =>
    withPlant(async ({ plant, session, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
      const touched: number[] = [];
      session.statuses.touch = ids => void touched.push(...ids);
      await setJobsEnabled(context, arg(1, 2), false);
      assert.deepEqual(touched.sort(), [1, 2]);
    }));

  it('offers no “Undo” after an undo', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
      person.press = actions => actions.find(action => action === 'Undo');
      await setJobsEnabled(context, arg(1, 2), false);
      const buttons = person.messages.filter(({ kind }) => kind === 'info').map(({ actions }) => actions);
      assert.deepEqual(buttons, [['Undo'], []]);
    }));

  it('offers no “Undo” when others have switched all jobs in the meantime', () =>
    withPlant(async ({ plant, person, session, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: true }).set(2, { name: 'Two', enabled: true });
      await session.jobs.ensureLoaded();
      plant.jobs.set(1, { name: 'One', enabled: false }).set(2, { name: 'Two', enabled: false });
      await setJobsEnabled(context, arg(1, 2), false);
      const buttons = person.messages.filter(({ kind }) => kind === 'info').map(({ actions }) => actions);
      assert.deepEqual([plant.writes, buttons], [[], [[]]]);
    }));

  it('repeats on “Send Again” only the requests that did not arrive, and counts only these', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One', enabled: false }).set(2, { name: 'Two', enabled: true });
      plant.jobs.set(3, { name: 'Three', enabled: true });
      plant.failures
        .set('PATCH /automation/api/job/2/', 'reset')
        .set('PATCH /automation/api/job/3/', 'reset');
      person.press = actions => {
        if (!actions.includes('Send Again')) return undefined;
        plant.failures.clear();
        return 'Send Again';
      };
      await setJobsEnabled(context, arg(1, 2, 3), false);
      assert.deepEqual(plant.writes.slice(-2).sort(), [patch(2, false), patch(3, false)]);
      assert.equal(person.of('info').at(-1), 'Disabled 2 jobs on “Plant”.');
    }));
});
