import assert from 'node:assert/strict';
import { type protocolOf, shown, uri, withProtocol } from './support/protocolDesk.ts';

const { person } = await import('../../support/vscode/vscodeFake.ts');

describe('the timestamp of a document during a save', () => {
  const known = { name: 'One' };

  it('changes only with the server’s version when there is no unsaved text', () =>
    withProtocol(async ({ show, stat, theirs, versions }) => {
      const { mtime = 0 } = versions.get(uri) ?? {};
      assert.deepEqual(stat(), { type: 1, ctime: 0, mtime, size: 1 });
      const { draft } = versions.get(uri)?.latest ?? assert.fail('it was read');
      show(draft, false);
      assert.deepEqual([stat().mtime, stat().size], [mtime, 1]);
      theirs({ name: 'Theirs' });
      const [first, second] = [stat(), stat()];
      assert.ok(first.mtime > mtime && second.mtime > first.mtime);
      assert.deepEqual([first.size, second.size], [1, 1]);
    }));

  it('rejects no save of fields that only one side changed', () =>
    withProtocol(async ({ show, stat, theirs }) => {
      theirs({ ...known, enabled: false });
      show({ name: 'Mine' }, true);
      assert.deepEqual([stat().mtime, stat().size], [1, 1]);
    }));

  it('rejects a save of what both sides changed, each time as a newer file', () =>
    withProtocol(async ({ protocol, show, stat, theirs, versions }) => {
      const { mtime = 0 } = versions.get(uri) ?? {};
      theirs({ name: 'Theirs' });
      show({ name: 'Mine' }, true);
      const [first, second] = [stat(), stat()];
      assert.ok(first.mtime > mtime && second.mtime > first.mtime);
      assert.ok(first.size > 1 && second.size > first.size);
      show({ name: 'Mine' }, false);
      protocol.willSave(uri);
      assert.ok(stat().size > second.size);
    }));

  it('rejects a save of text that is based on an object at another URL', () =>
    withProtocol(async ({ show, stat, theirs }) => {
      theirs(known, 'https://moved.example');
      show({ name: 'Mine' }, true);
      assert.ok(stat().size > 1);
    }));

  it('lets the save itself ask about lists, and asks nothing when a form overwrites', () =>
    withProtocol(async ({ protocol, show, stat, theirs, versions }) => {
      const at = { origin: 'https://plant.example', requestedMs: performance.now(), receivedMs: 0 };
      versions.shown(uri, { draft: { ...known, peers: ['a'] }, ...at });
      theirs({ ...known, peers: ['a', 'b'] });
      show({ ...known, peers: ['a', 'c'] }, true);
      assert.equal(stat().mtime, 1);
      show({ name: 'Mine', peers: ['a', 'c'] }, true);
      theirs({ name: 'Theirs', peers: ['a', 'b'] });
      assert.ok(stat().mtime > 1);
      person.save = async () => assert.equal(stat().mtime, 1);
      try {
        await protocol.overwrite(uri, shown);
      } finally {
        person.save = async () => undefined;
      }
      assert.ok(stat().mtime > 1);
    }));
});

describe('a save that VS Code has rejected', () => {
  const rejected = ({ protocol, show, stat, theirs }: ReturnType<typeof protocolOf>, name: string) => {
    theirs({ name });
    show({ name: 'Mine' }, true);
    protocol.willSave(uri);
    assert.ok(stat().size > 1);
  };

  it('overwrites the version that VS Code showed when it is saved again', () =>
    withProtocol(async given => {
      rejected(given, 'Theirs');
      rejected(given, 'Newer');
      await given.write('Mine');
      await given.write('Mine');
      assert.deepEqual(
        given.saves.map(({ chosenOver }) => chosenOver),
        [{ name: 'Theirs' }, undefined],
      );
    }));

  it('overwrites the version that a comparison showed since', () =>
    withProtocol(async given => {
      given.protocol.compared(uri, { name: 'Compared' });
      rejected(given, 'Theirs');
      given.protocol.compared(uri, { name: 'Compared' });
      rejected(given, 'Newer');
      await given.write('Mine');
      assert.deepEqual(given.saves[0]?.chosenOver, { name: 'Compared' });
    }));

  it('overwrites nothing that was not shown, when there was no reason to reject it the second time', () =>
    withProtocol(async given => {
      rejected(given, 'Theirs');
      given.theirs({ name: 'Mine' });
      given.protocol.willSave(uri);
      assert.equal(given.stat().mtime, 1);
      await given.write('Mine');
      assert.equal(given.saves[0]?.chosenOver, undefined);
    }));

  it('counts only the version of the first timestamp as shown, and none after the write', () =>
    withProtocol(async given => {
      rejected(given, 'Theirs');
      given.theirs({ name: 'Newer' });
      given.stat();
      given.protocol.willSave(uri);
      given.stat();
      await given.write('Mine');
      assert.deepEqual(given.saves[0]?.chosenOver, { name: 'Theirs' });
      given.stat();
      given.protocol.willSave(uri);
      given.stat();
      await given.write('Mine');
      assert.equal(given.saves[1]?.chosenOver, undefined);
    }));
});

describe('a write to the object of a document that is not a save', () => {
  it('makes saves wait, and compares them with what was stored', () =>
    withProtocol(async ({ protocol, write, saves }) => {
      let end: () => void = () => assert.fail('it has not begun');
      const replaced = protocol.whileWriting(
        uri,
        () =>
          new Promise<number>(resolve => {
            end = () => resolve(7);
          }),
      );
      await Promise.resolve();
      protocol.willSave(uri);
      const during = write('Two');
      assert.deepEqual([protocol.isWriting(uri), saves.length], [true, 0]);
      protocol.willSave(uri);
      end();
      assert.equal(await replaced, 7);
      await during;
      await write('Three');
      assert.deepEqual(
        [saves.map(({ begunWith }) => begunWith), protocol.isWriting(uri)],
        [[undefined, undefined], false],
      );
    }));

  it('ends when it fails, and the save that waited for it runs', () =>
    withProtocol(async ({ protocol, write, saves, versions }) => {
      const replaced = protocol.whileWriting(uri, () => Promise.reject(new Error('no')));
      const waiting = write('Two');
      await assert.rejects(replaced, /no/);
      assert.equal(protocol.isWriting(uri), true);
      await waiting;
      assert.deepEqual([saves.length, protocol.isWriting(uri)], [1, false]);
      protocol.willSave(uri);
      await write('Three');
      assert.equal(saves[1]?.begunWith, versions.knownBase(uri));
      await assert.rejects(protocol.whileWriting(uri, () => Promise.reject(new Error('no'))));
      assert.equal(protocol.isWriting(uri), false);
    }));
});
