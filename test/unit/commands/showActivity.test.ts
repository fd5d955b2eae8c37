import assert from 'node:assert/strict';
import type { ActionQuestion } from '../../../src/platform/actionPick.ts';
import { type Given, withMemoryServer } from './support/memoryServer.ts';

const { setJobsEnabled } = await import('../../../src/commands/jobs/enableJobs.ts');
const { showActivity, undoReported } = await import('../../../src/commands/showActivity.ts');

type Sessions = Parameters<typeof showActivity>[0]['sessions'];

/** The rows that are shown when this action of the newest one is chosen. */
async function rows({ user, context }: Given, action?: string, sessions: Sessions = context.sessions) {
  let shown: ActionQuestion['sections'][number]['rows'] = [];
  user.pickAction = ({ sections }) => {
    shown = sections.flatMap(section => section.rows);
    return action === undefined ? undefined : { row: shown[0]?.value ?? '', action };
  };
  await showActivity({ ...context, sessions });
  return shown;
}

const withRun = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    for (const id of [1, 2])
      given.memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [id], enabled: true });
    await setJobsEnabled(given.context, [{ ids: [1, 2], server: 'plant' }], false);
    given.user.messages.length = 0;
    await use(given);
  });

describe('the activity', () => {
  it('lists each run with its server, result and objects, and what can be done', () =>
    withRun(async given => {
      const [row] = await rows(given);
      assert.match(row?.label ?? '', /^\d\d:\d\d {2}Disable Jobs \(2\)$/);
      assert.deepEqual([row?.description, row?.detail], ['Plant · 2 done.', '“Job 1” and “Job 2”']);
      assert.deepEqual(
        row?.actions.map(({ label }) => label),
        ['Undo', 'Show Report'],
      );
    }));

  it('undoes a run, and then says so', () =>
    withRun(async given => {
      await rows(given, 'undo');
      assert.deepEqual(
        [...given.memoryServer.jobs.values()].map(({ enabled }) => enabled),
        [true, true],
      );
      const [undo, run] = await rows(given);
      assert.match(undo?.label ?? '', / {2}Undoing \(2\)$/);
      assert.equal(run?.description, 'Plant · 2 done. · Undone.');
      assert.deepEqual(
        run?.actions.map(({ value }) => value),
        ['report'],
      );
    }));

  it('opens the report, whose “Undo” works as long as the record exists', () =>
    withRun(async given => {
      const { context, user, memoryServer } = given;
      await rows(given, 'report');
      assert.match(user.shown[0] ?? '', /\nWhat was changed\n {2}Job 1 \(#1\)\n {4}Enabled: yes → no\n/);
      const [run] = await context.journal.ended();
      await undoReported(context, [{ id: run?.id }]);
      assert.equal(memoryServer.jobs.get(1)?.['enabled'], true);
      await undoReported(context, [{ id: '1-00' }]);
      assert.match(user.of('info').at(-1) ?? '', /no longer stored/);
    }));

  it('does not undo on a server that has moved or was removed', () =>
    withRun(async given => {
      await rows(given, 'undo', { active: undefined, get: () => undefined });
      assert.deepEqual(given.user.of('info'), ['“Plant” is not configured any more.']);
    }));

  it('says that nothing was changed yet', () =>
    withMemoryServer(async given => {
      assert.deepEqual(await rows(given), []);
      assert.deepEqual(given.user.of('info'), [
        'Nothing has been changed on servers from this computer yet.',
      ]);
    }));
});
