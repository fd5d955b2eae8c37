import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunHold } from '../../../src/journal/runHold.ts';
import { createManualClock, type ManualClock } from '../../support/manualClock.ts';

describe('the ownership of a run file', () => {
  let folder = '';
  let path = '';
  let clock: ManualClock = createManualClock(0);
  const failures: unknown[] = [];
  let losses = 0;
  const hold = (file = path) =>
    new RunHold({
      path: file,
      clock,
      onLost: () => {
        losses += 1;
      },
      onFailure: error => failures.push(error),
    });
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(setImmediate);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-hold-'));
    path = join(folder, 'run.jsonl');
    await writeFile(path, '');
    clock = createManualClock(1_000_000_000_000);
    failures.length = 0;
    losses = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is shown by a heartbeat every ten seconds, until it ends', async () => {
    const held = hold();
    clock.advance(10_000);
    await until(() => clock.pending === 1);
    assert.equal((await stat(path)).mtimeMs, 1_000_000_010_000);
    assert.equal(await held.isHeld(), true);
    held.end();
    assert.deepEqual([clock.pending, losses, failures], [0, 0, []]);
  });

  it('is lost when another window has renamed the file, which is reported once', async () => {
    const held = hold();
    await rename(path, join(folder, 'other.jsonl'));
    clock.advance(10_000);
    await until(() => losses > 0);
    assert.deepEqual([await held.isHeld(), clock.pending, losses, failures], [false, 0, 1, []]);
  });

  it('cannot be lost after it has ended', async () => {
    const held = hold();
    held.end();
    await rename(path, join(folder, 'other.jsonl'));
    assert.deepEqual([await held.isHeld(), losses], [false, 0]);
  });

  it('lasts if a heartbeat fails, which is reported', async () => {
    const held = hold(join(path, 'below'));
    clock.advance(10_000);
    await until(() => clock.pending === 1);
    assert.deepEqual([failures.length, losses], [1, 0]);
    await assert.rejects(held.isHeld(), { code: 'ENOTDIR' });
    held.end();
  });

  it('sends no further heartbeat when it ends during one', async () => {
    const held = hold();
    clock.advance(10_000);
    held.end();
    while ((await stat(path)).mtimeMs !== 1_000_000_010_000) await new Promise(setImmediate);
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    assert.equal(clock.pending, 0);
  });
});
