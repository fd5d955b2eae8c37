import assert from 'node:assert/strict';
import { JobSchema } from '../../../../src/model/job.ts';
import { withMemoryServer } from '../support/memoryServer.ts';

const { explainPlannedRun } = await import('../../../../src/commands/jobs/explainMissedRun.ts');

const hour = 3_600_000;
/** Half a day ago and each day before, so that no planned run is close to the current time. */
const plannedHour = (new Date().getUTCHours() + 12) % 24;
const start = `20200101T${String(plannedHour).padStart(2, '0')}0000Z`;
const fields = { name: 'Nightly', params: `DTSTART:${start}\nRRULE:FREQ=DAILY`, enabled: true };

/** The last time at which the job was planned. */
function lastPlannedMs(): number {
  const today = new Date().setUTCHours(plannedHour, 0, 0, 0);
  return today < Date.now() ? today : today - 24 * hour;
}

describe('asking why a job did not run', () => {
  const row = { kind: 'job', serverId: 'plant', jobId: 1 } as const;

  it('answers for the run of a line in the timeline', () =>
    withMemoryServer(async ({ context, memoryServer, session: { history }, user }) => {
      memoryServer.jobs.set(1, fields);
      const atMs = lastPlannedMs();
      history.read(JobSchema.parse({ id: 1, ...fields }), atMs - hour);
      for (const ms of [atMs - 60_000, atMs + 700_000])
        history.look(1, { word: 'never run', earliestMs: ms, latestMs: ms });
      await explainPlannedRun(context, [{ ...row, plannedMs: atMs }]);
      assert.match(user.shown[0] ?? '', /^“Nightly” on “Plant”, planned at .*\n\nIt did not run: at /);
      assert.match(user.shown[0] ?? '', /\nOpen the job\n$/);
    }));

  it('lets the user pick a planned run, those that were missed first', () =>
    withMemoryServer(async ({ context, memoryServer, session: { history }, user }) => {
      memoryServer.jobs.set(1, fields);
      const atMs = lastPlannedMs() - 24 * hour;
      history.read(JobSchema.parse({ id: 1, ...fields }), atMs - hour);
      history.look(1, { word: 'never run', earliestMs: atMs + 700_000, latestMs: atMs + 700_000 });
      user.pick = () => '0';
      await explainPlannedRun(context, [row]);
      assert.deepEqual(
        user.lists[0]?.map(line => line.split(' | ')[1]),
        ['did not run', 'not watched'],
      );
      assert.match(user.shown[0] ?? '', /It did not run: at /);
    }));

  it('says that nothing was planned where no schedule was read', () =>
    withMemoryServer(async ({ context, memoryServer, user }) => {
      memoryServer.jobs.set(1, fields);
      await explainPlannedRun(context, [row]);
      assert.deepEqual(user.of('info'), [
        'No run of “Nightly” was planned in the last 7 days, as far as its schedule was read.',
      ]);
    }));
});
