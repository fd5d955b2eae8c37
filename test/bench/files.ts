import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/api/client.ts';
import { exportObjects } from '../../src/files/exportObjects.ts';
import { readFileSet } from '../../src/files/fileSet.ts';
import { writeFiles } from '../../src/files/fileWriting.ts';
import { makePlan } from '../../src/files/makePlan.ts';
import { readServerState, type ServerAccess } from '../../src/files/serverState.ts';
import { systemClock } from '../../src/util/clock.ts';
import { englishLocalizer as localizer } from '../../src/util/localizer.ts';
import { accessServer } from '../support/serverAccess.ts';
import { type BenchRow, limitRow, ratioRow, timeInTurns } from './benchRow.ts';
import { startDemoServer } from './demoServer.ts';

const jobs = 10_000;
const rounds = 3;
/** Times the time in which all jobs and groups are listed. */
const most = 1.3;

/** Export and plan of 10,000 jobs whose files exist, against reading the jobs and groups alone. */
export async function run(): Promise<BenchRow[]> {
  const demo = await startDemoServer('--jobs', String(jobs), '--latency', '20', '--pace', 'still');
  const folder = mkdtempSync(join(tmpdir(), 'device-automation-bench-'));
  const client = createClient({
    baseUrl: demo.url,
    getToken: () => demo.token,
    jobListQuery: { page_size: '100' },
  });
  const server = { id: 'bench', name: 'Bench', url: demo.url };
  const access = accessServer({ server, client, clock: systemClock });
  try {
    await exportAll(access, folder);
    const floor = async () => void (await readServerState(access));
    let highestMb = 0;
    const measured = (work: () => Promise<void>) => async () => {
      await work();
      highestMb = Math.max(highestMb, process.memoryUsage().heapUsed / 1_000_000);
    };
    const exported = await timeInTurns({ rounds, floor, ours: measured(() => exportAll(access, folder)) });
    const planned = await timeInTurns({ rounds, floor, ours: measured(() => planAll(access, folder)) });
    return [
      ratioRow('export 10,000 jobs that have files, 20 ms latency', 'ms', { ...exported, most }),
      ratioRow('plan 10,000 files, 20 ms latency', 'ms', { ...planned, most }),
      limitRow('heap after an export or a plan of 10,000 files', 'MB', highestMb, 200),
    ];
  } finally {
    rmSync(folder, { recursive: true });
    await client.close();
    await demo.end();
  }
}

async function exportAll(access: ServerAccess, folder: string): Promise<void> {
  const [fileSet, state] = await Promise.all([readFileSet(folder, { localizer }), readServerState(access)]);
  assert.equal(state.jobs.length, jobs);
  const { writes } = exportObjects({ fileSet, state, localizer });
  assert.deepEqual((await writeFiles(folder, writes, { localizer })).problems, []);
}

async function planAll(access: ServerAccess, folder: string): Promise<void> {
  const { plan } = await makePlan(access, readFileSet(folder, { localizer }), { localizer });
  assert.ok(plan.items.filter(({ action }) => action === 'equal').length >= jobs);
}
