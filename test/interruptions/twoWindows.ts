import assert from 'node:assert/strict';
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scriptToken } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import type { WindowPlan } from './plan.ts';
import { isUnfinished } from './roundFolder.ts';

export const jobIds = Array.from({ length: 9 }, (_, index) => index + 1);
/** The number of concurrent requests of a window. */
const atOnce = 4;

/** The result of a run on all jobs during which one window slept and another was opened and got the focus. */
export interface TwoWindows {
  /** The IDs of the jobs that were written to, in order. */
  readonly written: readonly number[];
  /** The notifications that the user saw, in both windows. */
  readonly notices: string;
  /** Journals that still exist. */
  readonly left: readonly string[];
}

/** Stops a window in the middle of its run until another one has looked for interrupted runs; then lets it continue. */
export async function runTwoWindows(file: string): Promise<TwoWindows> {
  const folder = await mkdtemp(join(tmpdir(), 'da-windows-'));
  const result: { of?: TwoWindows } = {};
  try {
    await withScript(async server => {
      let respond = (): void => undefined;
      const jobs = new Map(jobIds.map(id => [id, { id, name: `Job ${id}`, policies: [1], enabled: true }]));
      const isHeld = slowAtFirst(server, jobs, new Promise(resolve => (respond = resolve)));
      await makeProfile(folder, server.url);
      const first = open({ file, folder, work: { kind: 'disable', jobs: jobIds } });
      const firstEnd = once(first, 'exit');
      await isHeld;
      first.kill('SIGSTOP');
      const second = await openAndFocus(file, folder);
      const [code] = await once(second, 'exit');
      assert.equal(code, 0, 'the second window came to its end');
      // Somebody wants them enabled after all.
      for (const [id, job] of jobs) jobs.set(id, { ...job, enabled: true });
      respond();
      first.kill('SIGCONT');
      assert.deepEqual(await firstEnd, [0, null]);
      const writes = server.received.filter(({ method }) => method === 'PATCH');
      result.of = {
        written: writes.map(({ path }) => idIn(path)).sort((a, b) => a - b),
        notices: await readFile(join(folder, 'notices.jsonl'), 'utf8').catch(() => ''),
        left: (await readdir(join(folder, 'storage', 'runs'))).filter(isUnfinished),
      };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  assert.ok(result.of);
  return result.of;
}

/** A server that processes its requests, and holds back its first responses until `respond` resolves. */
function slowAtFirst(
  server: ScriptedServer,
  jobs: Map<number, { readonly enabled: boolean }>,
  respond: Promise<void>,
): Promise<void> {
  return new Promise(resolve => {
    let writes = 0;
    server.otherwise(async exchange => {
      const { method, path } = exchange.received;
      const id = idIn(path);
      const job = jobs.get(id);
      if (method === 'PATCH' && job !== undefined) {
        writes += 1;
        const isFirst = writes <= atOnce;
        jobs.set(id, { ...job, enabled: false });
        if (writes === atOnce) resolve();
        if (isFirst) await respond;
      }
      await json(path.endsWith('/status/') ? { id, name: '', status: 'queued' } : jobs.get(id))(exchange);
    });
  });
}

function idIn(path: string): number {
  return Number(/\/job\/(\d+)\//.exec(path)?.[1]);
}

/** A window that the user opens, leaves and switches to again. */
async function openAndFocus(file: string, folder: string): Promise<ChildProcess> {
  const window = open({ file, folder, work: { kind: 'focus' }, stdio: ['pipe', 'pipe', 'inherit'] });
  assert.ok(window.stdout);
  const [said] = await once(window.stdout, 'data');
  assert.equal(String(said), 'open\n');
  window.stdin?.end('come\n');
  return window;
}

interface OpenOptions extends Pick<WindowPlan, 'folder' | 'work'> {
  readonly file: string;
  readonly stdio?: StdioOptions;
}

function open({ file, folder, work, stdio = 'inherit' }: OpenOptions): ChildProcess {
  const plan: WindowPlan = { folder, seed: 1, work, end: { kind: 'done' } };
  return spawn(process.execPath, [file, JSON.stringify(plan)], { stdio, timeout: 40_000 });
}

async function makeProfile(folder: string, url: string): Promise<void> {
  const { origin } = new URL(url);
  const settings = { 'deviceAutomation.servers': [{ id: 'fleet', name: 'Fleet', url }] };
  const token = JSON.stringify({ origin, token: scriptToken });
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
  await writeFile(join(folder, 'secrets.json'), JSON.stringify({ [`token:fleet:${origin}`]: token }));
}
