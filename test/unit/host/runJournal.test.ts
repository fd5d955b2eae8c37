import assert from 'node:assert/strict';
import {
  appendFile,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { JournalError, OpenRun } from '../../../src/host/openRun.ts';
import { RunJournal } from '../../../src/host/runJournal.ts';
import { type ItemOutcome, type RunPlan, readRun } from '../../../src/host/runRecord.ts';

const plan = (count: number): RunPlan => ({
  act: 'deleteJobs',
  server: { id: 'a', name: 'A', url: 'https://a.example' },
  items: Array.from({ length: count }, (_, index) => ({ name: `Job ${index}`, id: index })),
});

describe('journal of runs on many objects', () => {
  let folder: string;
  const failures: unknown[] = [];
  /** Programs that are running, by number. */
  const alive = new Set<number>();
  const open = (pid: number) => {
    alive.add(pid);
    const runs = join(folder, 'runs');
    return new RunJournal({
      folder: runs,
      pid,
      isAlive: other => alive.has(other),
      onFailure: error => failures.push(error),
    });
  };
  const outcomes = (items: readonly ItemOutcome[]) => items.map(({ is }) => is);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-runs-'));
    failures.length = 0;
    alive.clear();
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
    assert.deepEqual(failures, []);
  });

  it('tells of every item what became of it, wherever the program was cut off', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('notSent', 'sent', 'done', 'failed', 'unknown'), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.string(),
        async (fates, rubbish) => {
          await rm(join(folder, 'runs'), { recursive: true, force: true });
          const run = await open(1).begin(plan(fates.length));
          for (const [index, fate] of fates.entries()) {
            if (fate === 'notSent') continue;
            await run.sent(index, { name: `Job ${index}` });
            if (fate !== 'sent') run.settled(index, fate, 'because');
          }
          await run.write('last');
          const [name = ''] = await readdir(join(folder, 'runs'));
          await appendFile(join(folder, 'runs', name), rubbish);
          alive.delete(1);
          const { runs } = await open(2).interrupted();
          const expected = fates.map(fate => (fate === 'sent' ? 'unknown' : fate));
          assert.deepEqual(
            runs.map(({ items }) => outcomes(items)),
            [expected],
          );
          assert.deepEqual(
            runs[0]?.items.map(({ kept }) => kept),
            fates.map((fate, index) => (fate === 'notSent' ? undefined : { name: `Job ${index}` })),
          );
        },
      ),
      { numRuns: 40 },
    ));

  it('is gone when the run has ended, and nothing is made before there was one', async () => {
    const journal = open(1);
    assert.deepEqual(await journal.interrupted(), { runs: [], others: false });
    assert.deepEqual(await readdir(folder), []);
    const run = await journal.begin(plan(1));
    await run.end();
    assert.deepEqual(await readdir(join(folder, 'runs')), []);
  });

  it('leaves runs alone that another window is working on, and gives a cut-off one to one window only', async () => {
    await open(1).begin(plan(2));
    const two = open(2);
    assert.deepEqual(await two.interrupted(), { runs: [], others: true });
    alive.delete(1);
    const found = await Promise.all([two, open(3), open(4)].map(journal => journal.interrupted()));
    assert.equal(found.flatMap(({ runs }) => runs).length, 1);
    await found.flatMap(({ runs }) => runs)[0]?.discard();
    assert.deepEqual(await open(5).interrupted(), { runs: [], others: false });
  });

  it('comes again when the window that told of it ended before the person answered', async () => {
    await open(1).begin(plan(2));
    alive.delete(1);
    assert.equal((await open(2).interrupted()).runs.length, 1);
    alive.delete(2);
    assert.equal((await open(3).interrupted()).runs.length, 1);
  });

  it('is not mistaken for being worked on by a later program of the same number, or after long silence', async () => {
    await open(1).begin(plan(2));
    assert.equal((await open(1).interrupted()).runs.length, 1, 'a new program with the old number');
    await open(2).begin(plan(2));
    for (const name of await readdir(join(folder, 'runs'))) {
      const anHourAgo = new Date(Date.now() - 3_600_000);
      await utimes(join(folder, 'runs', name), anHourAgo, anHourAgo);
    }
    assert.equal((await open(3).interrupted()).runs.length, 2);
  });

  it('of a window that closes in order stops, and can be told of at once', async () => {
    const journal = open(1);
    const run = await journal.begin(plan(3));
    await run.sent(0);
    run.settled(0, 'done');
    await run.sent(1);
    await journal.release();
    await assert.rejects(run.sent(2));
    run.settled(1, 'done');
    await run.write('last');
    const { runs } = await open(2).interrupted();
    assert.deepEqual(
      runs.map(({ items }) => outcomes(items)),
      [['done', 'done', 'notSent']],
    );
  });

  it('of a newer version or what is no journal stays where it is', async () => {
    const run = await open(1).begin(plan(1));
    await run.end();
    const file = join(folder, 'runs', `${Date.now()}-00000000.0.jsonl`);
    const text = `${JSON.stringify({ version: 2, act: 'paint' })}\n`;
    await writeFile(file, text);
    assert.deepEqual(await open(2).interrupted(), { runs: [], others: false });
    assert.equal(await readFile(file, 'utf8'), text);
  });

  it('knows what was sent behind a line that a full disk has cut off', async () => {
    const path = join(folder, 'run.jsonl');
    const file = await openFile(path, 'a');
    const told: unknown[] = [];
    const acts = { remove: async () => {}, release: async () => {}, ended: () => {} };
    const header = { version: 1, time: '2026-03-04T12:00:00Z', ...plan(2) };
    const run = new OpenRun(file, header, { ...acts, onFailure: error => told.push(error) });
    await run.write(header);
    await run.sent(0);
    const append = file.appendFile.bind(file);
    file.appendFile = async text => {
      file.appendFile = append;
      await append(String(text).slice(0, 9));
      throw new Error('ENOSPC');
    };
    run.settled(0, 'done');
    await run.sent(1);
    await run.end();
    assert.equal(told.length, 1);
    assert.deepEqual(outcomes(readRun(await readFile(path, 'utf8'))?.items ?? []), ['unknown', 'unknown']);
  });

  it('that cannot be written lets nothing be sent', async () => {
    await writeFile(join(folder, 'runs'), 'a file in its place');
    await assert.rejects(open(1).begin(plan(1)), JournalError);
    await rm(join(folder, 'runs'));
  });

  it('keeps its size within bounds: a huge object is not kept in it', async () => {
    const run = await open(1).begin(plan(2));
    await run.sent(0, { peers: 'x'.repeat(1_000_000) });
    await run.sent(1, { peers: 'x' });
    alive.delete(1);
    const { runs } = await open(2).interrupted();
    assert.deepEqual(
      runs[0]?.items.map(({ kept }) => kept),
      [undefined, { peers: 'x' }],
    );
  });
});
