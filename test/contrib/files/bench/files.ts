import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import * as z from 'zod';
import { cliBundle } from '../../../../scripts/cliBundle.mjs';
import { createClient } from '../../../../src/api/client.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { englishLocalizer as localizer } from '../../../../src/base/localizer.ts';
import { diskFolder } from '../../../../src/contrib/files/common/diskFolder.ts';
import { readFileSet } from '../../../../src/contrib/files/common/fileSet.ts';
import { planChanges, planFile } from '../../../../src/contrib/files/common/makePlan.ts';
import { readServerState } from '../../../../src/contrib/files/common/serverState.ts';
import {
  type BenchRow,
  limitRow,
  median,
  ratioRow,
  type Scale,
  timeInTurns,
} from '../../../bench/benchRow.ts';
import { bundled } from '../../../bench/bundle.ts';
import { startDemoServer } from '../../../bench/demoServer.ts';
import { longestBlockMs } from '../../../bench/longestBlock.ts';
import type { DemoProcess } from '../../../support/demoProcess.ts';
import { ownTransport } from '../../../support/http/clients.ts';
import { projectDirectory } from '../../../support/projectFiles.ts';
import { accessServer } from '../../../support/serverAccess.ts';

/** The limit, as a multiple of the time to list all jobs. */
const most = 1.3;

/**
 * Compares the export and the plan of 10,000 jobs with existing files to listing the jobs. Each is a command in its own
 * process. The table describes each schedule; with `-o json`, listing is little more than reading.
 */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const jobs = scale.size(10_000);
  const rounds = scale.rounds(3);
  const demo = await startDemoServer('--jobs', String(jobs), '--latency', '20', '--pace', 'still');
  const folder = mkdtempSync(join(tmpdir(), 'device-automation-bench-'));
  try {
    const cli = await commandLine(demo);
    await cli('export', folder, ...named);
    const floor = () => cli('list');
    const json = () => cli('list', '--no-status', '-ojson');
    const exported = await timeInTurns({ rounds, floor, ours: () => cli('export', folder, ...named) });
    const planned = await timeInTurns({ rounds, floor, ours: () => cli('plan', folder, ...named) });
    const toJson = await timeInTurns({ rounds, floor: json, ours: () => cli('plan', folder, ...named) });
    const { edited, block } = await againMs(demo, folder, rounds);
    return [
      ratioRow('export 10,000 jobs that have files, to their list', 'ms', { ...exported, most }),
      ratioRow('plan 10,000 files, to the list of the jobs', 'ms', { ...planned, most }),
      ratioRow('plan 10,000 files, to the list as JSON', 'ms', { ...toJson, most }),
      limitRow('plan of one file of 10,000 that is edited', 'ms', edited, 30),
      limitRow('longest block while 10,000 files are compared again', 'ms', block, 50),
      limitRow(
        'heap after an export or a plan of 10,000 files',
        'MB',
        await highestHeapMb(demo, folder, jobs),
        200,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true });
    await demo.end();
  }
}

const named = ['--server-name', 'Bench'] as const;

/** Runs the packaged command line; rejects if its exit code is not 0. */
async function commandLine({ url, token }: DemoProcess) {
  const outdir = join(projectDirectory, 'out/bench');
  await build({
    ...cliBundle,
    absWorkingDir: projectDirectory,
    entryPoints: { cli: 'src/main.ts' },
    outdir,
  });
  const env = { ...process.env, DEVICE_AUTOMATION_SERVER_URL: url, DEVICE_AUTOMATION_TOKEN: token };
  return async (...args: readonly string[]): Promise<void> => {
    const all = [join(outdir, 'cli.cjs'), ...args, '--query', 'page_size=100'];
    const [code] = await once(spawn(process.execPath, all, { env, stdio: 'ignore' }), 'exit');
    assert.equal(code, 0, args.join(' '));
  };
}

/** Measured in its own process, so that other benchmarks leave nothing in the heap. */
async function highestHeapMb({ url, token }: DemoProcess, folder: string, jobs: number): Promise<number> {
  const file = await bundled(join(projectDirectory, 'test/contrib/files/bench/fileHeapProcess.ts'));
  const args = ['--expose-gc', file, url, token, folder, String(jobs)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectDirectory });
  return z.number().parse(JSON.parse(stdout));
}

/** The time to compare again after each pause in typing, and the longest block after the job list has changed. */
async function againMs(
  demo: DemoProcess,
  folder: string,
  rounds: number,
): Promise<{ readonly edited: number; readonly block: number }> {
  const client = clientOf(demo);
  const access = accessServer({
    server: { id: 'bench', name: 'Bench', url: demo.url },
    client,
    clock: systemClock,
  });
  try {
    const [fileSet, state] = await Promise.all([
      readFileSet(diskFolder(folder), { localizer }),
      readServerState(access),
    ]);
    const [file] = fileSet.files.filter(({ kind }) => kind === 'job');
    assert.ok(file);
    const times = Array.from({ length: 20 }, (_, round) => {
      const name = `${file.name} ${round}`;
      const typed = { ...file, name, draft: { ...file.draft, name } };
      const startMs = performance.now();
      assert.equal(planFile(fileSet, typed, { state, localizer })?.action, 'rename');
      return performance.now() - startMs;
    });
    const blocks: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // As if all jobs had changed.
      const read = { ...state, jobs: state.jobs.map(job => ({ ...job })) };
      const compare = async () => void (await planChanges(fileSet, read, { localizer }));
      blocks.push(await longestBlockMs(compare));
    }
    return { edited: median(times), block: median(blocks) };
  } finally {
    await client.close();
  }
}

function clientOf({ url, token }: DemoProcess) {
  return createClient({
    baseUrl: url,
    getToken: () => token,
    transport: ownTransport(),
    jobListQuery: { page_size: '100' },
  });
}
