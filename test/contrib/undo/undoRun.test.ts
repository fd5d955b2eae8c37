import assert from 'node:assert/strict';
import type { RunRecord } from '../../../src/store/runs/runRecord.ts';
import type { ReviewQuestion } from '../../../src/workbench/platform/review.ts';
import { existing } from '../../support/http/clients.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { setJobsEnabled } = await import('../../../src/workbench/commands/jobs/enableJobs.ts');
const { deleteJobs } = await import('../../../src/workbench/commands/jobs/deleteJobs.ts');
const { undoRun } = await import('../../../src/contrib/undo/vscode/undoRun.ts');
const { RunJournal } = await import('../../../src/store/runs/runJournal.ts');

const arg = (...ids: readonly number[]) => [{ ids, server: 'plant' }];
const enable = (id: number) => `PATCH /automation/api/job/${id}/ {"enabled":true}`;

/** The newest run, as another window reads it. */
const newest = async ({ folder }: Given): Promise<RunRecord> => {
  const journal = new RunJournal({ folder, onFailure: error => assert.fail(String(error)) });
  return existing((await journal.ended())[0]);
};

/** Three jobs that a run has disabled; those of `writes` came after it. */
const withDisabled = (use: (given: Given, run: RunRecord) => Promise<void>, production = false) =>
  withMemoryServer(
    async given => {
      const { memoryServer, user, context } = given;
      for (const id of [1, 2, 3])
        memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [id], enabled: true });
      user.type = () => 'Plant';
      await setJobsEnabled(context, arg(1, 2, 3), false);
      memoryServer.writes.length = 0;
      user.messages.length = 0;
      await use(given, await newest(given));
    },
    { production },
  );

describe('undoing a run', () => {
  it('puts back from another window exactly what the run changed, without asking', () =>
    withDisabled(async (given, run) => {
      const { memoryServer, user, context, session } = given;
      await undoRun(context, session, run);
      assert.deepEqual(memoryServer.writes.toSorted(), [enable(1), enable(2), enable(3)]);
      assert.deepEqual([user.of('confirm'), user.of('info')], [[], ['Reverted 3 jobs on “Plant”.']]);
    }));

  it('asks for the name of a production server', () =>
    withDisabled(async ({ memoryServer, user, context, session }, run) => {
      user.type = () => undefined;
      await undoRun(context, session, run);
      assert.deepEqual(
        [user.of('input'), memoryServer.writes],
        [['Undo on the Production Server “Plant”'], []],
      );
    }, true));

  it('lists what can be put back, and why the rest cannot', () =>
    withDisabled(async ({ memoryServer, user, context, session }, run) => {
      memoryServer.jobs.delete(1);
      memoryServer.jobs.set(2, { name: 'Job 2', policies: [2], enabled: true });
      let reviewed: ReviewQuestion | undefined;
      user.review = question => {
        reviewed = question;
        return question.choices.filter(({ isFixed }) => !isFixed).map(({ value }) => value);
      };
      await undoRun(context, session, run);
      assert.equal(reviewed?.title, 'Undo “Disable Jobs” on “Plant”');
      assert.deepEqual(
        reviewed?.choices.map(({ label, description, isFixed }) => [label, description, isFixed]),
        [
          ['Job 1', 'It does not exist on the server any more.', true],
          ['Job 2', 'It already is as it was before.', true],
          ['Job 3', 'Puts back: Enabled.', false],
        ],
      );
      assert.deepEqual(memoryServer.writes, [enable(3)]);
    }));

  it('does nothing a second time, and everything again once its undo was undone', () =>
    withDisabled(async (given, run) => {
      const { memoryServer, user, context, session } = given;
      await undoRun(context, session, run);
      const undo = await newest(given);
      await undoRun(context, session, run);
      assert.deepEqual(user.of('info').slice(1), ['Nothing left to undo.']);
      assert.equal(memoryServer.writes.length, 3);
      await undoRun(context, session, undo);
      assert.equal(memoryServer.jobs.get(1)?.['enabled'], false);
      await undoRun(context, session, run);
      assert.equal(memoryServer.jobs.get(1)?.['enabled'], true);
    }));

  it('creates deleted jobs once, and deletes them again after a confirmation that names them', () =>
    withMemoryServer(async given => {
      const { memoryServer, user, context, session } = given;
      memoryServer.jobs.set(1, { name: 'Nightly', policies: [1] }).set(2, { name: 'Weekly', policies: [2] });
      await deleteJobs(context, arg(1, 2));
      const deletion = await newest(given);
      memoryServer.nextWrites.push(200, 400);
      await undoRun(context, session, deletion);
      await undoRun(context, session, deletion);
      assert.deepEqual([...memoryServer.jobs.values()].map(({ name }) => name).toSorted(), [
        'Nightly',
        'Weekly',
      ]);
      const before = user.of('confirm').length;
      await undoRun(context, session, await newest(given));
      assert.match(
        user.of('confirm')[before] ?? '',
        /^Delete 1 object that was created on “Plant”\?\n“(Nightly|Weekly)”$/,
      );
      assert.equal(memoryServer.jobs.size, 1);
    }));

  it('keeps a created job that was changed since', () =>
    withMemoryServer(async given => {
      const { memoryServer, user, context, session } = given;
      memoryServer.jobs.set(1, { name: 'Nightly', policies: [1] });
      await deleteJobs(context, arg(1));
      await undoRun(context, session, await newest(given));
      memoryServer.jobs.set(101, { name: 'Nightly', policies: [1, 5] });
      await undoRun(context, session, await newest(given));
      assert.match(user.of('warn')[0] ?? '', /Nightly: Changed since: Policies\.$/);
      assert.equal(memoryServer.jobs.size, 1);
    }));
});
