/** The folder of a round: the files that its windows read and write, and how they run. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunRecord, readRun } from '../../src/store/runs/runRecord.ts';
import type { DemoServer } from '../demo/server.ts';
import { runProgram } from './childProgram.ts';
import type { WindowPlan, WindowReport } from './plan.ts';

export interface Left {
  readonly drafts: readonly string[];
  readonly runs: readonly RunRecord[];
}

/** Reads what the window has left on disk. */
export async function leftBehind(folder: string): Promise<Left> {
  const drafts = (await namesIn(join(folder, 'backups'))).map(name =>
    Buffer.from(name.replace('.json', ''), 'hex').toString(),
  );
  const runs = join(folder, 'storage', 'runs');
  const names = (await namesIn(runs)).filter(isUnfinished);
  const texts = await Promise.all(names.map(name => readFile(join(runs, name), 'utf8')));
  return { drafts, runs: texts.map(text => readRun(text)).filter(run => run !== undefined) };
}

/** Whether a file in the folder of runs is of one that has not ended. */
export function isUnfinished(name: string): boolean {
  return !name.endsWith('.ended.jsonl');
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

export async function makeProfile(folder: string, server: DemoServer): Promise<void> {
  await mkdir(folder, { recursive: true });
  let index = 0;
  // Distinct names, so that anything created twice is noticed.
  for (const job of server.world.jobs.all()) job.name = `Job ${++index} of the fleet`;
  const fleet = { id: 'fleet', name: 'Fleet', url: server.url };
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ 'deviceAutomation.servers': [fleet] }));
  const origin = new URL(server.url).origin;
  const token = JSON.stringify({ origin, token: server.token });
  await writeFile(join(folder, 'secrets.json'), JSON.stringify({ [`token:fleet:${origin}`]: token }));
}

export async function readReport(folder: string): Promise<WindowReport> {
  const [notices = [], reports = [], failures = []] = await Promise.all(
    ['notices', 'reports', 'failures'].map(async kind => {
      const text = await readFile(join(folder, `${kind}.jsonl`), 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter(line => line !== '')
        .map(line => String(JSON.parse(line)));
    }),
  );
  return { notices, reports, failures };
}

/** Whether the window ran to its end rather than being interrupted. */
export async function runWindow(program: string, plan: WindowPlan): Promise<boolean> {
  const { code, signal, output, problems } = await runProgram(program, plan, { timeout: 30_000 });
  assert.ok(problems === '', problems);
  assert.ok(code === 0 || signal === 'SIGKILL', `the window ended with ${String(code)} ${String(signal)}`);
  return output !== '';
}
