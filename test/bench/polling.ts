import assert from 'node:assert/strict';
import { createClient } from '../../src/api/client.ts';
import { systemClock } from '../../src/base/clock.ts';
import { JobStore } from '../../src/store/jobs/jobStore.ts';
import { ListRefresher } from '../../src/store/jobs/listRefresher.ts';
import { Outage } from '../../src/store/reading/outage.ts';
import { StatusMonitor } from '../../src/store/statuses/statusMonitor.ts';
import { sweepStatuses } from '../../src/store/statuses/statusSweep.ts';
import { job, jobsApi, settled, startMs } from '../store/support/fakes.ts';
import { busyFleet, range, type SimulatedFleet, usualPaces } from '../store/support/simulatedFleet.ts';
import { ownTransport } from '../support/http/clients.ts';
import { createManualClock, passTime } from '../support/manualClock.ts';
import { type BenchRow, limitRow, ratioRow, type Scale, timeInTurns } from './benchRow.ts';
import { startDemoServer } from './demoServer.ts';
import { floorAgent, statusesByFloor } from './floor.ts';

const minuteMs = 60_000;
const jobCount = 10_000;
const perPage = 50;

/** Polling in simulated time: 10,000 jobs, of which the first 100 are loaded and in view, and 20 of these executing. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const fleet = await busyFleet();
  const minutes = scale.size(30);
  const list = await listRequestsPerMinute(minutes);
  const steady = (await requestsIn(fleet, minutes)) / minutes + list;
  const ends = await worstNotice(fleet, scale.size(19));
  const own = await ownStop(fleet);
  fleet.look(false);
  const hidden = await requestsIn(fleet, scale.size(60));
  return [
    limitRow('steady polling, 10,000 jobs, 20 executing, 100 in view', 'requests a minute', steady, 150),
    limitRow('of these, for the list of 10,000 jobs in pages of 50', 'requests a minute', list, 5),
    limitRow(
      'the same, while others delete a job every minute',
      'requests a minute',
      await listRequestsPerMinute(minutes, true),
      40,
    ),
    limitRow('longest time until an end is noticed', 's', ends / 1_000, 15),
    limitRow("time until the user's own stop is noticed", 's', own / 1_000, 3),
    limitRow('requests in an hour with the view hidden and nothing watched', 'requests', hidden, 0),
    ...(await sweep(scale)),
  ];
}

/** How many requests keep a long list in view fresh, in simulated time. */
async function listRequestsPerMinute(minutes: number, deletes = false): Promise<number> {
  const clock = createManualClock(startMs);
  let all = range(1, jobCount).map(id => job(id));
  let requests = 0;
  const jobs = new JobStore(
    jobsApi({
      list: async function* ({ from = '0', atMost = 1 } = {}) {
        for (let page = 0, start = Number(from); page < atMost; page++, start += perPage) {
          requests += 1;
          const next = start + perPage < all.length ? String(start + perPage) : undefined;
          yield { items: all.slice(start, start + perPage), unreadable: [], total: all.length, next };
          if (next === undefined) return;
        }
      },
    }),
    clock,
  );
  const outage = new Outage({ clock, random: () => 0, onFailure: () => undefined });
  const refresher = new ListRefresher({ jobs, clock, outage, inactiveMs: () => usualPaces.inactiveMs });
  await jobs.whole();
  requests = 0;
  refresher.setInView(true);
  for (let minute = 0; minute < minutes; minute++) {
    if (deletes) all = all.toSpliced(minute * 7, 1);
    await passTime(clock, minuteMs, async () => {
      // Each page takes turns of its own.
      do await settled();
      while (jobs.isReading);
    });
  }
  refresher.dispose();
  jobs.dispose();
  return requests / minutes;
}

async function requestsIn(fleet: SimulatedFleet, minutes: number): Promise<number> {
  const start = fleet.nowMs;
  await fleet.pass(minutes * minuteMs);
  return fleet.requestsSince(start);
}

async function worstNotice(fleet: SimulatedFleet, count: number): Promise<number> {
  let worst = 0;
  for (const id of range(2, count)) {
    fleet.statuses.set(id * 5, 'finished');
    const start = fleet.nowMs;
    while (fleet.monitor.get(id * 5)?.kind === 'running') await fleet.pass(50);
    worst = Math.max(worst, fleet.nowMs - start);
  }
  return worst;
}

async function ownStop(fleet: SimulatedFleet): Promise<number> {
  const start = fleet.nowMs;
  fleet.monitor.touch([5]);
  // The job takes a while to stop, so the first read after the stop still returns it as executing.
  await fleet.pass(500);
  fleet.statuses.set(5, 'stopped');
  while (fleet.monitor.get(5)?.kind === 'running') await fleet.pass(50);
  return fleet.nowMs - start;
}

/** Reads 500 statuses from a real server in real time, at most 8 at a time, with 20 ms latency. */
async function sweep(scale: Scale): Promise<BenchRow[]> {
  const count = scale.size(500);
  const ideal = (count / 8) * 20;
  const demo = await startDemoServer('--jobs', String(count), '--latency', '20', '--pace', 'still');
  const client = createClient({ baseUrl: demo.url, getToken: () => demo.token, transport: ownTransport() });
  const agent = floorAgent();
  try {
    const { floor, value } = await timeInTurns({
      rounds: scale.rounds(9),
      floor: () => statusesByFloor(demo, range(1, count), agent),
      ours: async () => {
        const statuses = new StatusMonitor({
          clock: systemClock,
          paces: () => usualPaces,
          random: Math.random,
          outage: new Outage({ clock: systemClock, random: Math.random, onFailure: () => undefined }),
          extraWords: () => new Map(),
          onFailure: () => undefined,
          read: (id, options) => client.jobs.status(id, options),
        });
        await sweepStatuses(statuses, range(1, count));
        assert.equal(statuses.known.size, count);
        statuses.dispose();
      },
    });
    const name = 'sweep of 500 statuses, 20 ms latency, at most 8 in flight';
    const ratio = value / ideal;
    return [
      { name, value, unit: 'ms', floor: ideal, ratio, goal: '≤ 1.1 × 500 / 8 × 20 ms', ok: ratio <= 1.1 },
      ratioRow('the same, against undici alone, 8 at a time', 'ms', { value, floor, most: 1.1 }),
    ];
  } finally {
    await agent.close();
    await client.close();
    await demo.end();
  }
}
