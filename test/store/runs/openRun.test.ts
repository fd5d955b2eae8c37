import assert from 'node:assert/strict';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenRun } from '../../../src/store/runs/openRun.ts';

/** A run of two items in a separate folder, with what it calls and reports. */
async function withRun(
  use: (given: {
    readonly run: OpenRun;
    readonly called: string[];
    readonly lines: (name?: string) => Promise<unknown[]>;
    readonly handle: Awaited<ReturnType<typeof open>>;
    readonly folder: string;
  }) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'da-run-'));
  const [path, leftPath] = [join(folder, 'run'), join(folder, 'left')];
  const handle = await open(path, 'a');
  const called: string[] = [];
  const header = {
    version: 2,
    time: '2026-03-04T12:00:00Z',
    act: 'deleteJobs',
    server: { id: 'a', name: 'A', url: 'https://a.example' },
    items: [{ name: 'Backup' }, { name: 'Scan' }],
  } as const;
  const onFailure = (error: unknown) => called.push(`failed: ${error instanceof Error ? error.message : ''}`);
  const onEnd = () => called.push('ended');
  const run = new OpenRun(
    { handle, path, leftPath, endedPath: join(folder, 'ended'), onFailure, onEnd },
    { ...header, items: [...header.items] },
  );
  const lines = async (name = 'run') =>
    (await readFile(join(folder, name), 'utf8'))
      .split('\n')
      .filter(line => line !== '')
      .map((line): unknown => JSON.parse(line));
  try {
    await use({ run, called, lines, handle, folder });
  } finally {
    await handle.close().catch(() => undefined);
    await rm(folder, { recursive: true });
  }
}

describe('a run on several objects', () => {
  it('records each item before it is sent and its outcome after, and keeps the record when it has ended', () =>
    withRun(async ({ run, lines, called, folder }) => {
      await run.sent(0, { name: 'Backup' });
      assert.deepEqual(await lines(), [{ item: 0, is: 'sent', kept: { name: 'Backup' } }]);
      run.settled(0, 'done');
      await run.sent(1);
      run.settled(1, 'failed', 'x'.repeat(2_000));
      await run.write('last');
      assert.deepEqual((await lines()).slice(1, -1), [
        { item: 0, is: 'done' },
        { item: 1, is: 'sent' },
        { item: 1, is: 'failed', text: `${'x'.repeat(999)}…` },
      ]);
      await run.end();
      assert.deepEqual([called, await readdir(folder)], [['ended'], ['ended']]);
      assert.deepEqual(
        run.record.items.map(({ name, is }) => [name, is]),
        [
          ['Backup', 'done'],
          ['Scan', 'failed'],
        ],
      );
    }));

  it('sends nothing that cannot be recorded, and reports why', () =>
    withRun(async ({ run, handle }) => {
      handle.appendFile = () => Promise.reject(new Error('no space'));
      await assert.rejects(run.sent(0), { name: 'JournalError', message: 'no space' });
      assert.deepEqual(run.record.items[0]?.is, 'notSent');
    }));

  it('reports an outcome that cannot be recorded, and still ends', () =>
    withRun(async ({ run, handle, called }) => {
      await run.sent(0);
      handle.appendFile = () => Promise.reject(new Error('no space'));
      run.settled(0, 'done');
      await run.end();
      assert.deepEqual(called, ['ended', 'failed: no space']);
    }));

  it('recognizes what was sent after a line that a full disk has cut off', () =>
    withRun(async ({ run, handle, folder }) => {
      await run.sent(0);
      const append = handle.appendFile.bind(handle);
      handle.appendFile = async text => {
        handle.appendFile = append;
        await append(String(text).slice(0, 9));
        throw new Error('ENOSPC');
      };
      run.settled(0, 'done');
      await run.sent(1);
      const text = await readFile(join(folder, 'run'), 'utf8');
      assert.deepEqual(text.split('\n'), [
        '{"item":0,"is":"sent"}',
        '{"item":0',
        '{"item":1,"is":"sent"}',
        '',
      ]);
    }));

  it('is left to the next window when its own closes, which then sends nothing more', () =>
    withRun(async ({ run, called, lines, folder }) => {
      await run.sent(0);
      await run.leave();
      await run.leave();
      await assert.rejects(run.sent(1), { name: 'AbortError' });
      run.settled(0, 'done');
      await run.end();
      assert.deepEqual([called, await readdir(folder)], [['ended'], ['left']]);
      assert.deepEqual(await lines('left'), [
        { item: 0, is: 'sent' },
        { item: 0, is: 'done' },
      ]);
    }));

  it('does not send an item whose record was written while the window began to close', () =>
    withRun(async ({ run, lines }) => {
      const sending = run.sent(0);
      const leaving = run.leave();
      await assert.rejects(sending, { name: 'AbortError' });
      await leaving;
      await run.write('last');
      assert.deepEqual(await lines('left'), [{ item: 0, is: 'sent' }, { item: 0, is: 'notSent' }, 'last']);
    }));
});
