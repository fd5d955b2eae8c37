import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { type ActivityEntry, ActivityLog } from '../../../src/journal/activityLog.ts';

function entry(number: number, after: unknown = { enabled: false }): ActivityEntry {
  return {
    time: `2026-03-04T12:00:00.${number}Z`,
    server: 'A',
    act: 'updateJob',
    request: `PATCH /automation/api/job/${number}/`,
    outcome: 'done',
    after,
  };
}

/** Adds 20 entries to the log of each folder as soon as a line arrives. */
const hardRounds = `
  import { createInterface } from 'node:readline';
  import { ActivityLog } from '../../../src/journal/activityLog.ts';
  const [number, ...folders] = process.argv.slice(2);
  const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
  for (const folder of folders) {
    await lines.next();
    const log = new ActivityLog(folder, error => { throw error; });
    for (let index = 0; index < 20; index++)
      log.add({
        time: new Date().toISOString(),
        server: 'A',
        act: 'updateJob',
        request: number + ' ' + index,
        outcome: 'done',
        after: 'x'.repeat(2_000),
      });
    await log.settled();
    process.stdout.write('done\\n');
  }
`;

const requestsOf = (entries: readonly ActivityEntry[]) => entries.map(({ request }) => request);

describe('activity log', () => {
  let folder: string;
  const failures: unknown[] = [];
  const openLog = () => new ActivityLog(join(folder, 'new'), error => failures.push(error));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-activity-'));
    failures.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('stores entries across restarts and from two windows, newest first', async () => {
    const [one, two] = [openLog(), openLog()];
    assert.deepEqual(await one.entries(), []);
    one.add(entry(1));
    await one.settled();
    two.add(entry(2));
    await two.settled();
    one.add(entry(3));
    await one.settled();
    assert.deepEqual(await openLog().entries(), [entry(3), entry(2), entry(1)]);
  });

  it('is readable only by its owner, even when an earlier version left it open', async () => {
    const mode = async (...path: string[]) => (await stat(join(folder, 'new', ...path))).mode & 0o777;
    await mkdir(join(folder, 'new'), { mode: 0o755 });
    await writeFile(join(folder, 'new', 'activity.older.jsonl'), '', { mode: 0o644 });
    const log = openLog();
    log.add(entry(1));
    await log.settled();
    assert.deepEqual(
      [await mode(), await mode('activity.jsonl'), await mode('activity.older.jsonl')],
      [0o700, 0o600, 0o600],
    );
  });

  it('skips lines that a crash has cut off, and no others', async () => {
    const log = openLog();
    log.add(entry(1));
    await log.settled();
    await appendFile(join(folder, 'new', 'activity.jsonl'), '{"time":"2026\nnull\n[]\n');
    log.add(entry(2));
    await log.settled();
    await appendFile(join(folder, 'new', 'activity.jsonl'), '\n{"time":"2026');
    log.add(entry(3));
    assert.deepEqual(await log.entries(), [entry(3), entry(2), entry(1)]);
  });

  for (const [what, name, least] of [
    ['Latin', 'x'.repeat(20_000), 50],
    ['Cyrillic', 'ж'.repeat(15_000), 30],
  ] as const) {
    it(`stays within its limits, and keeps the newest entries (${what})`, async () => {
      const log = openLog();
      for (let number = 0; number < 300; number++) log.add(entry(number, { name }));
      const entries = await log.entries();
      assert.ok(entries.length > least && entries.length < 165, String(entries.length));
      assert.equal(entries[0]?.request, entry(299).request);
      for (const file of await readdir(join(folder, 'new'))) {
        assert.ok((await stat(join(folder, 'new', file))).size <= 1024 * 1024);
      }
    });
  }

  it('loses no entry when several processes rotate the full file at once', async function () {
    this.timeout(60_000);
    const program = join(folder, 'program.mjs');
    await build({
      stdin: { contents: hardRounds, resolveDir: import.meta.dirname, loader: 'ts' },
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    const rounds = Array.from({ length: 25 }, (_, index) => join(folder, `round ${index}`));
    const old = Array.from({ length: 51 }, (_, index) => entry(index, { name: 'x'.repeat(20_000) }));
    for (const round of rounds) {
      await mkdir(round);
      const text = old.map(one => `${JSON.stringify(one)}\n`).join('');
      await writeFile(join(round, 'activity.jsonl'), text);
    }
    const processes = [1, 2, 3].map(number => {
      const child = spawn(process.execPath, [program, String(number), ...rounds], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
    });
    // All of them begin each round at the same moment.
    for (const _ of rounds) {
      for (const { child } of processes) child.stdin.write('go\n');
      for (const { lines } of processes) assert.deepEqual((await lines.next()).value, 'done');
    }
    for (const { child } of processes) child.kill();
    for (const round of rounds) {
      const log = new ActivityLog(round, error => failures.push(error));
      assert.equal(new Set(requestsOf(await log.entries())).size, old.length + 3 * 20, round);
    }
    assert.deepEqual(failures, []);
  });

  it('shows the entries beside a damaged one and a pipe', async function () {
    if (process.platform === 'win32') this.skip();
    const log = openLog();
    log.add(entry(1));
    await log.settled();
    execFileSync('mkfifo', [join(folder, 'new', 'activity.older.jsonl')]);
    const damaged = { ...entry(2), time: 'yesterday' };
    await appendFile(join(folder, 'new', 'activity.jsonl'), `${JSON.stringify(damaged)}\n`);
    assert.deepEqual(await log.entries(), [entry(1)]);
    await rename(join(folder, 'new', 'activity.older.jsonl'), join(folder, 'new', 'activity.jsonl'));
    log.add(entry(3));
    assert.deepEqual(await log.entries(), [entry(3)]);
    assert.deepEqual(failures, []);
  });

  it('keeps only the field names of a huge object', async () => {
    const log = openLog();
    log.add(entry(1, { peers: Array.from({ length: 100_000 }, (_, index) => `host-${index}`) }));
    const [kept] = await log.entries();
    assert.deepEqual([kept?.['fields'], kept?.after, kept?.outcome], [['peers'], undefined, 'done']);
  });

  it('is reported when it cannot be written, and no write fails because of it', async () => {
    const file = join(folder, 'a-file');
    await appendFile(file, '');
    const log = new ActivityLog(join(file, 'below'), error => failures.push(error));
    log.add(entry(1));
    await log.settled();
    assert.equal(failures.length, 1);
  });
});
