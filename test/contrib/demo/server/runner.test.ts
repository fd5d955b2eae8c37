import assert from 'node:assert/strict';
import { Runner } from '../../../../src/contrib/demo/server/runner.ts';
import { seedWorld } from '../../../../src/contrib/demo/server/seed/seedWorld.ts';
import type { JobRecord, Phase } from '../../../../src/contrib/demo/server/world.ts';
import { createManualClock } from '../../../support/manualClock.ts';

const startMs = Date.UTC(2026, 2, 4, 12);

function setup(pace: 'lively' | 'still' = 'lively', jobs = 60) {
  const world = seedWorld({ jobs, groups: 3, devices: 10, now: startMs, seed: 1 });
  const clock = createManualClock(startMs);
  const runner = new Runner({ world, clock, seed: 1, pace });
  const phases = () => world.jobs.all().map(job => job.phase);
  const count = (phase: Phase) => phases().filter(each => each === phase).length;
  const job = (id: number): JobRecord => {
    const found = world.jobs.get(id);
    assert.ok(found);
    return found;
  };
  return { world, clock, runner, phases, count, job };
}

describe('the runner of the demo server', () => {
  it('changes something every few seconds, the same for the same seed', () => {
    const run = () => {
      const { runner, clock, phases, count } = setup();
      runner.start();
      assert.deepEqual([count('running'), count('queued')], [3, 3]);
      let changes = 0;
      for (let second = 0; second < 3600; second += 4) {
        const before = phases().join();
        clock.advance(4000);
        if (phases().join() !== before) changes++;
      }
      assert.ok(changes > 800, `${changes} of 900`);
      assert.ok(count('finished') > count('failed') && count('failed') > 0);
      return phases();
    };
    assert.deepEqual(run(), run());
  });

  it('queues each job for 2 to 8 seconds, and runs it for 5 to 20', () => {
    const { world, runner, clock, job } = setup('lively', 10);
    // If no job is enabled, no other job is started when one ends.
    for (const each of world.jobs.all()) each.enabled = false;
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
    assert.equal(clock.pending, 0);
  });

  it('starts only enabled jobs', () => {
    const { world, runner, clock, count } = setup();
    for (const job of world.jobs.all()) Object.assign(job, { enabled: false, phase: 'never' });
    runner.start();
    clock.advance(600_000);
    assert.equal(count('never'), 60);
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

  it('changes nothing by itself at the pace “still”', () => {
    const { world, runner, clock, phases, count } = setup('still');
    runner.start();
    const before = phases();
    clock.advance(3_600_000);
    assert.deepEqual(phases(), before);
    for (const job of world.jobs.all()) {
      runner.stop(job);
      job.enabled = !job.enabled;
      runner.enabledChanged(job);
    }
    assert.deepEqual([count('running'), count('queued')], [0, 0]);
  });
});
