import assert from 'node:assert/strict';
import { DeadlineScheduler } from '../../src/base/deadlineScheduler.ts';
import { createManualClock } from '../support/manualClock.ts';

describe('the scheduler for the earliest deadline', () => {
  it('calls back once at the earliest deadline, and again for a new one', () => {
    const clock = createManualClock(0);
    let calls = 0;
    const call = new DeadlineScheduler(clock, () => {
      calls += 1;
    });
    for (const delayMs of [50, 20, 90]) call.within(delayMs);
    clock.advance(19);
    assert.equal(calls, 0);
    clock.advance(1);
    assert.equal(calls, 1);
    clock.advance(99);
    assert.equal(calls, 1);
    call.within(10);
    clock.advance(10);
    assert.equal(calls, 2);
    call.within(10);
    call.cancel();
    clock.advance(10);
    assert.equal(calls, 2);
    assert.equal(clock.pending, 0);
  });
});
