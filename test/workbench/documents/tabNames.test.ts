import assert from 'node:assert/strict';
import { createManualClock } from '../../support/manualClock.ts';
import { createDocuments, EditorTabs, type TestDocument } from './support/setup.ts';

const { documentEvents } = await import('../../support/vscode/vscodeFake.ts');
const { DocumentTabs } = await import('../../../src/workbench/documents/documentTabs.ts');
const { newObjectUri, objectUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { renameTabs, tabName } = await import('../../../src/workbench/documents/tabNames.ts');

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
    given.documents.dispose();
    given.setup.end();
  }
}

function namesOf() {
  const setup = new EditorTabs();
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const { documents } = createDocuments();
  const names = renameTabs(new DocumentTabs(), documents, clock);
  setup.set([{ uri }]);
  const document = setup.hold(uri, '{"name": "Two"}');
  setup.hold(renamed, '{"name": "Two"}');
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settled();
  };
  return { setup, clock, documents, names, document, pass };
}

const save = (document: TestDocument) => documentEvents.saved.fire(document);
const change = (document: TestDocument) => documentEvents.changed.fire({ document, contentChanges: [] });

describe('a tab under the new name', () => {
  it('replaces the old one once nothing was typed for a while after the save', () =>
    withNames(async ({ setup, document, pass }) => {
      save(document);
      await pass(1_499);
      assert.deepEqual(setup.ran, []);
      await pass(1);
      assert.equal(setup.ran[0]?.[1], renamed.toString());
      assert.equal(setup.ran.length, 1);
      await pass(299);
      assert.deepEqual(setup.closed, []);
      await pass(1);
      assert.deepEqual(setup.closed, closed);
    }));

  it('does not appear while something is unsaved, or without a name', () =>
    withNames(async ({ setup, document, pass }) => {
      for (const text of ['{"name": "One"}', '{"name": 7}', '{"name": ']) {
        document.text = text;
        save(document);
        await pass(2_000);
      }
      document.text = '{"name": "Two"}';
      document.isDirty = true;
      change(document);
      await pass(2_000);
      assert.deepEqual(setup.ran, []);
    }));
});

describe('the title of a form', () => {
  it('is the saved name', () =>
    withNames(async ({ setup, document }) => {
      assert.equal(tabName(document.asVscode), 'Two.job.json');
      document.isDirty = true;
      assert.equal(tabName(document.asVscode), undefined);
      const created = setup.hold(newObjectUri('plant', 'job', 1, 'New Job'), '{"name": "Two"}');
      assert.equal(tabName(created.asVscode), undefined);
    }));
});
