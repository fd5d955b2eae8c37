import assert from 'node:assert/strict';
import type { CallOptions } from '../../../src/api/transport/requester.ts';
import type { KnownStatus } from '../../../src/store/statuses/statusCache.ts';
import { StatusSweep, sweepStatuses } from '../../../src/store/statuses/statusSweep.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { settled, startMs, statusError } from '../support/fakes.ts';
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

/** A list of 30 jobs, of which ten are known at first, and their statuses. */
function listWith({ failure }: { readonly failure?: Error } = {}) {
  const clock = createManualClock(startMs);
  const known = new Map<number, KnownStatus>();
  const requested: number[] = [];
  const list = {
    jobs: range(1, 10).map(id => ({ id })),
    get loadedCount() {
      return this.jobs.length;
    },
    whole: async () => {
      await settled();
      list.jobs = range(1, 30).map(id => ({ id }));
    },
  };
  const statuses = {
    get: (id: number) => known.get(id),
    read: async (id: number, { signal }: CallOptions = {}) => {
      signal?.throwIfAborted();
      requested.push(id);
      await settled();
      if (failure !== undefined) throw failure;
      const status = { word: 'finished', kind: 'succeeded', asOfMs: clock.now() } as const;
      known.set(id, status);
      return status;
    },
  };
  return { sweep: new StatusSweep(list, statuses, clock), clock, requested, list };
}

describe('a sweep of the statuses of a list', () => {
  it('reads the status of each job on the server once, and says as of when', async () => {
    const { sweep, requested } = listWith();
    const progress: [number, number][] = [];
    const [first, second] = [sweep.run(), sweep.run({ onProgress: (...counts) => progress.push(counts) })];
    assert.ok(sweep.isRunning);
    await Promise.all([first, second]);
    assert.deepEqual(
      requested.sort((a, b) => a - b),
      range(1, 30),
    );
    assert.deepEqual([sweep.coverage, sweep.isRunning], [{ read: 30, asOfMs: startMs }, false]);
    assert.deepEqual(progress.at(-1), [30, 30]);
  });

  it('does not read again what is recent, unless the caller wants it now', async () => {
    const { sweep, clock, requested } = listWith();
    await sweep.run();
    clock.advance(59_000);
    await sweep.run();
    assert.equal(requested.length, 30);
    await sweep.run({ maxAgeMs: 0 });
    assert.equal(requested.length, 60);
    clock.advance(61_000);
    await sweep.run();
    assert.deepEqual([requested.length, sweep.coverage.asOfMs], [90, clock.now()]);
  });

  it('ends when it is stopped, and says how many it has read', async () => {
    const { sweep } = listWith();
    await sweep.run({ onProgress: done => done === 8 && sweep.stop() });
    assert.ok(sweep.coverage.read < 30, String(sweep.coverage.read));
  });

  it('continues for others when a caller no longer waits', async () => {
    const { sweep } = listWith();
    const controller = new AbortController();
    const canceled = sweep.run({ signal: controller.signal });
    const other = sweep.run();
    controller.abort();
    await assert.rejects(canceled, { name: 'AbortError' });
    await other;
    assert.equal(sweep.coverage.read, 30);
  });

  it('reports why the server does not respond', async () => {
    const failure = statusError(503);
    const { sweep } = listWith({ failure });
    await assert.rejects(sweep.run(), failure);
    assert.deepEqual([sweep.isRunning, sweep.coverage.read], [false, 0]);
  });
});
