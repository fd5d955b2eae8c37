import assert from 'node:assert/strict';
import { createManualClock } from '../../support/manualClock.ts';
import type { TestDocument } from './support/fileSystemDesk.ts';
import { TabDesk } from './support/tabDesk.ts';

const { documentEvents } = await import('../../support/vscode/vscodeFake.ts');
const { DocumentTabs } = await import('../../../src/documents/documentTabs.ts');
const { newObjectUri, objectUri, serverVersionUri } = await import('../../../src/documents/documentUri.ts');
const { TabNames, tabName } = await import('../../../src/documents/tabNames.ts');

const uri = objectUri('plant', 'job', 1, 'One');
const renamed = objectUri('plant', 'job', 1, 'Two');
const closed = ['text One.job.json'];

const settled = () => new Promise(resolve => setImmediate(resolve));

/** The job is open as text, and was renamed and saved. */
async function withNames(use: (given: ReturnType<typeof namesOf>) => Promise<void>): Promise<void> {
  const given = namesOf();
  try {
    await use(given);
  } finally {
    given.names.dispose();
    given.desk.end();
  }
}

function namesOf() {
  const desk = new TabDesk();
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const names = new TabNames(new DocumentTabs(), clock);
  desk.set([{ uri }]);
  const document = desk.hold(uri, '{"name": "Two"}');
  desk.hold(renamed, '{"name": "Two"}');
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settled();
  };
  return { desk, clock, names, document, pass };
}

const save = (document: TestDocument) => documentEvents.saved.fire(document);
const select = (document: TestDocument) => documentEvents.selected.fire({ textEditor: { document } });
const change = (document: TestDocument) => documentEvents.changed.fire({ document, contentChanges: [] });

describe('a tab under the new name', () => {
  it('replaces the old one once nothing was typed for a while after the save', () =>
    withNames(async ({ desk, document, pass }) => {
      save(document);
      await pass(1_499);
      assert.deepEqual(desk.ran, []);
      await pass(1);
      assert.equal(desk.ran[0]?.[1], renamed.toString());
      assert.equal(desk.ran.length, 1);
      await pass(299);
      assert.deepEqual(desk.closed, []);
      await pass(1);
      assert.deepEqual(desk.closed, closed);
    }));

  it('is delayed by typing and selecting, which do not cause one', () =>
    withNames(async ({ desk, clock, document, pass }) => {
      select(document);
      assert.equal(clock.pending, 0);
      save(document);
      await pass(1_000);
      change(document);
      await pass(1_000);
      select(document);
      await pass(1_000);
      assert.deepEqual([desk.ran, clock.pending], [[], 1]);
      await pass(500);
      assert.equal(desk.ran.length, 1);
    }));

  it('appears when a tab with the old name is opened or moved behind another', () =>
    withNames(async ({ desk, document, pass }) => {
      const tabs = [{ uri }];
      desk.change(tabs);
      await pass(2_000);
      assert.equal(desk.ran.length, 1);
      save(document);
      desk.change([{ uri, label: 'Two' }]);
      await pass(2_000);
      assert.equal(desk.ran.length, 1);
    }));

  it('does not appear while something is unsaved, or without a name', () =>
    withNames(async ({ desk, document, pass }) => {
      for (const text of ['{"name": "One"}', '{"name": 7}', '{"name": ']) {
        document.text = text;
        save(document);
        await pass(2_000);
      }
      document.text = '{"name": "Two"}';
      document.isDirty = true;
      change(document);
      await pass(2_000);
      assert.deepEqual(desk.ran, []);
    }));

  it('waits until a visible form is hidden', () =>
    withNames(async ({ desk, document, pass }) => {
      desk.set([{ uri, is: 'form' }]);
      save(document);
      await pass(2_000);
      assert.deepEqual([desk.ran, desk.closed], [[], []]);
      desk.change([{ uri, is: 'form', isBehind: true }]);
      await pass(1_500);
      await pass(300);
      assert.deepEqual([desk.ran.length, desk.closed], [1, ['form One.job.json']]);
    }));

  it('does not appear for a new object or a read-only view', () =>
    withNames(async ({ desk, clock }) => {
      for (const other of [newObjectUri('plant', 'job', 1, 'New Job'), serverVersionUri(uri)])
        save(desk.hold(other, '{"name": "Two"}'));
      desk.change([{ uri, is: 'other' }]);
      assert.equal(clock.pending, 0);
    }));

  it('does not appear once the document or the window is closed', () =>
    withNames(async ({ clock, document, names }) => {
      save(document);
      documentEvents.closed.fire(document);
      assert.equal(clock.pending, 1);
      document.isClosed = true;
      documentEvents.closed.fire(document);
      assert.equal(clock.pending, 0);
      save(document);
      names.dispose();
      assert.equal(clock.pending, 0);
      save(document);
      assert.equal(clock.pending, 0);
    }));

  it('appears even when VS Code has discarded the document', () =>
    withNames(async ({ desk, document, pass }) => {
      save(document);
      desk.end();
      await pass(2_000);
      assert.deepEqual(desk.closed, []);
    }));
});

describe('the title of a form', () => {
  it('is the saved name', () =>
    withNames(async ({ desk, document }) => {
      assert.equal(tabName(document.asVscode), 'Two.job.json');
      document.isDirty = true;
      assert.equal(tabName(document.asVscode), undefined);
      const created = desk.hold(newObjectUri('plant', 'job', 1, 'New Job'), '{"name": "Two"}');
      assert.equal(tabName(created.asVscode), undefined);
    }));
});
