import assert from 'node:assert/strict';
import process from 'node:process';
import { createClient } from '../../../../src/api/client.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { englishLocalizer as localizer } from '../../../../src/base/localizer.ts';
import { diskFolder } from '../../../../src/contrib/files/common/diskFolder.ts';
import { exportObjects } from '../../../../src/contrib/files/common/exportObjects.ts';
import { readFileSet } from '../../../../src/contrib/files/common/fileSet.ts';
import { writeFiles } from '../../../../src/contrib/files/common/fileWriting.ts';
import { makePlan } from '../../../../src/contrib/files/common/makePlan.ts';
import { readServerState, type ServerAccess } from '../../../../src/contrib/files/common/serverState.ts';
import { ownTransport } from '../../../support/http/clients.ts';
import { accessServer } from '../../../support/serverAccess.ts';

/** Prints the larger of the heap sizes in MB after an export and after a plan of the folder. */
async function main([url = '', token = '', folder = '', jobs = '']: readonly string[]): Promise<void> {
  const client = createClient({
    baseUrl: url,
    getToken: () => token,
    transport: ownTransport(),
    jobListQuery: { page_size: '100' },
  });
  const access = accessServer({ server: { id: 'bench', name: 'Bench', url }, client, clock: systemClock });
  let highest = 0;
  for (const work of [exportAll, planAll]) {
    await work(access, folder, Number(jobs));
    highest = Math.max(highest, process.memoryUsage().heapUsed / 1_000_000);
    globalThis.gc?.();
  }
  await client.close();
  process.stdout.write(JSON.stringify(highest));
}

async function exportAll(access: ServerAccess, folder: string, jobs: number): Promise<void> {
  const [fileSet, state] = await Promise.all([
    readFileSet(diskFolder(folder), { localizer }),
    readServerState(access),
  ]);
  assert.equal(state.jobs.length, jobs);
  const { writes } = await exportObjects({ fileSet, state, localizer });
  assert.deepEqual((await writeFiles(diskFolder(folder), writes, { localizer })).problems, []);
}

async function planAll(access: ServerAccess, folder: string, jobs: number): Promise<void> {
  const { plan } = await makePlan(access, readFileSet(diskFolder(folder), { localizer }), { localizer });
  assert.ok(plan.items.filter(({ action }) => action === 'unchanged').length >= jobs);
}

void main(process.argv.slice(2));
