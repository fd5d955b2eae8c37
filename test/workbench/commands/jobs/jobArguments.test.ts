import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from '../support/memoryServer.ts';

const { jobsFor } = await import('../../../../src/workbench/commands/jobs/jobArguments.ts');

const row = (jobId: number) => ({ kind: 'job', serverId: 'plant', jobId });
const rows = [row(1), row(2)];

const withJobs = (use: (given: Given, idsFor: (args: readonly unknown[]) => Promise<unknown>) => unknown) =>
  withMemoryServer(async given => {
    given.memoryServer.jobs.set(1, { name: 'One' }).set(2, { name: '' });
    await given.session.jobs.whole();
    const idsFor = async (args: readonly unknown[]) =>
      (await jobsFor(given.context, args, 'Do It'))?.jobs.map(({ id }) => id);
    await use(given, idsFor);
  });

describe('the jobs that a command applies to', () => {
  it('are the clicked row or all selected rows, each once', () =>
    withJobs(async ({ user }, idsFor) => {
      assert.deepEqual(await idsFor([rows[1]]), [2]);
      assert.deepEqual(await idsFor([rows[1], [...rows, rows[0], { kind: 'group' }]]), [1, 2]);
      assert.deepEqual(await idsFor([rows[1], []]), [2]);
      assert.deepEqual(user.messages, []);
    }));

  it('are the rows selected in the view when no row is given', () =>
    withJobs(async ({ context }, idsFor) => {
      Object.assign(context.jobsView.frame, { selection: [rows[1]] });
      assert.deepEqual(await idsFor([]), [2]);
      assert.deepEqual(await idsFor([undefined, [undefined, undefined]]), [2]);
    }));

  it('are not the selected rows when an argument is invalid, or when a menu passes a single row', () =>
    withJobs(async ({ context, user }, idsFor) => {
      Object.assign(context.jobsView.frame, { selection: [rows[1]] });
      assert.equal(await idsFor(['x']), undefined);
      assert.equal(await idsFor(['x', [undefined, undefined]]), undefined);
      assert.equal(user.of('error').length, 2);
      assert.equal(await idsFor([undefined, [undefined]]), undefined);
      assert.deepEqual(user.of('pickMany'), ['Do It']);
    }));

  it('are the focused rows for a keybinding, and none when a row of another kind is focused', () =>
    withJobs(async ({ context, user }, idsFor) => {
      let focused: readonly unknown[] = [rows[0]];
      Object.assign(context.jobsView.frame, { focusedRows: async () => focused });
      assert.deepEqual(await idsFor(['focused']), [1]);
      focused = [{ kind: 'section' }];
      assert.equal(await idsFor(['focused']), undefined);
      assert.deepEqual(user.messages, []);
    }));

  it('are each counted once among rows of other kinds, of which those that belong to no job are named', () =>
    withJobs(async ({ user }, idsFor) => {
      const [job, other] = rows;
      const ofJob = { kind: 'jobPart', serverId: 'plant', jobId: 1, part: 'targets' };
      const device = { ...ofJob, kind: 'target', target: { kind: 'device', deviceKey: 'pc-1' } };
      const inSection = { kind: 'job', serverId: 'plant', jobId: 1, section: 'Lab' };
      assert.deepEqual(await idsFor([ofJob, [job, inSection, ofJob, device]]), [1]);
      assert.deepEqual(user.messages, [], 'rows below a selected job go with it');
      const more = { kind: 'showMore', serverId: 'plant', of: 'plant' };
      assert.deepEqual(await idsFor([job, [job, other, more, { ...device, jobId: 3 }]]), [1, 2]);
      assert.deepEqual(user.of('info'), ['2 selected rows are not jobs and were skipped.']);
    }));

  it('cannot be rows of other kinds alone, which is said', () =>
    withJobs(async ({ user }, idsFor) => {
      assert.equal(await idsFor([{ kind: 'showMore', serverId: 'plant', of: 'plant' }]), undefined);
      assert.deepEqual(
        user.messages.map(({ kind, text }) => [kind, text]),
        [['info', 'This row is not a job. Select jobs first.']],
      );
    }));

  it('can be given by their IDs, with or without a server', () =>
    withJobs(async ({ user }, idsFor) => {
      for (const argument of [1, [1], { id: 1 }, { ids: [1] }, { ids: [1], server: 'plant' }])
        assert.deepEqual(await idsFor([argument]), [1]);
      assert.deepEqual(user.messages, []);
    }));

  it('cannot be given otherwise, which is reported', () =>
    withJobs(async ({ user }, idsFor) => {
      const wrong = [-1, [], 'x', { ids: [] }, { ids: ['1'] }, { id: 1, server: 'other' }];
      for (const argument of wrong) assert.equal(await idsFor([argument]), undefined);
      const text = 'Invalid command arguments. Pass job IDs, for example { "ids": [1, 2] }.';
      assert.deepEqual(user.of('error'), Array(wrong.length).fill(text));
    }));

  it('are read from the server when the list has not loaded them', () =>
    withJobs(async ({ memoryServer }, idsFor) => {
      memoryServer.jobs.set(3, { name: 'Three' });
      assert.deepEqual(await idsFor([3]), [3]);
    }));

  it('can be chosen from the matching jobs, listed with name and status', () =>
    withJobs(async ({ context, user, session }) => {
      await session.statuses.read(1, {});
      const offered: string[] = [];
      const dialogs: typeof user.dialogs = {
        ...user.dialogs,
        pickMany: async (_, choices) => {
          offered.push(...choices.map(({ label, description }) => `${label}: ${description}`));
          return ['2', '99'];
        },
      };
      const targets = await jobsFor({ ...context, dialogs }, [], 'Do It');
      assert.deepEqual(offered.splice(0), ['One: #1 · finished', 'Job #2: #2']);
      assert.deepEqual(
        targets?.jobs.map(({ id }) => id),
        [2],
      );
      await jobsFor({ ...context, dialogs }, [undefined], 'Do It', ({ id }) => id === 1);
      assert.deepEqual(offered, ['One: #1 · finished']);
    }));

  it('are none when nothing is chosen, and a notification appears when no job matches', () =>
    withJobs(async ({ context, user }, idsFor) => {
      assert.equal(await idsFor([]), undefined);
      user.pickMany = () => [];
      assert.equal(await idsFor([]), undefined);
      assert.deepEqual(user.of('info'), []);
      assert.equal(await jobsFor(context, [], 'Do It', () => false), undefined);
      assert.deepEqual(user.of('info'), ['No job matches this command.']);
    }));
});
