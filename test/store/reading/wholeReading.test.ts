import assert from 'node:assert/strict';
import { RequestBudget } from '../../../src/store/reading/requestBudget.ts';
import { type Coverage, type PagedList, WholeReading } from '../../../src/store/reading/wholeReading.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { settled, statusError } from '../support/fakes.ts';

/** A list of this many pages of one row, whose budget is 20 pages per minute. */
function listOf(pages: number, { mostRows = 1_000 } = {}) {
  const clock = createManualClock(0);
  let failure: Error | undefined;
  const reads: number[] = [];
  const list = {
    loadedCount: 1,
    total: pages,
    state: { kind: 'ready', asOfMs: 0 },
    get pageCount() {
      return this.loadedCount;
    },
    get isComplete() {
      return this.loadedCount >= pages;
    },
    get isAtEnd() {
      return this.isComplete;
    },
    lack: undefined,
    readNext: async (atMost, { signal, onPage } = {}) => {
      reads.push(atMost);
      await settled();
      signal?.throwIfAborted();
      if (failure !== undefined) throw failure;
      list.loadedCount = Math.min(pages, list.loadedCount + atMost);
      onPage?.();
    },
  } satisfies PagedList;
  const reading = new WholeReading(list, {
    clock,
    budget: new RequestBudget(clock, () => 20),
    mostRows: () => mostRows,
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    for (let turn = 0; turn < 20; turn++) await settled();
    return list.loadedCount;
  };
  const fails = (error: Error | undefined) => {
    failure = error;
  };
  return { reading, list, reads, pass, fails, clock };
}

describe('the reading of a whole list', () => {
  it('proceeds in the background within its budget, and not while nobody sees the list', async () => {
    const { reading, pass, clock } = listOf(60);
    assert.equal(await pass(0), 1);
    reading.setInBackground(true);
    assert.deepEqual([await pass(499), await pass(1)], [1, 17], 'a minute’s requests may be sent at once');
    assert.deepEqual([await pass(11_999), await pass(1)], [17, 25]);
    reading.setInBackground(false);
    assert.deepEqual([await pass(60_000), clock.pending], [25, 0]);
    reading.setInBackground(true);
    assert.equal(await pass(500), 41);
  });

  it('is complete at once for a caller, who sees its progress', async () => {
    const { reading } = listOf(200);
    reading.setInBackground(true);
    const seen: Coverage[] = [];
    const coverage = await reading.whole(undefined, each => seen.push(each));
    assert.deepEqual(coverage, { kind: 'complete', read: 200, total: 200 });
    assert.deepEqual(seen.at(-1), coverage);
    assert.ok(seen.length > 1);
    assert.equal(reading.forMs, undefined);
  });

  it('ends for a caller that cancels, and continues for another', async () => {
    const { reading, list, pass } = listOf(200);
    const controller = new AbortController();
    const canceled = reading.whole(controller.signal, () => controller.abort());
    const other = reading.whole();
    await assert.rejects(canceled, { name: 'AbortError' });
    assert.equal((await other).kind, 'complete');
    list.loadedCount = 1;
    const again = new AbortController();
    await assert.rejects(
      reading.whole(again.signal, () => again.abort()),
      { name: 'AbortError' },
    );
    const readUntilThen = await pass(0);
    assert.ok(readUntilThen < 100, 'nobody waits for the rest');
  });

  it('stops when the user stops it, says so to callers, and resumes', async () => {
    const { reading, list, pass } = listOf(200);
    reading.setInBackground(true);
    const waiting = reading.whole(undefined, () => reading.stop());
    assert.equal((await waiting).kind, 'stopped');
    const read = list.loadedCount;
    assert.equal(await pass(600_000), read);
    reading.resume();
    assert.ok((await pass(60_000)) > read);
    reading.stop();
    assert.equal((await reading.whole()).kind, 'complete', 'a question about all resumes it');
  });

  it('reads no more rows than the limit, and says that this is why', async () => {
    const { reading, reads, pass } = listOf(60, { mostRows: 12 });
    reading.setInBackground(true);
    assert.equal(await pass(60_000), 12);
    assert.deepEqual(await reading.whole(), { kind: 'limited', read: 12, total: 60 });
    assert.deepEqual(reads, [8, 3]);
  });

  it('reports a failure to callers, and resumes when the list can be read again', async () => {
    const { reading, fails, pass, list } = listOf(60);
    fails(statusError(503));
    reading.setInBackground(true);
    assert.equal(await pass(60_000), 1);
    await assert.rejects(reading.whole(), { status: 503 });
    fails(undefined);
    reading.proceed();
    await pass(500);
    assert.ok(list.loadedCount > 1);
  });
});
