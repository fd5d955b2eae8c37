import assert from 'node:assert/strict';
import { TestDocument, jobUri as uri } from './support/fileSystemDesk.ts';

const { documentEvents, person, TextDocumentSaveReason } = await import('../../support/vscode/vscodeFake.ts');
const { DocumentEncodings } = await import('../../../src/documents/documentEncodings.ts');

const text = '{\n  "name": "Ночное"\n}\n';
const garbled = Buffer.from(text).toString('latin1');
const bytesOf = (of: string) => new TextEncoder().encode(of);

describe('the encoding in which VS Code writes a document', () => {
  let encodings: InstanceType<typeof DocumentEncodings>;

  beforeEach(() => {
    encodings = new DocumentEncodings();
  });

  afterEach(() => {
    encodings.dispose();
    person.documents.length = 0;
  });

  const open = (shown: string) => {
    const document = new TestDocument(uri, shown);
    person.documents.push(document);
    documentEvents.opened.fire(document);
    return document;
  };
  const willSave = (document: TestDocument) =>
    documentEvents.willSave.fire({ document, reason: TextDocumentSaveReason.Manual });
  const isUtf8 = (of: string | Uint8Array) =>
    encodings.isUtf8(uri, typeof of === 'string' ? bytesOf(of) : of);

  it('is UTF-8 when the bytes are the text of the editor, with any line endings', () => {
    encodings.given(uri, text);
    const document = open(text.replaceAll('\n', '\r\n'));
    willSave(document);
    assert.equal(isUtf8(document.text), true);
    willSave(document);
    assert.equal(isUtf8(`\uFEFF${document.text}`), true);
  });

  it('is another one when the bytes are not valid UTF-8, or decode to another text', () => {
    encodings.given(uri, text);
    const document = open(text);
    willSave(document);
    assert.equal(isUtf8(Buffer.from('é', 'latin1')), false);
    assert.equal(isUtf8(Buffer.from('é', 'latin1')), false, 'also where it is not compared');
    willSave(document);
    assert.equal(isUtf8(garbled), false);
  });

  it('is assumed to be UTF-8 when the text cannot be compared: edited since, not open, or not being saved', () => {
    const document = open(text);
    assert.equal(isUtf8('other'), true);
    willSave(document);
    person.documents.length = 0;
    assert.equal(isUtf8('other'), true);
    person.documents.push(document);
    assert.equal(isUtf8('other'), true, 'the save is over');
    willSave(document);
    const later = { ...document, getText: () => document.getText(), version: 4 };
    person.documents.splice(0, 1, later);
    assert.equal(isUtf8('other'), true);
  });

  it('is another one after the text was shown garbled, until it is shown correctly', () => {
    encodings.given(uri, text);
    const document = open(garbled);
    assert.equal(isUtf8('other'), false);
    documentEvents.changed.fire({ document, contentChanges: [] });
    assert.equal(isUtf8('other'), false);
    document.text = text.replaceAll('\n', '\r\n');
    documentEvents.changed.fire({ document, contentChanges: [] });
    assert.equal(isUtf8('other'), true);
  });

  it('is assumed to be UTF-8 for text that was unsaved when opened, or never read', () => {
    open('anything');
    assert.equal(isUtf8('other'), true);
    encodings.given(uri, text);
    const document = new TestDocument(uri, 'typed');
    document.isDirty = true;
    documentEvents.opened.fire(document);
    assert.equal(isUtf8('other'), true);
  });

  it('is forgotten when the document is closed, not when its language changes', () => {
    encodings.given(uri, text);
    const document = open(garbled);
    documentEvents.closed.fire(document);
    assert.equal(isUtf8('other'), false);
    document.isClosed = true;
    documentEvents.closed.fire(document);
    assert.equal(isUtf8('other'), true);
    documentEvents.opened.fire(document);
    assert.equal(isUtf8('other'), true);
  });

  it('is not tracked once the window closes', () => {
    encodings.given(uri, text);
    encodings.dispose();
    open(garbled);
    assert.equal(isUtf8('other'), true);
  });
});
