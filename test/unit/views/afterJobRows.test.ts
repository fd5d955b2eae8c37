import assert from 'node:assert/strict';
import { Emitter } from '../../../src/util/emitter.ts';
import { afterJobRows } from '../../../src/views/groups/afterJobRows.ts';
import { createManualClock } from '../../support/manualClock.ts';

/** Waits for the rows of jobs; `ended` resolves when the wait is over. */
function desk(isReading: boolean) {
  const clock = createManualClock(0);
  const changes = new Emitter<{ readonly kind: 'list' }>();
  let listen = (): void => undefined;
  const listening = new Promise<void>(resolve => {
    listen = resolve;
  });
  const onDidChange: typeof changes.event = listener => {
    listen();
    return changes.event(listener);
  };
  const ended = afterJobRows({ isReading, onDidChange }, clock);
  return { clock, changes, listening, ended };
}

describe('groups that are read after the rows of jobs', () => {
  it('wait for no jobs that are not being read', async () => {
    const { ended, clock } = desk(false);
    await ended;
    assert.equal(clock.pending, 0);
  });

  it('wait until the jobs are loaded', async () => {
    const { ended, clock, changes, listening } = desk(true);
    await listening;
    assert.equal(clock.pending, 1);
    changes.fire({ kind: 'list' });
    await ended;
    assert.equal(clock.pending, 0);
  });

  it('wait no longer than a moment for a slow server', async () => {
    const { ended, clock, listening } = desk(true);
    await listening;
    clock.advance(149);
    assert.equal(clock.pending, 1);
    clock.advance(1);
    await ended;
  });
});
