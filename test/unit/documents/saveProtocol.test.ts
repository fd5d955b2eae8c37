import assert from 'node:assert/strict';
import { shown, uri, withProtocol } from './support/protocolDesk.ts';

const { person } = await import('../../support/vscode/vscodeFake.ts');

/** Blocks until a test releases it. */
class Held {
  release: () => void = () => undefined;
  readonly released = new Promise<void>(resolve => {
    this.release = resolve;
  });
}

describe('a save of a document', () => {
  it('passes on the text and its base as of the start of the save', () =>
    withProtocol(async ({ protocol, write, saves, versions, states }) => {
      const begunWith = versions.knownBase(uri);
      assert.notEqual(begunWith, undefined);
      protocol.willSave(uri);
      await write('Two');
      await write('Three');
      assert.deepEqual(
        saves.map(save => [save.text, save.begunWith, save.chosenOver, save.keepsBoth]),
        [
          ['{"name":"Two"}', begunWith, undefined, false],
          ['{"name":"Three"}', undefined, undefined, false],
        ],
      );
      assert.deepEqual(states.get(uri), { kind: 'idle' });
    }));

  it('forgets the base when the document is closed', () =>
    withProtocol(async ({ protocol, write, saves }) => {
      protocol.willSave(uri);
      protocol.closed(uri);
      assert.equal(protocol.isBeginning(uri), false);
      await write('Two');
      assert.equal(saves[0]?.begunWith, undefined);
    }));

  it('waits for the previous one, even if that fails', () =>
    withProtocol(async ({ protocol, write, saves, outcome, states }) => {
      let fail: () => void = () => assert.fail('no save has begun');
      const began = new Promise<void>(resolve => {
        outcome.of = () => {
          resolve();
          return new Promise((_, reject) => {
            fail = () => reject(new Error('no'));
          });
        };
      });
      const first = assert.rejects(write('Two'));
      await began;
      outcome.of = async () => undefined;
      const second = write('Three');
      assert.deepEqual([saves.length, protocol.isWriting(uri)], [1, true]);
      assert.deepEqual(states.get(uri), { kind: 'saving' });
      fail();
      await Promise.all([first, second]);
      assert.deepEqual([saves.length, protocol.isWriting(uri)], [2, false]);
    }));

  it('ends before its object is replaced, and later saves wait for that', () =>
    withProtocol(async ({ protocol, write, saves, outcome }) => {
      const [began, ends] = [new Held(), new Held()];
      outcome.of = () => {
        began.release();
        return ends.released;
      };
      const first = write('Two');
      await began.released;
      const steps: unknown[] = [];
      const replaced = assert.rejects(
        protocol.whileWriting(uri, async () => {
          steps.push('replace', saves.length, protocol.isWriting(uri));
          throw new Error('no');
        }),
      );
      const second = write('Three').then(() => steps.push('save', saves.length));
      await new Promise(setImmediate);
      assert.deepEqual(steps, []);
      ends.release();
      await Promise.all([first, replaced, second]);
      assert.deepEqual(steps, ['replace', 1, true, 'save', 2]);
      assert.equal(protocol.isWriting(uri), false);
    }));

  it('is in progress from its beginning until the document is clean', () =>
    withProtocol(async ({ protocol, write }) => {
      const document = (isDirty: boolean) => ({ uri, isDirty });
      assert.deepEqual(
        [protocol.isUnsaved(document(false)), protocol.isUnsaved(document(true))],
        [false, true],
      );
      protocol.willSave(uri);
      assert.deepEqual([protocol.isUnsaved(document(false)), protocol.isBeginning(uri)], [true, true]);
      await write('Two');
      assert.deepEqual([protocol.isUnsaved(document(false)), protocol.isBeginning(uri)], [true, false]);
      protocol.settled(uri);
      assert.equal(protocol.isUnsaved(document(false)), false);
    }));

  it('shows why it failed until the document is clean', () =>
    withProtocol(async ({ protocol, write, failed, states, outcome }) => {
      outcome.of = async () => {
        throw new TypeError('no');
      };
      await assert.rejects(write('Two'), /TypeError/);
      assert.deepEqual([failed.length, states.get(uri)], [1, { kind: 'failed', text: 'TypeError' }]);
      protocol.settled(uri);
      assert.deepEqual(states.get(uri), { kind: 'idle' });
    }));

  it('is not sent in another encoding', () =>
    withProtocol(async ({ write, saves, options }) => {
      options.isUtf8 = false;
      await assert.rejects(write('Two'), /NotSavedError/);
      assert.deepEqual(saves, []);
    }));

  for (const [what, ref] of [
    [
      'the version of the server',
      { kind: 'object', serverId: 'plant', objectKind: 'job', id: 1, view: 'server' },
    ],
    ['a schema', { kind: 'schema', objectKind: 'job', name: 'job' }],
  ] as const)
    it(`is not possible for ${what}`, () =>
      withProtocol(async ({ write, saves, states }) => {
        await assert.rejects(write('Two', ref));
        assert.deepEqual([saves, states.get(uri).kind], [[], 'failed']);
      }));
});

describe('a save that a form requests', () => {
  afterEach(() => {
    person.save = async () => undefined;
  });

  it('overwrites the version that the form shows, and only in this save', () =>
    withProtocol(async ({ protocol, write, saves }) => {
      person.save = () => write('Two');
      await protocol.overwrite(uri, shown);
      await write('Three');
      assert.deepEqual(
        saves.map(({ chosenOver, keepsBoth }) => [chosenOver, keepsBoth]),
        [
          [shown, false],
          [undefined, false],
        ],
      );
    }));

  it('keeps both lists only in this save, even if it fails', () =>
    withProtocol(async ({ protocol, write, saves, outcome }) => {
      outcome.of = async () => {
        throw new Error('no');
      };
      person.save = () => write('Two');
      await assert.rejects(protocol.keepBoth(uri));
      outcome.of = async () => undefined;
      await write('Three');
      assert.deepEqual(
        saves.map(({ chosenOver, keepsBoth }) => [chosenOver, keepsBoth]),
        [
          [undefined, true],
          [undefined, false],
        ],
      );
    }));
});
