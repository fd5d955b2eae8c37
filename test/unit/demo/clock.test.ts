import assert from 'node:assert/strict';
import { systemClock } from '../../../src/util/clock.ts';
import { createManualClock } from '../../support/manualClock.ts';

describe('manual clock', () => {
  it('runs calls in order, each at its due time', () => {
    const clock = createManualClock(1000);
    const ran: string[] = [];
    const note = (name: string) => () => ran.push(`${name}@${clock.now()}`);
    clock.schedule(30, note('late'));
    clock.schedule(10, note('first'));
    clock.schedule(10, note('second'));
    clock.schedule(50, note('never'));
    clock.advance(40);
    assert.deepEqual(ran, ['first@1010', 'second@1010', 'late@1030']);
    assert.deepEqual([clock.now(), clock.pending], [1040, 1]);
  });

  it('runs calls that are scheduled by other calls and fall due while advancing', () => {
    const clock = createManualClock(0);
    const ran: number[] = [];
    const again = () => {
      ran.push(clock.now());
      clock.schedule(10, again);
    };
    clock.schedule(10, again);
    clock.advance(35);
    assert.deepEqual(ran, [10, 20, 30]);
  });

  it('does not run disposed calls', () => {
    const clock = createManualClock(0);
    clock.schedule(10, () => assert.fail('disposed')).dispose();
    clock.advance(20);
    assert.equal(clock.pending, 0);
  });
});

describe('system clock', () => {
  it('runs a call, unless it was disposed', async () => {
    systemClock.schedule(0, () => assert.fail('disposed')).dispose();
    await new Promise<void>(resolve => systemClock.schedule(1, resolve));
    assert.ok(Math.abs(systemClock.now() - Date.now()) < 1000);
  });
});
