import assert from 'node:assert/strict';
import { ReadTiming, type TimedRead } from '../../../../src/store/statuses/readTiming.ts';
import { usualPaces } from '../support/simulatedFleet.ts';

const minuteMs = 60_000;

/** A job that is read at these times, with the same result unless specified otherwise. */
function timingOf(...readings: readonly Partial<TimedRead>[]): ReadTiming {
  const timing = new ReadTiming();
  for (const reading of readings)
    timing.succeeded({
      nowMs: 0,
      kind: 'succeeded',
      paces: usualPaces,
      runsAtMs: undefined,
      chance: 0,
      ...reading,
    });
  return timing;
}

const due = (timing: ReadTiming) => timing.dueMs('succeeded', minuteMs, 2 * minuteMs);

describe('when a job is read again', () => {
  it('is one pause after its last read', () => {
    assert.equal(due(timingOf({ nowMs: 1_000 })), 1_000 + 2 * minuteMs);
  });

  it('is up to a fifth earlier, and after the first read up to 70 % earlier, to spread jobs', () => {
    const half = { nowMs: 0, chance: 0.5 };
    assert.equal(due(timingOf(half)), 0.65 * 2 * minuteMs);
    assert.equal(due(timingOf(half, half)), 0.9 * 2 * minuteMs);
  });

  it('is later and later after failures, up to 5 minutes, until it can be read or a user wants it', () => {
    const timing = timingOf({});
    const pauses: number[] = [];
    for (let failure = 0; failure < 4; failure++) {
      timing.failed(7_000);
      pauses.push(timing.dueMs('succeeded', 40_000, minuteMs) - 7_000);
    }
    assert.deepEqual(pauses, [80_000, 160_000, 300_000, 300_000]);
    timing.forgetFailures();
    assert.equal(due(timing), 7_000 + 2 * minuteMs);
    timing.failed(7_000);
    timing.succeeded({ nowMs: 9_000, kind: 'idle', paces: usualPaces, runsAtMs: undefined, chance: 0 });
    assert.equal(due(timing), 9_000 + 2 * minuteMs);
  });

  it('is shortly after its schedule runs it, unless it is already executing', () => {
    const timing = timingOf({ runsAtMs: 30_000 });
    assert.equal(due(timing), 35_000);
    assert.equal(timing.dueMs('running', minuteMs, 2 * minuteMs), 2 * minuteMs);
    assert.equal(due(timingOf({ runsAtMs: 10 * minuteMs })), 2 * minuteMs);
  });
});

describe('the pause while a job executes', () => {
  const running = { kind: 'running' } as const;

  it('is short for 10 s after an operation on the job', () => {
    const timing = timingOf(running, running);
    const read = (nowMs: number) => {
      timing.succeeded({ nowMs, kind: 'running', paces: usualPaces, runsAtMs: undefined, chance: 0 });
      return timing.stepMs;
    };
    timing.quicken(50_000);
    assert.equal(timing.stepMs, 2_000);
    assert.deepEqual([read(52_000), read(59_999), read(60_000)], [2_000, 2_000, 3_000]);
  });
});
