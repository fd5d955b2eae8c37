import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFile,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { WriteError } from '../../../src/api/writes/writeResult.ts';
import type { ProcessMark } from '../../../src/store/runs/liveProcess.ts';
import type { OpenRun } from '../../../src/store/runs/openRun.ts';
import { type InterruptedRun, RunJournal, type RunJournalParts } from '../../../src/store/runs/runJournal.ts';
import type { RunPlan } from '../../../src/store/runs/runRecord.ts';
import { job } from '../support/fakes.ts';

const plan = (count: number): RunPlan => ({
  act: 'deleteJobs',
  server: { id: 'a', name: 'A', url: 'https://a.example' },
  items: Array.from({ length: count }, (_, index) => ({ name: `Job ${index}`, id: index })),
});

type Opened = Partial<ProcessMark & Pick<RunJournalParts, 'folder' | 'commandLineFolder'>>;

const outcomes = (runs: readonly InterruptedRun[]) =>
  runs.map(({ record }) => record.items.map(({ is }) => is).join());

describe('journal of runs on many objects', () => {
  let folder: string;
  let runs: string;
  const failures: unknown[] = [];
  /** Processes that are running. */
  const alive = new Set<string>();
  /** Runs of killed windows, whose files nobody else closes. */
  const begun: OpenRun[] = [];
  const keyOf = ({ host, pid, start }: ProcessMark) => `${host} ${pid} ${start}`;
  const open = (pid: number, { start = 'first', host = hostname(), ...folders }: Opened = {}) => {
    const self = { host, pid, start };
    alive.add(keyOf(self));
    return new RunJournal({
      folder: runs,
      ...folders,
      self,
      mayRun: mark => alive.has(keyOf(mark)),
      onFailure: error => failures.push(error),
    });
  };
  const kill = (pid: number, start = 'first') => alive.delete(keyOf({ host: hostname(), pid, start }));
  const begin = async (journal: RunJournal, count: number) => {
    const run = await journal.begin(plan(count));
    begun.push(run);
    return run;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-runs-'));
    runs = join(folder, 'runs');
    failures.length = 0;
    alive.clear();
  });
  afterEach(async () => {
    const seen = [...failures];
    await Promise.all(begun.splice(0).map(run => run.end()));
    await rm(folder, { recursive: true });
    assert.deepEqual(seen, []);
  });

  it('reports the outcome of every item, wherever the program was cut off and whatever lines are damaged', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('notSent', 'sent', 'done', 'otherwise', 'failed', 'unknown'), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.string(),
        async (fates, rubbish) => {
          await rm(runs, { recursive: true, force: true });
          const run = await begin(open(1), fates.length);
          const [name = ''] = await readdir(runs);
          for (const [index, fate] of fates.entries()) {
            if (fate === 'notSent') continue;
            await run.sent(index, { name: `Job ${index}` });
            await appendFile(join(runs, name), `{"item":"${index}"}\n`);
            if (fate !== 'sent') run.settled(index, fate, 'because');
          }
          await run.write('last');
          await appendFile(join(runs, name), rubbish);
          kill(1);
          const found = await open(2).interrupted();
          assert.deepEqual(outcomes(found), [fates.map(fate => (fate === 'sent' ? 'unknown' : fate)).join()]);
          assert.deepEqual(
            found[0]?.record.items.map(({ kept }) => kept),
            fates.map((fate, index) => (fate === 'notSent' ? undefined : { name: `Job ${index}` })),
          );
        },
      ),
      { numRuns: 30 },
    ));

  it('leaves the runs of live processes alone, and reports an interrupted one to only one window', async () => {
    await begin(open(1), 2);
    const two = open(2);
    assert.deepEqual(await two.interrupted(), []);
    kill(1);
    const found = await Promise.all([two, open(3), open(4)].map(journal => journal.interrupted()));
    assert.deepEqual(outcomes(found.flat()), ['notSent,notSent']);
    await found.flat()[0]?.discard();
    assert.deepEqual(await readdir(runs), []);
  });

  it('reports a run again when the window that reported it was killed or closed before the user responded', async () => {
    await begin(open(1), 2);
    kill(1);
    assert.equal((await open(2).interrupted()).length, 1);
    assert.deepEqual(await open(3).interrupted(), [], 'its notification is open');
    kill(2);
    const three = open(3);
    assert.equal((await three.interrupted()).length, 1);
    await three.release();
    assert.equal((await open(4).interrupted()).length, 1);
  });

  it('sends what one undo puts back only once, unless its process has exited', async () => {
    const undo: RunPlan = { ...plan(0), act: 'undo', undoes: '1-a', items: [{ name: 'Weekly', of: 0 }] };
    const [one, two] = [open(1), open(2)];
    const [first, second] = await Promise.all([one.begin(undo), two.begin(undo)]);
    begun.push(first, second);
    const sent = await Promise.allSettled([first, second].map(run => run.sent(0)));
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const failed = sent[0]?.status === 'rejected' ? first : second;
    failed.settled(0, 'failed');
    await assert.rejects(async () => begun[begun.push(await two.begin(undo)) - 1]?.sent(0), WriteError);
    kill(1);
    kill(2);
    const third = await open(3).begin(undo);
    await third.sent(0);
    third.settled(0, 'done');
    await third.end();
    const late = await open(4).begin(undo);
    begun.push(late);
    await assert.rejects(late.sent(0), WriteError, 'it was put back before this run began');
  });

  it('does not mistake a later process with the same ID for the one that began the run', async () => {
    await begin(open(1), 2);
    kill(1);
    assert.equal((await open(1, { start: 'second' }).interrupted()).length, 1);
    kill(1, 'second');
    assert.equal((await open(1, { start: 'third' }).interrupted()).length, 1);
  });

  it('leaves a run of another computer to it for a day', async () => {
    await begin(open(1, { host: 'other' }), 1);
    assert.deepEqual(await open(2).interrupted(), []);
    const [name = ''] = await readdir(runs);
    await copyFile(join(runs, name), join(runs, `${Date.now() - 90_000_000}-aa.1.jsonl`));
    alive.delete('other 1 first');
    assert.equal((await open(2).interrupted()).length, 2);
  });

  it('reports a run at once when its window has closed or its extension was deactivated', async () => {
    const journal = open(1);
    const run = await begin(journal, 3);
    await run.sent(0);
    run.settled(0, 'done');
    await run.sent(1);
    await journal.release();
    await assert.rejects(run.sent(2), { name: 'AbortError' });
    run.settled(1, 'done');
    await run.write('last');
    assert.deepEqual(outcomes(await open(1).interrupted()), ['done,done,notSent']);
  });

  it('neither reports nor starts a run in a window that closes', async () => {
    await begin(open(1), 1);
    kill(1);
    const closing = open(2);
    await closing.release();
    assert.deepEqual(await closing.interrupted(), []);
    await assert.rejects((await begin(closing, 1)).sent(0), { name: 'AbortError' });
    assert.equal((await open(3).interrupted()).length, 2);
  });

  it('keeps its files readable only by this user', async () => {
    await mkdir(runs, { mode: 0o755 });
    await begin(open(1), 1);
    const [name = ''] = await readdir(runs);
    const modes = async (...names: string[]) =>
      Promise.all(['', ...names].map(async path => (await stat(join(runs, path))).mode & 0o777));
    assert.deepEqual(await modes(name), [0o700, 0o600]);
    await chmod(join(runs, name), 0o644);
    kill(1);
    const journal = open(2);
    await journal.interrupted();
    await journal.release();
    assert.deepEqual(await modes(name.replace('.1.', '.0.')), [0o700, 0o600]);
  });

  it('reports a run whatever time its name says, so that a wrong clock hides none', async () => {
    await begin(open(1), 1);
    const [name = ''] = await readdir(runs);
    const month = 31 * 86_400_000;
    for (const ms of [Date.now() - month, Date.now() + month, 0])
      await copyFile(join(runs, name), join(runs, `${ms}-aa.0.jsonl`));
    assert.equal((await open(2).interrupted()).length, 3);
  });

  it('reads a run of the version before, which names its process in the file name only', async () => {
    const text = `${JSON.stringify({ version: 1, time: '2026-03-04T12:00:00Z', ...plan(1) })}\n`;
    await mkdir(runs);
    await writeFile(join(runs, `${Date.now()}-aa.7.jsonl`), text);
    alive.add(`${hostname()} 7 undefined`);
    assert.deepEqual(await open(2).interrupted(), []);
    alive.clear();
    assert.equal((await open(2).interrupted()).length, 1);
  });

  it('finds the readable runs beside pipes, folders, links, and damaged or newer files', async function () {
    if (process.platform === 'win32') this.skip();
    await begin(open(1), 1);
    kill(1);
    const place = (id: string) => join(runs, `${Date.now()}-${id}.0.jsonl`);
    execFileSync('mkfifo', [place('aa')]);
    await mkdir(place('ab'));
    await symlink('/dev/zero', place('ac'));
    const header = { version: 2, time: '2026-03-04T12:00:00Z', ...plan(1) };
    for (const [id, text] of [
      ['ad', '{"version":2,"time":\n'],
      ['ae', JSON.stringify({ ...header, version: 3 })],
      ['af', JSON.stringify({ ...header, time: 'yesterday' })],
    ] as const)
      await writeFile(place(id), `${text}\n`);
    await writeFile(join(runs, 'notes.jsonl'), '');
    assert.equal((await open(2).interrupted()).length, 1);
    assert.equal((await readdir(runs)).length, 8);
  });

  it('drops a run whose first line was cut off, because nothing was sent', async () => {
    await mkdir(runs);
    await writeFile(join(runs, `${Date.now()}-aa.0.jsonl`), '{"version":2');
    assert.deepEqual(await open(2).interrupted(), []);
    assert.deepEqual(await readdir(runs), []);
  });

  it('keeps the records of ended runs for all windows, the newest first, with what each write left', async () => {
    for (const count of [1, 2]) {
      const run = await begin(open(count), count);
      await run.sent(0, { enabled: true });
      run.settled(0, 'done', '', { left: { enabled: false } });
      await run.end();
    }
    const [newest, oldest, ...others] = await open(3).ended();
    assert.deepEqual([newest?.items.length, oldest?.items.length, others], [2, 1, []]);
    const { kept, left } = newest?.items[0] ?? {};
    assert.deepEqual([kept, left], [{ enabled: true }, { enabled: false }]);
    assert.deepEqual(
      (await open(3).since(newest?.id)).map(({ id }) => id),
      [newest?.id],
    );
  });

  it('keeps no record of a run that sent nothing', async () => {
    await (await begin(open(1), 1)).end();
    assert.deepEqual(await readdir(runs), []);
  });

  it('says who works on runs that have not ended, and reads those of the command line', async () => {
    const commandLineFolder = join(folder, 'commandLine');
    const ofCommandLine = open(4, { folder: commandLineFolder });
    await begin(ofCommandLine, 4);
    const applied = await begin(ofCommandLine, 5);
    await applied.sent(0);
    await applied.end();
    await begin(open(3), 3);
    kill(3);
    await begin(open(2), 2);
    const journal = open(1, { commandLineFolder });
    await begin(journal, 1);
    const workers = async () => (await journal.ongoing()).map(({ record, by }) => [record.items.length, by]);
    const others = [
      [2, 'window'],
      [3, 'nobody'],
      [4, 'commandLine'],
    ];
    assert.deepEqual(await workers(), [[1, 'this'], ...others]);
    await journal.interrupted();
    assert.deepEqual(await workers(), [[1, 'this'], ...others]);
    assert.deepEqual(
      (await journal.ended()).map(({ items }) => items.length),
      [5],
    );
    assert.deepEqual((await journal.since('')).length, 5);
  });

  it('keeps an interrupted run that sent something when it was reported', async () => {
    await (await begin(open(1), 2)).sent(0);
    kill(1);
    const journal = open(2);
    for (const found of await journal.interrupted()) await found.discard();
    assert.deepEqual(
      (await journal.ended()).map(({ items }) => items.map(({ is }) => is)),
      [['unknown', 'notSent']],
    );
  });

  it('deletes the oldest records of ended runs beyond a thousand', async () => {
    await mkdir(runs);
    const name = (index: number) => `${1_700_000_000_000 + index}-aa.ended.jsonl`;
    for (let index = 0; index < 1_003; index++) await writeFile(join(runs, name(index)), '');
    await begin(open(1), 1);
    while ((await readdir(runs)).length > 1_001) await new Promise(setImmediate);
    const names = await readdir(runs);
    assert.deepEqual([names.includes(name(2)), names.includes(name(3))], [false, true]);
  });

  it('notes single writes with what they changed', async () => {
    const journal = open(1);
    const before = job(7, { policies: [1] });
    const object = { ...before, policies: [2] };
    const seen = { id: 7, draft: {} };
    const nature = { kind: 'job', does: 'change', id: 7, is: 'done', differences: [] } as const;
    const write = { ...nature, before, object, seen };
    const ended: unknown[] = [];
    journal.onDidEnd(run => ended.push(run));
    journal.note(plan(0).server, write);
    const [record] = await journal.ended();
    assert.deepEqual(ended, [record], 'who offers to undo it is told');
    const { marks, ...item } = record?.items[0] ?? {};
    assert.equal(marks?.['name'], before.name);
    assert.deepEqual(item, {
      ...{ name: before.name, kind: 'job', does: 'change', id: 7, is: 'done' },
      ...{ kept: { policies: [1] }, left: { policies: [2] } },
    });
  });

  describe('an interrupted run that another completes', () => {
    it('is discarded once that one is recorded, and only by the first', async () => {
      await begin(open(1), 3);
      kill(1);
      const journal = open(2);
      const completing = journal.completing(await journal.interrupted());
      begun.push(await completing.begin(plan(1)), await completing.begin(plan(2)));
      const texts = await Promise.all((await readdir(runs)).map(name => readFile(join(runs, name), 'utf8')));
      assert.deepEqual(texts.map(text => text.includes('"replaces":')).toSorted(), [false, true]);
    });

    it('is not reported if that window was killed before it was discarded', async () => {
      await begin(open(1), 3);
      kill(1);
      const second = open(2);
      const [found] = await second.interrupted();
      assert.ok(found);
      begun.push(await second.begin(plan(2), [{ ...found, discard: async () => undefined }]));
      kill(2);
      assert.deepEqual(outcomes(await open(3).interrupted()), ['notSent,notSent']);
      assert.equal((await readdir(runs)).length, 1);
    });
  });
});
