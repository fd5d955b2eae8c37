import assert from 'node:assert/strict';
import { createManualClock } from '../../support/manualClock.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';
import { createDocuments, EditorTabs, type TestTab } from './support/setup.ts';

const { documentEvents, JsonFile, user } = await import('../../support/vscode/vscodeFake.ts');
const { DocumentTabs } = await import('../../../src/workbench/documents/documentTabs.ts');
const { objectUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { restoreForms } = await import('../../../src/workbench/documents/formTabs.ts');
const { Memory } = await import('../../../src/workbench/platform/memory.ts');

const uri = objectUri('plant', 'job', 1, 'One');
const other = objectUri('plant', 'job', 2, 'Other');
const form: TestTab = { uri, is: 'form' };
const text: TestTab = { uri };

const settled = () => new Promise(resolve => setImmediate(resolve));

let setup: EditorTabs;
let memento: FakeMemento;
let unread: string[];
let ended: { dispose(): void }[];

/** Opens a window for which VS Code has restored these tabs. */
function windowWith(tabs: readonly TestTab[]) {
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const memory = new Memory(
    memento,
    ({ meaning }) => unread.push(meaning()),
    error => assert.fail(String(error)),
  );
  const { documents } = createDocuments();
  setup.set(tabs);
  const forms = restoreForms(new DocumentTabs(), documents, memory, clock);
  ended.push(forms, documents);
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settled();
  };
  return { clock, forms, pass };
}

const shown = () =>
  setup.ran.map(([id, of, , options]) => {
    assert.equal(id, 'vscode.openWith');
    return [of, options];
  });

describe('forms across reloads of the window', () => {
  beforeEach(() => {
    setup = new EditorTabs();
    memento = new FakeMemento();
    unread = [];
    ended = [];
    user.settings = new JsonFile();
  });

  afterEach(() => {
    for (const forms of ended) forms.dispose();
    setup.end();
  });

  describe('a form that VS Code restores as text', () => {
    it('is shown as a form again, and its text is closed', async () => {
      windowWith([form]).forms.dispose();
      const { pass } = windowWith([text]);
      await pass(0);
      assert.deepEqual(shown(), [[uri.toString(), { preview: false, viewColumn: 1, background: false }]]);
      assert.deepEqual(setup.closed, ['text One.job.json']);
      setup.change([form, text]);
      await pass(0);
      assert.equal(setup.ran.length, 1, 'each once');
    });

    it('keeps its text open next to it while the text is unsaved', async () => {
      windowWith([form]).forms.dispose();
      const document = setup.hold(uri, '{}', true);
      const { pass } = windowWith([text]);
      await pass(0);
      assert.deepEqual([setup.ran.length, setup.closed], [1, []]);
      document.isDirty = false;
      documentEvents.saved.fire(setup.hold(other));
      documentEvents.saved.fire(document);
      documentEvents.saved.fire(document);
      await pass(0);
      assert.deepEqual(setup.closed, ['text One.job.json']);
    });
  });

  describe('a form that VS Code does not restore', () => {
    const options = (wasActive: boolean) => ({
      preview: false,
      preserveFocus: true,
      background: !wasActive,
    });

    it('is opened again when it was new, in front only if it was in front', async () => {
      windowWith([form, { uri: other, is: 'form', isBehind: true }]).forms.dispose();
      const { pass } = windowWith([]);
      await pass(1_999);
      assert.deepEqual(setup.ran, []);
      await pass(1);
      assert.deepEqual(shown(), [
        [uri.toString(), options(true)],
        [other.toString(), options(false)],
      ]);
    });

    it('is not opened again when VS Code had stored it, or it was closed', async () => {
      const first = windowWith([]);
      setup.change([form]);
      await first.pass(9_999);
      setup.change([form, { uri: other, is: 'form' }]);
      await first.pass(1);
      setup.change([form]);
      first.forms.dispose();
      assert.equal(first.clock.pending, 0);
      const { pass } = windowWith([]);
      await pass(2_000);
      assert.deepEqual(setup.ran, []);
      assert.equal(memento.texts.get('newForms'), undefined);
    });
  });
});
