import assert from 'node:assert/strict';
import { withMemoryServer } from '../support/memoryServer.ts';

const { stopJobs } = await import('../../../../src/workbench/commands/jobs/stopJobs.ts');

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
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      memoryServer.statuses.set(1, 'running');
      await stopJobs(context, arg(1));
      assert.deepEqual([memoryServer.writes, user.of('confirm')], [[stop(1)], []]);
      assert.deepEqual(user.of('info'), ['Stopped: “One”.']);
      assert.deepEqual(user.progress, ['Stopping “One”']);
    }));

  it('asks before stopping several jobs, and sends nothing when canceled', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      user.isSure = false;
      await stopJobs(context, arg(1, 2));
      assert.match(user.of('confirm')[0] ?? '', /^Stop 2 jobs on “Plant”\?\n“One” and “Two”/);
      assert.deepEqual([memoryServer.writes, user.messages.length], [[], 1]);
    }));

  it('sends one request for all jobs, and reports separately which ones were not executing', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(1, { name: 'One' }).set(2, { name: 'Two' });
      memoryServer.statuses.set(1, 'running');
      await stopJobs(context, arg(1, 2));
      assert.deepEqual(memoryServer.writes, [stop(1, 2)]);
      assert.deepEqual(user.of('info'), [
        'Stopped: “One”. Not executing, so not affected: “Two (finished)”.',
      ]);
    }));

  it('refreshes the list when the server has none of the jobs', () =>
    withMemoryServer(async ({ memoryServer, user, session, context, done }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      memoryServer.statuses.set(1, 'running');
      await session.jobs.whole();
      memoryServer.failures.set('POST /automation/api/stop_job/', 400);
      memoryServer.problem = { detail: 'No such jobs.' };
      await stopJobs(context, arg(1));
      assert.deepEqual(done, ['refresh']);
      assert.deepEqual(user.of('warn'), [
        'None of these jobs were found on the server. Response from the server: No such jobs.',
      ]);
    }));

  it('rejects when the server rejects the request, and leaves nothing in the journal', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      memoryServer.failures.set('POST /automation/api/stop_job/', 403);
      await assert.rejects(stopJobs(context, arg(1)), { name: 'HttpStatusError' });
      assert.deepEqual([user.of('info'), user.of('warn')], [[], []]);
    }));

  it('asks about a single job on a production server, and requires typing the server name', () =>
    withMemoryServer(
      async ({ memoryServer, user, context }) => {
        memoryServer.jobs.set(1, { name: 'One' });
        await stopJobs(context, arg(1));
        assert.deepEqual(memoryServer.writes, []);
        user.type = () => 'Plant';
        await stopJobs(context, arg(1));
        assert.deepEqual(memoryServer.writes, [stop(1)]);
        assert.deepEqual(user.of('confirm'), Array(2).fill('Stop the job “One” (#1) on “Plant”?\n'));
        assert.deepEqual(user.messages[0]?.actions, ['Stop']);
        assert.equal(user.of('input')[0], 'Stop on the Production Server “Plant”');
      },
      { production: true },
    ));

  it('waits for a job whose status could not be read before the stop', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      memoryServer.failures.set('GET /automation/api/job/1/status/', 403);
      context.dialogs.progress = (title, task) => {
        user.progress.push(title);
        return task(text => user.shown.push(text), AbortSignal.abort());
      };
      await stopJobs(context, arg(1));
      assert.deepEqual(memoryServer.writes, [stop(1)]);
      assert.deepEqual(user.of('warn'), ['Status unknown: “One (no status)”.']);
      assert.deepEqual(user.shown, ['waiting for them to end']);
    }));

  it('does not use an old status as the one before the stop', () =>
    withMemoryServer(async ({ memoryServer, user, session, context }) => {
      memoryServer.jobs.set(1, { name: 'One' });
      memoryServer.statuses.set(1, 'finished');
      await readAMinuteAgo(() => session.statuses.read(1, {}));
      memoryServer.failures.set('GET /automation/api/job/1/status/', 403);
      context.dialogs.progress = (_, task) => task(() => undefined, AbortSignal.abort());
      await stopJobs(context, arg(1));
      assert.deepEqual(user.of('info'), ['Ended on their own: “One (finished)”.']);
    }));
});
