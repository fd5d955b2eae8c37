import assert from 'node:assert/strict';
import { ServerHealth } from '../../../src/store/reading/serverHealth.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { startMs, statusError } from '../support/fakes.ts';

describe('the limit of requests to a server', () => {
  it('is halved by a rejection, however many requests were in progress', () => {
    const clock = createManualClock(startMs);
    const health = new ServerHealth(clock);
    const sentMs = clock.steadyMs();
    clock.advance(100);
    for (let request = 0; request < 8; request++) {
      health.failed(statusError(429), sentMs);
      clock.advance(1);
    }
    assert.ok(Math.abs(health.share - 1 / 2) < 0.01, String(health.share));
    health.failed(statusError(429), clock.steadyMs());
    assert.ok(Math.abs(health.share - 1 / 4) < 0.01, String(health.share));
  });

  it('is reduced only by a 429 or 503, down to a sixteenth', () => {
    const clock = createManualClock(startMs);
    const health = new ServerHealth(clock);
    for (const error of [statusError(500), statusError(404), new Error('reset')])
      health.failed(error, clock.steadyMs());
    assert.equal(health.share, 1);
    for (const status of [503, 429, 503, 429, 503, 429]) health.failed(statusError(status), clock.steadyMs());
    assert.equal(health.share, 1 / 16);
  });

  it('recovers by half of it each minute', () => {
    const clock = createManualClock(startMs);
    clock.advance(600_000);
    const health = new ServerHealth(clock);
    for (let count = 0; count < 2; count++) health.failed(statusError(429), clock.steadyMs());
    const shares = Array.from({ length: 5 }, () => {
      const { share } = health;
      clock.advance(60_000);
      return share;
    });
    assert.deepEqual(shares, [0.25, 0.375, 0.5625, 0.84375, 1]);
  });

  it('allows fewer concurrent requests when responses take more than one and three seconds', () => {
    const health = new ServerHealth(createManualClock(startMs));
    const shareAt = (latencyMs: number) => {
      for (let count = 0; count < 200; count++) health.responded(latencyMs);
      return [Math.round(health.share * 100) / 100, health.mostInFlight(6), health.mostInFlight(3)];
    };
    assert.deepEqual(shareAt(900), [1, 6, 3]);
    assert.deepEqual(shareAt(2_000), [0.5, 3, 2]);
    assert.deepEqual(shareAt(4_000), [0.25, 2, 1]);
    assert.deepEqual(shareAt(100_000), [0.13, 2, 1]);
    assert.deepEqual(shareAt(500), [1, 6, 3]);
  });
});
