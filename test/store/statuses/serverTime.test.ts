import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServerTime } from '../../../src/store/statuses/serverTime.ts';
import { createManualClock } from '../../support/manualClock.ts';

const startMs = Date.UTC(2026, 10, 2);

describe('the time of a server', () => {
  const exchange = fc.record({
    pauseMs: fc.integer({ min: 0, max: 60_000 }),
    requestMs: fc.integer({ min: 0, max: 3_000 }),
    responseMs: fc.integer({ min: 0, max: 3_000 }),
  });

  it('of each response lies in its bounds, however far the clocks are apart', () => {
    const offset = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(offset, fc.array(exchange, { minLength: 1, maxLength: 50 }), (offsetMs, exchanges) => {
        const clock = createManualClock(startMs);
        const time = new ServerTime(clock);
        for (const { pauseMs, requestMs, responseMs } of exchanges) {
          clock.advance(pauseMs);
          const sentMs = clock.steadyMs();
          clock.advance(requestMs);
          const trueMs = clock.now() + offsetMs;
          clock.advance(responseMs);
          const times = { sentMs, receivedMs: clock.steadyMs() };
          time.responded({ ...times, dateMs: Math.floor(trueMs / 1_000) * 1_000 });
          const { earliestMs, latestMs } = time.boundsOf(times);
          assert.ok(earliestMs <= trueMs && trueMs <= latestMs);
        }
        assert.equal(time.jumps, 0);
      }),
    );
  });

  it('is known to a small part of a second after some responses', () => {
    const clock = createManualClock(startMs);
    const time = new ServerTime(clock);
    for (let index = 0; index < 30; index++) {
      clock.advance(1_234 + 35 * index);
      const ms = clock.steadyMs();
      time.responded({ sentMs: ms, receivedMs: ms, dateMs: Math.floor(clock.now() / 1_000) * 1_000 });
    }
    const { earliestMs, latestMs } = time.boundsOf({
      sentMs: clock.steadyMs(),
      receivedMs: clock.steadyMs(),
    });
    assert.ok(latestMs - earliestMs < 150, String(latestMs - earliestMs));
    assert.ok(Math.abs(time.nowMs - clock.now()) < 150);
  });

  for (const [title, hasDate] of [
    ['the server sends dates', true],
    ['the server sends none', false],
  ] as const) {
    it(`jumps with the clock in both directions if ${title}`, () => {
      const clock = createManualClock(startMs);
      const time = new ServerTime(clock);
      const jumps: number[] = [];
      for (const byMs of [0, 3_600_000, 0, -7_200_000, 0, 1_000]) {
        clock.set(byMs);
        clock.advance(10_000);
        const ms = clock.steadyMs();
        time.responded({ sentMs: ms, receivedMs: ms, dateMs: hasDate ? clock.now() : undefined });
        assert.ok(Math.abs(time.nowMs - clock.now()) <= 1_500);
        jumps.push(time.jumps);
      }
      assert.deepEqual(jumps, [0, 1, 1, 2, 2, 2]);
    });
  }
});
