import assert from 'node:assert/strict';
import { existing } from '../../support/http/clients.ts';
import { jobPath, jobUri, type Setup, settled, withDocuments } from './support/setup.ts';

const { draftText, objectKinds } = await import('../../../src/workbench/documents/objectKinds.ts');

const one = { name: 'One', enabled: true };
const two = { name: 'Two', enabled: true };

/** The server has job 1. */
const withJob = (use: (setup: Setup & ReturnType<typeof extend>) => Promise<void>) =>
  withDocuments(async setup => {
    setup.server.jobs.set(1, one);
    await use({ ...setup, ...extend(setup) });
  });

function extend({ document, fileSystem, server, session }: Setup) {
  /** Makes what is known count as read long ago, or just now, however long the test takes. */
  const age = (receivedMs = Number.NEGATIVE_INFINITY) =>
    document().seen({ ...existing(document().latest), receivedMs });
  /** VS Code reads the job, which is now this on the server. */
  const read = async (row: typeof one): Promise<string> => {
    server.jobs.set(1, row);
    if (document().latest !== undefined) age();
    return new TextDecoder().decode(await fileSystem.readFile(jobUri));
  };
  const storeChanged = () => fileSystem.storeChanged(session);
  const baseName = () => document().base?.stored['name'];
  const latestName = () => document().latest?.draft['name'];
  return { age, read, storeChanged, baseName, latestName };
}

describe('a reading of an object', () => {
  it('is shared by a timestamp and a text requested at the same time, but not by saves or later requests', () =>
    withJob(async ({ age, document, edit, fileSystem, saves, server }) => {
      await fileSystem.stat(jobUri);
      age(Number.POSITIVE_INFINITY);
      await fileSystem.stat(jobUri);
      await edit();
      assert.equal(server.reads.length, 1);
      saves.willSave(document());
      await fileSystem.stat(jobUri);
      assert.equal(server.reads.length, 2);
      saves.settle(document());
      for (const request of [() => fileSystem.stat(jobUri), () => fileSystem.readFile(jobUri)]) {
        age();
        await request();
      }
      assert.equal(server.reads.length, 4);
    }));

  it('is not used for the object with that ID at another URL', () =>
    withJob(async ({ document, open, server, baseName }) => {
      const nowMs = performance.now() + 60_000;
      document().seen({
        draft: two,
        origin: 'https://former.example',
        requestedMs: nowMs,
        receivedMs: nowMs,
      });
      await open();
      assert.deepEqual([baseName(), server.reads], ['One', [jobPath]]);
    }));
});

describe('the base of edits', () => {
  it('stays the same until the editor shows newer text that VS Code has read', () =>
    withJob(async ({ baseName, document, edit, latestName, read }) => {
      const editor = await edit();
      const text = await read(two);
      assert.deepEqual([baseName(), latestName()], ['One', 'Two']);
      editor.text = text.replaceAll('\n', '\r\n');
      editor.isDirty = true;
      document().settle();
      assert.equal(baseName(), 'One');
      editor.isDirty = false;
      document().settle();
      assert.equal(baseName(), 'Two');
    }));

  it('is the newest of the texts passed to VS Code that equals the editor’s', () =>
    withJob(async ({ baseName, document, edit, read }) => {
      const editor = await edit();
      for (const row of [two, { ...two, run_on_start: true }, two]) editor.text = await read(row);
      document().settle();
      assert.equal(document().base?.stored, document().latest?.draft);
      editor.text = draftText(one);
      document().settle();
      assert.equal(baseName(), 'Two');
    }));

  it('is updated by the next reading when VS Code reported nothing', () =>
    withJob(async ({ age, baseName, edit, fileSystem, read }) => {
      const editor = await edit();
      editor.text = await read(two);
      age();
      await fileSystem.stat(jobUri);
      assert.equal(baseName(), 'Two');
    }));
});

describe('the version of an open object in the store', () => {
  it('is reported once when it differs from the one before', () =>
    withJob(async ({ fired, latestName, open, store, storeChanged }) => {
      await store(one);
      storeChanged();
      await open();
      storeChanged();
      assert.deepEqual(fired, []);
      await store(two);
      storeChanged();
      storeChanged();
      assert.deepEqual([fired, latestName()], [[`1 ${jobUri}`], 'Two']);
    }));

  it('is reported after the server moved to another URL, even when it is identical', () =>
    withJob(async ({ document, fired, session, store, storeChanged }) => {
      const nowMs = performance.now() + 60_000;
      await store(one);
      const draft = existing(objectKinds.job.storedDraft(session, 1));
      document().seen({ draft, origin: 'https://former.example', requestedMs: nowMs, receivedMs: nowMs });
      storeChanged();
      storeChanged();
      assert.equal(fired.length, 1);
      const { origin, requestedMs } = existing(document().latest);
      assert.equal(origin, session.server.url);
      assert.ok(requestedMs < nowMs);
    }));

  it('does not count as a reading, so that the next read goes to the server', () =>
    withJob(async ({ document, fileSystem, open, server, store, storeChanged }) => {
      await store(one);
      await open();
      const before = document().latest?.requestedMs;
      await store(two);
      storeChanged();
      assert.equal(document().latest?.requestedMs, before);
      const reads = server.reads.length;
      await fileSystem.stat(jobUri);
      assert.equal(server.reads.length, reads + 1);
    }));

  it('is verified when it disappears, and only then counts as deleted', () =>
    withJob(async ({ document, fired, open, server, session, store, storeChanged }) => {
      await store(one);
      await open();
      storeChanged();
      server.jobs.clear();
      await session.jobs.refresh();
      const reads = server.reads.length;
      storeChanged();
      assert.equal(document().isDeleted, false);
      while (fired.length === 0) await settled();
      assert.deepEqual([fired, document().isDeleted], [[`3 ${jobUri}`], true]);
      storeChanged();
      await settled();
      assert.equal(server.reads.length, reads + 1);
    }));
});
