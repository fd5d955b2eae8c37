import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  appendFile,
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { OpenRun } from '../../../src/journal/openRun.ts';
import { RunJournal } from '../../../src/journal/runJournal.ts';
import { type ItemOutcome, type RunPlan, readRun } from '../../../src/journal/runRecord.ts';
import { createManualClock, type ManualClock } from '../../support/manualClock.ts';
import { gate } from '../store/support/fakes.ts';

/** Resolves when the pending heartbeat has reached the file: the next one is then scheduled. */
async function beaten(clock: ManualClock): Promise<void> {
  while (clock.pending === 0) await new Promise(resolve => setImmediate(resolve));
}

const plan = (count: number): RunPlan => ({
  act: 'deleteJobs',
  server: { id: 'a', name: 'A', url: 'https://a.example' },
  items: Array.from({ length: count }, (_, index) => ({ name: `Job ${index}`, id: index })),
});

/** Whether every run has its first line. */
async function isWritten(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
  return texts.every(text => text.includes('\n'));
}

describe('journal of runs on many objects', () => {
  let folder: string;
  const failures: unknown[] = [];
  /** The IDs of live processes. */
  const alive = new Set<number>();
  /** Runs of killed windows, whose files nobody else closes. */
  const begun: OpenRun[] = [];
  const open = (pid: number, clock = createManualClock(0)) => {
    alive.add(pid);
    const runs = join(folder, 'runs');
    const journal = new RunJournal({
      folder: runs,
      pid,
      isAlive: other => alive.has(other),
      clock,
      onFailure: error => failures.push(error),
    });
    const begin = journal.begin.bind(journal);
    journal.begin = async given => {
      const run = await begin(given);
      begun.push(run);
      return run;
    };
    return journal;
  };
  const outcomes = (items: readonly ItemOutcome[]) => items.map(({ is }) => is);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-runs-'));
    failures.length = 0;
    alive.clear();
  });
  afterEach(async () => {
    const seen = [...failures];
    await Promise.all(begun.splice(0).map(run => run.end()));
    await rm(folder, { recursive: true });
    assert.deepEqual(seen, []);
  });

  it('drops an interrupted run that another had started to replace when its window was killed', async () => {
    await open(1).begin(plan(3));
    alive.delete(1);
    const second = open(2);
    const [found] = (await second.interrupted()).runs;
    assert.ok(found);
    const killed = gate();
    second.onceBegun(found, { runId: found.runId, discard: () => killed.promise });
    const beginning = second.begin(plan(2));
    const runs = join(folder, 'runs');
    while ((await readdir(runs)).length < 2 || !(await isWritten(runs))) await new Promise(setImmediate);
    alive.delete(2);
    const left = (await open(3).interrupted()).runs;
    assert.deepEqual(
      left.map(({ items }) => items.length),
      [2],
    );
    assert.equal((await readdir(runs)).length, 1);
    killed.open();
    await beginning;
  });

  it('reports the outcome of every item, wherever the program was cut off', () =>
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

  it('is deleted when the run has ended, and not created before the first run', async () => {
    const journal = open(1);
    assert.deepEqual(await journal.interrupted(), { runs: [], others: false });
    assert.deepEqual(await readdir(folder), []);
    const run = await journal.begin(plan(1));
    await run.end();
    assert.deepEqual(await readdir(join(folder, 'runs')), []);
  });

  it('ignores runs that another window is executing, and offers an interrupted one to only one window', async () => {
    await open(1).begin(plan(2));
    const two = open(2);
    assert.deepEqual(await two.interrupted(), { runs: [], others: true });
    alive.delete(1);
    const found = await Promise.all([two, open(3), open(4)].map(journal => journal.interrupted()));
    assert.equal(found.flatMap(({ runs }) => runs).length, 1);
    await found.flatMap(({ runs }) => runs)[0]?.discard();
    assert.deepEqual(await open(5).interrupted(), { runs: [], others: false });
  });

  it('offers a run again when the window that reported it closed before the user responded', async () => {
    await open(1).begin(plan(2));
    alive.delete(1);
    assert.equal((await open(2).interrupted()).runs.length, 1);
    alive.delete(2);
    assert.equal((await open(3).interrupted()).runs.length, 1);
  });

  it('does not mistake a later program with the same ID for its owner', async () => {
    await open(1).begin(plan(2));
    assert.equal((await open(1).interrupted()).runs.length, 1, 'a new program with the old number');
  });

  /** Checks as often as a window does in ten minutes; before each check, `pass` may let time pass. */
  const check = async (journal: RunJournal, pass: () => Promise<unknown>) => {
    for (let times = 0; times < 60; times++) {
      await pass();
      const { runs } = await journal.interrupted();
      if (runs.length > 0) return runs;
    }
    return [];
  };

  it('leaves a run to its window while that has a heartbeat, however long it writes nothing', async () => {
    const clock = createManualClock(Date.now() - 3_600_000);
    const run = await open(1, clock).begin(plan(2));
    const found = await check(open(2), async () => {
      clock.advance(10_000);
      await beaten(clock);
    });
    assert.deepEqual(found, []);
    await run.sent(0);
    await run.end();
  });

  it('lets another window take over a run when its own sleeps, which then sends nothing more', async () => {
    const clock = createManualClock(Date.now());
    const run = await open(1, clock).begin(plan(3));
    await run.sent(0);
    const [taken] = await check(open(2), async () => undefined);
    assert.deepEqual(outcomes(taken?.items ?? []), ['unknown', 'notSent', 'notSent']);
    await assert.rejects(run.sent(1), { name: 'JournalError', code: 'taken' });
    await assert.rejects(run.sent(2), { name: 'JournalError', code: 'taken' });
    assert.ok(run.signal.aborted && run.isTaken);
    run.settled(0, 'done');
    await run.end();
    const now = await taken?.current();
    assert.deepEqual(
      outcomes(now?.items ?? []),
      ['done', 'notSent', 'notSent'],
      'and what it learns late is read',
    );
    await taken?.discard();
    assert.deepEqual(await readdir(join(folder, 'runs')), []);
  });

  it('stops a run that was taken over at the next heartbeat of its former window', async () => {
    const clock = createManualClock(Date.now());
    const run = await open(1, clock).begin(plan(1));
    const [taken] = await check(open(2), async () => undefined);
    const aborted = once(run.signal, 'abort');
    clock.advance(10_000);
    await aborted;
    assert.ok(run.isTaken);
    await run.end();
    await taken?.discard();
  });

  it('leaves a run to the window that is offering it, unless that window slept', async () => {
    await open(1).begin(plan(1));
    alive.delete(1);
    const clock = createManualClock(Date.now());
    const [asked] = (await open(2, clock).interrupted()).runs;
    const other = open(3);
    const awake = async () => {
      clock.advance(10_000);
      await beaten(clock);
    };
    assert.deepEqual(await check(other, awake), [], 'the question is open');
    assert.equal((await check(other, async () => undefined)).length, 1, 'it sleeps');
    assert.equal(await asked?.current(), undefined);
  });

  it('reports a run again at once when the window that offered it is closed', async () => {
    await open(1).begin(plan(1));
    alive.delete(1);
    const two = open(2);
    assert.equal((await two.interrupted()).runs.length, 1);
    await two.release();
    assert.equal((await open(3).interrupted()).runs.length, 1);
  });

  it('leaves a run to the window that took it over, even if the suspended one closes', async () => {
    const sleeper = open(1);
    await sleeper.begin(plan(1));
    const taker = open(2);
    await check(taker, async () => undefined);
    await sleeper.release();
    assert.deepEqual([failures, await open(3).interrupted()], [[], { runs: [], others: true }]);
    await taker.release();
  });

  it('is readable only by its owner, even in a folder of an earlier version', async () => {
    const runs = join(folder, 'runs');
    await mkdir(runs, { mode: 0o755 });
    const run = await open(1).begin(plan(1));
    const [name = ''] = await readdir(runs);
    const modes = [await stat(runs), await stat(join(runs, name))].map(({ mode }) => mode & 0o777);
    assert.deepEqual(modes, [0o700, 0o600]);
    await run.end();
  });

  it('stops a run when its window closes properly, so that it can be reported at once', async () => {
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

  it('leaves files of a newer version and other files in place', async () => {
    const run = await open(1).begin(plan(1));
    await run.end();
    const file = join(folder, 'runs', `${Date.now()}-00000000.0.jsonl`);
    const text = `${JSON.stringify({ version: 2, act: 'paint' })}\n`;
    await writeFile(file, text);
    assert.deepEqual(await open(2).interrupted(), { runs: [], others: false });
    assert.equal(await readFile(file, 'utf8'), text);
  });

  it('recognizes what was sent after a line that a full disk has cut off', async () => {
    const path = join(folder, 'run.jsonl');
    const file = await openFile(path, 'a');
    const failures: unknown[] = [];
    const nothing = async () => {};
    const acts = { remove: nothing, release: nothing, isHeld: async () => true, ended: () => {} };
    const header = { version: 1, time: '2026-03-04T12:00:00Z', ...plan(2) };
    const run = new OpenRun(file, header, { ...acts, onFailure: error => failures.push(error) });
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
    assert.equal(failures.length, 1);
    assert.deepEqual(outcomes(readRun(await readFile(path, 'utf8'))?.items ?? []), ['unknown', 'unknown']);
  });

  it('prevents all requests when it cannot be written', async () => {
    await writeFile(join(folder, 'runs'), 'a file in its place');
    await assert.rejects(open(1).begin(plan(1)), { name: 'JournalError', code: 'unwritable' });
    await rm(join(folder, 'runs'));
  });

  it('limits its size by leaving out huge objects', async () => {
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

  describe('an interrupted run that another is to replace', () => {
    const replacing = async (kind: Parameters<RunJournal['onceBegun']>[0]) => {
      const discarded: string[] = [];
      const journal = open(1);
      const discard = async () => void discarded.push('discarded');
      const giveUp = journal.onceBegun(kind, { runId: 'old', discard });
      return { journal, giveUp, discarded };
    };
    const like = { act: plan(1).act, server: plan(1).server };

    it('is discarded once that one is recorded, and only once', async () => {
      const { journal, discarded } = await replacing(like);
      await journal.begin(plan(1));
      await journal.begin(plan(1));
      assert.deepEqual(discarded, ['discarded']);
      const [first = '', second = ''] = (await readdir(join(folder, 'runs'))).toSorted();
      const replaces = async (name: string) =>
        readRun(await readFile(join(folder, 'runs', name), 'utf8'))?.replaces;
      const found = await Promise.all([first, second].map(replaces));
      assert.deepEqual(new Set(found.map(ids => ids?.join())), new Set(['old', undefined]));
    });

    it('stays when the new run is of another kind or server, or is canceled', async () => {
      for (const other of [
        { ...like, act: 'stopJobs' as const },
        { ...like, server: { id: 'b' } },
      ]) {
        const { journal, discarded } = await replacing(other);
        await journal.begin(plan(1));
        assert.deepEqual(discarded, []);
      }
      const { journal, giveUp, discarded } = await replacing(like);
      giveUp();
      await journal.begin(plan(1));
      assert.deepEqual(discarded, []);
    });
  });

  it('skips a run after a month, and if its first line was cut off', async () => {
    const runs = join(folder, 'runs');
    await mkdir(runs);
    const text = `${JSON.stringify({ version: 1, time: '', ...plan(1) })}\n`;
    const place = (days: number, id: string, content: string) =>
      writeFile(join(runs, `${Date.now() - days * 86_400_000}-${id}.0.jsonl`), content);
    await place(31, 'a1', text);
    await place(29, 'a2', text);
    await place(0, 'a3', text.trim());
    await place(0, 'a4', '');
    await writeFile(join(runs, 'notes.jsonl'), text);
    const { runs: found } = await open(1).interrupted();
    assert.deepEqual(
      found.map(({ runId }) => runId.split('-')[1]),
      ['a2'],
    );
    assert.equal((await readdir(runs)).length, 2);
  });

  it('neither reports nor starts a run in a window that closes', async () => {
    await open(1).begin(plan(1));
    alive.delete(1);
    const closing = open(2);
    await closing.release();
    assert.deepEqual(await closing.interrupted(), { runs: [], others: false });
    const run = await closing.begin(plan(1));
    assert.ok(run.isReleased && run.signal.aborted && !run.isTaken);
    await assert.rejects(run.sent(0), { name: 'AbortError' });
    assert.equal((await open(3).interrupted()).runs.length, 2);
  });

  it('limits reasons to a thousand characters', async () => {
    const run = await open(1).begin(plan(3));
    run.settled(0, 'failed', 'x'.repeat(2_000));
    run.settled(1, 'failed', 'y');
    run.settled(2, 'done');
    assert.deepEqual(
      run.record.items.map(({ text }) => text),
      ['x'.repeat(1_000), 'y', undefined],
    );
    await run.end();
  });

  it('is reported as a failure when its folder or its file cannot be read', async () => {
    const runs = join(folder, 'runs');
    await writeFile(runs, 'a file in its place');
    assert.deepEqual(await open(1).interrupted(), { runs: [], others: false });
    assert.equal(failures.splice(0).length, 1);
    await rm(runs);
    await mkdir(join(runs, `${Date.now()}-b1.0.jsonl`), { recursive: true });
    assert.deepEqual(await open(1).interrupted(), { runs: [], others: false });
    assert.equal(failures.splice(0).length, 1);
  });
});
