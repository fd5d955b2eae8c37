import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import {
  environmentOf,
  runCli,
  runHere,
  startCli,
  startDemoProgram,
} from '../../../contract/support/programs.ts';
import type { DemoProcess } from '../../../support/demoProcess.ts';
import { type FaultProxy, noFault, startFaultProxy } from '../../../support/http/faultProxy.ts';
import { describeForManners } from '../../../support/http/manners.ts';

const PlanSchema = z.object({
  complete: z.boolean(),
  ownServer: z.boolean(),
  counts: z.record(z.string(), z.int()),
  items: z.array(z.object({ action: z.string(), name: z.string(), file: z.string().optional() })),
});
const ApplySchema = z.object({ results: z.array(z.object({ name: z.string(), outcome: z.string() })) });

const folders: string[] = [];

/** Ended runs stay for “Show Activity”. */
function unfinishedRuns(environment: Readonly<Record<string, string>>): readonly string[] {
  const runs = readdirSync(join(environment['XDG_STATE_HOME'] ?? '', 'device-automation/runs'));
  return runs.filter(name => !name.endsWith('.ended.jsonl'));
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'device-automation-'));
  folders.push(folder);
  return folder;
}

describeForManners('files and the command line', manner => {
  let server: DemoProcess;
  let folder: string;
  let environment: Record<string, string>;

  before(async () => {
    server = await startDemoProgram(
      '--manner',
      manner,
      '--jobs',
      '30',
      '--groups',
      '5',
      '--token',
      'token-of-plant',
    );
  });
  after(async () => {
    await server.end();
    for (const each of folders.splice(0)) rmSync(each, { recursive: true });
  });
  beforeEach(() => {
    folder = newFolder();
    environment = { ...environmentOf(server), XDG_STATE_HOME: newFolder() };
  });

  const run = (...args: readonly string[]) => runHere([...args, '--server-name', 'Plant'], environment);
  const plan = async (...args: readonly string[]) => {
    const { code, stdout } = await run('plan', folder, '-ojson', ...args);
    return { code, ...PlanSchema.parse(JSON.parse(stdout)) };
  };
  const jobFiles = (of = folder) => readdirSync(join(of, 'jobs')).map(name => `jobs/${name}`);
  const rewrite = (path: string, change: (text: string) => string) =>
    writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));
  const toggle = (path: string) =>
    rewrite(path, text =>
      text.replace(/("run_on_start": )(true|false)/, (_, key, value) => `${key}${value === 'false'}`),
    );
  const runsLeft = () => unfinishedRuns(environment);

  it('exports, plans, applies, and has nothing to do the second time', async () => {
    const options = { environment };
    const exported = await runCli(['export', folder, '--server-name', 'Plant'], options);
    assert.equal(exported.code, 0);
    assert.match(exported.stderr, /^\d+ files written, 0 unchanged\.\n$/);
    assert.equal(
      (await run('export', folder)).stderr,
      `0 files written, ${jobFiles().length + 5} unchanged.\n`,
    );
    assert.deepEqual([(await plan()).code, (await run('apply', folder)).code], [0, 0]);

    const paths = jobFiles().slice(0, 5);
    for (const path of paths) toggle(path);
    const planned = await plan();
    assert.equal(planned.code, 2);
    assert.equal(planned.counts['change'], 5);
    assert.equal((await run('plan', folder)).code, 2);
    const applied = await runCli(['apply', folder, '--server-name', 'Plant', '--yes'], options);
    assert.equal(applied.code, 0);
    assert.equal(applied.stdout.match(/^done {2}job /gm)?.length, 5);
    assert.deepEqual(runsLeft(), []);
    const again = await run('apply', folder, '-ojson');
    assert.deepEqual([again.code, ApplySchema.parse(JSON.parse(again.stdout)).results], [0, []]);
    assert.equal((await plan()).code, 0);
  });

  it('exports only named objects, and nothing in a dry run', async () => {
    const dry = await run('export', folder, '--dry-run');
    assert.match(dry.stdout, /^\+ {2}device-automation\.json\n/);
    assert.deepEqual(readdirSync(folder), []);
    await run('export', folder, '--job', '1', '--job', '2');
    assert.deepEqual([readdirSync(folder).length, jobFiles().length], [2, 2]);
  });

  it('applies only the named files', async () => {
    await run('export', folder);
    const [one = '', other = ''] = jobFiles();
    toggle(one);
    toggle(other);
    const { code, stdout } = await run('apply', folder, '--only', one, '-ojson');
    assert.equal(code, 0);
    assert.equal(ApplySchema.parse(JSON.parse(stdout)).results.length, 1);
    assert.deepEqual(
      (await plan()).items.filter(({ action }) => action === 'change').map(({ file }) => file),
      [other],
    );
    assert.match(
      (await run('apply', folder, '--only', 'jobs/none.job.jsonc')).stderr,
      /has no file “jobs\/none/,
    );
    await run('apply', folder);
  });

  it('applies part of a set only with --only or --partial', async () => {
    await run('export', folder);
    const [changed = '', wrong = ''] = jobFiles();
    toggle(changed);
    rewrite(wrong, text => text.replace(/"groups": \[[^\]]*\]/, '"groups": ["Nowhere"]'));
    const whole = await run('apply', folder);
    assert.deepEqual([whole.code, (await plan()).counts['change']], [1, 1]);
    assert.match(whole.stdout, new RegExp(`${wrong}:\\d+:\\d+: error: “Plant” has no group “Nowhere”`));
    assert.match(
      whole.stderr,
      /Nothing was applied: 1 change cannot be applied\. Pass --partial to apply the others\.\n$/,
    );
    assert.equal((await run('apply', folder, '--only', changed)).code, 0);
    toggle(changed);
    const part = await run('apply', folder, '--partial');
    assert.deepEqual([part.code, (await plan()).counts['change']], [1, 0]);
  });

  it('plans the same files for another server, by names instead of IDs', async () => {
    await run('export', folder);
    const options = ['--manner', manner, '--jobs', '30', '--groups', '5', '--group-ids'];
    const other = await startDemoProgram(...options);
    try {
      const elsewhere = { ...environment, ...environmentOf(other) };
      const planned = async (name: string) => {
        const { stdout } = await runHere(['plan', folder, '-ojson', '--server-name', name], elsewhere);
        const { counts, ownServer } = PlanSchema.parse(JSON.parse(stdout));
        return [ownServer, counts['create'], counts['blocked']];
      };
      const [isOwn, , blocked = 0] = await planned('Plant');
      assert.ok(isOwn === false && Number(blocked) > 0, 'the numbers in the files mean nothing there');
      const names = Object.fromEntries(Array.from({ length: 200 }, (_, id) => [id, `Label ${id}`]));
      const labels = { policies: names, reports: names, dynamic_groups: names };
      rewrite('device-automation.json', text =>
        JSON.stringify({ ...JSON.parse(text), labels: { Plant: labels, Other: labels } }),
      );
      assert.deepEqual(await planned('Other'), [false, 0, 0]);
      const { stderr } = await runHere(['plan', folder], elsewhere);
      assert.match(
        stderr,
        /The files belong to “Plant” at another address than this server, “127\.0\.0\.1:\d+”/,
      );
    } finally {
      await other.end();
    }
  });

  it('applies nothing from a set that cannot be read, and names file, line and column', async () => {
    await run('export', folder);
    const [path = '', broken = ''] = jobFiles();
    toggle(path);
    rewrite(broken, text => text.replace('"enabled": ', '"enabled": maybe '));
    for (const command of ['plan', 'apply']) {
      const { code, stdout } = await run(command, folder);
      assert.equal(code, 1);
      assert.match(stdout, new RegExp(`^${join(folder, broken)}:\\d+:\\d+: error: `, 'm'));
    }
    assert.match(
      (await run('plan', folder)).stderr,
      /^The plan is incomplete and cannot be applied, because some files cannot be read\.\n$/,
    );
    assert.match(
      (await run('apply', folder)).stderr,
      /Nothing was applied, because some files cannot be read\./,
    );
    assert.match(
      (await run('export', folder)).stderr,
      /Nothing was exported, because some files cannot be read\./,
    );
    rewrite(broken, text => text.replace('maybe ', ''));
    assert.equal((await plan()).counts['change'], 1);
  });

  it('deletes nothing without permission', async () => {
    await run('export', folder);
    rewrite('device-automation.json', text => text.replace('"prune": false', '"prune": true'));
    const [path = ''] = jobFiles();
    const { name } = z
      .object({ name: z.string() })
      .parse(JSON.parse(readFileSync(join(folder, path), 'utf8')));
    rmSync(join(folder, path));
    const { code, items } = await plan();
    assert.deepEqual([code, items.find(item => item.action === 'delete')?.name], [2, name]);
    const rejected = await run('apply', folder);
    assert.equal(rejected.code, 1);
    assert.match(rejected.stderr, /^Nothing was applied: 1 object would be deleted\. Pass --allow-delete/m);
    assert.equal((await run('get', 'job', name)).code, 0);
    assert.equal((await run('apply', folder, '--allow-delete')).code, 0);
    assert.equal((await run('get', 'job', name)).code, 1);
  });

  it('exports nothing to a folder whose manifest cannot be read, and later reports each file that was not written', async () => {
    await run('export', folder);
    const [path = ''] = jobFiles();
    const manifest = join(folder, 'device-automation.json');
    renameSync(manifest, join(folder, 'other.json'));
    for (const put of [() => symlinkSync('other.json', manifest), () => mkdirSync(manifest)]) {
      put();
      rmSync(join(folder, path), { force: true });
      const { code, stdout, stderr } = await run('export', folder);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /^.*\/device-automation\.json:1:1: error: .*\nNothing was exported, because some files/,
      );
      assert.ok(!jobFiles().includes(path));
      rmSync(manifest, { recursive: true });
    }
    const again = await run('export', folder);
    assert.equal(again.code, 1);
    assert.deepEqual(again.stdout.match(/\S+$/gm), ['device-automation.json', path]);
    assert.match(
      again.stderr,
      /: error: A file with this name already exists\.\n(?:.*\n)*2 files written, 0 unchanged\.\n$/,
    );
  });

  it('exports nothing to a folder of another server', async () => {
    await run('export', folder);
    const [path = ''] = jobFiles();
    toggle(path);
    const edited = readFileSync(join(folder, path), 'utf8');
    const refuses = async (expected: RegExp, ...name: readonly string[]) => {
      const { code, stderr } = await runHere(['export', folder, ...name], environment);
      assert.equal(code, 1);
      assert.match(stderr, expected);
      assert.equal(readFileSync(join(folder, path), 'utf8'), edited);
    };
    const manifest = readFileSync(join(folder, 'device-automation.json'), 'utf8');
    const { fingerprint: _, ...rest } = JSON.parse(manifest);
    const replace = (value: object) => rewrite('device-automation.json', () => JSON.stringify(value));
    replace({ ...rest, fingerprint: '0'.repeat(16) });
    const elsewhere =
      /^Nothing was exported: the folder belongs to “Plant” at another address than this server/;
    await refuses(elsewhere);
    await refuses(elsewhere, '--server-name', 'Plant');
    replace(rest);
    const unnamed =
      /^Nothing was exported: the folder belongs to “Plant”, not to “.*”\. .* pass --server-name/;
    await refuses(unnamed);
    await refuses(unnamed, '--server-name', 'Other');
  });

  it('sends nothing that cannot be recorded, and explains how to choose another folder', async () => {
    await run('export', folder);
    const [path = ''] = jobFiles();
    toggle(path);
    const file = join(folder, 'device-automation.json');
    const { code, stderr } = await run('apply', folder, '--yes', '--state-dir', file);
    assert.equal(code, 1);
    const place = `${join(file, 'locks')}`;
    assert.deepEqual(stderr.trimEnd().split('\n'), [
      `Nothing was sent, because the run cannot be recorded. Part of the path “${place}” is a file, not a folder. Check the path. Pass a writable folder with --state-dir.`,
    ]);
    assert.equal((await plan()).counts['change'], 1);
    await run('apply', folder);
  });
});

describeForManners('an apply that is interrupted', function (manner) {
  this.timeout(60_000);
  let server: DemoProcess;
  let proxy: FaultProxy;
  let environment: Record<string, string>;
  let folder: string;
  /** Called with the number of each PATCH before it is forwarded. */
  let onPatch: (count: number) => Promise<void> | void;

  beforeEach(async () => {
    server = await startDemoProgram('--manner', manner, '--jobs', '30');
    let patches = 0;
    onPatch = () => undefined;
    proxy = await startFaultProxy(server.url, ({ method }) => async context => {
      if (method === 'PATCH') {
        patches += 1;
        await onPatch(patches);
      }
      return noFault(context);
    });
    folder = newFolder();
    environment = { ...environmentOf({ url: proxy.url, token: server.token }), XDG_STATE_HOME: newFolder() };
    await runHere(['export', folder, '--server-name', 'Plant'], environment);
    for (const name of readdirSync(join(folder, 'jobs'))) {
      const path = join(folder, 'jobs', name);
      const text = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        text.replace(/("enabled": )(true|false)/, (_, key, value) => `${key}${value === 'false'}`),
      );
    }
  });
  afterEach(async () => {
    await proxy.close();
    await server.end();
    for (const each of folders.splice(0)) rmSync(each, { recursive: true });
  });

  const args = ['apply', '--server-name', 'Plant', '--yes'] as const;
  const patched = () => proxy.requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path);

  /** Starts an apply whose sixth PATCH arrives but gets no response until `release` is called. */
  async function startHeld(operand = folder) {
    const arrived = promiseOfCall();
    const released = promiseOfCall();
    onPatch = count => {
      if (count < 6) return undefined;
      if (count === 6) arrived.call();
      return released.promise;
    };
    const running = await startCli([...args, operand], { environment });
    await arrived.promise;
    return { ...running, release: released.call };
  }

  it('completes sent requests on Ctrl+C, reports what was done, and is resumed by the next run', async () => {
    const { child, notes, result, release } = await startHeld();
    child.kill('SIGINT');
    await notes(1, /Press Ctrl\+C again/);
    release();
    const { code, stdout, stderr } = await result;
    assert.equal(code, 130);
    const done = stdout.match(/^done {2,}job /gm)?.length ?? 0;
    const notSent = stdout.match(/^not sent {2,}job /gm)?.length ?? 0;
    assert.ok(done >= 6 && done < 10, stdout);
    assert.equal(done + notSent, 30);
    assert.match(
      stderr,
      new RegExp(`\\nInterrupted\\. Applied: ${done} of 30\\. Run the same command again`),
    );
    const next = await runHere([...args, folder, '-ojson'], environment);
    assert.equal(next.code, 0);
    assert.equal(ApplySchema.parse(JSON.parse(next.stdout)).results.length, 30 - done);
    assert.equal(new Set(patched()).size, 30);
    assert.equal(patched().length, 30);
  });

  it('is reported after a kill, and resumed by the next run without repeating what was done', async () => {
    const { child, result, release } = await startHeld();
    child.kill('SIGKILL');
    assert.equal((await result).code, null);
    release();
    const next = await runHere([...args, folder], environment);
    assert.equal(next.code, 0, next.stderr);
    assert.match(
      next.stderr,
      /^Applying this folder was interrupted: \d+ of 30 done, 0 failed, \d+ unknown\./,
    );
    assert.equal(new Set(patched()).size, 30);
    assert.deepEqual(unfinishedRuns(environment), []);
    assert.equal((await runHere(['plan', folder, '--server-name', 'Plant'], environment)).code, 0);
  });

  it('of a stored plan is completed by applying that plan again, without the folder', async () => {
    const plan = join(newFolder(), 'plan.json');
    const planned = await runHere(
      ['plan', folder, '--server-name', 'Plant', '--out', plan, '-o', 'markdown'],
      environment,
    );
    assert.equal(planned.code, 2, planned.stderr);
    renameSync(folder, `${folder}-gone`);
    folders.push(`${folder}-gone`);
    mkdirSync(folder);
    const { child, result, release } = await startHeld(plan);
    child.kill('SIGKILL');
    assert.equal((await result).code, null);
    release();
    const next = await runHere([...args, plan], environment);
    assert.equal(next.code, 0, next.stderr);
    const [, unknown] = /was interrupted: \d+ of 30 done, 0 failed, (\d+) unknown\./.exec(next.stderr) ?? [];
    assert.equal(new Set(patched()).size, 30);
    assert.ok(patched().length <= 30 + Number(unknown), 'nothing that was done is sent again');
    const again = await runHere([...args, plan, '-ojson'], environment);
    const { results } = ApplySchema.parse(JSON.parse(again.stdout));
    assert.deepEqual(new Set(results.map(({ outcome }) => outcome)), new Set(['unchanged']));
    assert.deepEqual(unfinishedRuns(environment), []);
  });
});

function promiseOfCall(): { readonly call: () => void; readonly promise: Promise<void> } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>(settle => {
    resolve = settle;
  });
  return { call: () => resolve(), promise };
}
