import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../../support/vscode/vscodeInNode.ts';
import type { BulkRun } from '../../../../src/workbench/commands/runs/bulk.ts';

const { runEach } = await import('../../../../src/workbench/commands/runs/bulk.ts');
const { RunJournal } = await import('../../../../src/store/runs/runJournal.ts');
const { WriteError } = await import('../../../../src/api/writes/writeResult.ts');
const { vscodeDialogs } = await import('../../../../src/workbench/platform/dialogs.ts');
const { withPickers } = await import('../../../../src/workbench/platform/pickers.ts');

const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
const items = Array.from({ length: 20 }, (_, index) => index);

describe('a run on many objects', () => {
  let folder: string;
  const cancel = new AbortController();
  const reports: string[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-bulk-'));
    reports.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const parts = (signal = cancel.signal): Parameters<typeof runEach>[0] => ({
    journal: new RunJournal({
      folder,
      onFailure: error => assert.fail(String(error)),
    }),
    dialogs: {
      ...withPickers(vscodeDialogs),
      progress: (_title, task) => task(text => reports.push(text), signal),
    },
    notices: { text: String },
  });
  const run = (each: BulkRun<number>['run'], given = parts()) =>
    runEach(
      given,
      { server },
      {
        act: 'disableJobs',
        items,
        itemOf: id => ({ name: `Job ${id}`, id }),
        run: each,
      },
    );

  it('processes each item once, at most four at a time, and reports its progress', async () => {
    let running = 0;
    let most = 0;
    const seen: number[] = [];
    const result = await run(async (item, sending) => {
      running += 1;
      most = Math.max(most, running);
      await sending();
      seen.push(item);
      running -= 1;
    });
    assert.deepEqual(
      [...seen].sort((a, b) => a - b),
      items,
    );
    assert.equal(most, 4);
    assert.equal(result.done.length, items.length);
    assert.equal(reports.at(-1), '20 of 20');
    assert.deepEqual(
      (await readdir(folder)).map(name => name.split('.')[1]),
      ['ended'],
    );
  });

  it('continues after a failed item, and records the reason', async () => {
    const { done, failed, record } = await run(async (item, sending) => {
      await sending();
      if (item === 3) throw new WriteError({ kind: 'conflict', fields: [] });
    });
    assert.deepEqual(
      [done.length, failed.map(({ item, isUnknown }) => [item, isUnknown])],
      [19, [[3, false]]],
    );
    assert.deepEqual([record.items[3]?.is, record.items[3]?.text], ['failed', 'WriteError: conflict']);
  });

  it('leaves the rest unsent after cancellation', async () => {
    const stop = new AbortController();
    const { done, skipped } = await run(async (item, sending) => {
      await sending();
      if (item === 5) stop.abort();
    }, parts(stop.signal));
    assert.equal(done.length + skipped.length, items.length);
    assert.ok(skipped.length >= 10);
  });
});
