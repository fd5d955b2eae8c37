import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WindowPlan } from '../interruptions/plan.ts';
import { buildWindowProgram, type WindowProgram } from '../interruptions/windowProgram.ts';
import { json } from '../support/http/answers.ts';
import { scriptToken } from '../support/http/clients.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';

const ids = Array.from({ length: 9 }, (_, index) => index + 1);
/** As many as a window sends at a time. */
const atOnce = 4;

/** A server that carries out what it is sent, and keeps its first responses back until `respond` resolves. */
function slowAtFirst(server: ScriptedServer, respond: Promise<void>): Promise<void> {
  const jobs = new Map(ids.map(id => [id, { id, name: `Job ${id}`, policies: [1], enabled: true }]));
  return new Promise(resolve => {
    let writes = 0;
    server.otherwise(async exchange => {
      const { method, path } = exchange.received;
      const id = Number(/\/job\/(\d+)\//.exec(path)?.[1]);
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

describe('two windows on one profile', () => {
  let program: WindowProgram;
  let folder: string;
  before('build the extension as a program', async function () {
    this.timeout(60_000);
    program = await buildWindowProgram();
    folder = await mkdtemp(join(tmpdir(), 'da-windows-'));
  });
  after(async () => {
    await program.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** A window whose ten seconds pass in twenty milliseconds. */
  function open(work: WindowPlan['work']): ChildProcess {
    const plan: WindowPlan = { folder, seed: 1, work, end: { kind: 'done' }, speed: 500 };
    return spawn(process.execPath, [program.file, JSON.stringify(plan)], {
      stdio: 'inherit',
      timeout: 40_000,
    });
  }

  async function makeProfile(url: string): Promise<void> {
    const { origin } = new URL(url);
    const settings = { 'deviceAutomation.servers': [{ id: 'fleet', name: 'Fleet', url }] };
    const token = JSON.stringify({ origin, token: scriptToken });
    await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
    await writeFile(join(folder, 'secrets.json'), JSON.stringify({ [`token:fleet:${origin}`]: token }));
  }

  it('send nothing twice when the one that works on a run sleeps and the other resumes it', async function () {
    this.timeout(60_000);
    await withScript(async server => {
      let respond = (): void => undefined;
      const isHeld = slowAtFirst(server, new Promise(resolve => (respond = resolve)));
      await makeProfile(server.url);
      const first = open({ kind: 'disable', jobs: ids });
      const firstEnd = once(first, 'exit');
      await isHeld;
      first.kill('SIGSTOP');
      const [code] = await once(open({ kind: 'comeBack' }), 'exit');
      assert.equal(code, 0, 'the second window came to its end');
      respond();
      first.kill('SIGCONT');
      assert.deepEqual(await firstEnd, [0, null]);
      const writes = server.received.filter(({ method }) => method === 'PATCH').map(({ path }) => path);
      assert.deepEqual(
        writes.sort(),
        ids.map(id => `/automation/api/job/${id}/`),
      );
      assert.match(
        await readFile(join(folder, 'notices.jsonl'), 'utf8'),
        /Another window continues this operation/,
      );
      assert.deepEqual(await readdir(join(folder, 'storage', 'runs')), []);
    });
  });
});
