import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownMark } from '../../../src/store/runs/liveProcess.ts';
import { RunJournal } from '../../../src/store/runs/runJournal.ts';
import type { ActionQuestion } from '../../../src/workbench/platform/actionPick.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { setJobsEnabled } = await import('../../../src/workbench/commands/jobs/enableJobs.ts');
const { stopJobs } = await import('../../../src/workbench/commands/jobs/stopJobs.ts');
const { showActivity, undoReported } = await import('../../../src/contrib/undo/vscode/showActivity.ts');

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
      assert.equal(row?.detail, 'Plant · 2 done. · “Job 1” and “Job 2”');
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
      assert.match(undo?.label ?? '', / {2}Undo “Disable Jobs \(2\)”$/);
      assert.equal(run?.detail, 'Plant · 2 done. · Undone. · “Job 1” and “Job 2”');
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

  it('lists an accepted stop as done, with nothing to undo', () =>
    withMemoryServer(async given => {
      given.memoryServer.jobs.set(1, { name: 'Job 1' });
      await stopJobs(given.context, [{ ids: [1], server: 'plant' }]);
      const [row] = await rows(given);
      assert.deepEqual(
        [row?.detail, row?.actions.map(({ value }) => value)],
        ['Plant · 1 done.', ['report']],
      );
    }));

  it('lists runs of other windows and of the command line, which cannot be undone before they have ended', () =>
    withMemoryServer(async given => {
      const { session, folder } = given;
      const { url } = session.server;
      const commandLine = await mkdtemp(join(tmpdir(), 'da-activity-'));
      const onFailure = (error: unknown) => assert.fail(String(error));
      const begin = (inFolder: string, pid: number) =>
        new RunJournal({ folder: inFolder, self: { ...ownMark(), pid }, onFailure }).begin({
          act: 'enableJobs',
          server: { id: 'by-url', name: 'plant.example', url },
          items: [{ name: 'Job 1', id: 1 }],
        });
      const begun = [await begin(commandLine, process.ppid), await begin(folder, process.ppid)];
      for (const run of begun) await run.sent(0, { enabled: false });
      for (const run of begun) run.settled(0, 'done', '', { left: { enabled: true } });
      given.memoryServer.jobs.set(1, { name: 'Job 1', enabled: true });
      const journal = new RunJournal({
        folder,
        commandLineFolder: commandLine,
        mayRun: () => true,
        onFailure,
      });
      const open = { ...given, context: { ...given.context, journal } };
      const shown = async () =>
        (await rows(open)).map(({ detail, actions }) => [detail, actions.map(({ value }) => value)]);
      assert.deepEqual(await shown(), [
        ['plant.example · in progress in another window', ['report']],
        ['plant.example · in progress in the command line', ['report']],
      ]);
      for (const run of begun) await run.end();
      assert.deepEqual(await shown(), [
        ['plant.example · 1 done.', ['undo', 'report']],
        ['plant.example · 1 done.', ['undo', 'report']],
      ]);
      // The command line knows the server by another ID.
      await rows(open, 'undo');
      assert.equal(given.memoryServer.jobs.get(1)?.['enabled'], false);
      await rm(commandLine, { recursive: true });
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
