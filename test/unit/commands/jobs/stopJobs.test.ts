import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPlant } from '../support/plant.ts';

const { stopJobs } = await import('../../../../src/commands/jobs/stopJobs.ts');

const { readRun } = await import('../../../../src/journal/runRecord.ts');

const arg = (...ids: readonly number[]) => [{ ids, server: 'plant' }];
const stop = (...ids: readonly number[]) => `POST /automation/api/stop_job/ {"obj_id":[${ids.join()}]}`;

async function readAMinuteAgo(read: () => Promise<unknown>): Promise<void> {
  const { now } = Date;
  Date.now = () => now() - 60_000;
  try {
    await read();
  } finally {
    Date.now = now;
  }
}

describe('stopping jobs', () => {
  it('stops one job without confirmation, and reports when it has stopped', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One' });
      plant.statuses.set(1, 'running');
      await stopJobs(context, arg(1));
      assert.deepEqual([plant.writes, person.of('confirm')], [[stop(1)], []]);
      assert.deepEqual(person.of('info'), ['Stopped: “One”.']);
      assert.deepEqual(person.progress, ['Stopping “One”']);
    }));

  it('asks before stopping several jobs, and sends nothing when canceled', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      person.isSure = false;
      await stopJobs(context, arg(1, 2));
      assert.match(person.of('confirm')[0] ?? '', /^Stop 2 jobs on “Plant”\?\n“One” and “Two”/);
      assert.deepEqual([plant.writes, person.messages.length], [[], 1]);
    }));

  it('sends one request for all jobs, and reports separately which ones were not executing', () =>
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
      plant.statuses.set(1, 'running');
      await session.jobs.ensureLoaded();
      plant.failures.set('POST /automation/api/stop_job/', 400);
      plant.problem = { detail: 'No such jobs.' };
      await stopJobs(context, arg(1));
      assert.deepEqual(done, ['refresh']);
      assert.deepEqual(person.of('warn'), [
        'None of these jobs were found on the server. Response from the server: No such jobs.',
      ]);
    }));

  it('offers the loaded jobs when none is given', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      plant.stopMessage = 'OK';
      person.pickMany = (title, values) => (title === 'Stop Jobs' ? values.slice(1) : undefined);
      await stopJobs(context, []);
      assert.deepEqual(plant.writes, [stop(2)]);
      assert.match(person.of('info')[0] ?? '', /“Two \(finished\)”\. Response from the server: OK$/);
    }));

  it('does not refresh the list after a successful stop', () =>
    withPlant(async ({ plant, context, done }) => {
      plant.jobs.set(1, { name: 'One' });
      await stopJobs(context, arg(1));
      assert.deepEqual(done, []);
    }));

  it('rejects when the server rejects the request, and leaves nothing in the journal', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One' });
      plant.failures.set('POST /automation/api/stop_job/', 403);
      await assert.rejects(stopJobs(context, arg(1)), { name: 'HttpStatusError' });
      assert.deepEqual([person.of('info'), person.of('warn')], [[], []]);
    }));

  it('sends and refreshes nothing for an empty list of jobs', () =>
    withPlant(async ({ plant, person, context, done }) => {
      await stopJobs(context, arg());
      assert.deepEqual([plant.writes, done, person.of('info'), person.progress], [[], [], [], []]);
    }));

  it('asks about a single job on a production server, and requires typing the server name', () =>
    withPlant(
      async ({ plant, person, context }) => {
        plant.jobs.set(1, { name: 'One' });
        await stopJobs(context, arg(1));
        assert.deepEqual(plant.writes, []);
        person.type = () => 'Plant';
        await stopJobs(context, arg(1));
        assert.deepEqual(plant.writes, [stop(1)]);
        assert.deepEqual(person.of('confirm'), Array(2).fill('Stop 1 job on “Plant”?\n“One”'));
        assert.deepEqual(person.messages[0]?.actions, ['Stop']);
        assert.equal(person.of('input')[0], 'Stop on the Production Server “Plant”');
      },
      { production: true },
    ));

  it('waits for a job whose status could not be read before the stop', () =>
    withPlant(async ({ plant, person, context }) => {
      plant.jobs.set(1, { name: 'One' });
      plant.failures.set('GET /automation/api/job/1/status/', 403);
      context.dialogs.progress = (title, task) => {
        person.progress.push(title);
        return task(text => person.shown.push(text), AbortSignal.abort());
      };
      await stopJobs(context, arg(1));
      assert.deepEqual(plant.writes, [stop(1)]);
      assert.deepEqual(person.of('warn'), ['Status unknown: “One (no status)”.']);
      assert.deepEqual(person.shown, ['waiting for them to end']);
    }));

  it('does not use an old status as the one before the stop', () =>
    withPlant(async ({ plant, person, session, context }) => {
      plant.jobs.set(1, { name: 'One' });
      plant.statuses.set(1, 'finished');
      await readAMinuteAgo(() => session.statuses.read(1, {}));
      plant.failures.set('GET /automation/api/job/1/status/', 403);
      context.dialogs.progress = (_, task) => task(() => undefined, AbortSignal.abort());
      await stopJobs(context, arg(1));
      assert.deepEqual(person.of('info'), ['Ended on their own: “One (finished)”.']);
    }));

  it('records all jobs as sent before sending the request', () =>
    withPlant(async ({ plant, context, folder }) => {
      for (const id of [1, 2]) plant.jobs.set(id, { name: `Job ${id}` });
      let noted = '';
      plant.onWrite = () => {
        noted = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8');
      };
      plant.nextWrites.push(200);
      await stopJobs(context, arg(1, 2));
      const { act, server, items = [] } = readRun(noted) ?? {};
      assert.deepEqual([act, server?.url], ['stopJobs', 'https://plant.example']);
      assert.deepEqual(
        items.map(({ name, id, is }) => [name, id, is]),
        [
          ['Job 1', 1, 'unknown'],
          ['Job 2', 2, 'unknown'],
        ],
      );
    }));
});
