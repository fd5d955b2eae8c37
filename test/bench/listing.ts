import assert from 'node:assert/strict';
import { type Client, createClient } from '../../src/api/client.ts';
import { systemClock } from '../../src/base/clock.ts';
import { JobStore } from '../../src/store/jobs/jobStore.ts';
import type { DemoProcess } from '../support/demoProcess.ts';
import { ownTransport } from '../support/http/clients.ts';
import { type BenchRow, limitRow, ratioRow, type Scale, timeInTurns } from './benchRow.ts';
import { startDemoServer } from './demoServer.ts';
import { floorAgent, listByFloor } from './floor.ts';

interface Listing {
  readonly name: string;
  readonly jobs: number;
  readonly pageSize: number;
  readonly latencyMs: number;
  readonly rounds: number;
  /** The limit, as a multiple of the floor. */
  readonly most: number;
}

const listings: readonly Listing[] = [
  {
    name: 'list 10,000 jobs, pages of 100',
    jobs: 10_000,
    pageSize: 100,
    latencyMs: 0,
    rounds: 15,
    most: 1.25,
  },
  {
    name: 'list 100,000 jobs, pages of 1,000',
    jobs: 100_000,
    pageSize: 1_000,
    latencyMs: 0,
    rounds: 3,
    most: 1.4,
  },
  {
    name: 'list 10,000 jobs, pages of 100, 20 ms latency',
    jobs: 10_000,
    pageSize: 100,
    latencyMs: 20,
    rounds: 3,
    most: 0.25,
  },
];

/** Compares listing all jobs, validated, deduplicated and stored, with the floor for the same pages. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const listing of listings) rows.push(await measure(listing, scale));
  rows.push(await firstRows(scale));
  return rows;
}

async function measure(listing: Listing, scale: Scale): Promise<BenchRow> {
  const { name, pageSize, latencyMs, most } = listing;
  const jobs = scale.size(listing.jobs);
  const demo = await startDemoServer(
    '--jobs',
    String(jobs),
    '--latency',
    String(latencyMs),
    '--pace',
    'still',
  );
  const agent = floorAgent();
  // One client, as in a session; each round fills a new store.
  const client = openClient(demo, pageSize);
  try {
    const times = await timeInTurns({
      rounds: scale.rounds(listing.rounds),
      floor: async () => {
        assert.equal(await listByFloor(demo, `page_size=${pageSize}`, agent), jobs);
      },
      ours: async () => {
        const store = new JobStore(client.jobs, systemClock);
        await store.refresh();
        await store.whole();
        assert.equal(store.loadedCount, jobs);
        store.dispose();
      },
    });
    return ratioRow(name, 'ms', { ...times, most });
  } finally {
    await client.close();
    await agent.close();
    await demo.end();
  }
}

/** The number of requests until the first rows are loaded. */
async function firstRows(scale: Scale): Promise<BenchRow> {
  const demo = await startDemoServer('--jobs', String(scale.size(10_000)), '--pace', 'still');
  try {
    let requests = 0;
    const { store, close } = openStore(demo, 100, () => requests++);
    await store.firstRows();
    assert.equal(store.loadedCount, 100);
    await close();
    return limitRow('requests until the first rows are loaded', 'requests', requests, 1);
  } finally {
    await demo.end();
  }
}

function openClient(demo: DemoProcess, pageSize: number, onExchange: () => void = () => undefined): Client {
  return createClient({
    baseUrl: demo.url,
    getToken: () => demo.token,
    transport: ownTransport(),
    jobListQuery: { page_size: String(pageSize) },
    onExchange,
  });
}

export function openStore(demo: DemoProcess, pageSize: number, onExchange?: () => void) {
  const client = openClient(demo, pageSize, onExchange);
  const store = new JobStore(client.jobs, systemClock);
  const close = async () => {
    store.dispose();
    await client.close();
  };
  return { client, store, close };
}
