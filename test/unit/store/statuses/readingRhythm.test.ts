import assert from 'node:assert/strict';
import { ReadingRhythm, type RhythmReading } from '../../../../src/store/statuses/readingRhythm.ts';
import { usualPaces } from '../support/simulatedFleet.ts';

const minuteMs = 60_000;

/** A job that is read at these times, with the same result unless specified otherwise. */
function rhythmOf(...readings: readonly Partial<RhythmReading>[]): ReadingRhythm {
  const rhythm = new ReadingRhythm();
  for (const reading of readings)
    rhythm.succeeded({
      nowMs: 0,
      kind: 'succeeded',
      paces: usualPaces,
      runsAtMs: undefined,
      chance: 0,
      ...reading,
    });
  return rhythm;
}

const due = (rhythm: ReadingRhythm) => rhythm.dueMs('succeeded', minuteMs, 2 * minuteMs);

describe('when a job is read again', () => {
  it('is one pause after its last reading', () => {
    assert.equal(due(rhythmOf({ nowMs: 1_000 })), 1_000 + 2 * minuteMs);
  });

  it('is up to a fifth earlier, and after the first reading up to 70 % earlier, to spread jobs', () => {
    const half = { nowMs: 0, chance: 0.5 };
    assert.equal(due(rhythmOf(half)), 0.65 * 2 * minuteMs);
    assert.equal(due(rhythmOf(half, half)), 0.9 * 2 * minuteMs);
  });

  it('is later and later after failures, up to 5 minutes, until it can be read or a user wants it', () => {
    const rhythm = rhythmOf({});
    const pauses: number[] = [];
    for (let failure = 0; failure < 4; failure++) {
      rhythm.failed(7_000);
      pauses.push(rhythm.dueMs('succeeded', 40_000, minuteMs) - 7_000);
    }
    assert.deepEqual(pauses, [80_000, 160_000, 300_000, 300_000]);
    rhythm.forgetFailures();
    assert.equal(due(rhythm), 7_000 + 2 * minuteMs);
    rhythm.failed(7_000);
    rhythm.succeeded({ nowMs: 9_000, kind: 'idle', paces: usualPaces, runsAtMs: undefined, chance: 0 });
    assert.equal(due(rhythm), 9_000 + 2 * minuteMs);
  });

  it('also begins with a failure, and follows the usual pace while there is no status', () => {
    const rhythm = new ReadingRhythm();
    assert.equal(rhythm.hasBegun, false);
    rhythm.failed(1_000);
    rhythm.forgetFailures();
    assert.ok(rhythm.hasBegun);
    assert.equal(rhythm.dueMs(undefined, minuteMs, 2 * minuteMs), 1_000 + minuteMs);
  });

  it('is shortly after its schedule runs it, unless it is already executing', () => {
    const rhythm = rhythmOf({ runsAtMs: 30_000 });
    assert.equal(due(rhythm), 35_000);
    assert.equal(rhythm.dueMs('running', minuteMs, 2 * minuteMs), 2 * minuteMs);
    assert.equal(due(rhythmOf({ runsAtMs: 10 * minuteMs })), 2 * minuteMs);
  });

  it('is not after every run of a job that runs every few seconds', () => {
    const everyTen = rhythmOf({ nowMs: 0, runsAtMs: 10_000 }, { nowMs: 15_000, runsAtMs: 20_000 });
    assert.equal(due(everyTen), 15_000 + minuteMs);
    const early = rhythmOf({ nowMs: 0, runsAtMs: 10_000 }, { nowMs: 10_000, runsAtMs: 20_000 });
    assert.equal(due(early), 25_000, 'the run was not seen yet');
    const noneBefore = rhythmOf({ nowMs: 0 }, { nowMs: 15_000, runsAtMs: 20_000 });
    assert.equal(due(noneBefore), 25_000);
  });
});

describe('the pause while a job executes', () => {
  const running = { kind: 'running' } as const;

  it('grows with each reading', () => {
    const steps = [1, 2, 3].map(count => rhythmOf(...Array(count).fill(running)).stepMs);
    assert.deepEqual(steps, [3_000, 4_500, 6_750]);
  });

  it('grows from where it was seen to start', () => {
    const rhythm = rhythmOf(running, running);
    rhythm.stepFrom(6_000);
    assert.equal(rhythm.stepMs, 6_000);
  });

  it('is short for 10 s after an operation on the job', () => {
    const rhythm = rhythmOf(running, running);
    const read = (nowMs: number) => {
      rhythm.succeeded({ nowMs, kind: 'running', paces: usualPaces, runsAtMs: undefined, chance: 0 });
      return rhythm.stepMs;
    };
    rhythm.quicken(50_000);
    assert.equal(rhythm.stepMs, 2_000);
    assert.deepEqual([read(52_000), read(59_999), read(60_000)], [2_000, 2_000, 3_000]);
  });
});
