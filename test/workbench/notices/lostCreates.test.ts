import assert from 'node:assert/strict';
import type { RequestInfo } from '../../../src/api/errors/apiError.ts';
import type { FoundObjects } from '../../../src/workbench/notices/lostCreates.ts';
import { type FakePerson, withMemoryServer } from '../commands/support/memoryServer.ts';

const { OutcomeError } = await import('../../../src/api/errors/apiError.ts');
const { NotSavedError } = await import('../../../src/api/model/saveErrors.ts');
const { LostCreates } = await import('../../../src/workbench/notices/lostCreates.ts');
const { englishLocalizer } = await import('../../../src/base/localizer.ts');

const request: RequestInfo = {
  operation: 'createJob',
  method: 'POST',
  origin: 'https://a.example',
  path: '/',
};
const notDone = () => new OutcomeError(request, 'notDone', undefined);

function setUp(user: FakePerson) {
  const shown: Omit<FoundObjects, 'session'>[] = [];
  const showFound = async ({ session: _, ...found }: FoundObjects) => void shown.push(found);
  const { dialogs } = user;
  return {
    shown,
    creates: new LostCreates(dialogs, englishLocalizer, showFound),
  };
}

/** A create that fails in these ways, in turn. */
function sending(...failures: unknown[]) {
  return async () => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return 'created';
  };
}

const again = '“Create Again” checks the server first. Nothing that you typed is lost.';

describe('a create whose response is lost', () => {
  it('is sent again on request if no object of the name exists', () =>
    withMemoryServer(async ({ user, session }) => {
      const { creates } = setUp(user);
      user.press = actions => actions.at(-1);
      const object = { session, kind: 'job', name: 'Nightly', send: sending(notDone(), notDone()) } as const;
      assert.equal(await creates.create(object), 'created');
      const question = {
        kind: 'decide',
        text: `“Nightly” was not created on “Plant”: the response was lost, and the job or group is not on the server. ${again}`,
        actions: ['Create Again'],
      };
      assert.deepEqual(user.messages, [question, question]);
    }));

  it('rejects with its error when the user closes the prompt, or when it failed in another way', () =>
    withMemoryServer(async ({ user, session }) => {
      const { creates } = setUp(user);
      const object = { session, kind: 'job', name: 'Nightly' } as const;
      await assert.rejects(creates.create({ ...object, send: sending(notDone()) }), OutcomeError);
      await assert.rejects(creates.create({ ...object, send: sending(new Error('no')) }), /no/);
      assert.equal(user.messages.length, 1);
    }));

  it('can be searched for among the possible matches', () =>
    withMemoryServer(async ({ user, session }) => {
      const { creates, shown } = setUp(user);
      user.press = ([show]) => show;
      const object = { session, kind: 'job', name: 'Nightly' } as const;
      const matching = new OutcomeError(request, 'unknown', undefined, [7, 8]);
      await assert.rejects(creates.create({ ...object, send: sending(matching) }), matching);
      const unsure = new OutcomeError(request, 'unknown', undefined);
      await assert.rejects(creates.create({ ...object, send: sending(unsure) }), unsure);
      assert.deepEqual(user.messages, [
        {
          kind: 'decide',
          text: `“Nightly” may have been created on “Plant”: the response was lost. Possible match: #7, #8. ${again}`,
          actions: ['Show It', 'Create Again'],
        },
        {
          kind: 'decide',
          text: `It is unknown whether “Nightly” was created on “Plant”: the response was lost, and the server could not confirm it. ${again}`,
          actions: ['Show It', 'Create Again'],
        },
      ]);
      const found = [7, 8].map(id => ({ id, name: 'Nightly' }));
      assert.deepEqual(shown, [
        { kind: 'job', found, name: 'Nightly' },
        { kind: 'job', found: [], name: 'Nightly' },
      ]);
    }));
});

describe('a create when an object of the same name exists', () => {
  it('is sent only when the user wants another one', () =>
    withMemoryServer(async ({ memoryServer, user, session }) => {
      const { creates, shown } = setUp(user);
      memoryServer.jobs.set(7, { name: 'Nightly' });
      memoryServer.jobs.set(8, { name: 'Nightly' });
      const object = { session, kind: 'job', name: 'Nightly', send: sending() } as const;
      const doubtful = { ...object, doubtfulName: 'Nightly' };
      await assert.rejects(creates.create(doubtful), new NotSavedError('nameExists'));
      assert.deepEqual(user.messages, [
        {
          kind: 'decide',
          text: '“Nightly” is on “Plant” now: #7, #8. The earlier request may have created it.',
          actions: ['Show It', 'Create Another'],
        },
      ]);
      user.press = ([show]) => show;
      await assert.rejects(creates.create(doubtful), NotSavedError);
      const found = [7, 8].map(id => ({ id, name: 'Nightly' }));
      assert.deepEqual(shown, [{ kind: 'job', found, name: 'Nightly' }]);
      user.press = actions => actions[1];
      assert.equal(await creates.create(doubtful), 'created');
      assert.equal(shown.length, 1);
    }));

  it('also finds the name of an earlier attempt, and reports if that is known to have created it', () =>
    withMemoryServer(async ({ memoryServer, user, session }) => {
      const { creates } = setUp(user);
      memoryServer.jobs.set(7, { name: 'Nightly' });
      const object = {
        session,
        kind: 'job',
        name: 'Weekly',
        doubtfulName: 'Nightly',
        send: sending(),
      } as const;
      await assert.rejects(creates.create({ ...object, isCreated: true }), NotSavedError);
      assert.deepEqual(user.of('decide'), [
        '“Nightly” is already on “Plant”: an earlier save of this document created it.',
      ]);
      memoryServer.jobs.delete(7);
      assert.equal(await creates.create(object), 'created');
      memoryServer.jobs.set(9, { name: 'Weekly' });
      await assert.rejects(creates.create(object), NotSavedError);
    }));
});
