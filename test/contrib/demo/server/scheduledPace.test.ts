import assert from 'node:assert/strict';
import { Runner } from '../../../../src/contrib/demo/server/runner.ts';
import { usualDurationMs } from '../../../../src/contrib/demo/server/runTiming.ts';
import { seedWorld } from '../../../../src/contrib/demo/server/seed/seedWorld.ts';
import type { JobRecord } from '../../../../src/contrib/demo/server/world.ts';
import { createPredictor } from '../../../../src/recurrence/expand/predictor.ts';
import { startDemoServer } from '../../../demo/server.ts';
import { createManualClock } from '../../../support/manualClock.ts';

const startMs = Date.UTC(2026, 2, 4, 12);
const minuteMs = 60_000;
const dayMs = 86_400_000;
const hourly = 'DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY';

function setup(jobs = 60, seed = 1) {
  const world = seedWorld({ jobs, groups: 3, devices: 10, now: startMs, seed });
  const clock = createManualClock(startMs);
  const runner = new Runner({ world, clock, seed, pace: 'scheduled' });
  runner.start();
  return { world, clock, runner };
}

function runWeek(seed = 1, jobs = 60) {
  const parts = setup(jobs, seed);
  parts.clock.advance(7 * dayMs);
  return { ...parts, runs: parts.runner.log.runs };
}

/** A server with one job, which runs every hour and takes a few minutes. */
function setupHourly() {
  const parts = setup(0);
  const ids = Array.from({ length: 50 }, (_, index) => index + 1);
  const id = ids.find(
    each => usualDurationMs(each, 1) > 2 * minuteMs && usualDurationMs(each, 1) < 9 * minuteMs,
  );
  assert.ok(id !== undefined);
  const [template] = seedWorld({ jobs: 1, groups: 0, devices: 1, now: startMs, seed: 1 }).jobs.all();
  assert.ok(template);
  const job: JobRecord = { ...template, id, params: hourly, enabled: true, run_on_start: false };
  parts.world.jobs.add(job);
  parts.runner.enabledChanged(job);
  return { ...parts, job, runs: parts.runner.log.runs };
}

describe('the runner of the demo server at the pace “scheduled”', () => {
  it('logs each planned time of an enabled job once, as a run or as missed', () => {
    const predictor = createPredictor({ dialect: 'rfc', zone: 'UTC' });
    for (const seed of [1, 2, 3]) {
      const { runs, world } = runWeek(seed);
      for (const { id, params, enabled } of world.jobs.all().filter(job => job.params.includes('DTSTART'))) {
        const window = { fromMs: startMs + 1, toMs: startMs + 7 * dayMs - 5 * minuteMs };
        const planned = enabled ? predictor.predict(params, window).occurrences : [];
        const logged = runs.filter(({ jobId }) => jobId === id).flatMap(({ plannedMs }) => plannedMs ?? []);
        assert.deepEqual(
          logged.filter(plannedMs => plannedMs < window.toMs),
          planned.map(({ instantMs }) => instantMs),
          params,
        );
      }
    }
  });

  it('queues a run within five minutes of its plan, and never runs a job twice at a time', () => {
    const { runs, world } = runWeek();
    for (const { id } of world.jobs.all()) {
      let freeMs = startMs;
      for (const run of runs.filter(({ jobId, missed }) => jobId === id && missed === undefined)) {
        const { plannedMs, queuedMs = 0, startedMs = Infinity, endedMs = Infinity } = run;
        const lateMs = queuedMs - (plannedMs ?? queuedMs);
        assert.ok(lateMs >= 0 && lateMs <= 5 * minuteMs && queuedMs >= freeMs);
        assert.ok(startedMs > queuedMs && (endedMs > startedMs || endedMs === Infinity));
        freeMs = endedMs;
      }
    }
  });

  it('shows the phase of the run that the log has at that moment', () => {
    const { world, clock, runner } = setup();
    for (let hour = 0; hour < 7 * 24; hour++) {
      clock.advance(60 * minuteMs);
      const latest = new Map(
        runner.log.runs.filter(run => run.missed === undefined).map(run => [run.jobId, run] as const),
      );
      for (const { id, phase } of world.jobs.all()) {
        const run = latest.get(id);
        if (run === undefined) assert.ok(phase !== 'queued' && phase !== 'running');
        else assert.equal(phase, run.result ?? (run.startedMs === undefined ? 'queued' : 'running'));
      }
    }
  });

  it('takes minutes, and has failures, stuck and overlapping runs, missed ones and unplanned ones', () => {
    const { runs } = runWeek(1, 500);
    const done = runs.filter(run => run.result === 'finished' || run.result === 'failed');
    const lengths = done.map(run => (run.endedMs ?? 0) - (run.startedMs ?? 0)).sort((a, b) => a - b);
    const typicals = Array.from({ length: 1000 }, (_, id) => usualDurationMs(id, 1)).sort((a, b) => a - b);
    const medianMs = typicals[500] ?? 0;
    assert.ok(medianMs > 3 * minuteMs && medianMs < 5 * minuteMs, String(medianMs));
    assert.ok((lengths[0] ?? 0) < minuteMs && (lengths.at(-1) ?? 0) > 60 * minuteMs);
    const shareOf = (count: number) => count / runs.length;
    const count = (missed: string) => runs.filter(run => run.missed === missed).length;
    assert.ok(shareOf(count('lost')) > 0.01 && shareOf(count('lost')) < 0.06, String(count('lost')));
    assert.ok(count('overlapping') > 0 && runs.some(run => run.plannedMs === undefined));
    assert.ok(done.some(run => run.result === 'failed'));
    const stuck = done.filter(
      ({ jobId, startedMs = 0, endedMs = 0 }) => endedMs - startedMs > 10 * usualDurationMs(jobId, 1),
    );
    assert.ok(stuck.length > 0 && shareOf(stuck.length) < 0.02, String(stuck.length));
  });

  it('repeats the same week for the same seed, and another one for another', () => {
    assert.deepEqual(runWeek(1).runs, runWeek(1).runs);
    assert.notDeepEqual(runWeek(1).runs, runWeek(2).runs);
  });

  it('starts no run of a job while it is disabled or after it was deleted', () => {
    const { world, clock, runner, job, runs } = setupHourly();
    clock.advance(10 * 60 * minuteMs);
    const { length } = runs;
    assert.ok(length >= 9, String(length));
    job.enabled = false;
    runner.enabledChanged(job);
    clock.advance(dayMs);
    assert.equal(runs.length, length);
    job.enabled = true;
    runner.enabledChanged(job);
    clock.advance(dayMs);
    assert.ok(runs.length >= length + 22);
    world.jobs.remove(job.id);
    runner.forget(job);
    clock.advance(dayMs);
    assert.ok(runs.length <= length + 25);
    assert.equal(clock.pending, 0);
  });

  it('follows a changed schedule from then on', () => {
    const { clock, runner, job, runs } = setupHourly();
    job.params = 'DTSTART:20260305T131500Z';
    runner.scheduleChanged(job);
    clock.advance(7 * dayMs);
    assert.deepEqual(
      runs.map(run => run.plannedMs),
      [Date.UTC(2026, 2, 5, 13, 15)],
    );
  });

  it('logs a stopped run as stopped, and queues runs when all workers are busy', () => {
    const { world, clock, runner, job, runs } = setupHourly();
    clock.advance(60 * minuteMs + 10_000);
    while (job.phase !== 'running') clock.advance(1_000);
    const stoppedMs = clock.now();
    assert.ok(runner.stop(job));
    assert.deepEqual([runs.at(-1)?.result, runs.at(-1)?.endedMs], ['stopped', stoppedMs]);
    const others = [101, 102, 103, 104, 105, 106].map(id => world.jobs.add({ ...job, id, phase: 'never' }));
    for (const other of others) runner.set(other, 'queued');
    clock.advance(10_000);
    assert.equal(others.filter(({ phase }) => phase === 'running').length, 4);
    clock.advance(dayMs);
    assert.ok(others.every(({ phase }) => phase === 'finished' || phase === 'failed'));
  });

  it('is served with its log as JSON and the date of its clock', async () => {
    const clock = createManualClock(startMs);
    const server = await startDemoServer({ clock, pace: 'scheduled', runLog: true });
    try {
      clock.advance(7 * dayMs);
      const headers = { Authorization: `Token ${server.token}` };
      const response = await fetch(`${server.url}/demo/runs/`, { headers });
      const { runs } = Object(await response.json());
      assert.equal(runs.length, server.runner.log.runs.length);
      assert.ok(runs.some(({ result }: { result: unknown }) => result === 'finished'));
      assert.equal(response.headers.get('Date'), new Date(clock.now()).toUTCString());
    } finally {
      await server.close();
    }
  });
});
