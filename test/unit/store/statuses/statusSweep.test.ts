import assert from 'node:assert/strict';
import { sweepStatuses } from '../../../../src/store/statuses/statusSweep.ts';
import { settled, statusError } from '../support/fakes.ts';
import { range } from '../support/simulatedFleet.ts';

/** Reads that respond a moment later, or fail as the test says. */
function statusesWith(failures: ReadonlyMap<number, Error> = new Map()) {
  const requested: number[] = [];
  let [inFlight, most] = [0, 0];
  const read = async (id: number) => {
    requested.push(id);
    inFlight += 1;
    most = Math.max(most, inFlight);
    await settled();
    inFlight -= 1;
    const failure = failures.get(id);
    if (failure !== undefined) throw failure;
    return { word: 'finished', kind: 'succeeded', asOfMs: 0 } as const;
  };
  return { statuses: { read }, requested, most: () => most };
}

describe('reading the status of each of many jobs', () => {
  it('reads each once, 8 at a time, and reports its progress', async () => {
    const { statuses, requested, most } = statusesWith();
    const progress: [number, number][] = [];
    await sweepStatuses(statuses, range(1, 20), { onProgress: (done, all) => progress.push([done, all]) });
    assert.deepEqual([requested, most()], [range(1, 20), 8]);
    assert.deepEqual(
      progress,
      range(1, 20).map(done => [done, 20]),
    );
    await sweepStatuses(statuses, [1]);
  });

  it('continues after one that cannot be read', async () => {
    const { statuses, requested } = statusesWith(new Map([[2, statusError(500)]]));
    let done = 0;
    await sweepStatuses(statuses, range(1, 20), {
      onProgress: () => {
        done += 1;
      },
    });
    assert.deepEqual([requested.length, done], [20, 19]);
  });

  it('stops when the server is unavailable, and reports why', async () => {
    const away = statusError(503);
    const { statuses, requested } = statusesWith(new Map([[2, away]]));
    await assert.rejects(sweepStatuses(statuses, range(1, 40)), away);
    await settled();
    await settled();
    assert.ok(requested.length <= 16, String(requested.length));
  });

  it('stops when it is canceled, whatever else fails', async () => {
    const controller = new AbortController();
    const { statuses, requested } = statusesWith(new Map([[9, statusError(500)]]));
    const onProgress = () => controller.abort();
    const sweep = sweepStatuses(statuses, range(1, 40), { signal: controller.signal, onProgress });
    await assert.rejects(sweep, { name: 'AbortError' });
    assert.ok(requested.length < 40);
  });
});
