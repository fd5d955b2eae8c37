import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { RememberedBase } from '../../../src/workbench/documents/baseMemory.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';

const { BaseMemory } = await import('../../../src/workbench/documents/baseMemory.ts');
const { objectUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { Memory } = await import('../../../src/workbench/platform/memory.ts');

const uri = (id: number) => objectUri('plant', 'job', id, 'x');
const stored = { name: 'One' };
const asRead: RememberedBase = {
  base: { origin: 'https://plant.example', stored, text: stored },
  mtime: 5,
  version: 2,
};

function windows(memento = new FakeMemento()) {
  const unread: string[] = [];
  const memory = new Memory(
    memento,
    ({ meaning }) => unread.push(meaning()),
    error => assert.fail(String(error)),
  );
  return { memento, unread, open: () => new BaseMemory(memory) };
}

describe('the base of a document, across a reload of the window', () => {
  it('is remembered, including the typed text when the server stored something different', () => {
    const { open } = windows();
    const typed = { ...asRead, base: { ...asRead.base, text: { name: ' One ' } } };
    const before = open();
    before.set(uri(1), asRead);
    before.set(uri(2), typed);
    const after = open();
    assert.deepEqual([after.get(uri(1)), after.get(uri(2)), after.get(uri(3))], [asRead, typed, undefined]);
  });

  it('is forgotten when the document is closed, and nothing is written for an unknown one', () => {
    const { open, memento } = windows();
    const memory = open();
    memory.set(uri(1), asRead);
    memory.delete(uri(2));
    assert.deepEqual(memento.writes, ['documentBases']);
    memory.delete(uri(1));
    assert.equal(memory.get(uri(1)), undefined);
    assert.equal(open().get(uri(1)), undefined);
  });

  it('has no origin when an older version of the extension stored it', () => {
    const old = { base: { name: 'One' }, mtime: 5, version: 2 };
    const memento = new FakeMemento({
      documentBases: [
        { uri: uri(1).toString(), ...old },
        { uri: uri(2).toString(), ...old, base: 7 },
      ],
    });
    const memory = windows(memento).open();
    assert.deepEqual(memory.get(uri(1)), { ...asRead, base: { ...asRead.base, origin: '' } });
    assert.deepEqual(memory.get(uri(2))?.base, { origin: '', stored: {}, text: {} });
  });

  it('is empty when it cannot be read, which is reported', () => {
    const { open, unread } = windows(new FakeMemento({ documentBases: 7 }));
    assert.equal(open().get(uri(1)), undefined);
    assert.deepEqual(unread, [
      'The original versions of unsaved jobs and groups were lost: saving them asks before overwriting.',
    ]);
  });
});
