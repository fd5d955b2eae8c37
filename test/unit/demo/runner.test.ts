import assert from 'node:assert/strict';
import type { Phase } from '../../../src/demo/records.ts';
import { Runner } from '../../../src/demo/runner.ts';
import { seedWorld } from '../../../src/demo/seed/seedWorld.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { existing, startMs, withServer } from './support/started.ts';

function setup(pace: 'lively' | 'still' = 'lively', jobs = 60) {
  const world = seedWorld({ jobs, groups: 3, devices: 10, now: startMs, seed: 1 });
  const clock = createManualClock(startMs);
  const runner = new Runner({ world, clock, seed: 1, pace });
  const phases = () => world.jobs.all().map(job => job.phase);
  const count = (phase: Phase) => phases().filter(each => each === phase).length;
  const job = (id: number) => existing(world.jobs.get(id));
  return { world, clock, runner, phases, count, job };
}

describe('demo server: runner', () => {
  it('has some jobs running and some waiting from the start', () => {
    for (const pace of ['lively', 'still'] as const) {
      const { runner, count } = setup(pace);
      runner.start();
      assert.deepEqual([count('running'), count('queued')], [3, 3]);
    }
  });

  it('changes something every few seconds, without end', () => {
    const { runner, clock, phases } = setup();
    runner.start();
    let changes = 0;
    for (let second = 0; second < 3600; second += 4) {
      const before = phases().join();
      clock.advance(4000);
      if (phases().join() !== before) changes++;
    }
    assert.ok(changes > 800, `${changes} of 900`);
  });

  it('behaves the same for the same seed', () => {
    const run = () => {
      const { runner, clock, phases } = setup();
      runner.start();
      clock.advance(600_000);
      return phases();
    };
    assert.deepEqual(run(), run());
  });

  it('queues, runs and ends a job', () => {
    const { runner, clock, job } = setup();
    runner.set(job(1), 'queued');
    clock.advance(8_000);
    const seen = new Set<Phase>([job(1).phase]);
    for (let second = 0; second < 25; second++) {
      clock.advance(1000);
      seen.add(job(1).phase);
    }
    assert.ok(seen.has('finished') || seen.has('failed'), [...seen].join());
  });

  it('queues each job for 2 to 8 seconds, and runs it for 5 to 20', () => {
    const { world, runner, clock, job } = setup('lively', 10);
    // If no job is enabled, no other job is started when one ends.
    for (const each of world.jobs.all()) each.enabled = false;
    const runsBefore = new Map(world.jobs.all().map(({ id, runs }) => [id, runs]));
    for (const { id } of world.jobs.all()) runner.set(job(id), 'queued');
    const changes = new Map(world.jobs.all().map(({ id }) => [id, new Map<Phase, number>()]));
    for (let ms = 0; ms <= 30_000; ms += 100) {
      for (const [id, seen] of changes) if (!seen.has(job(id).phase)) seen.set(job(id).phase, ms);
      clock.advance(100);
    }
    const waits = [...changes.values()].map(seen => seen.get('running') ?? 0);
    const ends = [...changes.values()].map(seen => seen.get('finished') ?? seen.get('failed') ?? 0);
    const runs = ends.map((ms, index) => ms - (waits[index] ?? 0));
    assert.ok(Math.min(...waits) >= 2_000 && Math.max(...waits) <= 8_100, waits.join());
    assert.ok(Math.min(...runs) >= 4_900 && Math.max(...runs) <= 20_100, runs.join());
    assert.ok(Math.max(...runs) > 8_000, 'longer than a wait');
    assert.ok(new Set(waits).size > 3, 'each at its own time');
    assert.deepEqual(
      world.jobs.all().map(each => each.runs - 1),
      world.jobs.all().map(each => runsBefore.get(each.id)),
    );
    assert.equal(clock.pending, 0);
  });

  it('starts with one running job if there are few jobs', () => {
    const { runner, count } = setup('still', 10);
    runner.start();
    assert.deepEqual([count('running'), count('queued')], [1, 0]);
  });

  it('leaves a running or ended job unchanged when it is disabled', () => {
    const { runner, job } = setup('still');
    Object.assign(job(1), { enabled: false });
    runner.set(job(1), 'running');
    Object.assign(job(2), { enabled: false, phase: 'failed' });
    runner.enabledChanged(job(1));
    runner.enabledChanged(job(2));
    assert.deepEqual([job(1).phase, job(2).phase], ['running', 'failed']);
  });

  it('changes nothing after it is disposed', () => {
    const { runner, clock, phases } = setup();
    runner.start();
    runner.dispose();
    const before = phases().join();
    assert.equal(clock.pending, 0);
    clock.advance(60_000);
    assert.equal(phases().join(), before);
  });

  it('ends most runs successfully, and some with a failure', () => {
    const { runner, clock, count } = setup();
    runner.start();
    clock.advance(3_600_000);
    assert.ok(count('finished') > count('failed') && count('failed') > 0);
  });

  it('starts only enabled jobs', () => {
    const { world, runner, clock, count } = setup();
    for (const job of world.jobs.all()) Object.assign(job, { enabled: false, phase: 'never' });
    runner.start();
    clock.advance(600_000);
    assert.equal(count('never'), 60);
    assert.equal(clock.pending, 0);
  });

  it('removes a disabled job from the queue, and restores its previous status', () => {
    const { runner, job } = setup('still');
    Object.assign(job(1), { enabled: true, phase: 'failed' });
    runner.set(job(1), 'queued');
    job(1).enabled = false;
    runner.enabledChanged(job(1));
    assert.equal(job(1).phase, 'failed');
  });

  it('queues only some of thousands of enabled jobs', () => {
    const { world, runner, count } = setup('lively', 1000);
    for (const job of world.jobs.all()) {
      Object.assign(job, { enabled: true, phase: 'never' });
      runner.enabledChanged(job);
    }
    assert.ok(count('queued') >= 24 && count('queued') <= 72, String(count('queued')));
  });

  it('changes nothing if it is still', () => {
    const { runner, clock, phases } = setup('still');
    runner.start();
    const before = phases();
    clock.advance(3_600_000);
    assert.deepEqual(phases(), before);
    assert.equal(clock.pending, 0);
  });

  it('starts no other job for a stopped or disabled one if it is still', () => {
    const { world, runner, count } = setup('still');
    runner.start();
    for (const job of world.jobs.all()) {
      runner.stop(job);
      job.enabled = !job.enabled;
      runner.enabledChanged(job);
    }
    assert.deepEqual([count('running'), count('queued')], [0, 0]);
  });

  it('stops only executing jobs', () => {
    const { runner, job, clock } = setup();
    runner.set(job(1), 'running');
    runner.set(job(2), 'queued');
    assert.deepEqual([runner.stop(job(1)), runner.stop(job(2))], [true, false]);
    assert.deepEqual([job(1).phase, job(2).phase], ['stopped', 'queued']);
    runner.dispose();
    clock.advance(60_000);
    assert.equal(job(1).phase, 'stopped');
  });

  it('needs one timer for 100,000 jobs', () => {
    const { runner, clock, count } = setup('lively', 100_000);
    runner.start();
    clock.advance(60_000);
    assert.equal(clock.pending, 1);
    assert.ok(count('running') + count('queued') <= 24);
    runner.dispose();
    assert.equal(clock.pending, 0);
  });

  it('dequeues a job that a request disables', () =>
    withServer({}, async ({ server, ask }) => {
      const job = existing(server.world.jobs.get(1));
      Object.assign(job, { enabled: true, phase: 'stopped' });
      server.runner.set(job, 'queued');
      await ask('PATCH', '/automation/api/job/1/', { enabled: false });
      assert.equal(job.phase, 'stopped');
    }));

  it('is notified when requests remove and create jobs', () =>
    withServer({ pace: 'lively' }, async ({ server, clock, ask }) => {
      for (const { id } of [...server.world.jobs.all()]) await ask('DELETE', `/automation/api/job/${id}/`);
      assert.equal(clock.pending, 0);
      await ask('POST', '/automation/api/job/', { name: 'a', policies: [1] });
      clock.advance(60_000);
      assert.notEqual(server.world.jobs.all()[0]?.phase, 'never');
    }));
});
