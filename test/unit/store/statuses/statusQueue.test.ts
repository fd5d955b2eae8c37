import assert from 'node:assert/strict';
import type { StatusKind } from '../../../../src/model/jobStatus.ts';
import { ServerHealth } from '../../../../src/store/reading/serverHealth.ts';
import { type InterestKind, InterestList } from '../../../../src/store/statuses/interest.ts';
import type { Paces } from '../../../../src/store/statuses/pace.ts';
import { StatusCache } from '../../../../src/store/statuses/statusCache.ts';
import { StatusQueue } from '../../../../src/store/statuses/statusQueue.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { startMs } from '../support/fakes.ts';
import { range } from '../support/simulatedFleet.ts';

const paces: Paces = { activeMs: 15_000, inactiveMs: 60_000, watchedMs: 60_000, requestsPerMinute: 1_000 };

function queueWith(given: Partial<Paces> = {}) {
  const clock = createManualClock(startMs);
  const cache = new StatusCache();
  const interest = new InterestList();
  const runs = new Map<number, number>();
  const queue = new StatusQueue({
    clock,
    random: () => 0,
    paces: () => ({ ...paces, ...given }),
    cache,
    interest,
    health: new ServerHealth(clock),
    nextRunMs: (id, nowMs) => {
      const inMs = runs.get(id);
      return inMs === undefined ? undefined : nowMs + inMs;
    },
  });
  const underWay = new Set<number>();
  const want = (kind: InterestKind, ids: readonly number[]) => {
    interest.set(kind, kind, ids);
    queue.replan();
  };
  /** The server's response about this job, as the reader delivers it. */
  const respond = (id: number, kind: StatusKind) => {
    const isFirst = cache.get(id) === undefined;
    cache.keep(id, { word: kind, kind, asOfMs: clock.now() }, cache.nextOrder());
    queue.succeeded(id);
    if (kind === 'running') queue.moved(id, !isFirst);
    underWay.delete(id);
    queue.settled(id);
  };
  const start = (id: number) => {
    queue.started(id);
    underWay.add(id);
  };
  const next = () => queue.next(underWay);
  const look = (isInView: boolean) => {
    interest.setAttention({ isViewVisible: isInView, isWindowFocused: isInView });
    queue.replan();
  };
  /** Reads everything that is due, each at once. */
  const read = (kind: StatusKind) => {
    const ids: number[] = [];
    for (let due = next(); due !== undefined && due.atMs <= clock.steadyMs(); due = next()) {
      ids.push(due.id);
      start(due.id);
      respond(due.id, kind);
      assert.ok(ids.length < 100, 'it reads without end');
    }
    return ids;
  };
  look(true);
  return { clock, cache, queue, runs, underWay, want, respond, start, next, look, read };
}

describe('the job whose status is read next', () => {
  it('is a visible one, at once at first and then when it is due', () => {
    const { want, next, start, respond, clock } = queueWith();
    assert.equal(next(), undefined);
    want('visible', [1, 2]);
    assert.deepEqual(next(), { id: 1, atMs: 0 });
    start(1);
    assert.deepEqual(next(), { id: 2, atMs: 0 });
    start(2);
    assert.equal(next(), undefined, 'both are under way');
    clock.advance(500);
    respond(2, 'succeeded');
    respond(1, 'succeeded');
    assert.deepEqual(next(), { id: 2, atMs: 60_500 });
  });

  it('is also one that was executing when it was last read, while the list is visible', () => {
    for (const kind of ['running', 'queued', 'unknown', 'succeeded'] as const) {
      const { want, next, read, look, queue } = queueWith();
      want('visible', [1]);
      read(kind);
      want('visible', []);
      const isActive = kind === 'running' || kind === 'queued';
      assert.deepEqual([queue.isWanted(1), next()?.id], isActive ? [true, 1] : [false, undefined], kind);
      look(false);
      assert.deepEqual([queue.isWanted(1), next()], [false, undefined], kind);
    }
  });

  it('is a followed one when it is due, however low the request limit is', () => {
    const { want, next, read, clock } = queueWith({ requestsPerMinute: 3 });
    want('followed', [1]);
    want('visible', range(2, 5));
    read('succeeded');
    assert.deepEqual(next(), { id: 1, atMs: 3_000 });
    want('followed', []);
    // Five jobs need one read every 54 s each, and one a minute is left for all of them.
    const dueMs = (5 * 60_000 * 60_000) / 54_000;
    assert.equal(Math.round(next()?.atMs ?? 0), Math.round(dueMs));
    clock.advance(dueMs - 1);
    assert.equal(next()?.id, 2);
  });

  it('is one with a recent operation, at once and every 2 s, if it is wanted', () => {
    const { want, next, read, queue, clock } = queueWith();
    want('visible', [1, 2]);
    read('running');
    clock.advance(1_000);
    queue.touch(2);
    queue.touch(99);
    assert.deepEqual(next(), { id: 2, atMs: 0 });
    assert.deepEqual(read('queued'), [2]);
    assert.deepEqual([next()?.id, clock.steadyMs()], [2, 1_000]);
    assert.equal(next()?.atMs, 3_000);
    want('visible', [1, 2, 99]);
    assert.deepEqual(next(), { id: 99, atMs: 0 });
  });

  it('is soon one that was seen to start, and later one that was already executing', () => {
    const { want, next, read, respond, start } = queueWith();
    want('visible', [1]);
    assert.deepEqual(read('running'), [1]);
    assert.equal(next()?.atMs, 7_500);
    start(1);
    respond(1, 'running');
    assert.equal(next()?.atMs, 2_000);
  });

  it('is one that could not be read, after increasing pauses', () => {
    const { want, next, start, queue, underWay, clock } = queueWith();
    want('visible', [1]);
    clock.advance(1_000);
    start(1);
    queue.failed(1);
    underWay.delete(1);
    queue.settled(1);
    assert.deepEqual(next(), { id: 1, atMs: 121_000 });
    queue.allNow();
    assert.deepEqual(next(), { id: 1, atMs: 0 });
    start(1);
    queue.failed(1);
    underWay.delete(1);
    queue.settled(1);
    assert.deepEqual(next(), { id: 1, atMs: 121_000 }, 'earlier failures are forgotten');
  });

  it('is at once one that was due while the view was hidden, and others when they are due', () => {
    const { want, next, read, look, queue, clock } = queueWith();
    want('visible', [1]);
    read('succeeded');
    clock.advance(30_000);
    want('visible', [1, 2]);
    read('succeeded');
    look(false);
    clock.advance(30_000);
    look(true);
    queue.catchUp();
    assert.deepEqual(read('succeeded'), [1]);
    assert.deepEqual(next(), { id: 2, atMs: 90_000 });
  });

  it('is one whose schedule has just run it, whatever the time of day is set to', () => {
    const { want, next, read, runs, clock } = queueWith();
    clock.advance(1_000);
    clock.set(3_600_000);
    runs.set(1, 20_000);
    want('visible', [1]);
    read('succeeded');
    assert.deepEqual(next(), { id: 1, atMs: 26_000 });
  });
});
