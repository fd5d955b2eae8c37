import assert from 'node:assert/strict';
import { createDocuments, TestDocument, jobUri as uri } from './support/setup.ts';

const { documentEvents, user, TextDocumentSaveReason } = await import('../../support/vscode/vscodeFake.ts');

const text = '{\n  "name": "Ночное"\n}\n';
const garbled = Buffer.from(text).toString('latin1');
const bytesOf = (of: string) => new TextEncoder().encode(of);

describe('the encoding in which VS Code writes a document', () => {
  let documents: ReturnType<typeof createDocuments>['documents'];
  let document: ReturnType<typeof createDocuments>['document'];

  beforeEach(() => {
    ({ documents, document } = createDocuments());
  });

  afterEach(() => {
    documents.dispose();
    user.documents.length = 0;
  });

  const open = (shown: string) => {
    const text = new TestDocument(uri, shown);
    user.documents.push(text);
    documentEvents.opened.fire(text);
    return text;
  };
  const willSave = (document: TestDocument) =>
    documentEvents.willSave.fire({ document, reason: TextDocumentSaveReason.Manual });
  const isUtf8 = (of: string | Uint8Array) =>
    document().encoding.isUtf8(document().text, typeof of === 'string' ? bytesOf(of) : of);

  it('is assumed to be UTF-8 when the text cannot be compared: edited since, not open, or not being saved', () => {
    const shown = open(text);
    assert.equal(isUtf8('other'), true);
    willSave(shown);
    user.documents.length = 0;
    assert.equal(isUtf8('other'), true);
    user.documents.push(shown);
    assert.equal(isUtf8('other'), true, 'the save is over');
    willSave(shown);
    const later = { ...shown, getText: () => shown.getText(), version: 4 };
    user.documents.splice(0, 1, later);
    assert.equal(isUtf8('other'), true);
  });

  it('is assumed to be UTF-8 for text that was unsaved when opened, or never read', () => {
    open('anything');
    assert.equal(isUtf8('other'), true);
    document().encoding.given(text);
    const shown = new TestDocument(uri, 'typed');
    shown.isDirty = true;
    documentEvents.opened.fire(shown);
    assert.equal(isUtf8('other'), true);
  });

  it('is forgotten when the document is closed, not when its language changes', () => {
    document().encoding.given(text);
    const shown = open(garbled);
    documentEvents.closed.fire(shown);
    assert.equal(isUtf8('other'), false);
    shown.isClosed = true;
    documentEvents.closed.fire(shown);
    assert.equal(isUtf8('other'), true);
    documentEvents.opened.fire(shown);
    assert.equal(isUtf8('other'), true);
  });
});
