import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type BenchRow, median, ratioRow, type Scale } from '../../../bench/benchRow.ts';
import { observeManyDays } from '../support/manyDays.ts';

/** As many stored days as `observe` has, and so few that they are full early. */
const services = [
  { stored: 90, days: 60 },
  { stored: 3, days: 28 },
] as const;
const usualRequests = 150;
const megabyte = 1_000_000;

/** What a service holds in memory and on disk of hourly jobs, and what a day costs it, over weeks. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const service of services) rows.push(...(await observe(service, scale)));
  return rows;
}

interface Day {
  readonly heap: number;
  readonly stored: number;
  readonly seconds: number;
}

async function observe({ stored, days }: (typeof services)[number], scale: Scale): Promise<BenchRow[]> {
  const jobs = scale.size(1_000);
  const passed = await passDays(Math.min(days, scale.size(days, 14)), {
    jobs,
    requestsPerMinute: Math.min(usualRequests, scale.size(60)),
    keeps: { runs: 50, days: stored },
    limits: { days: stored, bytes: 128 * 1024 * 1024 },
  });
  const half = Math.floor(passed.length / 2);
  const [early, late] = [passed.slice(0, half), passed.slice(half)];
  const name = (what: string) =>
    `observe ${jobs.toLocaleString('en')} hourly jobs, ${stored} days stored: ${what} until day ${passed.length}`;
  // Files grow with each day until the oldest are deleted, but never faster than before.
  const isFull = stored < half;
  const most = (part: readonly Day[], what: 'heap' | 'stored') => Math.max(...part.map(day => day[what]));
  const held = (['heap', 'stored'] as const).map(what => {
    const floor = most(early, what);
    return ratioRow(name(what), 'MB', {
      value: most(late, what),
      floor,
      most: isFull || what === 'heap' ? 1.15 : 2.15,
    });
  });
  const secondsOf = (part: readonly Day[]) => median(part.slice(-half / 2).map(({ seconds }) => seconds));
  const floor = secondsOf(early);
  return [
    ...held,
    ratioRow(name('processor time of a day'), 's', { value: secondsOf(late), floor, most: 1.3 }),
  ];
}

async function passDays(
  days: number,
  setup: Omit<Parameters<typeof observeManyDays>[0], 'folder'>,
): Promise<readonly Day[]> {
  const folder = await mkdtemp(join(tmpdir(), 'da-bench-'));
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  try {
    const service = await observeManyDays({ folder, ...setup });
    const passed: Day[] = [];
    while (passed.length < days) {
      const before = process.cpuUsage();
      await service.passDay();
      const { user, system } = process.cpuUsage(before);
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      passed.push({
        heap: (heapUsed + arrayBuffers) / megabyte,
        stored: (await service.storedBytes()) / megabyte,
        seconds: (user + system) / megabyte,
      });
    }
    await service.stop();
    return passed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
