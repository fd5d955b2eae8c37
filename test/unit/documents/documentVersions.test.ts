import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { Reading } from '../../../src/documents/documentVersions.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';

const { BaseMemory } = await import('../../../src/documents/baseMemory.ts');
const { objectUri } = await import('../../../src/documents/documentUri.ts');
const { DocumentVersions, storedBy } = await import('../../../src/documents/documentVersions.ts');
const { unknownBase } = await import('../../../src/model/saveDecision.ts');
const { Memory } = await import('../../../src/platform/memory.ts');

const plant = 'https://plant.example';
const moved = 'https://moved.example';
const uri = objectUri('plant', 'job', 1, 'x');
const one = { name: 'One' };
const two = { name: 'Two' };

const reading = (draft: Reading['draft'], requestedMs: number, origin = plant): Reading => ({
  draft,
  origin,
  requestedMs,
  receivedMs: requestedMs,
});

/** The versions of a window, and how often listeners were notified of a change. */
function windowOf(memento = new FakeMemento()) {
  const fail = (problem: unknown) => assert.fail(String(problem));
  const memory = new BaseMemory(new Memory({ memento, onUnread: fail, onFailure: fail }));
  const versions = new DocumentVersions(memory);
  const heard: string[] = [];
  versions.onDidChange(changed => heard.push(changed.toString()));
  return { memento, versions, heard };
}

describe('the known version of an open document', () => {
  it('is the text as it was read, and is dropped when the document closes', () => {
    const { versions } = windowOf();
    assert.deepEqual([versions.hasBase(uri), versions.openUris], [false, []]);
    versions.shown(uri, reading(one, 1));
    assert.deepEqual(versions.knownBase(uri), { text: one, stored: one, origin: plant });
    assert.deepEqual(versions.comparable(uri, plant)?.latest, one);
    assert.deepEqual([versions.hasBase(uri), versions.openUris.map(String)], [true, [uri.toString()]]);
    versions.deleted(uri);
    versions.closed(uri);
    assert.deepEqual([versions.hasBase(uri), versions.openUris, versions.isDeleted(uri)], [false, [], false]);
    assert.equal(versions.comparable(uri, plant), undefined);
  });

  it('does not apply to the server at another URL', () => {
    const { versions } = windowOf();
    versions.shown(uri, reading(one, 1));
    assert.deepEqual([versions.baseOf(uri, moved), versions.comparable(uri, moved)], [undefined, undefined]);
    versions.seen(uri, reading(two, 2, moved));
    assert.deepEqual(versions.comparable(uri, moved), { base: unknownBase, latest: two });
    assert.deepEqual(versions.knownBase(uri)?.origin, plant);
  });

  it('is the reading that was requested last, in whichever order they arrive', () => {
    const { versions } = windowOf();
    versions.shown(uri, reading(one, 5));
    versions.seen(uri, reading(two, 4));
    assert.equal(versions.get(uri)?.latest.draft, one);
    const later = { name: 'Later' };
    versions.seen(uri, reading(later, 5));
    assert.equal(versions.get(uri)?.latest.draft, later);
    versions.seen(uri, reading(two, 1, moved));
    assert.equal(versions.get(uri)?.latest.draft, two);
  });

  it('is the object created from it, older than any reading', () => {
    const { versions } = windowOf();
    const base = { text: one, stored: two, origin: plant };
    versions.created(uri, base);
    assert.deepEqual(versions.comparable(uri, plant), { base, latest: two });
    versions.seen(uri, reading(one, -1));
    assert.equal(versions.get(uri)?.latest.draft, one);
  });

  it('is the response to a write, as of its arrival', async () => {
    const beforeMs = performance.now();
    const stored = await storedBy(plant, async () => one);
    assert.deepEqual([stored.draft, stored.origin], [one, plant]);
    assert.ok(stored.requestedMs >= beforeMs && stored.receivedMs === stored.requestedMs);
  });

  it('is what a save stored, unless the editor received another text in the meantime', () => {
    const { versions } = windowOf();
    versions.shown(uri, reading(one, 1));
    const known = versions.knownBase(uri);
    const save = { base: { text: one, stored: one }, known, edited: two };
    versions.saved(uri, save, reading({ ...two, id: 1 }, 2));
    const after = { text: two, stored: { ...two, id: 1 }, origin: plant };
    assert.deepEqual(versions.knownBase(uri), after);
    versions.saved(uri, { ...save, edited: one }, reading(one, 3));
    assert.deepEqual([versions.knownBase(uri), versions.get(uri)?.latest.draft], [after, one]);
  });
});

describe('the timestamp of a document', () => {
  it('increases, even beyond one in the future', () => {
    const { versions } = windowOf();
    const first = versions.seen(uri, reading(one, 1));
    const next = versions.nextStamp(uri, first);
    assert.ok(next.mtime > first.mtime && next.version === first.version + 1);
    const future = { ...next, mtime: next.mtime * 2 };
    assert.equal(versions.nextStamp(uri, future).mtime, future.mtime + 1);
    assert.equal(versions.get(uri)?.version, first.version + 2);
    const past = { ...next, mtime: 1 };
    assert.ok(versions.nextStamp(uri, past).mtime >= first.mtime);
  });

  it('persists across a reload of the window, as does the base of the text', () => {
    const before = windowOf();
    before.versions.shown(uri, reading(one, 1));
    const known = before.versions.get(uri) ?? assert.fail('it was just shown');
    const stamp = before.versions.nextStamp(uri, { ...known, mtime: known.mtime * 2 });
    const { versions } = windowOf(before.memento);
    assert.deepEqual(versions.knownBase(uri), { text: one, stored: one, origin: plant });
    const seen = versions.seen(uri, reading(two, 1));
    assert.deepEqual([seen.mtime, seen.version], [stamp.mtime, stamp.version]);
    assert.deepEqual(seen.base?.text, one);
  });

  it('is not remembered for a document whose base is unknown', () => {
    const { memento, versions } = windowOf();
    versions.nextStamp(uri, versions.seen(uri, reading(one, 1)));
    assert.deepEqual(memento.writes, []);
  });

  it('is written when the base changes, not at each reading', () => {
    const { memento, versions } = windowOf();
    versions.shown(uri, reading(one, 1));
    versions.seen(uri, reading(two, 2));
    assert.equal(memento.writes.length, 1);
    versions.shown(uri, reading(two, 3));
    assert.equal(memento.writes.length, 2);
  });
});

describe('listeners of documents', () => {
  it('are notified of each changed reading and base', () => {
    const { versions, heard } = windowOf();
    const first = reading(one, 1);
    versions.seen(uri, first);
    versions.seen(uri, first);
    assert.deepEqual(heard, [uri.toString()]);
    versions.seen(uri, reading(one, 2));
    assert.equal(heard.length, 2);
    const { latest } = versions.get(uri) ?? assert.fail('it was just read');
    versions.shown(uri, latest);
    assert.equal(heard.length, 3);
    versions.seen(uri, latest);
    assert.equal(heard.length, 3);
  });

  it('are notified once when the object was deleted, and when it reappears', () => {
    const { versions, heard } = windowOf();
    const known = reading(one, 1);
    versions.seen(uri, known);
    versions.deleted(uri);
    versions.deleted(uri);
    assert.deepEqual([heard.length, versions.isDeleted(uri)], [2, true]);
    versions.seen(uri, known);
    assert.deepEqual([heard.length, versions.isDeleted(uri)], [3, false]);
  });

  it('are not notified once the window closes', () => {
    const { versions, heard } = windowOf();
    versions.dispose();
    versions.seen(uri, reading(one, 1));
    assert.deepEqual(heard, []);
  });
});
