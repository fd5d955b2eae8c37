import assert from 'node:assert/strict';
import { ListReading } from '../../../src/store/reading/listReading.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { gate, startMs, statusError } from '../support/fakes.ts';

function newReading() {
  const states: string[] = [];
  const reading: ListReading = new ListReading(createManualClock(startMs), () => {
    states.push(reading.state.kind);
  });
  return { reading, states };
}

describe('reading a list', () => {
  it('is not started by callers that need the list after the first read has failed', async () => {
    const { reading } = newReading();
    let reads = 0;
    const read = () =>
      reading.shared(async () => {
        reads += 1;
        throw statusError(503);
      });
    await assert.rejects(reading.ensure(read), { status: 503 });
    await reading.ensure(read);
    assert.deepEqual([reads, reading.state.kind], [1, 'failed']);
  });

  it('is awaited by callers that need the list, until there is one', async () => {
    const { reading, states } = newReading();
    const first = gate<boolean>();
    const reads = [reading.shared(() => first.promise), reading.ensure(() => assert.fail('not twice'))];
    first.open(true);
    await Promise.all(reads);
    assert.deepEqual(reading.state, { kind: 'ready', asOfMs: startMs });
    void reading.inTurn(() => new Promise(() => undefined), 'quiet');
    await reading.ensure(() => assert.fail('there is a list'));
    assert.deepEqual(states, ['loading', 'ready']);
  });
});
