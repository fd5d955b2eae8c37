import assert from 'node:assert/strict';
import type { Job } from '../../../src/api/model/job.ts';
import type { ListOptions } from '../../../src/api/resources/jobs.ts';
import type { Page } from '../../../src/api/resources/listPage.ts';
import { JobStore, type JobsApi, type JobsChange } from '../../../src/store/jobs/jobStore.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { gate, job, jobsApi, page, proxyPage, settled, startMs, statusError } from '../support/fakes.ts';

type Pages = (options: ListOptions) => AsyncGenerator<Page<Job>, void, undefined>;

/** A store over an API whose responses the test provides. */
function storeOver(api: Partial<JobsApi>) {
  const clock = createManualClock(startMs);
  const store = new JobStore(jobsApi({ list: () => pagesOf(), ...api }), clock);
  const changes: JobsChange[] = [];
  store.onDidChange(change => changes.push(change));
  return { store, clock, changes };
}

async function* pagesOf(...pages: readonly Page<Job>[]): AsyncGenerator<Page<Job>, void, undefined> {
  for (const each of pages) yield await Promise.resolve(each);
}

/** Pages of two jobs from a list that the test changes in the meantime; `from` is where the next one starts. */
function listOf(jobs: () => readonly Job[], requests: string[] = []): Pages {
  return async function* ({ from, signal }) {
    for (let start: number | undefined = Number(from ?? 0); start !== undefined; ) {
      signal?.throwIfAborted();
      requests.push(String(start));
      const all = jobs();
      const end: number = start + 2;
      const next = end < all.length ? end : undefined;
      yield await Promise.resolve(
        page(all.slice(start, end), {
          total: all.length,
          next: next === undefined ? undefined : String(next),
        }),
      );
      start = next;
    }
  };
}

const idsOf = (store: JobStore) => store.jobs.map(each => each.id);

describe('JobStore', () => {
  it('reads the first page, then more, then all', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7].map(id => job(id));
    const requests: string[] = [];
    const { store, clock } = storeOver({ list: listOf(() => all, requests) });
    await store.firstRows();
    await store.firstRows();
    assert.deepEqual([idsOf(store), store.isComplete, store.total], [[1, 2], false, 7]);
    assert.deepEqual(store.state, { kind: 'ready', asOfMs: clock.now() });
    await store.readNext(1);
    assert.deepEqual(idsOf(store), [1, 2, 3, 4]);
    let reports = 0;
    await store.whole(undefined, () => reports++);
    assert.deepEqual([idsOf(store), store.isComplete, reports], [[1, 2, 3, 4, 5, 6, 7], true, 2]);
    assert.deepEqual(requests, ['0', '2', '4', '6']);
    await store.readNext(1);
    await store.whole();
    assert.equal(requests.length, 4);
  });

  it('refreshes as many pages as were loaded', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7].map(id => job(id));
    const requests: string[] = [];
    const { store } = storeOver({ list: listOf(() => all, requests) });
    await store.refresh();
    await store.readNext(1);
    requests.length = 0;
    await store.refresh();
    assert.deepEqual(
      [idsOf(store), requests],
      [
        [1, 2, 3, 4],
        ['0', '2'],
      ],
    );
    await store.readNext(1);
    assert.deepEqual(idsOf(store), [1, 2, 3, 4, 5, 6]);
  });

  it('keeps the identity of jobs that did not change, and reports which did', async () => {
    let all = [job(1), job(2)];
    const { store, changes } = storeOver({ list: listOf(() => all) });
    await store.refresh();
    const [first, second] = store.jobs;
    all = [structuredClone(job(1)), job(2, { name: 'Renamed' })];
    changes.length = 0;
    await store.refresh();
    assert.equal(store.jobs[0], first);
    assert.notEqual(store.jobs[1], second);
    assert.deepEqual(
      changes.filter(change => change.kind === 'jobs'),
      [{ kind: 'jobs', ids: [2] }],
    );
  });

  it('lists each job once when rows shift between pages and no count reveals it', async () => {
    const pages = [page([job(1), job(2)], { next: 'b' }), page([job(2), job(3)])];
    const { store } = storeOver({
      list: ({ from } = {}) => pagesOf(...(from === undefined ? pages : pages.slice(1))),
    });
    await store.refresh();
    await store.readNext(1);
    assert.deepEqual(idsOf(store), [1, 2, 3]);
  });

  it('reads the pages again when the count shows that rows shifted, so that none is missed', async () => {
    let all = [1, 2, 3, 4, 5, 6].map(id => job(id));
    const { store } = storeOver({ list: listOf(() => all) });
    await store.refresh();
    all = all.filter(each => each.id !== 1);
    const coverage = await store.whole();
    assert.deepEqual([idsOf(store), coverage], [[2, 3, 4, 5, 6], { kind: 'complete', read: 5, total: 5 }]);
  });

  it('reads again once when the count changes within one refresh, and then accepts the result', async () => {
    let count = 10;
    let readings = 0;
    const { store } = storeOver({
      list: async function* ({ from } = {}) {
        readings += 1;
        for (let start = Number(from ?? 0); start < 4; start += 2) {
          count += 1;
          yield page([job(start), job(start + 1)], { total: count, next: String(start + 2) });
        }
      },
    });
    await store.refresh();
    await store.readNext(1);
    readings = 0;
    await store.refresh();
    assert.deepEqual([idsOf(store), readings], [[0, 1, 2, 3], 2]);
  });

  it('shows unreadable rows, and a total of at least the loaded rows', async () => {
    const bad = { index: 1, raw: { id: 'x' }, problem: { path: 'id', code: 'value' } } as const;
    const { store } = storeOver({
      list: () => pagesOf(page([job(1), job(2)], { unreadable: [bad], total: 0 })),
    });
    await store.refresh();
    assert.deepEqual([store.unreadable, store.total, store.loadedCount], [[bad], 2, 2]);
    await store.refresh();
    assert.deepEqual(store.unreadable, [bad]);
  });

  it('shows pages while more are read, but not each one if there are many per second', async () => {
    const { store, clock, changes } = storeOver({
      list: async function* ({ from } = {}) {
        const start = Number(from ?? 0);
        for (let number = start; number < (from === undefined ? 1 : 9); number++) {
          if (from !== undefined) clock.advance(250);
          yield page([job(number)], { next: number < 8 ? String(number + 1) : undefined });
        }
      },
    });
    clock.advance(10_000);
    await store.refresh();
    changes.length = 0;
    const shown: number[] = [];
    const listening = store.onDidChange(() => shown.push(store.loadedCount));
    await store.whole();
    listening.dispose();
    assert.deepEqual(shown, [3, 5, 7, 9, 9, 9]);
    assert.ok(changes.every(({ kind }) => kind === 'list'));
  });

  it('a read of some pages keeps the other rows, and still detects that rows have shifted', async () => {
    let all = [1, 2, 3, 4, 5, 6, 7, 8].map(id => job(id));
    const requests: string[] = [];
    const { store } = storeOver({ list: listOf(() => all, requests) });
    await store.refresh();
    await store.readNext(1);
    await store.readNext(1);
    all = all.filter(({ id }) => id !== 2);
    store.forget(2);
    requests.length = 0;
    await store.refresh({ pages: 1 });
    assert.deepEqual([requests, idsOf(store)], [['0'], [1, 3, 4, 5, 6]]);
    await store.readNext(1);
    assert.deepEqual([idsOf(store), store.isComplete], [[1, 3, 4, 5, 6, 7, 8], true]);
  });

  it('a failed refresh keeps the data and is reported, and the next one recovers', async () => {
    const error = statusError(503);
    let isDown = false;
    const { store, clock } = storeOver({
      list: async function* () {
        if (isDown) throw error;
        yield page([job(1)]);
      },
    });
    await store.refresh();
    isDown = true;
    clock.advance(60_000);
    await assert.rejects(store.refresh(), error);
    assert.deepEqual(store.state, { kind: 'failed', error, asOfMs: startMs });
    assert.deepEqual(idsOf(store), [1]);
    isDown = false;
    await store.refresh();
    assert.deepEqual(store.state, { kind: 'ready', asOfMs: startMs + 60_000 });
  });

  it('a refresh that fails at its second page does not change what is shown', async () => {
    let isDown = false;
    const { store } = storeOver({
      list: async function* ({ from } = {}) {
        if (from === undefined) yield page([job(isDown ? 9 : 1)], { next: 'b' });
        if (isDown) throw statusError(503);
        yield page([job(2)]);
      },
    });
    await store.refresh();
    await store.readNext(1);
    isDown = true;
    await assert.rejects(store.refresh());
    assert.deepEqual(idsOf(store), [1, 2]);
  });

  it('a canceled refresh leaves the state unchanged', async () => {
    const { store } = storeOver({ list: listOf(() => [job(1)]) });
    await assert.rejects(store.refresh({ signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(store.state.kind, 'unread');
    await store.refresh();
    const state = store.state;
    await assert.rejects(store.refresh({ signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(store.state, state);
  });

  it('a canceled load of all keeps the pages that arrived', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8].map(id => job(id));
    const { store } = storeOver({ list: listOf(() => all) });
    await store.refresh();
    const controller = new AbortController();
    const onProgress = () => {
      if (store.loadedCount === 4) controller.abort();
    };
    await assert.rejects(store.whole(controller.signal, onProgress), { name: 'AbortError' });
    assert.deepEqual([idsOf(store), store.state.kind], [[1, 2, 3, 4], 'ready']);
    await store.whole();
    assert.equal(store.loadedCount, 8);
  });

  it('runs reads one after the other, and the failure of one does not affect the next', async () => {
    let inFlight = 0;
    let most = 0;
    let readings = 0;
    const { store } = storeOver({
      list: async function* () {
        inFlight += 1;
        most = Math.max(most, inFlight);
        readings += 1;
        const failing = readings === 1;
        await settled();
        inFlight -= 1;
        if (failing) throw statusError(500);
        yield page([job(readings)]);
      },
    });
    const results = await Promise.allSettled([store.refresh(), store.refresh(), store.refresh()]);
    assert.deepEqual(
      results.map(result => result.status),
      ['rejected', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual([most, idsOf(store), store.state.kind], [1, [3], 'ready']);
  });

  it('does not make a caller wait for further pages if it only needs the list to be loaded', async () => {
    const slow = gate();
    const { store } = storeOver({
      list: async function* ({ from } = {}) {
        if (from !== undefined) await slow.promise;
        yield page([job(from === undefined ? 1 : 2)], {
          total: 2,
          next: from === undefined ? '2' : undefined,
        });
      },
    });
    await store.refresh();
    const loading = store.whole();
    await settled();
    let isThere = false;
    void store.firstRows().then(() => {
      isThere = true;
    });
    await settled();
    assert.ok(isThere);
    slow.open();
    await loading;
    assert.deepEqual(idsOf(store), [1, 2]);
  });

  it('a response about a job updates the list, without an event if nothing changed', async () => {
    const { store, changes } = storeOver({
      list: listOf(() => [job(1), job(2)]),
      get: id => Promise.resolve(job(id, { name: 'Fresh' })),
    });
    await store.refresh();
    changes.length = 0;
    await store.read(1);
    await store.read(1);
    const updated = store.upsert(job(2, { name: 'B' }));
    assert.deepEqual(changes, [
      { kind: 'jobs', ids: [1] },
      { kind: 'jobs', ids: [2] },
    ]);
    assert.deepEqual(
      store.jobs.map(each => each.name),
      ['Fresh', 'B'],
    );
    assert.equal(store.get(2), updated);
  });

  it('a created job is listed, a removed one is not, and the count follows', async () => {
    const { store } = storeOver({ list: listOf(() => [job(1), job(2), job(3)]) });
    await store.refresh();
    store.created(job(9));
    assert.deepEqual([idsOf(store), store.total], [[1, 2, 9], 4]);
    store.forget(1);
    assert.deepEqual([idsOf(store), store.total, store.get(1)], [[2, 9], 3, undefined]);
  });

  it('misses no job after one’s own delete, although the rows of the next page have shifted', async () => {
    let all = [1, 2, 3, 4, 5, 6].map(id => job(id));
    const { store } = storeOver({ list: listOf(() => all) });
    await store.refresh();
    all = all.filter(({ id }) => id !== 1);
    store.forget(1);
    await store.whole();
    assert.deepEqual([idsOf(store), store.total], [[2, 3, 4, 5, 6], 5]);
  });

  it('rows that shifted are read again by the next reading when this one could not', async () => {
    let all = [1, 2, 3, 4, 5, 6].map(id => job(id));
    let refused: number | undefined;
    const list = listOf(() => all);
    const { store } = storeOver({
      list: options => {
        if (options?.from === undefined && refused !== undefined) throw statusError(refused);
        return list(options ?? {});
      },
    });
    await store.refresh();
    all = all.filter(each => each.id !== 1);
    refused = 503;
    await assert.rejects(store.whole(), { status: 503 });
    assert.ok(!store.isComplete);
    refused = undefined;
    await store.whole();
    assert.deepEqual(idsOf(store), [2, 3, 4, 5, 6]);
  });

  it('a next page that the server never has is reported, and what was read stays', async () => {
    const { store } = storeOver({
      list: async function* ({ from, atMost = 1 } = {}) {
        if (from === undefined) yield page([job(1)], { next: '/wrong' });
        if (from !== undefined || atMost > 1) throw statusError(404);
      },
    });
    await store.refresh();
    await assert.rejects(store.readNext(1), { status: 404 });
    assert.deepEqual([idsOf(store), store.isComplete, store.state.kind], [[1], false, 'failed']);
  });

  it('a page that is missing because jobs were deleted while the list was read is read again', async () => {
    let readings = 0;
    const { store } = storeOver({
      list: async function* ({ from } = {}) {
        if (from === undefined) readings += 1;
        if (from === undefined) yield page([job(1)], { next: 'b', total: 2 });
        if (readings === 2) throw statusError(404);
        yield page([job(2)], { total: 2 });
      },
    });
    await store.refresh();
    await store.readNext(1);
    assert.deepEqual([idsOf(store), readings], [[1, 2], 1]);
    await store.refresh();
    assert.deepEqual([idsOf(store), readings, store.state.kind], [[1, 2], 3, 'ready']);
  });

  it('a further page that was not found causes a read of the pages that exist now', async () => {
    let all = [1, 2, 3].map(id => job(id));
    const list = listOf(() => all);
    const { store } = storeOver({
      list: async function* (options = {}) {
        if (Number(options.from ?? 0) >= all.length) throw statusError(404);
        yield* list(options);
      },
    });
    await store.refresh();
    all = [job(2), job(3)];
    await store.readNext(1);
    assert.deepEqual([idsOf(store), store.isComplete, store.state.kind], [[2, 3], true, 'ready']);
  });

  it('a read of a job that was deleted in the meantime does not bring it back', async () => {
    const reading = gate<Job>();
    const { store } = storeOver({
      list: listOf(() => [job(1), job(2)]),
      get: () => reading.promise,
    });
    await store.refresh();
    const read = store.read(1);
    store.forget(1);
    reading.open(job(1));
    assert.equal((await read).id, 1);
    assert.equal(store.get(1), undefined);
  });

  it('a deleted job leaves the list when it is read', async () => {
    const get = () => Promise.reject(statusError(404));
    const { store } = storeOver({ list: listOf(() => [job(1), job(2)]), get });
    await store.refresh();
    await assert.rejects(store.read(1), { status: 404 });
    assert.deepEqual(idsOf(store), [2]);
  });

  for (const [what, error] of [
    ['is no 404', statusError(500)],
    ['is the 404 page of a proxy', proxyPage()],
  ] as const) {
    it(`a failure that ${what} leaves the job where it is`, async () => {
      const { store } = storeOver({ list: listOf(() => [job(1)]), get: () => Promise.reject(error) });
      await store.refresh();
      await assert.rejects(store.read(1), { status: error.status });
      assert.deepEqual(idsOf(store), [1]);
    });
  }

  describe('a response that arrives while a list is being read is newer than the list', () => {
    /** A store whose next refresh waits until `list` opens, with rows from before. */
    async function duringRefresh(act: (store: JobStore) => unknown) {
      const list = gate<readonly Job[]>();
      let isFirst = true;
      const { store } = storeOver({
        list: async function* () {
          const rows = isFirst ? [job(1), job(2)] : await list.promise;
          isFirst = false;
          yield page(rows, { total: rows.length });
        },
        get: id => Promise.resolve(job(id, { name: 'Fresh' })),
      });
      await store.refresh();
      const refreshing = store.refresh();
      await settled();
      await act(store);
      list.open([job(1), job(2)]);
      await refreshing;
      return store;
    }

    it('an update', async () => {
      const store = await duringRefresh(s => s.upsert(job(2, { enabled: false })));
      assert.deepEqual([idsOf(store), store.get(2)?.enabled], [[1, 2], false]);
    });

    it('a fresh read', async () => {
      const store = await duringRefresh(s => s.read(1));
      assert.equal(store.get(1)?.name, 'Fresh');
    });

    it('a create', async () => {
      const store = await duringRefresh(s => s.created(job(9)));
      assert.deepEqual(idsOf(store), [1, 2, 9]);
    });

    it('a delete', async () => {
      const store = await duringRefresh(s => s.forget(1));
      assert.deepEqual([idsOf(store), store.get(1), store.loadedCount], [[2], undefined, 1]);
    });

    it('but not newer than the next one', async () => {
      const store = await duringRefresh(s => s.upsert(job(2, { enabled: false })));
      await store.refresh();
      assert.equal(store.get(2)?.enabled, true);
    });
  });

  describe('a read of all jobs that does not affect the list', () => {
    const bad = { index: 0, raw: {}, problem: { path: 'id', code: 'value' } } as const;
    const pages = [
      page([job(1, { name: ' A ' }), job(2, { name: 'B' })], { total: 3, next: 'b', unreadable: [bad] }),
      page([job(2, { name: 'B, later' }), job(3, { name: 'A' })], { total: 3, unreadable: [bad] }),
    ];
    function wholeStore() {
      const requests: ListOptions[] = [];
      const list = (options: ListOptions = {}) => {
        requests.push(options);
        return pagesOf(...pages);
      };
      return { ...storeOver({ list }), requests };
    }

    it('has each job once, as last read, and the unreadable rows', async () => {
      const { store, requests, changes } = wholeStore();
      const { jobs, unreadable } = await store.all();
      assert.deepEqual(
        jobs.map(({ id, name }) => [id, name]),
        [
          [1, ' A '],
          [2, 'B, later'],
          [3, 'A'],
        ],
      );
      assert.equal(unreadable.length, 2);
      assert.ok(requests.every(({ isUnfiltered }) => isUnfiltered === true));
      assert.deepEqual([store.jobs, changes], [[], []]);
    });

    it('finds jobs by name, ignoring surrounding spaces', async () => {
      const { store } = wholeStore();
      const found = await store.named(new Set(['A ', 'C']));
      assert.deepEqual(
        found.map(({ id }) => id),
        [1, 3],
      );
    });
  });

  it('notifies nobody after it was disposed', async () => {
    const { store, changes } = storeOver({ list: listOf(() => [job(1)]) });
    const refreshing = store.refresh();
    await settled();
    changes.length = 0;
    store.dispose();
    await refreshing.catch(() => undefined);
    store.upsert(job(5));
    assert.deepEqual(changes, []);
  });
});
