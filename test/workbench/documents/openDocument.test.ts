import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { ObjectReading } from '../../../src/workbench/documents/openDocument.ts';
import { existing } from '../../support/http/clients.ts';
import { close, createDocuments, withDocuments } from './support/setup.ts';

const { unknownBase } = await import('../../../src/api/model/saveDecision.ts');

const config = 'https://plant.example';
const moved = 'https://moved.example';
const one = { name: 'One' };
const two = { name: 'Two' };

const reading = (draft: ObjectReading['draft'], requestedMs: number, origin = config): ObjectReading => ({
  draft,
  origin,
  requestedMs,
  receivedMs: requestedMs,
});

/** A document of a window, and how often listeners were notified of a change. */
function openIn(memento?: ReturnType<typeof createDocuments>['memento']) {
  const { documents, document, ...rest } = createDocuments(undefined, memento);
  const heard: string[] = [];
  documents.onDidChange(({ uri }) => heard.push(uri.toString()));
  return { ...rest, documents, document: document(), heard };
}

/** The editor is given this text, and shows it. */
function show({ document }: ReturnType<typeof openIn>, of: ObjectReading): void {
  document.delivered(of);
}

describe('an open document', () => {
  it('is based on the text that was read, until it is closed', () => {
    const opened = openIn();
    const { document, documents } = opened;
    assert.equal(document.base, undefined);
    show(opened, reading(one, 1));
    assert.deepEqual(document.base, { text: one, stored: one, origin: config });
    document.deleted();
    close(document.uri, false);
    assert.equal(documents.of(document.uri), document, 'only its language changed');
    close(document.uri);
    const { base, latest, isDeleted } = existing(documents.of(document.uri));
    assert.deepEqual([base, latest, isDeleted], [undefined, undefined, false]);
    documents.dispose();
  });

  it('has no base for the server at another URL', () =>
    withDocuments(async ({ document, session }) => {
      const opened = document();
      opened.delivered(reading(one, 1, moved));
      assert.deepEqual([opened.baseAt(session.server.url), opened.versions], [undefined, undefined]);
      opened.seen(reading(two, 2));
      assert.deepEqual(opened.versions, { base: unknownBase, latest: two });
    }));

  it('has the reading that was requested last, in whichever order they arrive', () => {
    const { document } = openIn();
    const later = { name: 'Later' };
    for (const [draft, requestedMs, origin, latest] of [
      [one, 5, config, one],
      [two, 4, config, one],
      [later, 5, config, later],
      [two, 1, moved, two],
    ] as const) {
      document.seen(reading(draft, requestedMs, origin));
      assert.equal(document.latest?.draft, latest);
    }
  });

  it('is based on what a save stored, unless the editor received another text in the meantime', () => {
    const opened = openIn();
    const { document } = opened;
    show(opened, reading(one, 1));
    const save = { base: { text: one, stored: one }, known: document.base, edited: two };
    document.saved(save, reading({ ...two, id: 1 }, 2));
    const after = { text: two, stored: { ...two, id: 1 }, origin: config };
    assert.deepEqual(document.base, after);
    document.saved({ ...save, edited: one }, reading(one, 3));
    assert.deepEqual([document.base, document.latest?.draft], [after, one]);
  });
});

describe('the timestamp of a document', () => {
  it('persists across a reload of the window, as does the base of the text', () => {
    const before = openIn();
    show(before, reading(one, 1));
    const stamp = before.document.nextStamp();
    const { document } = openIn(before.memento);
    assert.deepEqual(document.base, { text: one, stored: one, origin: config });
    assert.equal(document.mtime, stamp.mtime);
    assert.equal(document.nextStamp().version, stamp.version + 1);
  });

  it('is written when the base changes, not at each reading', () => {
    const opened = openIn();
    show(opened, reading(one, 1));
    opened.document.seen(reading(two, 2));
    assert.equal(opened.memento.writes.length, 1);
    show(opened, reading(two, 3));
    assert.equal(opened.memento.writes.length, 2);
  });
});

describe('listeners of documents', () => {
  it('are notified of each changed reading and base', () => {
    const opened = openIn();
    const { document, heard } = opened;
    const first = reading(one, 1);
    for (const [seen, times] of [
      [first, 1],
      [first, 1],
      [reading(one, 2), 2],
    ] as const) {
      document.seen(seen);
      assert.equal(heard.length, times);
    }
    show(opened, existing(document.latest));
    assert.equal(heard.length, 3);
  });
});
