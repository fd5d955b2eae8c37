import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { RunPlan } from '../../../../src/journal/runRecord.ts';
import { withPlant } from '../support/plant.ts';

const { InterruptedRuns } = await import('../../../../src/commands/runs/interruptedRuns.ts');
const { RunJournal } = await import('../../../../src/journal/runJournal.ts');
const { systemClock } = await import('../../../../src/util/clock.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];
type Left = Pick<RunPlan, 'act' | 'items'> & { readonly url?: string };

/** A window that closed when the first of these items was done, and the others were not sent. */
async function leave({ folder }: Given, { act, items, url = 'https://plant.example' }: Left): Promise<void> {
  const onFailure = (error: unknown) => assert.fail(String(error));
  const journal = new RunJournal({ folder, clock: systemClock, onFailure, pid: 4_000_000 });
  const run = await journal.begin({ act, items, server: { id: 'plant', name: 'Plant', url } });
  await run.sent(0, items[0]?.draft);
  run.settled(0, 'done');
  await journal.release();
  await run.end();
}

/** Reports what was left; resolves with the commands that were run for the rest, once the journal is as wanted. */
async function report(given: Given, isOver: () => Promise<boolean>): Promise<readonly string[]> {
  const commands: string[] = [];
  const runCommand = async (id: string, ...args: readonly unknown[]) =>
    void commands.push(`${id} ${JSON.stringify(args)}`);
  const runs = new InterruptedRuns({ ...given.context, runCommand }, systemClock);
  await runs.check();
  while (!(await isOver())) await new Promise(setImmediate);
  runs.dispose();
  return commands;
}

const isEmpty = (folder: string) => async () => (await readdir(folder)).length === 0;
const jobs = (...ids: readonly number[]) => ids.map(id => ({ name: `Job ${id}`, id }));

describe('an interrupted run', () => {
  it('is reported with its counts, and discarded when the notice is closed', () =>
    withPlant(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2, 3) });
      assert.deepEqual(await report(given, isEmpty(given.folder)), []);
      assert.deepEqual(given.person.of('warn'), [
        '“Enable Jobs” on “Plant” was interrupted: 1 done. 2 not sent.',
      ]);
      assert.deepEqual(given.person.told[0]?.actions, ['Show Report', 'Resume…']);
    }));

  it('is resumed with the jobs that still need it', () =>
    withPlant(async given => {
      const { plant, person, folder, context } = given;
      plant.jobs.set(2, { name: 'Job 2', enabled: false });
      plant.jobs.set(3, { name: 'Job 3', enabled: true });
      await leave(given, { act: 'enableJobs', items: jobs(1, 2, 3) });
      person.press = actions => actions.find(action => action === 'Resume…');
      let commands: readonly string[] = [];
      const isDone = async () => commands.length > 0;
      const runCommand = async (id: string, ...args: readonly unknown[]) => {
        const run = await context.journal.begin({
          act: 'enableJobs',
          server: { id: 'plant', name: 'Plant', url: 'https://plant.example' },
          items: [],
        });
        await run.end();
        commands = [`${id} ${JSON.stringify(args)}`];
      };
      const runs = new InterruptedRuns({ ...context, runCommand }, systemClock);
      await runs.check();
      while (!(await isDone())) await new Promise(setImmediate);
      runs.dispose();
      assert.deepEqual(commands, ['deviceAutomation.job.enable [{"ids":[2],"server":"plant"}]']);
      assert.deepEqual(await readdir(folder), [], 'the run that resumed it replaced it');
    }));

  it('is discarded when nothing of it is left on the server', () =>
    withPlant(async given => {
      await leave(given, { act: 'deleteJobs', items: jobs(1, 2) });
      given.person.press = actions => actions.find(action => action === 'Resume…');
      assert.deepEqual(await report(given, async () => given.person.of('info').length > 0), []);
      assert.deepEqual(given.person.of('info'), [
        'Nothing left to do: the remaining items no longer exist on the server.',
      ]);
    }));

  it('cannot be resumed on a server that has moved since', () =>
    withPlant(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2), url: 'https://old.example' });
      await report(given, isEmpty(given.folder));
      assert.match(given.person.of('warn').join(), /The server was at https:\/\/old\.example then/);
      assert.deepEqual(given.person.told[0]?.actions, ['Show Report']);
    }));

  it('shows its report first, and still offers the rest', () =>
    withPlant(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2) });
      given.person.press = actions => actions.find(action => action === 'Show Report');
      await report(given, isEmpty(given.folder));
      assert.match(given.person.shown.join(), /Job 2/);
      assert.deepEqual(
        given.person.told.map(({ actions }) => actions),
        [['Show Report', 'Resume…'], ['Resume…']],
      );
    }));

  it('restores what it deleted', () =>
    withPlant(async given => {
      const items = [{ name: 'Nightly', id: 1, draft: { name: 'Nightly', policies: [1] } }];
      await leave(given, { act: 'deleteJobs', items });
      given.person.press = actions => actions.find(action => action === 'Restore Deleted');
      await report(given, isEmpty(given.folder));
      assert.match(given.plant.writes.join(), /^POST \/automation\/api\/job\/ \{.*"name":"Nightly"/);
    }));
});
