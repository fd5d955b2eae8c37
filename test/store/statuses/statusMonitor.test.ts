import assert from 'node:assert/strict';
import type { StatusKind } from '../../../src/api/model/jobStatus.ts';
import { Outage } from '../../../src/store/reading/outage.ts';
import { StatusMonitor } from '../../../src/store/statuses/statusMonitor.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { proxyPage, settled, startMs, statusError } from '../support/fakes.ts';

/** With the margin for response latency, active jobs are eventually read every 5 s. */
const activeMs = 6_500;
const inactiveMs = 60_000;
const batchMs = 150;

interface Reading {
  readonly id: number;
  readonly atMs: number;
  readonly signal: AbortSignal | undefined;
  /** Whether the read must not be retried. */
  readonly once: boolean | undefined;
  respond(word: string): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** A monitor to whose requests the test responds manually, or with `word`. */
function watched(word?: (id: number) => string) {
  const clock = createManualClock(startMs);
  const readings: Reading[] = [];
  const open = new Set<Reading>();
  const failures: unknown[] = [];
  const missing: number[] = [];
  const changes: (readonly number[])[] = [];
  const extraWords = new Map<string, StatusKind>();
  const outage = new Outage({ clock, random: () => 0, onFailure: error => failures.push(error) });
  const monitor = new StatusMonitor({
    clock,
    paces: () => ({ activeMs, inactiveMs, watchedMs: 15_000, requestsPerMinute: 1_000 }),
    extraWords: () => extraWords,
    outage,
    random: () => 0,
    onFailure: error => failures.push(error),
    onMissing: id => missing.push(id),
    read: (id, { signal, once }) => {
      const given = word?.(id);
      return new Promise((resolve, reject) => {
        const reading: Reading = {
          id,
          atMs: clock.now() - startMs,
          signal,
          once,
          respond: status => {
            open.delete(reading);
            resolve({ id, status });
            return settled();
          },
          fail: error => {
            open.delete(reading);
            reject(error);
            return settled();
          },
        };
        readings.push(reading);
        open.add(reading);
        if (given !== undefined) void reading.respond(given);
      });
    },
  });
  monitor.onDidChange(ids => changes.push(ids));
  monitor.setAttention({ isViewVisible: true, isWindowFocused: true });
  const advance = async (ms: number) => {
    clock.advance(ms);
    await settled();
  };
  const respondAll = async (status: string) => {
    for (const reading of [...open]) await reading.respond(status);
  };
  const failAll = async (error: unknown) => {
    for (const reading of [...open]) await reading.fail(error);
  };
  const ids = () => readings.map(reading => reading.id);
  const times = () => readings.map(reading => reading.atMs);
  return {
    monitor,
    outage,
    clock,
    readings,
    open,
    failures,
    missing,
    changes,
    extraWords,
    advance,
    respondAll,
    failAll,
    ids,
    times,
  };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('StatusMonitor', () => {
  it('requests nothing while no job is of interest', async () => {
    const { monitor, readings, clock, advance } = watched();
    monitor.touch([1, 2]);
    monitor.setInterest('visible', []);
    monitor.retryNow();
    await advance(3_600_000);
    assert.deepEqual([readings.length, clock.pending], [0, 0]);
  });

  it('requests jobs of interest at once, most important first, at most 8 at a time', async () => {
    const { monitor, ids, open, readings } = watched();
    monitor.setInterest('visible', range(20).reverse());
    assert.deepEqual(ids(), [20, 19, 18, 17, 16, 15, 14, 13]);
    await readings[3]?.respond('running');
    assert.deepEqual(ids().slice(8), [12]);
    assert.equal(open.size, 8);
  });

  it('reads active jobs at the fast pace, ended ones at the slow one, unknown words more and more slowly', async () => {
    const words: Readonly<Record<number, string>> = { 1: 'running', 2: 'finished', 3: 'на паузе' };
    const { monitor, readings, advance } = watched(id => words[id] ?? '');
    monitor.setInterest('visible', [1, 2, 3]);
    await advance(0);
    assert.deepEqual(
      [1, 2, 3].map(id => monitor.get(id)?.kind),
      ['running', 'succeeded', 'unknown'],
    );
    for (let second = 0; second < 60; second++) await advance(1_000);
    const count = (id: number) => readings.filter(reading => reading.id === id).length;
    assert.deepEqual([count(1), count(2), count(3)], [13, 2, 6]);
  });

  it('a touched job is read at once, unless it is not needed', async () => {
    const { monitor, ids, advance } = watched(() => 'finished');
    monitor.setInterest('visible', [1, 2]);
    await advance(0);
    monitor.touch([2, 99]);
    await settled();
    assert.deepEqual(ids(), [1, 2, 2]);
  });

  it('dropping interest cancels the reads in progress, and late responses do not count', async () => {
    const { monitor, readings, changes, advance } = watched();
    monitor.setInterest('visible', [1, 2]);
    monitor.setInterest('visible', [2]);
    assert.deepEqual(
      readings.map(reading => reading.signal?.aborted),
      [true, false],
    );
    await readings[0]?.respond('running');
    await readings[1]?.respond('running');
    await advance(batchMs);
    assert.deepEqual([monitor.get(1), monitor.get(2)?.word, changes], [undefined, 'running', [[2]]]);
  });

  it('reports changes in batches, and nothing when nothing changed', async () => {
    const { monitor, open, changes, respondAll, advance } = watched();
    monitor.setInterest('visible', [1, 2, 3]);
    await respondAll('running');
    assert.deepEqual(changes, []);
    await advance(batchMs);
    assert.deepEqual(changes, [[1, 2, 3]]);
    await advance(activeMs);
    assert.equal(open.size, 3);
    await respondAll('running');
    await advance(batchMs);
    assert.equal(changes.length, 1);
    await advance(activeMs);
    await respondAll('finished');
    await advance(batchMs);
    assert.deepEqual(changes[1], [1, 2, 3]);
  });

  it('a deleted job loses its status, and is no failure of the server', async () => {
    const { monitor, outage, readings, failures, missing, changes, advance } = watched();
    monitor.setInterest('visible', [1, 2]);
    await readings[0]?.respond('running');
    await readings[1]?.respond('running');
    await advance(activeMs);
    await readings[2]?.fail(statusError(404));
    await advance(batchMs);
    assert.deepEqual(missing, [1]);
    assert.deepEqual([monitor.get(1), failures, outage.state.kind === 'offline'], [undefined, [], false]);
    assert.deepEqual(changes.at(-1), [1]);
  });

  it('the 404 page of a proxy does not affect the known status of a job', async () => {
    const { monitor, readings, failures, advance } = watched();
    monitor.setInterest('visible', [1]);
    await readings[0]?.respond('running');
    await advance(activeMs);
    await readings[1]?.fail(proxyPage());
    await advance(batchMs);
    assert.deepEqual([monitor.get(1)?.word, failures.length], ['running', 1]);
  });

  it('a manual read is stored like any other', async () => {
    const { monitor, readings, changes, advance } = watched();
    const reading = monitor.read(7);
    await readings[0]?.respond('running');
    assert.equal((await reading).kind, 'running');
    await advance(batchMs);
    assert.deepEqual([monitor.get(7)?.word, changes], ['running', [[7]]]);
  });

  it('reports an end at the first read of a job that was active when it was last seen', async () => {
    const lastWords = new Map([
      [1, 'running'],
      [2, 'queued'],
      [3, 'finished'],
      [4, 'running'],
    ]);
    const now = new Map([[4, 'running']]);
    const { monitor, advance } = watched(id => now.get(id) ?? 'failed');
    monitor.recall(new Map([...lastWords].map(([id, word]) => [id, { word, seenMs: 0 }])));
    const ended: number[] = [];
    monitor.onDidEnd(({ id }) => ended.push(id));
    monitor.setInterest('watched', [1, 2, 3, 4, 5]);
    await advance(600_000);
    assert.deepEqual(ended, [1, 2], 'once, and only of what was active');
    now.set(4, 'finished');
    await advance(600_000);
    assert.deepEqual(ended, [1, 2, 4]);
  });

  it('a manual read that is canceled is not awaited', async () => {
    const { monitor, readings } = watched();
    const controller = new AbortController();
    const reading = monitor.read(1, { signal: controller.signal });
    controller.abort();
    await assert.rejects(reading, { name: 'AbortError' });
    await assert.rejects(monitor.read(2, { signal: controller.signal }), { name: 'AbortError' });
    assert.equal(readings.length, 1);
    await readings[0]?.respond('running');
    assert.equal(monitor.get(1)?.word, 'running');
  });

  it('requests, reports and awaits nothing after disposal', async () => {
    const { monitor, readings, changes, clock, advance } = watched();
    monitor.setInterest('visible', [1, 2]);
    await readings[0]?.respond('running');
    monitor.dispose();
    await readings[1]?.respond('running');
    monitor.touch([1]);
    await advance(inactiveMs * 2);
    assert.deepEqual([readings.length, changes, clock.pending], [2, [], 0]);
  });
});

describe('StatusMonitor while the server fails', () => {
  it('backs off from 2 s to 60 s with one request at a time, and reports once', async () => {
    const error = statusError(503);
    const { monitor, times, failures, open, failAll, advance } = watched();
    monitor.setInterest('visible', [1]);
    for (let round = 0; round < 6; round++) {
      assert.equal(open.size, 1);
      await failAll(error);
      await advance(Math.min(60_000, 2_000 * 4 ** round) - 1);
      assert.equal(open.size, 0, `round ${round}`);
      await advance(1);
    }
    assert.deepEqual(
      times(),
      [0, 2, 10, 42, 102, 162, 222].map(seconds => seconds * 1_000),
    );
    assert.deepEqual(failures, [error]);
  });

  it('one failure may be transient: it is reported when the next request fails as well', async () => {
    const { monitor, outage, readings, failures, failAll, respondAll, advance } = watched();
    monitor.setInterest('visible', [1, 2, 3]);
    await failAll(statusError(503));
    assert.deepEqual([outage.state.kind, failures.length, readings.length], ['online', 0, 3]);
    await advance(2_000);
    await respondAll('running');
    assert.deepEqual([outage.state.kind, failures.length, readings.length], ['online', 0, 6]);
    await respondAll('running');
    await advance(activeMs);
    await failAll(statusError(502));
    await advance(2_000);
    await failAll(statusError(502));
    assert.deepEqual([outage.state.kind, failures.length], ['offline', 1]);
  });

  it('touching does not break the pause, but the user may', async () => {
    const { monitor, readings, failures, failAll, advance } = watched();
    monitor.setInterest('visible', [1]);
    await failAll(statusError(503));
    await advance(2_000);
    await failAll(statusError(503));
    monitor.touch([1]);
    await settled();
    assert.deepEqual([readings.length, failures.length], [2, 1]);
    monitor.retryNow();
    await settled();
    assert.equal(readings.length, 3);
  });

  it('one job that always fails among others is reported once, and the others stay fresh', async () => {
    const { monitor, readings, failures, open, advance } = watched();
    monitor.setInterest('visible', [1, 2, 3]);
    for (let second = 0; second < 300; second++) {
      for (const reading of [...open]) {
        if (reading.id === 2) await reading.fail(statusError(500));
        else await reading.respond('running');
      }
      await advance(1_000);
    }
    assert.equal(failures.length, 1);
    assert.ok(readings.filter(reading => reading.id === 1).length >= 40);
  });
});
