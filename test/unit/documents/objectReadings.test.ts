import assert from 'node:assert/strict';
import { TestDocument, jobUri as uri } from './support/fileSystemDesk.ts';
import { one, path, ref, two, withReadings } from './support/readingsDesk.ts';

const { draftText } = await import('../../../src/documents/objectKinds.ts');
const { isShowing, typedValue } = await import('../../../src/documents/objectReadings.ts');

describe('a reading of an object', () => {
  it('is shared by a timestamp and a text requested at the same time, but not by saves or later requests', () =>
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

  it('is not used for the object with that ID at another URL', () =>
    withReadings(async ({ plant, readings, versions }) => {
      const nowMs = performance.now() + 60_000;
      const at = { origin: 'https://former.example', requestedMs: nowMs, receivedMs: nowMs };
      versions.seen(uri, { draft: two, ...at });
      assert.equal((await readings.open(uri, ref))['name'], 'One');
      assert.deepEqual(plant.reads, [path]);
    }));

  it('keeps the known version when it fails, unless the object was deleted', () =>
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

describe('the base of edits', () => {
  it('is the text that the editor opened with', () =>
    withReadings(async ({ baseName, readings }) => {
      await readings.open(uri, ref);
      assert.equal(baseName(), 'One');
    }));

  it('stays the same until the editor shows newer text that VS Code has read', () =>
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

  it('is the newest of the texts passed to VS Code that equals the editor’s', () =>
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

  it('is not a text that four newer ones have followed', () =>
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

  it('is not a text that VS Code read before the document was closed', () =>
    withReadings(async ({ age, baseName, plant, readings, show }) => {
      const document = await show();
      plant.jobs.set(1, two);
      age();
      document.text = draftText(await readings.open(uri, ref));
      readings.closed(uri);
      readings.settle(document.asVscode);
      assert.equal(baseName(), 'One');
    }));

  it('is updated by the next reading when VS Code reported nothing, and reported once', () =>
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

  it('is undefined for a document that was never read', () =>
    withReadings(async ({ readings, versions }) => {
      readings.settle(new TestDocument(uri, draftText(one)).asVscode);
      assert.equal(versions.get(uri), undefined);
    }));
});

describe('the text in an editor', () => {
  it('shows an object whatever its line endings', () => {
    const document = new TestDocument(uri, draftText(one).replaceAll('\n', '\r\n'));
    assert.deepEqual([isShowing(document.asVscode, one), isShowing(document.asVscode, two)], [true, false]);
  });

  it('has no fields while it is incomplete', () => {
    const document = new TestDocument(uri, '{"name": ');
    assert.deepEqual(typedValue(document.asVscode), {});
    document.text = '{"name": "One"}';
    assert.deepEqual(typedValue(document.asVscode), { name: 'One' });
  });
});
