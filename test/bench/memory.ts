import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { arrangeJobs } from '../../src/store/filter/jobArrangement.ts';
import { noFilter } from '../../src/store/filter/jobFilter.ts';
import type { JobStore } from '../../src/store/jobs/jobStore.ts';
import { type BenchRow, limitRow, type Scale } from './benchRow.ts';
import { startDemoServer } from './demoServer.ts';
import { openStore } from './listing.ts';
import { longestBlockMs } from './longestBlock.ts';

/** The heap that 100,000 jobs in the store take, and how long loading and sorting them blocks everything else. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const jobs = scale.size(100_000);
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const demo = await startDemoServer('--jobs', String(jobs), '--pace', 'still');
  try {
    // A warm-up, so that code and connections are not counted.
    const warm = openStore(demo, 1_000);
    await warm.store.refresh();
    await warm.close();
    collect();
    const before = process.memoryUsage().heapUsed;
    const { store, close } = openStore(demo, 1_000);
    await store.refresh();
    const loading = await longestBlockMs(async () => void (await store.whole()));
    assert.equal(store.loadedCount, jobs);
    collect();
    const grownMb = (process.memoryUsage().heapUsed - before) / 1_000_000;
    const sorting = await longestBlockMs(() => sortByName(store));
    await close();
    return [
      limitRow('heap growth with 100,000 jobs loaded', 'MB', grownMb, 60),
      limitRow('longest block of the host while 100,000 jobs are loaded', 'ms', loading, 50),
      limitRow('longest block of the host while 100,000 jobs are sorted by name', 'ms', sorting, 50),
    ];
  } finally {
    await demo.end();
  }
}

async function sortByName(store: JobStore): Promise<void> {
  await arrangeJobs(
    store.jobs,
    { filter: noFilter, sort: 'name', grouping: 'none' },
    {
      facts: {
        statusOf: () => undefined,
        nextRunMs: () => undefined,
        hasEnded: () => false,
        setOf: () => new Set(),
        nowMs: Date.now(),
      },
      language: 'en',
      yieldToHost: () => new Promise(resolve => setImmediate(resolve)),
    },
  );
}
