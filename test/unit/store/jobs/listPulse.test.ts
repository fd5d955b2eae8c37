import assert from 'node:assert/strict';
import type { ListOptions } from '../../../../src/api/resources/jobs.ts';
import { JobStore } from '../../../../src/store/jobs/jobStore.ts';
import { ListPulse } from '../../../../src/store/jobs/listPulse.ts';
import { Outage } from '../../../../src/store/reading/outage.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { job, jobsApi, page, settled, startMs } from '../support/fakes.ts';
import { range } from '../support/simulatedFleet.ts';

const restingMs = 60_000;
const perPage = 10;

/** A list of 100 jobs in 10 pages, all of them loaded, that is looked at. */
async function longList() {
  const clock = createManualClock(startMs);
  let all = range(1, 100).map(id => job(id));
  const jobs = new JobStore(
    jobsApi({
      list: async function* ({ atMost = Number.POSITIVE_INFINITY }: ListOptions = {}) {
        for (let start = 0; start < Math.min(all.length, atMost * perPage); start += perPage) {
          const end = start + perPage;
          const next = end < all.length ? String(end) : undefined;
          yield page(all.slice(start, end), { total: all.length, next });
        }
      },
    }),
    clock,
  );
  const outage = new Outage({ clock, random: () => 0, onFailure: () => undefined });
  const pulse = new ListPulse({ jobs, clock, outage, restingMs: () => restingMs });
  await jobs.refresh();
  await jobs.loadAll();
  await settled();
  pulse.setInView(true);
  // The first time all of it is read, as it was never read whole by the pulse.
  const beat = async () => {
    clock.advance(restingMs);
    for (let turn = 0; turn < 5; turn++) await settled();
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
    it(`a job ${what} by somebody else is gone soon, not when its page is due`, async () => {
      const { jobs, beat, set } = await longList();
      assert.deepEqual([jobs.loadedCount, jobs.total], [100, 100]);
      set(all => all.filter(({ id }) => change(id)));
      await beat();
      await beat();
      assert.deepEqual([jobs.loadedCount, jobs.total], [99, 99]);
    });
  }
});
