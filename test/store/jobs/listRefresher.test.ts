import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ListOptions } from '../../../src/api/resources/jobs.ts';
import { JobStore } from '../../../src/store/jobs/jobStore.ts';
import { ListRefresher } from '../../../src/store/jobs/listRefresher.ts';
import { Outage } from '../../../src/store/reading/outage.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { gate, job, jobsApi, page, settled, startMs, statusError } from '../support/fakes.ts';
import { range } from '../support/simulatedFleet.ts';

const inactiveMs = 60_000;
const perPage = 10;

/** A visible list of this many pages, all of them loaded. */
async function longList(pages = 10) {
  const clock = createManualClock(startMs);
  let all = range(1, pages * perPage).map(id => job(id));
  let requests = 0;
  const jobs = new JobStore(
    jobsApi({
      list: async function* ({ from, atMost = Number.POSITIVE_INFINITY }: ListOptions = {}) {
        const first = Number(from ?? 0);
        for (let start = first; start < Math.min(all.length, first + atMost * perPage); start += perPage) {
          const end = start + perPage;
          requests += 1;
          const next = end < all.length ? String(end) : undefined;
          yield page(all.slice(start, end), { total: all.length, next });
        }
      },
    }),
    clock,
  );
  const outage = new Outage({ clock, random: () => 0, onFailure: () => undefined });
  const refresher = new ListRefresher({ jobs, clock, outage, inactiveMs: () => inactiveMs });
  await jobs.refresh();
  await jobs.whole();
  await settled();
  refresher.setInView(true);
  jobs.rest.setInBackground(true);
  const beat = async () => {
    const before = requests;
    clock.advance(inactiveMs);
    for (let turn = 0; turn < 20; turn++) await settled();
    return requests - before;
  };
  await beat();
  return {
    jobs,
    beat,
    set: (change: (before: typeof all) => typeof all) => {
      all = change(all);
    },
  };
}

describe('a long list in view', () => {
  for (const [what, change] of [
    ['deleted', (id: number) => id !== 95],
    ['deleted at its beginning', (id: number) => id !== 5],
  ] as const) {
    it(`a job ${what} by another user leaves the list soon, not when its page is due`, async () => {
      const { jobs, beat, set } = await longList();
      assert.deepEqual([jobs.loadedCount, jobs.total], [100, 100]);
      set(all => all.filter(({ id }) => change(id)));
      await beat();
      await beat();
      assert.deepEqual([jobs.loadedCount, jobs.total], [99, 99]);
    });
  }

  for (const [pages, most] of [
    [2, 2],
    [5, 5],
    [6, 5],
    [200, 5],
  ] as const)
    it(`of ${pages} pages costs at most ${most} requests each time`, async () => {
      const { beat, jobs } = await longList(pages);
      const read: number[] = [];
      for (let minute = 0; minute < 5; minute++) read.push(await beat());
      assert.deepEqual([Math.max(...read), jobs.loadedCount], [most, pages * perPage]);
    });

  it('is read whole once when the count of its jobs has changed', async () => {
    const { beat, set } = await longList();
    set(all => all.slice(1));
    assert.deepEqual([await beat(), await beat(), await beat()], [5, 10, 4]);
  });

  it('is not read whole for jobs that are created at either end', async () => {
    const { beat, set, jobs } = await longList();
    set(all => [job(1_001), ...all, job(1_002)]);
    assert.deepEqual([await beat(), await beat(), await beat()], [4, 5, 5]);
    assert.deepEqual([jobs.loadedCount, jobs.total, jobs.isComplete], [102, 102, true]);
  });

  it('shows within its rotation what others changed on any page', async () => {
    const { beat, set, jobs } = await longList(20);
    set(all => all.map(each => (each.id === 155 ? job(155, { name: 'Renamed' }) : each)));
    for (let minute = 0; minute < 6; minute++) await beat();
    assert.equal(jobs.get(155)?.name, 'Renamed');
  });

  it('is read whole when others changed its order', async () => {
    const { beat, set, jobs } = await longList(6);
    set(all => [...all.slice(0, 40), ...all.slice(40).reverse()]);
    const reads = [await beat(), await beat(), await beat()];
    // All pages, and all but the last again: without an order of IDs, nothing else shows that no row has moved.
    assert.deepEqual([Math.max(...reads), jobs.jobs.at(-1)?.id], [11, 41]);
  });

  it('is the server’s again, whatever others create, delete or move', async () => {
    const place = fc.nat({ max: 99 });
    const change = fc.record({ kind: fc.constantFrom('create', 'delete', 'move'), at: place, to: place });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async changes => {
        const { beat, set, jobs } = await longList();
        let wanted: readonly number[] = [];
        let created = 1_000;
        for (const { kind, at, to } of changes) {
          set(all => {
            const [one] = all.slice(at);
            const rest = kind === 'create' || one === undefined ? all : all.toSpliced(at, 1);
            created += 1;
            if (kind === 'delete') return rest;
            return rest.toSpliced(to, 0, kind === 'create' || one === undefined ? job(created) : one);
          });
          await beat();
        }
        // A rotation, and then the whole list.
        for (let minute = 0; minute < 8; minute++) await beat();
        set(all => {
          wanted = all.map(({ id }) => id);
          return all;
        });
        assert.deepEqual(
          jobs.jobs.map(({ id }) => id),
          wanted,
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('a list that is read again in the background', () => {
  /** A list of one job that counts its reads. */
  const oneJob = () => {
    const clock = createManualClock(startMs);
    let reads = 0;
    let failure: Error | undefined;
    let held: Promise<void> | undefined;
    const jobs = new JobStore(
      jobsApi({
        list: async function* () {
          reads += 1;
          await held;
          if (failure !== undefined) throw failure;
          yield page([job(1)], { total: 1 });
        },
      }),
      clock,
    );
    const outage = new Outage({ clock, random: () => 0, onFailure: () => undefined });
    const refresher = new ListRefresher({ jobs, clock, outage, inactiveMs: () => inactiveMs });
    const pass = async (ms: number) => {
      await settled();
      clock.advance(ms);
      for (let turn = 0; turn < 20; turn++) await settled();
      return reads;
    };
    const fails = (error: Error | undefined) => {
      failure = error;
    };
    /** Makes the next reads wait until this opens. */
    const holds = () => {
      const opening = gate();
      held = opening.promise;
      return opening;
    };
    return { clock, jobs, outage, refresher, pass, fails, holds };
  };

  it('is read again whenever it has reached its maximum age, while it is visible', async () => {
    const { jobs, refresher, pass, clock } = oneJob();
    refresher.setInView(true);
    assert.equal(clock.pending, 0, 'nothing was read yet');
    await jobs.refresh();
    assert.deepEqual([await pass(inactiveMs - 1), await pass(1), await pass(inactiveMs)], [1, 2, 3]);
    refresher.setInView(false);
    assert.deepEqual([clock.pending, await pass(10 * inactiveMs)], [0, 3]);
    refresher.setInView(true);
    assert.equal(await pass(0), 4, 'it is older than it may be');
  });

  it('is not read again soon after another caller has read it', async () => {
    const { jobs, refresher, pass } = oneJob();
    await jobs.refresh();
    refresher.setInView(true);
    await pass(inactiveMs / 2);
    await jobs.refresh();
    assert.deepEqual([await pass(inactiveMs / 2), await pass(inactiveMs / 2)], [2, 3]);
  });

  it('waits for the end of an outage, however old it is', async () => {
    const { jobs, refresher, pass, outage, clock } = oneJob();
    await jobs.refresh();
    refresher.setInView(true);
    outage.failed(statusError(401));
    assert.deepEqual([clock.pending, await pass(10 * inactiveMs)], [0, 1]);
    outage.retryNow();
    assert.equal(await pass(0), 2);
    outage.failed(statusError(503, 2 * inactiveMs));
    assert.deepEqual([await pass(2 * inactiveMs), await pass(300)], [2, 3], 'a status is read first');
  });

  it('is read at the usual pace if only the list fails', async () => {
    const { jobs, refresher, pass, fails } = oneJob();
    fails(statusError(500));
    await jobs.refresh().catch(() => undefined);
    refresher.setInView(true);
    assert.deepEqual([await pass(inactiveMs - 1), await pass(1), await pass(inactiveMs)], [1, 2, 3]);
  });

  it('is read a moment after an outage, once a status was tried', async () => {
    const { jobs, refresher, pass, fails, outage } = oneJob();
    fails(statusError(503));
    await jobs.refresh().catch(() => undefined);
    outage.failed(statusError(503));
    refresher.setInView(true);
    assert.deepEqual([await pass(2_299), await pass(1)], [1, 2]);
  });

  it('is read at once when the server is back, and less often when only other requests succeed', async () => {
    const { jobs, refresher, pass, fails, outage } = oneJob();
    const away = statusError(503);
    fails(away);
    await jobs.refresh().catch(() => undefined);
    refresher.setInView(true);
    /** Makes another request succeed, and the list fail again. */
    const back = async () => {
      outage.failed(away);
      outage.succeeded();
      return pass(0);
    };
    assert.equal(await back(), 2);
    assert.deepEqual([await back(), await pass(3_999), await pass(1)], [2, 2, 3]);
    assert.deepEqual([await back(), await pass(7_999), await pass(1)], [3, 3, 4]);
    await jobs.refresh().catch(() => undefined);
    assert.deepEqual([await back(), await pass(15_999), await pass(1)], [5, 5, 6]);
    fails(undefined);
    assert.deepEqual([await back(), await pass(32_000)], [6, 7]);
    fails(away);
    await jobs.refresh().catch(() => undefined);
    assert.equal(await back(), 9);
  });

  it('is not read a second time while it is being read, but when due afterwards', async () => {
    for (const isQuiet of [true, false]) {
      const { jobs, refresher, pass, clock, holds } = oneJob();
      await jobs.refresh();
      await pass(inactiveMs);
      const held = holds();
      const reading = jobs.refresh({ isQuiet });
      refresher.setInView(true);
      assert.deepEqual([await pass(0), clock.pending], [2, 0]);
      held.open();
      await reading;
      assert.deepEqual([await pass(inactiveMs - 1), await pass(1)], [2, 3]);
    }
  });

  it('is not read once nothing uses it', async () => {
    const { jobs, refresher, pass, clock } = oneJob();
    await jobs.refresh();
    refresher.setInView(true);
    refresher.dispose();
    await jobs.refresh();
    assert.deepEqual([clock.pending, await pass(10 * inactiveMs)], [0, 2]);
  });
});
