import assert from 'node:assert/strict';
import { ServerHealth } from '../../../../src/store/reading/serverHealth.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { startMs, statusError } from '../support/fakes.ts';

describe('how much a server can take', () => {
  it('is half after a rejection, however many requests were under way with it', () => {
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
});
