import assert from 'node:assert/strict';
import { given, plant } from './support/configuredServer.ts';

const { changeServerUrl, editServer } = await import('../../../../src/commands/servers/editServer.ts');
const { removeServer } = await import('../../../../src/commands/servers/removeServer.ts');
const { signIn, signOut, switchServer } = await import('../../../../src/commands/servers/signIn.ts');

/** Chooses what to edit, and types this in the input box that follows. */
function editing(what: string, text: string | undefined, server = plant) {
  const all = given(server);
  all.person.pick = () => what;
  all.person.type = () => text;
  return { ...all, edit: () => editServer(all.context, [{ server: server.id }]) };
}

describe('editing a server', () => {
  it('changes its name', async () => {
    const { edit, edits } = editing('name', ' Works ');
    await edit();
    assert.deepEqual(edits, [{ ...plant, name: 'Works' }]);
  });

  it('changes nothing when the input is left', async () => {
    for (const what of ['name', 'query', 'timeout', 'zone']) {
      const { edit, edits } = editing(what, undefined);
      await edit();
      assert.deepEqual(edits, [], what);
    }
  });

  it('takes a query of the job list as text, and an empty one away', async () => {
    const filled = editing('query', '?page_size=200&a=b');
    await filled.edit();
    assert.deepEqual(filled.edits, [{ ...plant, jobListQuery: { page_size: '200', a: 'b' } }]);
    const emptied = editing('query', ' ', { ...plant, jobListQuery: { a: 'b' } });
    await emptied.edit();
    assert.deepEqual(emptied.edits, [plant]);
  });

  it('takes a timeout of 1 to 600 seconds and no other', async () => {
    for (const [text, isFit] of [
      ['1', true],
      ['600', true],
      ['0', false],
      ['601', false],
      ['1.5', false],
    ] as const) {
      const { edit, edits } = editing('timeout', text);
      await edit();
      assert.deepEqual(edits, isFit ? [{ ...plant, timeoutSeconds: Number(text) }] : [], text);
    }
  });

  it('takes a time zone by its name, and removes one that is left empty', async () => {
    const zone = editing('zone', ' Europe/Berlin ');
    await zone.edit();
    assert.deepEqual(zone.edits, [{ ...plant, timeZone: 'Europe/Berlin' }]);
    const none = editing('zone', '', { ...plant, timeZone: 'UTC' });
    await none.edit();
    assert.deepEqual(none.edits, [plant]);
    const wrong = editing('zone', 'Mars/Olympus');
    await wrong.edit();
    assert.deepEqual(wrong.edits, []);
  });

  it('goes straight to the time zone on request', async () => {
    const { person, context, edits } = given();
    person.type = () => 'UTC';
    await editServer(context, [{ server: 'plant', what: 'zone' }]);
    assert.deepEqual([edits, person.of('pick')], [[{ ...plant, timeZone: 'UTC' }], []]);
  });

  it('has nothing to edit about the demo server', async () => {
    const { person, context, edits } = given({ ...plant, id: 'demo' });
    await editServer(context, [{ server: 'demo' }]);
    assert.deepEqual([edits, person.of('pick')], [[], []]);
    assert.deepEqual(person.of('info'), ['The demo server cannot be edited.']);
  });
});

describe('moving a server to another URL', () => {
  it('asks for a token of its own at another origin, and leaves the server as it was without one', async () => {
    const { person, context, edits } = given();
    await changeServerUrl(context, plant, 'https://other.example');
    assert.match(person.of('input')[0] ?? '', /https:\/\/other\.example/);
    assert.deepEqual(edits, []);
  });

  it('does not use plain HTTP that the person did not agree to', async () => {
    const { person, context, edits } = given();
    person.isSure = false;
    await changeServerUrl(context, plant, 'http://plant.example');
    assert.deepEqual([person.of('confirm').length, person.of('input'), edits], [1, [], []]);
  });
});

describe('removing, leaving and switching', () => {
  it('removes a server with its token and its watched jobs, after confirmation', async () => {
    const { context, done, person } = given();
    await removeServer(context, [{ server: 'plant' }]);
    assert.deepEqual(done, ['unwatch plant', 'forget the token of plant', 'remove plant']);
    assert.deepEqual(person.told, [
      {
        kind: 'confirm',
        text: 'Remove “Plant” (https://plant.example) from VS Code?\nIts token is deleted as well. Nothing changes on the server itself.',
        actions: ['Remove'],
      },
    ]);
  });

  it('removes nothing when the person cancels', async () => {
    const { context, person, done } = given();
    person.isSure = false;
    await removeServer(context, [{ server: 'plant' }]);
    assert.deepEqual(done, []);
  });

  it('stops the demo instead of removing it', async () => {
    const { context, person, done } = given({ ...plant, id: 'demo' });
    await removeServer(context, [{ server: 'demo' }]);
    assert.deepEqual([done, person.of('confirm')], [['stop the demo'], []]);
  });

  it('forgets the token on signing out', async () => {
    const { context, done } = given();
    await signOut(context, [{ server: 'plant' }]);
    assert.deepEqual(done, ['forget the token of plant']);
  });

  it('asks for a token after switching only where there is none', async () => {
    const { context, person, done, tokens } = given();
    await switchServer(context, [{ server: 'plant' }]);
    assert.deepEqual([done, person.of('input')], [['active plant'], []]);
    tokens.clear();
    await switchServer(context, [{ server: 'plant' }]);
    assert.equal(person.of('input').length, 1);
  });

  it('asks which of several servers, and does nothing where none is chosen', async () => {
    const { context, person, done, edits } = given();
    context.servers.servers.push({ ...plant, id: 'office' });
    for (const command of [editServer, removeServer, signIn, signOut, switchServer])
      await command(context, []);
    assert.deepEqual(person.of('pick'), [
      'Edit Server',
      'Remove Server',
      'Sign In',
      'Sign Out',
      'Switch Server',
    ]);
    assert.deepEqual([done, edits, person.inputs], [[], [], []]);
  });

  it('reports a server that is not configured', async () => {
    const { context, person, done } = given();
    await signOut(context, [{ server: 'elsewhere' }]);
    assert.deepEqual([person.of('error').length, done], [1, []]);
  });
});
