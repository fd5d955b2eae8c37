import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { History } from '../../../src/contrib/history/common/history.ts';
import { HistoryFiles, type HistoryLimits } from '../../../src/contrib/history/common/historyFiles.ts';
import { job } from '../../store/support/fakes.ts';
import { createManualClock } from '../../support/manualClock.ts';

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 10, 2, 12);

describe('files of a history', () => {
  let folder: string;
  let limits: HistoryLimits;
  const failures: unknown[] = [];
  let newer = 0;
  const clock = createManualClock(startMs);

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'da-history-')), 'history');
    limits = { days: 90, bytes: 1_000_000 };
    failures.length = 0;
    newer = 0;
    clock.set(startMs - clock.now());
  });

  afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

  async function openHistory() {
    const history = new History({ extraWords: () => new Map() });
    const files = new HistoryFiles(history, {
      folder,
      clock,
      limits: () => limits,
      onFailure: error => failures.push(error),
      onNewer: () => {
        newer += 1;
      },
    });
    await history.load();
    return { history, files, close: () => files.close() };
  }

  const lookAt = (history: History, jobId: number, seconds: number, word: string) => {
    const atMs = startMs + seconds * 1_000;
    history.look(jobId, { word, earliestMs: atMs - 50, latestMs: atMs + 50 });
  };
  /** One run of five minutes that begins at the minute. */
  const runAt = (history: History, jobId: number, minute: number) => {
    for (const [after, word] of [
      [-1, 'idle'],
      [1, 'running'],
      [4, 'running'],
      [6, 'succeeded'],
    ] as const)
      lookAt(history, jobId, (minute + after) * 60, word);
  };
  const allPaths = async () =>
    (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.jsonl')).sort();
  const stored = async () => {
    const { history, files } = await openHistory();
    await files.close();
    return history;
  };

  it('schedule nothing more once they are closed, even while they are read', async () => {
    const own = createManualClock(startMs);
    const history = new History({ extraWords: () => new Map() });
    const onNothing = () => assert.fail();
    const files = new HistoryFiles(history, {
      folder,
      clock: own,
      limits: () => limits,
      onFailure: onNothing,
      onNewer: onNothing,
    });
    const loading = history.load();
    await files.close();
    await loading;
    lookAt(history, 1, 0, 'running');
    assert.equal(own.pending, 0);
  });

  it('give another window what all windows saw, each run once', async () => {
    const [one, two] = [await openHistory(), await openHistory()];
    runAt(one.history, 1, 0);
    lookAt(two.history, 1, -10, 'idle');
    lookAt(two.history, 1, 70, 'running');
    lookAt(two.history, 1, 290, 'running');
    lookAt(two.history, 1, 310, 'succeeded');
    await Promise.all([one.close(), two.close()]);
    const [run, ...others] = (await stored()).runs(1);
    assert.deepEqual(others, []);
    assert.deepEqual([run?.start.afterMs, run?.firstSeenMs], [startMs - 10_050, startMs + 60_050]);
    assert.deepEqual(run?.end, { afterMs: startMs + 289_950, byMs: startMs + 310_050 });
  });

  it('give another window what is stored while it is open, and only what is new', async () => {
    const [one, two] = [await openHistory(), await openHistory()];
    const changes: (readonly number[])[] = [];
    const look = async (seconds: number, word: string) => {
      lookAt(one.history, 1, seconds, word);
      await one.files.flush();
      await two.history.follow();
    };
    two.history.onDidChange(ids => changes.push(ids));
    await look(0, 'idle');
    for (const seconds of [10, 20, 30]) await look(seconds, 'running');
    assert.equal(two.history.runs(1)[0]?.state, 'executing');
    const [path = ''] = await allPaths();
    const file = await open(join(folder, path), 'r+');
    await file.write('x'.repeat(100), 0);
    await file.close();
    await look(40, 'succeeded');
    assert.deepEqual(two.history.runs(1), one.history.runs(1));
    assert.equal(two.history.past(1).spans.length, 3);
    assert.deepEqual(changes, [[1], [1], [1]]);
    await Promise.all([one.close(), two.close()]);
  });

  it('give another window a file that was replaced, and what follows a torn line', async () => {
    const two = await openHistory();
    const one = await openHistory();
    for (let minute = 0; minute < 100; minute += 10) runAt(one.history, 1, minute);
    await one.close();
    const [path = ''] = await allPaths();
    const text = await readFile(join(folder, path), 'utf8');
    const half = text.indexOf('\n', text.length / 2) - 3;
    await writeFile(join(folder, path), text.slice(0, half));
    await two.history.follow();
    assert.ok(two.history.runs(1).length < 10);
    await appendFile(join(folder, path), text.slice(half));
    await two.history.follow();
    assert.deepEqual(two.history.runs(1), one.history.runs(1));
    const three = await openHistory();
    runAt(three.history, 2, 0);
    await three.close();
    const [other = ''] = (await allPaths()).filter(name => name !== path);
    await rename(join(folder, other), join(folder, path));
    await two.history.follow();
    assert.deepEqual([two.history.runs(1).length, two.history.runs(2).length], [10, 1]);
    await two.close();
  });

  it('are forgotten by another window once they are cleared, which goes on with what it sees then', async () => {
    const [one, two] = [await openHistory(), await openHistory()];
    runAt(one.history, 1, 0);
    runAt(two.history, 2, 0);
    await Promise.all([one.files.flush(), two.files.flush()]);
    await two.history.follow();
    assert.equal(two.history.runs(1).length, 1);
    await one.history.clear();
    runAt(one.history, 1, 10);
    await one.files.flush();
    let changes = 0;
    two.history.onDidChange(ids => {
      if (ids.length === 0) changes += 1;
    });
    await two.history.follow();
    assert.deepEqual([two.history.runs(2), two.history.runs(1).length, changes], [[], 1, 1]);
    runAt(two.history, 2, 20);
    await two.history.follow();
    await Promise.all([one.close(), two.close()]);
    const history = await stored();
    assert.deepEqual([history.runs(1).length, history.runs(2).length, two.history.runs(2).length], [1, 1, 1]);
  });

  it('store what was seen a few seconds later, for this user only', async () => {
    const { history, files } = await openHistory();
    runAt(history, 1, 0);
    clock.advance(5_000);
    await files.flush();
    const [path = ''] = await allPaths();
    assert.equal((await stat(join(folder, path))).mode & 0o777, 0o600);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.match(path, /^2026-11-02/);
    assert.equal((await stored()).runs(1).length, 1);
  });

  it('store a span that has grown again, and it counts once', async () => {
    const { history, files, close } = await openHistory();
    for (const seconds of [0, 10, 20, 30]) {
      lookAt(history, 1, seconds, 'running');
      await files.flush();
    }
    await close();
    const [span] = history.past(1).spans;
    const [storedSpan, ...others] = (await stored()).past(1).spans;
    assert.deepEqual([{ ...storedSpan, writer: '' }, others], [span, []]);
  });

  it('contain what was read of a job once, whichever window reads it', async () => {
    for (const atMs of [startMs, startMs + 1_000, startMs + 2_000]) {
      const { history, close } = await openHistory();
      history.read(job(1, { name: 'Backup', params: 'RRULE:FREQ=DAILY' }), atMs);
      await close();
    }
    const text = (
      await Promise.all((await allPaths()).map(path => readFile(join(folder, path), 'utf8')))
    ).join('');
    assert.equal(text.match(/Backup/g)?.length, 1);
    assert.equal((await stored()).past(1).facts[0]?.facts.params, 'RRULE:FREQ=DAILY');
  });

  it('are joined by day after two days, also if a crash left some of them twice', async () => {
    for (const id of [1, 2]) {
      const { history, close } = await openHistory();
      runAt(history, id, 0);
      history.stopped([id], startMs + 100_000);
      await close();
    }
    const before = await stored();
    const [copied = ''] = await allPaths();
    const text = await readFile(join(folder, copied));
    clock.advance(3 * dayMs);
    const { files, close } = await openHistory();
    await files.tidy();
    assert.deepEqual(await allPaths(), ['2026-11-02.jsonl']);
    await writeFile(join(folder, '2026-11-02.jsonl.tmp'), 'half');
    await mkdir(join(folder, '2026-11-02'));
    await writeFile(join(folder, '2026-11-02', 'again.jsonl'), text);
    await close();
    const after = await stored();
    const spansOf = (history: History) =>
      new Set([1, 2].flatMap(id => history.past(id).spans.map(span => JSON.stringify(span))));
    assert.deepEqual(spansOf(after), spansOf(before));
    assert.deepEqual(after.runs(1), before.runs(1));
    assert.deepEqual(after.runs(2), before.runs(2));
    assert.equal(after.runs(1)[0]?.isStoppedByUs, true);
  });

  it('of old days are deleted, except for the last 50 runs of each job and what was read of it', async () => {
    const { history, close } = await openHistory();
    for (let minute = 0; minute < 70 * 20; minute += 20) runAt(history, 1, minute);
    history.read(job(1, { name: 'Backup' }), startMs);
    await close();
    limits = { ...limits, days: 5 };
    clock.advance(4 * dayMs);
    for (let day = 0; day < 5; day++) {
      clock.advance(dayMs);
      const other = await openHistory();
      lookAt(other.history, 2, day, 'idle');
      await other.close();
    }
    const { files, close: closeSecond } = await openHistory();
    await files.tidy();
    await closeSecond();
    const paths = await allPaths();
    assert.ok(paths.includes('kept.jsonl') && !paths.some(path => path.startsWith('2026-11-02')));
    const kept = await stored();
    assert.deepEqual(kept.runs(1).slice(-50), history.runs(1).slice(-50));
    assert.ok(kept.runs(1).length < 55);
    assert.equal(kept.past(1).facts[0]?.facts.name, 'Backup');
  });

  it('grow no further once their days are full, whatever jobs come and go', async () => {
    const history = new History({ extraWords: () => new Map(), keeps: { runs: 50, days: 3 } });
    const manual = { ...clock, schedule: () => ({ dispose: () => undefined }) };
    const onFailure = (error: unknown) => failures.push(error);
    limits = { ...limits, days: 3 };
    const files = new HistoryFiles(history, {
      ...{ folder, clock: manual, limits: () => limits, onFailure },
      onNewer: () => assert.fail(),
    });
    await history.load();
    const bytes: number[] = [];
    for (let day = 0; day < 40; day++) {
      const minutes = day * 24 * 60;
      // Job 1 runs each hour, job 2 is only looked at, and there is a job of this day.
      for (let hour = 0; hour < 24; hour++) {
        runAt(history, 1, minutes + hour * 60);
        lookAt(history, 2, (minutes + hour * 60) * 60, 'idle');
        if (hour < 3) runAt(history, 1_000 + day, minutes + hour * 60);
      }
      history.read(job(1_000 + day, { name: `Job of day ${day}` }), clock.now());
      await files.flush();
      clock.advance(dayMs);
      await files.tidy();
      const paths = await allPaths();
      bytes.push(
        (await Promise.all(paths.map(path => stat(join(folder, path))))).reduce(
          (sum, { size }) => sum + size,
          0,
        ),
      );
    }
    await files.close();
    assert.deepEqual(failures, []);
    assert.ok(Math.max(...bytes.slice(30)) <= 1.02 * Math.max(...bytes.slice(15, 25)), bytes.join());
    const kept = await stored();
    assert.deepEqual(kept.runs(1).slice(-50), history.runs(1).slice(-50));
    assert.equal(kept.runs(1_030).length, 3);
    assert.equal(kept.past(1_000).spans.length + kept.facts(1_000).length, 0);
  });

  it('are not cut by a clock that was wrong for a while, by a year ahead or behind', async () => {
    for (const wrongMs of [365 * dayMs, -365 * dayMs]) {
      const { history, files, close } = await openHistory();
      for (let minute = 0; minute < 80 * 15; minute += 15) runAt(history, 1, minute);
      await files.flush();
      await close();
      clock.set(wrongMs);
      const wrong = await openHistory();
      runAt(wrong.history, 2, wrongMs / 60_000);
      runAt(wrong.history, 3, 0);
      await wrong.files.flush();
      await wrong.files.tidy();
      clock.set(-wrongMs);
      await wrong.files.tidy();
      await wrong.close();
      const read = await stored();
      assert.deepEqual(
        [1, 2, 3].map(id => read.runs(id).length),
        [80, 1, 1],
      );
      await history.clear();
    }
  });

  it('are read whole while another window joins or deletes them, whichever file is being read', async () => {
    const days = [0, 1, 2];
    for (const day of days) {
      for (const id of [1, 2]) {
        const { history, close } = await openHistory();
        runAt(history, id, day * 1_440);
        history.read(job(10 * day + id), startMs + day * dayMs);
        await close();
      }
      clock.advance(dayMs);
    }
    clock.advance(3 * dayMs);
    const tidied = `${folder}-tidied`;
    await cp(folder, tidied, { recursive: true });
    /** Does what `tidy` did in the copy, in its order. */
    const replace = () => {
      for (const name of readdirSync(tidied))
        if (name.endsWith('.jsonl')) cpSync(join(tidied, name), join(folder, name));
      for (const name of readdirSync(folder))
        if (!existsSync(join(tidied, name))) rmSync(join(folder, name), { recursive: true });
    };
    const read = async (replaceAt: number) => {
      const reader = new History({ extraWords: () => new Map() });
      const onFailure = (error: unknown) => assert.fail(String(error));
      const options = { folder, clock, limits: () => limits, onFailure, onNewer: () => assert.fail() };
      const files = new HistoryFiles(reader, options);
      let count = 0;
      const load = files.load.bind(files);
      // Each file has the facts of one job.
      files.load = sink =>
        load({
          ...sink,
          facts: (...values) => {
            if (++count === replaceAt) replace();
            sink.facts(...values);
          },
        });
      await reader.load();
      await files.close();
      return [reader.runs(1).length, reader.runs(2).length];
    };
    const original = `${folder}-original`;
    await cp(folder, original, { recursive: true });
    for (const limitDays of [90, 1]) {
      await rm(tidied, { recursive: true });
      await cp(original, tidied, { recursive: true });
      limits = { ...limits, days: limitDays };
      const tidying = new History({ extraWords: () => new Map() });
      const options = {
        folder: tidied,
        clock,
        limits: () => limits,
        onFailure: (error: unknown) => assert.fail(String(error)),
        onNewer: assert.fail,
      };
      const files = new HistoryFiles(tidying, options);
      await tidying.load();
      await files.tidy();
      await files.close();
      for (let replaceAt = 1; replaceAt <= 2 * days.length; replaceAt++) {
        await rm(folder, { recursive: true });
        await cp(original, folder, { recursive: true });
        assert.deepEqual(await read(replaceAt), [3, 3], `at the file ${replaceAt}`);
      }
    }
  });

  it('that were joined while a window slept are followed, and its own runs appear once', async () => {
    const [one, two] = [await openHistory(), await openHistory()];
    runAt(two.history, 2, 0);
    await Promise.all([one.files.flush(), two.files.flush()]);
    runAt(one.history, 1, 0);
    await one.files.flush();
    clock.set(4 * dayMs);
    await one.files.tidy();
    assert.deepEqual(await allPaths(), ['2026-11-02.jsonl']);
    await two.history.follow();
    await two.history.follow();
    assert.deepEqual(
      [1, 2].map(id => two.history.runs(id).length),
      [1, 1],
    );
    assert.equal(two.history.past(2).spans.length, 4);
    await Promise.all([one.close(), two.close()]);
  });

  it('with absurd times take no memory, and the times are left out', async () => {
    const { history, close } = await openHistory();
    runAt(history, 1, 0);
    await close();
    const [path = ''] = await allPaths();
    const absurd = Array.from({ length: 300 }, (_, index) => {
      const atMs = index * 30 * dayMs;
      return `[1,0,${atMs},10,10,0]\n[2,0,${startMs},${atMs + 31 * dayMs},10,0]\n{"list":${atMs}}\n{"stop":[1],"at":1e99}\n`;
    });
    await appendFile(join(folder, path), absurd.join(''));
    const before = process.memoryUsage().arrayBuffers;
    const read = await stored();
    assert.ok(process.memoryUsage().arrayBuffers - before < 4_000_000);
    assert.deepEqual([read.runs(1), read.runs(2)], [history.runs(1), []]);
    assert.ok(read.past(1).spans.every(({ firstMs }) => Math.abs(firstMs - startMs) < 401 * dayMs));
  });

  it('never read a failed run as another one, whatever line is damaged', async () => {
    const { history, files, close } = await openHistory();
    for (const [id, word] of [
      [1, 'succeeded'],
      [2, 'failed'],
      [3, 'stopped'],
      [4, 'failed'],
    ] as const) {
      lookAt(history, id, 60 * id, 'running');
      lookAt(history, id, 60 * id + 10, word);
      await files.flush();
    }
    await close();
    const [path = ''] = await allPaths();
    const lines = (await readFile(join(folder, path), 'utf8')).split('\n');
    for (const damage of ['', '\u0000\u0000', '{"w":"fai', '{"w":7,"n":1}'])
      for (let from = 0; from < lines.length; from++)
        for (let count = 1; count <= 3; count++) {
          const damaged = lines.toSpliced(from, count, damage).join('\n');
          await writeFile(join(folder, path), damaged);
          const read = await stored();
          const words = [1, 2, 3, 4].map(id => read.runs(id).at(-1)?.word);
          const right = [1, 2, 3, 4].map(id => history.runs(id).at(-1)?.word);
          for (const [index, word] of words.entries())
            assert.ok(word === undefined || word === right[index], damaged);
        }
  });

  it('of the oldest days are deleted when all are too large', async () => {
    for (let day = 0; day < 3; day++) {
      const { history, close } = await openHistory();
      for (let minute = 0; minute < 1_000; minute += 10) runAt(history, 1, minute + day * 1_440);
      await close();
      clock.advance(dayMs);
    }
    clock.advance(3 * dayMs);
    limits = { ...limits, bytes: 20_000 };
    const { files, close } = await openHistory();
    await files.tidy();
    await close();
    assert.equal(
      (await allPaths()).some(path => path.startsWith('2026-11-02')),
      false,
    );
    assert.equal(
      (await allPaths()).some(path => path.startsWith('2026-11-04')),
      true,
    );
  });

  it('of a newer version are left alone and mentioned once', async () => {
    const { history, files, close } = await openHistory();
    runAt(history, 1, 0);
    await files.flush();
    const [path = ''] = await allPaths();
    const later = join(folder, '2026-11-02', 'later.jsonl');
    await writeFile(later, '{"v":2,"writer":"later"}\n{"other":1}\n');
    await writeFile(join(folder, '2026-11-02', 'later2.jsonl'), '{"v":3,"writer":"later"}\n');
    clock.advance(5 * dayMs);
    await files.tidy();
    await close();
    assert.equal((await stored()).runs(1).length, 1);
    assert.equal(newer, 2);
    assert.equal(await readFile(later, 'utf8'), '{"v":2,"writer":"later"}\n{"other":1}\n');
    assert.ok((await allPaths()).includes(path));
  });

  it('that cannot be written fail once, and contain everything when they can', async () => {
    await writeFile(folder, 'in the way');
    const { history, files, close } = await openHistory();
    failures.length = 0;
    runAt(history, 1, 0);
    await files.flush();
    runAt(history, 1, 60);
    await files.flush();
    assert.ok(failures.length <= 1);
    assert.equal(history.runs(1).length, 2);
    await rm(folder);
    clock.advance(60_000);
    await close();
    assert.deepEqual((await stored()).runs(1), history.runs(1));
  });

  /** A disk of its own for the folder; skips the test where only an administrator may mount one. */
  async function onSmallDisk(test: Mocha.Context, use: () => Promise<void>): Promise<void> {
    await mkdir(folder);
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
    if (mount.status !== 0) test.skip();
    try {
      await use();
    } finally {
      spawnSync('umount', [folder]);
    }
  }
  const fill = async () => {
    const file = await open(join(folder, 'filler'), 'w');
    const chunk = Buffer.alloc(1_000);
    await assert.rejects(
      async () => {
        for (;;) await file.write(chunk);
      },
      { code: 'ENOSPC' },
    );
    await file.close();
  };

  it('on a full disk fail once, lose nothing, and contain the rest when there is space', function () {
    return onSmallDisk(this, async () => {
      const { history, files, close } = await openHistory();
      runAt(history, 1, 0);
      await files.flush();
      await fill();
      for (const minute of [60, 120]) {
        for (let id = 1; id < 100; id++) runAt(history, id, minute);
        await files.flush();
      }
      assert.equal(failures.length, 1);
      assert.equal(history.runs(7).length, 2);
      assert.deepEqual((await stored()).runs(1)[0], history.runs(1)[0]);
      failures.length = 0;
      await rm(join(folder, 'filler'));
      await close();
      const read = await stored();
      for (const id of [1, 7, 99]) assert.deepEqual(read.runs(id), history.runs(id));
      assert.deepEqual(failures, []);
    });
  });

  it('on a full disk are not joined, and nothing unfinished stays', function () {
    return onSmallDisk(this, async () => {
      for (const id of [1, 2]) {
        const { history, close } = await openHistory();
        for (let minute = 0; minute < 600; minute += 10) runAt(history, id, minute);
        await close();
      }
      const before = await allPaths();
      clock.advance(3 * dayMs);
      await fill();
      // Space for the beginning of the joined file.
      await truncate(join(folder, 'filler'), (await stat(join(folder, 'filler'))).size - 8_192);
      const { history, files } = await openHistory();
      await files.tidy();
      assert.deepEqual(await allPaths(), before);
      assert.deepEqual((await readdir(folder)).sort(), ['2026-11-02', 'filler']);
      assert.deepEqual([failures.length, history.runs(2).length], [1, 60]);
      await files.close();
    });
  });

  it('on a disk that cannot be written are read, fail once, and leave what was seen in memory', function () {
    return onSmallDisk(this, async () => {
      const { history: first, close: closeFirst } = await openHistory();
      runAt(first, 1, 0);
      await closeFirst();
      spawnSync('mount', ['-o', 'remount,ro', folder]);
      const { history, files, close } = await openHistory();
      runAt(history, 1, 60);
      for (let round = 0; round < 3; round++) await files.flush();
      await files.tidy();
      assert.deepEqual([failures.length, history.runs(1).length], [1, 2]);
      await close();
    });
  });

  it('hold what a service sees for months, whose memory it leaves', async () => {
    const { history, files, close } = await openHistory();
    for (let round = 0; round <= 210; round++)
      for (let id = 1; id <= 500; id++)
        lookAt(history, id, round * 60 + id / 10, round % 2 === 0 ? 'idle' : 'running');
    const runs = history.runs(7);
    await files.flush();
    lookAt(history, 7, 210 * 60 + 10, 'idle');
    assert.deepEqual(history.runs(7), runs);
    lookAt(history, 7, 211 * 60, 'running');
    await close();
    assert.equal(history.runs(7).length, 106);
    assert.deepEqual((await stored()).runs(7), history.runs(7));
  });

  it('lose only the last line when a crash tears it', async () => {
    const { history, close } = await openHistory();
    runAt(history, 1, 0);
    runAt(history, 2, 0);
    await close();
    const [path = ''] = await allPaths();
    const text = await readFile(join(folder, path), 'utf8');
    await writeFile(join(folder, path), text.slice(0, -5));
    const read = await stored();
    assert.deepEqual(read.runs(1), history.runs(1));
    assert.equal(read.runs(2).length, 1);
    await appendFile(join(folder, path), '\u0000\n[1,2');
    assert.deepEqual((await stored()).runs(1), history.runs(1));
  });

  it('of two gigabytes delay nothing, and the others are read', async () => {
    const { history, close } = await openHistory();
    runAt(history, 1, 0);
    await close();
    const file = await open(join(folder, '2026-11-02', 'large.jsonl'), 'w');
    await file.truncate(2 * 1024 ** 3);
    await file.close();
    limits = { days: 90, bytes: 4 * 1024 ** 3 };
    assert.equal((await stored()).runs(1).length, 1);
  });

  it('are gone after the history is cleared, and what is seen then is stored', async () => {
    const { history, files, close } = await openHistory();
    runAt(history, 1, 0);
    await files.flush();
    await history.clear();
    assert.deepEqual(history.runs(1), []);
    runAt(history, 2, 0);
    await close();
    const read = await stored();
    assert.deepEqual([read.runs(1).length, read.runs(2).length], [0, 1]);
  });
});
