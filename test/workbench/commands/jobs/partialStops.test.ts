import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Given, withMemoryServer } from '../support/memoryServer.ts';

const { stopJobs } = await import('../../../../src/workbench/commands/jobs/stopJobs.ts');
const { OpenRun } = await import('../../../../src/store/runs/openRun.ts');
const { readRun } = await import('../../../../src/store/runs/runRecord.ts');

const ids = Array.from({ length: 1_001 }, (_, index) => index + 1);
const args = [{ ids, server: 'plant' }];

/** Finished jobs, a server with these responses to stops, and a user who opens the report. */
function withStops(responses: readonly (number | 'reset')[], use: (given: Given) => Promise<void>) {
  return withMemoryServer(async given => {
    for (const id of ids) given.memoryServer.jobs.set(id, { name: `Job ${id}` });
    given.memoryServer.nextWrites.push(...responses);
    given.user.press = actions => actions.find(action => action === 'Show Report');
    await given.session.jobs.whole();
    await use(given);
  });
}

describe('a stop of many jobs that fails in part', () => {
  it('reports the outcome of each job, and which jobs were not sent', () =>
    withStops([413, 200, 'reset'], async ({ memoryServer, user, context, logged }) => {
      // Only jobs of accepted requests are followed: the outcome of job 501 stays unknown.
      for (const id of [2, 501]) memoryServer.statuses.set(id, 'running');
      await stopJobs(context, args);
      const [text = '', ...more] = user.of('warn');
      const start =
        /^PartialStopError Stopped: “Job 2”\. Not executing, so not affected: “Job 1 \(finished\)”,/;
      assert.match(text, start);
      assert.match(text, /, and 494 more\.$/);
      assert.deepEqual([more, logged], [[], ['PartialStopError']]);
      const [report = ''] = user.shown;
      assert.match(report, /500 done\. 500 sent, outcome unknown\. 1 not sent\./);
      assert.match(report, /Not sent \(1\)\n {2}Job 1001 \(#1001\)/);
      assert.match(report, /check the server before retrying \(500\)\n {2}Job 501 \(#501\): OutcomeError/);
      assert.equal(memoryServer.writes.length, 3, 'nothing is sent twice');
    }));

  it('sends no further requests when the first part receives no response', () =>
    withStops([413, 'reset'], async ({ memoryServer, user, context }) => {
      await stopJobs(context, args);
      assert.match(user.shown[0] ?? '', /0 done\. 500 sent, outcome unknown\. 501 not sent\./);
      assert.equal(memoryServer.writes.length, 2);
    }));

  it('counts the jobs of a rejected request as failed', () =>
    withStops([413, 200, 403], async ({ user, context }) => {
      await stopJobs(context, args);
      assert.match(user.shown[0] ?? '', /500 done\. 500 failed\. 1 not sent\./);
      assert.match(user.shown[0] ?? '', /Job 501 \(#501\): HttpStatusError/);
    }));
});

describe('the journal of a stop', () => {
  it('records which parts were not sent when the window closes in between', () =>
    withStops([413, 200, 'reset'], async ({ memoryServer, context, folder }) => {
      memoryServer.onWrite = () => void (memoryServer.writes.length === 3 && context.journal.release());
      await stopJobs(context, args);
      const [file = ''] = await readdir(folder);
      const counts = new Map<string, number>();
      for (const { is } of readRun(await readFile(join(folder, file), 'utf8'))?.items ?? [])
        counts.set(is, (counts.get(is) ?? 0) + 1);
      assert.deepEqual(Object.fromEntries(counts), { done: 500, unknown: 500, notSent: 1 });
      await rm(join(folder, file));
    }));

  it('is empty when a job cannot be recorded, and no request is sent', () =>
    withStops([], async ({ memoryServer, context }) => {
      const { sent } = OpenRun.prototype;
      OpenRun.prototype.sent = async function (item, kept) {
        if (item === 2) throw new Error('no space left');
        return sent.call(this, item, kept);
      };
      try {
        await assert.rejects(stopJobs(context, args), /no space left/);
      } finally {
        OpenRun.prototype.sent = sent;
      }
      assert.deepEqual(memoryServer.writes, []);
    }));
});
