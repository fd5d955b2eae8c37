import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type BenchRow, ratioRow, type Scale } from '../../../bench/benchRow.ts';
import { observeManyDays } from '../support/manyDays.ts';

const storedDays = 3;
const weeks = 4;
const usualRequests = 150;
const megabyte = 1_000_000;

/** What a service holds in memory and on disk of hourly jobs, week by week, against the weeks in which its days fill. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'da-bench-'));
  const jobs = scale.size(1_000);
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  try {
    const service = await observeManyDays({
      folder,
      jobs,
      requestsPerMinute: Math.min(usualRequests, scale.size(60)),
      keeps: { runs: 50, days: storedDays },
      limits: { days: storedDays, bytes: 128 * 1024 * 1024 },
    });
    const held = { heap: Array<number>(weeks).fill(0), stored: Array<number>(weeks).fill(0) };
    for (let day = 0; day < 7 * weeks; day++) {
      await service.passDay();
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      const week = Math.floor(day / 7);
      held.heap[week] = Math.max(held.heap[week] ?? 0, (heapUsed + arrayBuffers) / megabyte);
      held.stored[week] = Math.max(held.stored[week] ?? 0, (await service.storedBytes()) / megabyte);
    }
    await service.stop();
    return Object.entries(held).flatMap(([what, values]) => laterWeeks(what, values, jobs));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function laterWeeks(what: string, values: readonly number[], jobs: number): BenchRow[] {
  const floor = Math.max(...values.slice(0, weeks / 2));
  return values.slice(weeks / 2).map((value, index) => {
    const name = `observe ${jobs.toLocaleString('en')} hourly jobs, ${storedDays} days stored: ${what} in week ${weeks / 2 + index + 1}`;
    return ratioRow(name, 'MB', { value, floor, most: 1.15 });
  });
}
