import assert from 'node:assert/strict';
import type { DocumentRef } from '../../../src/documents/documentUri.ts';
import type { ObjectSave } from '../../../src/documents/objectSaves.ts';
import type { Draft } from '../../../src/model/draft.ts';
import { TestDocument } from './support/fileSystemDesk.ts';
import { withSaves } from './support/saveDesk.ts';

const { person } = await import('../../support/vscode/vscodeFake.ts');
const { objectUri, parseDocumentUri } = await import('../../../src/documents/documentUri.ts');
const { draftText } = await import('../../../src/documents/objectKinds.ts');
const { SaveProtocol } = await import('../../../src/documents/saveProtocol.ts');
const { SaveStates } = await import('../../../src/documents/saveStates.ts');

const uri = objectUri('plant', 'job', 1, 'x');
const bytes = (name: string) => new TextEncoder().encode(JSON.stringify({ name }));
const shown = { name: 'Theirs' };

type Desk = Parameters<Parameters<typeof withSaves>[0]>[0];

/** The document of a job that is open, and the saves that reach the object; each ends when the test says so. */
const withProtocol = (use: (given: ReturnType<typeof protocolOf> & Omit<Desk, 'saves'>) => Promise<void>) =>
  withSaves(async desk => {
    desk.plant.jobs.set(1, { name: 'One' });
    await desk.open('job', 1);
    try {
      await use({ ...desk, ...protocolOf(desk) });
    } finally {
      person.documents.length = 0;
    }
  });

function protocolOf({ session, versions }: Desk) {
  const saves: Omit<ObjectSave, 'session'>[] = [];
  const failed: unknown[] = [];
  const states = new SaveStates();
  const outcome = { of: async (): Promise<void> => undefined };
  const options = { isUtf8: true };
  const protocol = new SaveProtocol({
    objects: {
      save: async ({ session: _, ...save }) => {
        saves.push(save);
        await outcome.of();
      },
    },
    newObjects: {
      create: async () => assert.fail('the job exists'),
      createdFrom: async () => undefined,
      swap: () => assert.fail('the document is that of the job'),
    },
    versions,
    servers: {
      session: () => session,
      fileError: (_, error) => new Error(error instanceof Error ? error.name : String(error)),
    },
    states,
    saveReasons: { expectPerson: () => undefined },
    encodings: { isUtf8: () => options.isUtf8 },
    onSaveFailed: (_, error) => failed.push(error),
  });
  const write = (name: string, ref: DocumentRef | undefined = parseDocumentUri(uri)) =>
    protocol.write(uri, ref ?? assert.fail('the URI is ours'), bytes(name));
  /** The job is open in an editor, with this text. */
  const show = (text: Draft, isDirty: boolean) => {
    const document = new TestDocument(uri, draftText(text));
    document.isDirty = isDirty;
    person.documents.splice(0, 1, document);
  };
  /** The server returned this for the job. */
  const theirs = (draft: Draft, origin = session.server.url) =>
    versions.seen(uri, { draft, origin, requestedMs: performance.now(), receivedMs: 0 });
  const stat = () => protocol.stat(uri, versions.get(uri) ?? assert.fail('it was read'));
  return { protocol, write, saves, failed, states, outcome, options, show, theirs, stat };
}

/** Something that a test lets happen. */
class Held {
  release: () => void = () => undefined;
  readonly released = new Promise<void>(resolve => {
    this.release = resolve;
  });
}

describe('a save of a document', () => {
  it('passes the text on, and what it was made from when the save began', () =>
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

  it('forgets what it was made from when the document is closed', () =>
    withProtocol(async ({ protocol, write, saves }) => {
      protocol.willSave(uri);
      protocol.closed(uri);
      assert.equal(protocol.isBeginning(uri), false);
      await write('Two');
      assert.equal(saves[0]?.begunWith, undefined);
    }));

  it('waits for the one before, also where that fails', () =>
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

  it('ends before its object is replaced, and is followed by the saves after that', () =>
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

describe('a save that a form asks for', () => {
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

  it('keeps both lists in this save alone, also where it fails', () =>
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

describe('the stamp of a document', () => {
  const known = { name: 'One' };

  it('is that of the last one as long as its editor shows what the server has, or there is none', () =>
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

  it('rejects no save of what only one side changed', () =>
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

  it('rejects a save of text that was made from an object at another URL', () =>
    withProtocol(async ({ show, stat, theirs }) => {
      theirs(known, 'https://moved.example');
      show({ name: 'Mine' }, true);
      assert.ok(stat().size > 1);
    }));

  it('leaves the question about lists to the save itself, and asks nothing of a form that overwrites', () =>
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

  it('has shown the version of the first stamp, and none after it was written', () =>
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

describe('what writes the object of a document in another way', () => {
  it('counts as a save that others wait for, and has them compared with what was stored', () =>
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

  it('is over when it fails, and the save that waited for it runs', () =>
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
