import assert from 'node:assert/strict';
import type { ObjectRef } from '../../../src/documents/documentUri.ts';
import type { Draft } from '../../../src/model/draft.ts';
import { TestDocument, jobUri as uri } from './support/fileSystemDesk.ts';
import { withSaves } from './support/saveDesk.ts';

const { DocumentServers } = await import('../../../src/documents/documentServers.ts');
const { ObjectReadings, isShowing, typedValue } = await import('../../../src/documents/objectReadings.ts');
const { draftText, objectKinds } = await import('../../../src/documents/objectKinds.ts');
const { person: editor } = await import('../../support/vscode/vscodeFake.ts');

const ref: ObjectRef = { kind: 'object', serverId: 'plant', objectKind: 'job', id: 1, view: 'edited' };
const path = '/automation/api/job/1/';
const one = { name: 'One', enabled: true };
const two = { name: 'Two', enabled: true };

/** Whatever was begun has sent its request. */
const settled = () => new Promise(resolve => setImmediate(resolve));

type Desk = Parameters<Parameters<typeof withSaves>[0]>[0];

async function withReadings(use: (given: Desk & ReturnType<typeof readingsOf>) => Promise<void>) {
  await withSaves(async desk => {
    desk.plant.jobs.set(1, one);
    try {
      await use({ ...desk, ...readingsOf(desk) });
    } finally {
      editor.documents.length = 0;
    }
  });
}

function readingsOf({ plant, session, versions }: Desk) {
  const deleted: string[] = [];
  const servers = new DocumentServers({
    sessions: { get: () => session },
    notices: { text: String },
    log: { info: () => undefined, error: () => undefined },
  });
  const readings = new ObjectReadings({
    versions,
    servers,
    onDeleted: gone => {
      deleted.push(gone.toString());
      versions.deleted(gone);
    },
  });
  /** The document is open with the text of what was read last. */
  const show = async (draft?: Draft) => {
    const document = new TestDocument(uri, draftText(draft ?? (await readings.open(uri, ref))));
    editor.documents.push(document);
    return document;
  };
  /** The store reads the job, as views do. */
  const store = async (row: typeof one) => {
    plant.jobs.set(1, row);
    await session.jobs.read(1);
  };
  /** What is known counts as read long ago, or not a moment ago, however long the test takes. */
  const age = (receivedMs = Number.NEGATIVE_INFINITY) => {
    const { latest } = versions.get(uri) ?? assert.fail('nothing is known');
    versions.seen(uri, { ...latest, receivedMs });
  };
  const baseName = () => versions.knownBase(uri)?.stored['name'];
  const latestName = () => versions.get(uri)?.latest.draft['name'];
  const takeHeld = () => readings.takeHeld(uri, ref, session);
  return { readings, deleted, show, store, age, baseName, latestName, takeHeld };
}

describe('a reading of an object', () => {
  it('serves a stamp and a text that are requested at the same time, but no save and nothing later', () =>
    withReadings(async ({ age, plant, readings }) => {
      await readings.current(uri, ref, false);
      age(Number.POSITIVE_INFINITY);
      await readings.current(uri, ref, false);
      await readings.open(uri, ref);
      assert.equal(plant.reads.length, 1);
      await readings.current(uri, ref, true);
      assert.equal(plant.reads.length, 2);
      age();
      await readings.current(uri, ref, false);
      age();
      await readings.open(uri, ref);
      assert.equal(plant.reads.length, 4);
    }));

  it('does not serve the object of that ID at another URL', () =>
    withReadings(async ({ plant, readings, versions }) => {
      const nowMs = performance.now() + 60_000;
      const at = { origin: 'https://former.example', requestedMs: nowMs, receivedMs: nowMs };
      versions.seen(uri, { draft: two, ...at });
      assert.equal((await readings.open(uri, ref))['name'], 'One');
      assert.deepEqual(plant.reads, [path]);
    }));

  it('that fails leaves what was known, unless the object was deleted', () =>
    withReadings(async ({ deleted, plant, readings, versions }) => {
      plant.failures.set(`GET ${path}`, 500);
      await assert.rejects(readings.current(uri, ref, true), /HttpStatusError|500/);
      plant.failures.clear();
      await readings.open(uri, ref);
      const known = versions.get(uri);
      plant.failures.set(`GET ${path}`, 500);
      assert.equal(await readings.current(uri, ref, true), known);
      plant.failures.clear();
      plant.jobs.clear();
      await assert.rejects(readings.current(uri, ref, true), { code: 'FileNotFound' });
      assert.deepEqual(deleted, [uri.toString()]);
    }));
});

describe('the text that edits are made from', () => {
  it('is what the editor was given when it opened', () =>
    withReadings(async ({ baseName, readings }) => {
      await readings.open(uri, ref);
      assert.equal(baseName(), 'One');
    }));

  it('stays while something newer is on its way to the editor, until that shows it', () =>
    withReadings(async ({ age, baseName, latestName, plant, readings, show }) => {
      const document = await show();
      plant.jobs.set(1, two);
      age();
      const draft = await readings.open(uri, ref);
      assert.deepEqual([baseName(), latestName()], ['One', 'Two']);
      readings.settle(document.asVscode);
      assert.equal(baseName(), 'One');
      document.text = draftText(draft).replaceAll('\n', '\r\n');
      document.isDirty = true;
      readings.settle(document.asVscode);
      assert.equal(baseName(), 'One');
      document.isDirty = false;
      readings.settle(document.asVscode);
      assert.equal(baseName(), 'Two');
    }));

  it('is the newest of the texts on their way that the editor shows', () =>
    withReadings(async ({ age, baseName, plant, readings, show, versions }) => {
      const document = await show();
      for (const row of [two, { ...two, run_on_start: true }, two]) {
        plant.jobs.set(1, row);
        age();
        document.text = draftText(await readings.open(uri, ref));
      }
      readings.settle(document.asVscode);
      assert.equal(versions.knownBase(uri)?.stored, versions.get(uri)?.latest.draft);
      document.text = draftText(one);
      readings.settle(document.asVscode);
      assert.equal(baseName(), 'Two');
    }));

  it('is not one that four others followed on their way', () =>
    withReadings(async ({ age, baseName, plant, readings, show }) => {
      const document = await show();
      const texts: string[] = [];
      for (const name of ['A', 'B', 'C', 'D', 'E']) {
        plant.jobs.set(1, { ...one, name });
        age();
        texts.push(draftText(await readings.open(uri, ref)));
      }
      for (const [text, base] of [
        [texts[0], 'One'],
        [texts[1], 'B'],
        [texts[0], 'B'],
        [texts[2], 'C'],
        [texts[1], 'C'],
        [texts[4], 'E'],
      ] as const) {
        document.text = text ?? '';
        readings.settle(document.asVscode);
        assert.equal(baseName(), base);
      }
    }));

  it('is not what was on its way before the document was closed', () =>
    withReadings(async ({ age, baseName, plant, readings, show }) => {
      const document = await show();
      plant.jobs.set(1, two);
      age();
      document.text = draftText(await readings.open(uri, ref));
      readings.closed(uri);
      readings.settle(document.asVscode);
      assert.equal(baseName(), 'One');
    }));

  it('is noticed with the next reading where VS Code reported nothing, and reported once', () =>
    withReadings(async ({ age, plant, readings, show, versions }) => {
      const document = await show();
      plant.jobs.set(1, two);
      age();
      document.text = draftText(await readings.open(uri, ref));
      const known = await readings.current(uri, ref, true);
      assert.equal(known.base?.stored['name'], 'Two');
      await readings.open(uri, ref);
      let reported = 0;
      versions.onDidChange(() => {
        reported += 1;
      });
      readings.settle(document.asVscode);
      const reportedAtMost = reported;
      readings.settle(document.asVscode);
      assert.equal(reported, reportedAtMost);
    }));

  it('is nothing of a document that was never read', () =>
    withReadings(async ({ readings, versions }) => {
      readings.settle(new TestDocument(uri, draftText(one)).asVscode);
      assert.equal(versions.get(uri), undefined);
    }));
});

describe('what the store holds of an open object', () => {
  it('is news once, when it is another than before', () =>
    withReadings(async ({ latestName, readings, store, takeHeld, versions }) => {
      await store(one);
      assert.equal(takeHeld(), false);
      await readings.open(uri, ref);
      assert.equal(takeHeld(), false);
      await store(two);
      assert.deepEqual([takeHeld(), latestName()], [true, 'Two']);
      assert.equal(takeHeld(), false);
      const origin = versions.get(uri)?.latest.origin;
      assert.equal(origin, 'https://plant.example');
    }));

  it('is no news as long as the store holds what it held before, however old', () =>
    withReadings(async ({ latestName, plant, readings, store, takeHeld, versions, session }) => {
      await store(one);
      await readings.open(uri, ref);
      plant.jobs.set(1, two);
      const nowMs = performance.now();
      const origin = session.server.url;
      versions.seen(uri, { draft: two, origin, requestedMs: nowMs, receivedMs: nowMs });
      assert.deepEqual([takeHeld(), latestName()], [false, 'Two']);
      assert.equal(takeHeld(), false);
    }));

  it('is news after it moved to another URL, though it reads the same', () =>
    withReadings(async ({ session, store, takeHeld, versions }) => {
      const nowMs = performance.now() + 60_000;
      const at = { origin: 'https://former.example', requestedMs: nowMs, receivedMs: nowMs };
      await store(one);
      const held = objectKinds.job.held(session, 1) ?? assert.fail('the store has it');
      versions.seen(uri, { draft: held, ...at });
      assert.equal(takeHeld(), true);
      const { latest } = versions.get(uri) ?? assert.fail('it was just taken');
      assert.equal(latest.origin, session.server.url);
      assert.ok(latest.requestedMs < nowMs);
      assert.equal(takeHeld(), false);
    }));

  it('is no news where it was read already', () =>
    withReadings(async ({ session, store, takeHeld, versions }) => {
      await store(one);
      const held = objectKinds.job.held(session, 1) ?? assert.fail('the store has it');
      const at = { origin: session.server.url, requestedMs: 1, receivedMs: 1 };
      versions.seen(uri, { draft: { ...held }, ...at });
      assert.equal(takeHeld(), false);
    }));

  it('is never as fresh as a reading, and older than one that was requested before', () =>
    withReadings(async ({ plant, readings, store, takeHeld, versions }) => {
      await store(one);
      await readings.open(uri, ref);
      const before = versions.get(uri)?.latest.requestedMs;
      await store(two);
      assert.equal(takeHeld(), true);
      assert.equal(versions.get(uri)?.latest.requestedMs, before);
      const reads = plant.reads.length;
      await readings.current(uri, ref, false);
      assert.equal(plant.reads.length, reads + 1);
    }));

  it('is verified when it is gone, and only then counts as deleted', () =>
    withReadings(async ({ deleted, plant, readings, session, store, takeHeld }) => {
      await store(one);
      await readings.open(uri, ref);
      takeHeld();
      plant.jobs.clear();
      await session.jobs.refresh();
      const before = plant.reads.length;
      assert.equal(takeHeld(), false);
      while (deleted.length === 0) await new Promise(resolve => setImmediate(resolve));
      assert.deepEqual([deleted, plant.reads.slice(before)], [[uri.toString()], [path]]);
      assert.equal(takeHeld(), false);
      await settled();
      assert.equal(plant.reads.length, before + 1);
    }));

  it('is nothing of a document that was never read, or that was closed', () =>
    withReadings(async ({ plant, readings, session, store, takeHeld }) => {
      await store(one);
      const reads = plant.reads.length;
      assert.equal(takeHeld(), false);
      await readings.open(uri, ref);
      takeHeld();
      readings.closed(uri);
      plant.jobs.clear();
      await session.jobs.refresh();
      assert.equal(takeHeld(), false);
      await settled();
      assert.deepEqual(
        plant.reads.slice(reads).filter(read => read === path),
        [path],
      );
    }));
});

describe('the text in an editor', () => {
  it('shows an object whatever its line ends are', () => {
    const document = new TestDocument(uri, draftText(one).replaceAll('\n', '\r\n'));
    assert.deepEqual([isShowing(document.asVscode, one), isShowing(document.asVscode, two)], [true, false]);
  });

  it('has no fields while it is half typed', () => {
    const document = new TestDocument(uri, '{"name": ');
    assert.deepEqual(typedValue(document.asVscode), {});
    document.text = '{"name": "One"}';
    assert.deepEqual(typedValue(document.asVscode), { name: 'One' });
  });
});
