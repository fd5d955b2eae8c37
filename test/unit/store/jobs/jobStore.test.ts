import assert from 'node:assert/strict';
import type { ListOptions } from '../../../../src/api/resources/jobs.ts';
import type { Page } from '../../../../src/api/resources/page.ts';
import { type Job, toJobDraft } from '../../../../src/model/job.ts';
import { JobStore, type JobsApi, type JobsChange } from '../../../../src/store/jobs/jobStore.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { gate, job, jobsApi, page, proxyPage, settled, startMs, statusError } from '../support/fakes.ts';

type Pages = (options: ListOptions) => AsyncGenerator<Page<Job>, void, undefined>;

/** A store over an API whose responses the test decides. */
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

// biome-ignore lint/correctness/useYield: it fails before its first page
async function* failing(): AsyncGenerator<Page<Job>, void, undefined> {
  throw statusError(503);
}

/** Pages of two jobs out of a list that the test changes meanwhile; `from` is where the next one begins. */
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
  it('knows nothing and asks for nothing until it is asked', () => {
    const { store, changes } = storeOver({
      list: () => {
        throw new Error('the test does not expect this');
      },
    });
    assert.deepEqual(
      [store.state.kind, store.jobs, store.hasMore, store.total],
      ['unread', [], false, undefined],
    );
    assert.deepEqual(changes, []);
  });

  it('reads the first page, then more, then all', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7].map(id => job(id));
    const requests: string[] = [];
    const { store, clock } = storeOver({ list: listOf(() => all, requests) });
    await store.ensureLoaded();
    await store.ensureLoaded();
    assert.deepEqual([idsOf(store), store.hasMore, store.total], [[1, 2], true, 7]);
    assert.deepEqual(store.state, { kind: 'ready', asOfMs: clock.now() });
    await store.loadMore();
    assert.deepEqual(idsOf(store), [1, 2, 3, 4]);
    let told = 0;
    await store.loadAll({ onProgress: () => told++ });
    assert.deepEqual([idsOf(store), store.hasMore, told], [[1, 2, 3, 4, 5, 6, 7], false, 2]);
    assert.deepEqual(requests, ['0', '2', '4', '6']);
    await store.loadMore();
    await store.loadAll();
    assert.equal(requests.length, 4);
  });

  it('refreshes as many pages as were loaded', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7].map(id => job(id));
    const requests: string[] = [];
    const { store } = storeOver({ list: listOf(() => all, requests) });
    await store.refresh();
    await store.loadMore();
    requests.length = 0;
    await store.refresh();
    assert.deepEqual(
      [idsOf(store), requests],
      [
        [1, 2, 3, 4],
        ['0', '2'],
      ],
    );
    await store.loadMore();
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
    await store.loadMore();
    assert.deepEqual(idsOf(store), [1, 2, 3]);
  });

  it('reads the pages again when the count shows that rows shifted, so that none is missed', async () => {
    let all = [1, 2, 3, 4, 5, 6].map(id => job(id));
    const { store } = storeOver({ list: listOf(() => all) });
    await store.refresh();
    all = all.filter(each => each.id !== 1);
    await store.loadMore();
    assert.deepEqual([idsOf(store), store.total], [[2, 3, 4, 5], 5]);
  });

  it('reads again once when the count changes within one refresh, and then takes what comes', async () => {
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
    await store.loadMore();
    readings = 0;
    await store.refresh();
    assert.deepEqual([idsOf(store), readings], [[0, 1, 2, 3], 2]);
  });

  it('shows unreadable rows, and never fewer in all than are loaded', async () => {
    const bad = { index: 1, raw: { id: 'x' }, problem: { path: 'id', code: 'value' } } as const;
    const { store } = storeOver({
      list: () => pagesOf(page([job(1), job(2)], { unreadable: [bad], total: 0 })),
    });
    await store.refresh();
    assert.deepEqual([store.unreadable, store.total, store.loadedCount], [[bad], 2, 2]);
    await store.refresh();
    assert.deepEqual(store.unreadable, [bad]);
  });

  it('a count that a later list does not give is not kept', async () => {
    const lists = [page([job(1)], { total: 50 }), page([job(1)])];
    const { store } = storeOver({ list: () => pagesOf(...lists.splice(0, 1)) });
    await store.refresh();
    assert.equal(store.total, 50);
    await store.refresh();
    assert.equal(store.total, undefined);
  });

  it('a failed refresh keeps the data, says so, and the next one recovers', async () => {
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

  it('a refresh that fails at its second page changes nothing of what is shown', async () => {
    let isDown = false;
    const { store } = storeOver({
      list: async function* ({ from } = {}) {
        if (from === undefined) yield page([job(isDown ? 9 : 1)], { next: 'b' });
        if (isDown) throw statusError(503);
        yield page([job(2)]);
      },
    });
    await store.refresh();
    await store.loadMore();
    isDown = true;
    await assert.rejects(store.refresh());
    assert.deepEqual(idsOf(store), [1, 2]);
  });

  it('a cancelled refresh leaves the state as it was', async () => {
    const { store } = storeOver({ list: listOf(() => [job(1)]) });
    await assert.rejects(store.refresh({ signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(store.state.kind, 'unread');
    await store.refresh();
    const state = store.state;
    await assert.rejects(store.refresh({ signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(store.state, state);
  });

  it('a cancelled load of all keeps the pages that came', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8].map(id => job(id));
    const { store } = storeOver({ list: listOf(() => all) });
    await store.refresh();
    const controller = new AbortController();
    const onProgress = () => {
      if (store.loadedCount === 4) controller.abort();
    };
    await assert.rejects(store.loadAll({ signal: controller.signal, onProgress }), { name: 'AbortError' });
    assert.deepEqual([idsOf(store), store.state.kind], [[1, 2, 3, 4], 'ready']);
    await store.loadAll();
    assert.equal(store.loadedCount, 8);
  });

  it('readings go one after the other, and the failure of one is not that of the next', async () => {
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

  it('who only needs the list to be there joins a reading under way', async () => {
    const requests: string[] = [];
    const { store } = storeOver({ list: listOf(() => [job(1)], requests) });
    await Promise.all([store.refresh(), store.ensureLoaded(), store.ensureLoaded()]);
    assert.deepEqual(requests, ['0']);
  });

  it('who only needs the list to be there does not wait while more of it is read', async () => {
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
    const loading = store.loadAll();
    await settled();
    let isThere = false;
    void store.ensureLoaded().then(() => {
      isThere = true;
    });
    await settled();
    assert.ok(isThere);
    slow.open();
    await loading;
    assert.deepEqual(idsOf(store), [1, 2]);
  });

  it('a response about a job reaches the list; one that changed nothing is silent', async () => {
    const { store, changes } = storeOver({
      list: listOf(() => [job(1), job(2)]),
      get: id => Promise.resolve(job(id, { name: 'Fresh' })),
      update: (id, patch) => Promise.resolve(job(id, { name: String(patch.name) })),
    });
    await store.refresh();
    changes.length = 0;
    await store.read(1);
    await store.read(1);
    const updated = await store.update(2, { name: 'B' });
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
    const { store } = storeOver({
      list: listOf(() => [job(1), job(2), job(3)]),
      create: () => Promise.resolve(job(9)),
      remove: () => Promise.resolve(),
    });
    await store.refresh();
    await store.create(toJobDraft(job(9)));
    assert.deepEqual([idsOf(store), store.total], [[1, 2, 9], 4]);
    await store.remove(1);
    assert.deepEqual([idsOf(store), store.total, store.get(1)], [[2, 9], 3, undefined]);
  });

  it('after one’s own delete the next page, whose rows have shifted, misses no job', async () => {
    let all = [1, 2, 3, 4, 5, 6].map(id => job(id));
    const { store } = storeOver({
      list: listOf(() => all),
      remove: async id => {
        all = all.filter(each => each.id !== id);
      },
    });
    await store.refresh();
    await store.remove(1);
    await store.loadMore();
    assert.deepEqual([idsOf(store), store.total], [[2, 3, 4, 5], 5]);
    await store.loadAll();
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
    await assert.rejects(store.loadMore(), { status: 503 });
    refused = undefined;
    await store.loadAll();
    assert.deepEqual(idsOf(store), [2, 3, 4, 5, 6]);
  });

  it('to load more where there is no more reads nothing, and claims nothing', async () => {
    let isThere = true;
    const { store, clock } = storeOver({
      list: () => (isThere ? pagesOf(page([job(1)])) : failing()),
    });
    await store.refresh();
    const { state } = store;
    clock.advance(60_000);
    await store.loadMore();
    assert.deepEqual(store.state, state);
    isThere = false;
    await assert.rejects(store.refresh(), { status: 503 });
    const failed = store.state;
    await store.loadAll();
    assert.deepEqual(store.state, failed);
  });

  it('a reading of a job that was deleted meanwhile does not bring it back', async () => {
    const reading = gate<Job>();
    const { store } = storeOver({
      list: listOf(() => [job(1), job(2)]),
      get: () => reading.promise,
      remove: () => Promise.resolve(),
    });
    await store.refresh();
    const read = store.read(1);
    await store.remove(1);
    reading.open(job(1));
    assert.equal((await read).id, 1);
    assert.equal(store.get(1), undefined);
  });

  it('gives a reading its own response when a write completes meanwhile', async () => {
    const reading = gate<Job>();
    const disabling = gate<Job>();
    const { store } = storeOver({
      list: listOf(() => [job(1)]),
      get: () => reading.promise,
      update: () => disabling.promise,
    });
    await store.refresh();
    const disabled = store.update(1, { enabled: false });
    const read = store.read(1);
    disabling.open(job(1, { enabled: false }));
    await disabled;
    reading.open(job(1, { enabled: false, name: 'Renamed by a colleague' }));
    assert.equal((await read).name, 'Renamed by a colleague');
  });

  it('takes the reading that was requested later as newer, whichever arrives first', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const readings = [gate<Job>(), gate<Job>()];
      let requests = 0;
      const { store } = storeOver({
        list: listOf(() => [job(1)]),
        get: () => readings[requests++]?.promise ?? Promise.reject(new Error('not expected')),
      });
      await store.refresh();
      const reads = [store.read(1), store.read(1)];
      for (const index of order) {
        readings[index]?.open(job(1, { name: `requested as number ${index}` }));
        await reads[index];
      }
      assert.equal(store.get(1)?.name, 'requested as number 1');
    }
  });

  it('takes a list that was requested later than a reading as newer', async () => {
    const reading = gate<Job>();
    let name = 'Before';
    const { store } = storeOver({ list: listOf(() => [job(1, { name })]), get: () => reading.promise });
    await store.refresh();
    const read = store.read(1);
    name = 'Now';
    await store.refresh();
    reading.open(job(1, { name: 'Before' }));
    assert.equal((await read).name, 'Before');
    assert.equal(store.get(1)?.name, 'Now');
  });

  for (const act of ['read', 'update', 'replace'] as const) {
    it(`a job that was deleted when it is ${act} leaves the list`, async () => {
      const gone = () => Promise.reject(statusError(404));
      const { store } = storeOver({
        list: listOf(() => [job(1), job(2)]),
        get: gone,
        update: gone,
        replace: gone,
      });
      await store.refresh();
      await assert.rejects(store[act](1, {}), { status: 404 });
      assert.deepEqual(idsOf(store), [2]);
    });
  }

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

  describe('what is received while a list is being read is newer than the list', () => {
    /** A store whose next refresh waits until `list` opens, with rows of before. */
    async function duringRefresh(act: (store: JobStore) => Promise<unknown>) {
      const list = gate<readonly Job[]>();
      let isFirst = true;
      const { store } = storeOver({
        list: async function* () {
          const rows = isFirst ? [job(1), job(2)] : await list.promise;
          isFirst = false;
          yield page(rows, { total: rows.length });
        },
        get: id => Promise.resolve(job(id, { name: 'Fresh' })),
        create: () => Promise.resolve(job(9)),
        update: id => Promise.resolve(job(id, { enabled: false })),
        remove: () => Promise.resolve(),
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
      const store = await duringRefresh(s => s.update(2, { enabled: false }));
      assert.deepEqual([idsOf(store), store.get(2)?.enabled], [[1, 2], false]);
    });

    it('a fresh read', async () => {
      const store = await duringRefresh(s => s.read(1));
      assert.equal(store.get(1)?.name, 'Fresh');
    });

    it('a create', async () => {
      const store = await duringRefresh(s => s.create({}));
      assert.deepEqual(idsOf(store), [1, 2, 9]);
    });

    it('a delete', async () => {
      const store = await duringRefresh(s => s.remove(1));
      assert.deepEqual([idsOf(store), store.get(1)], [[2], undefined]);
    });

    it('but not newer than the next one', async () => {
      const store = await duringRefresh(s => s.update(2, { enabled: false }));
      await store.refresh();
      assert.equal(store.get(2)?.enabled, true);
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
