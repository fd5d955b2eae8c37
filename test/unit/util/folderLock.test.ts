import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderLock } from '../../../src/util/folderLock.ts';
import { createManualClock } from '../../support/manualClock.ts';

describe('a lock that processes share', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'device-automation-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Each window has its own lock; waiting takes no real time. */
  function lockOfWindow(path = join(folder, 'storage', 'lock')) {
    const clock = createManualClock(0);
    const delay = async (ms: number) => clock.advance(ms);
    return { lock: new FolderLock({ path, clock, delay }), clock, path };
  }

  it('runs one task at a time, and returns what each returns', async () => {
    let running = 0;
    const runs = Array.from({ length: 8 }, (_, index) =>
      lockOfWindow().lock.run(async () => {
        running += 1;
        assert.equal(running, 1);
        await new Promise(resolve => setImmediate(resolve));
        running -= 1;
        return index;
      }),
    );
    assert.deepEqual(await Promise.all(runs), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(await readdir(join(folder, 'storage')), []);
  });

  it('is released when the task fails', async () => {
    const { lock, clock } = lockOfWindow();
    await assert.rejects(
      lock.run(() => Promise.reject(new Error('rejected'))),
      /rejected/,
    );
    assert.equal(await lock.run(async () => 'ran'), 'ran');
    assert.equal(clock.steadyMs(), 0);
  });

  it('takes over a lock that a process left behind, after three seconds', async () => {
    const { lock, clock, path } = lockOfWindow();
    await mkdir(path, { recursive: true });
    const entries = await lock.run(() => readdir(join(folder, 'storage')));
    assert.equal(clock.steadyMs(), 3_000);
    assert.deepEqual(entries, ['lock']);
  });

  it('runs the task without a lock when its folder cannot be created or removed', async () => {
    const { lock, clock, path } = lockOfWindow(join(folder, 'file'));
    await writeFile(path, '');
    assert.equal(await lock.run(async () => 'ran'), 'ran');
    assert.equal(clock.steadyMs(), 6_000);
    assert.deepEqual(await readdir(folder), ['file']);
    const below = lockOfWindow(join(path, 'lock'));
    assert.equal(await below.lock.run(async () => 'ran'), 'ran');
    assert.equal(below.clock.steadyMs(), 0);
  });
});
