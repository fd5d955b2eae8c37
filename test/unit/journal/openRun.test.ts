import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenRun, type OpenRunCallbacks } from '../../../src/journal/openRun.ts';

const missing = Object.assign(new Error('missing'), { code: 'ENOENT' });

/** A run of two items in a separate file, with what it calls and reports. */
async function withRun(
  use: (given: {
    readonly run: OpenRun;
    readonly called: string[];
    readonly lines: () => Promise<unknown[]>;
    readonly file: Awaited<ReturnType<typeof open>>;
  }) => Promise<void>,
  callbacks: Partial<OpenRunCallbacks> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'da-run-'));
  const path = join(folder, 'run.jsonl');
  const file = await open(path, 'a');
  const called: string[] = [];
  const plan = {
    version: 1,
    time: '2026-03-04T12:00:00Z',
    act: 'deleteJobs',
    server: { id: 'a', name: 'A', url: 'https://a.example' },
    items: [{ name: 'Backup' }, { name: 'Scan' }],
  };
  const run = new OpenRun(file, plan, {
    remove: async () => void called.push('remove'),
    release: async () => void called.push('release'),
    isHeld: async () => true,
    ended: () => void called.push('ended'),
    onFailure: error => called.push(`failed: ${error instanceof Error ? error.message : error}`),
    ...callbacks,
  });
  const lines = async () =>
    (await readFile(path, 'utf8'))
      .split('\n')
      .filter(line => line !== '')
      .map((line): unknown => JSON.parse(line));
  try {
    await use({ run, called, lines, file });
  } finally {
    await file.close().catch(() => undefined);
    await rm(folder, { recursive: true });
  }
}

describe('a run on several objects', () => {
  it('records what is sent before it is sent, and then its outcome', () =>
    withRun(async ({ run, lines, called }) => {
      await run.sent(0, { name: 'Backup' });
      assert.deepEqual(await lines(), [{ item: 0, is: 'sent', kept: { name: 'Backup' } }]);
      run.settled(0, 'done');
      await run.sent(1);
      run.settled(1, 'failed', 'x'.repeat(2_000));
      assert.deepEqual([run.isTaken, run.isReleased, run.signal.aborted], [false, false, false]);
      await run.end();
      assert.deepEqual((await lines()).slice(1), [
        { item: 0, is: 'done' },
        { item: 1, is: 'sent' },
        { item: 1, is: 'failed', text: 'x'.repeat(1_000) },
      ]);
      assert.deepEqual(called, ['ended', 'remove']);
      assert.deepEqual(
        run.record.items.map(({ name, is }) => [name, is]),
        [
          ['Backup', 'done'],
          ['Scan', 'failed'],
        ],
      );
    }));

  it('stores any object that is not too large', () =>
    withRun(async ({ run, lines }) => {
      const fitting = { a: 'x'.repeat(256 * 1024 - 8) };
      assert.equal(JSON.stringify(fitting).length, 256 * 1024);
      await run.sent(0, fitting);
      await run.sent(1, { a: `${fitting.a}x` });
      assert.deepEqual(await lines(), [
        { item: 0, is: 'sent', kept: fitting },
        { item: 1, is: 'sent' },
      ]);
    }));

  it('sends nothing more once another window has taken it over, not even what was recorded', () =>
    withRun(
      async ({ run, lines, called }) => {
        const taken = { name: 'JournalError', code: 'taken', message: 'taken' };
        await assert.rejects(run.sent(0), taken);
        assert.deepEqual([run.isTaken, run.signal.aborted], [true, true]);
        await assert.rejects(run.sent(1), taken);
        await run.end();
        assert.deepEqual(await lines(), [
          { item: 0, is: 'sent' },
          { item: 0, is: 'notSent' },
        ]);
        assert.deepEqual(called, ['ended'], 'its file is left to the other window');
      },
      { isHeld: async () => false },
    ));

  it('sends nothing that cannot be recorded, and reports why', () =>
    withRun(async ({ run, file }) => {
      file.appendFile = () => Promise.reject(new Error('no space'));
      await assert.rejects(run.sent(0), { name: 'JournalError', code: 'unwritable', message: 'no space' });
      assert.deepEqual(run.record.items[0]?.is, 'notSent');
    }));

  it('reports an outcome that cannot be recorded, and still ends', () =>
    withRun(async ({ run, file, called }) => {
      await run.sent(0);
      file.appendFile = () => Promise.reject(new Error('no space'));
      run.settled(0, 'done');
      await run.end();
      assert.deepEqual(called, ['ended', 'failed: no space', 'remove']);
    }));

  it('is left to the next window when its own closes, unless another has taken it over', () =>
    withRun(async ({ run, called }) => {
      await run.release();
      await run.release();
      assert.deepEqual([run.isReleased, run.signal.aborted], [true, true]);
      run.taken();
      assert.equal(run.isTaken, false);
      await assert.rejects(run.sent(0), { name: 'AbortError' });
      await run.end();
      assert.deepEqual(called, ['release', 'ended']);
    }));

  for (const [what, error, reported] of [
    ['is gone already', missing, []],
    ['cannot be changed', new Error('locked'), ['failed: locked']],
  ] as const) {
    it(`${reported.length === 0 ? 'is silent' : 'reports'} when its file ${what} at the end`, () =>
      withRun(
        async ({ run, called }) => {
          await run.end();
          assert.deepEqual(called, ['ended', ...reported]);
        },
        { remove: () => Promise.reject(error) },
      ));

    it(`${reported.length === 0 ? 'is silent' : 'reports'} when its file ${what} when the window closes`, () =>
      withRun(
        async ({ run, called }) => {
          await run.release();
          assert.deepEqual(called, [...reported]);
        },
        { release: () => Promise.reject(error) },
      ));
  }
});
