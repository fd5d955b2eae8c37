import assert from 'node:assert/strict';
import { configured, given } from './support/configuredServer.ts';

const { changeServerUrl, editServer } = await import(
  '../../../../src/workbench/commands/servers/editServer.ts'
);
const { removeServer } = await import('../../../../src/workbench/commands/servers/serverCommands.ts');
const { signOut, switchServer } = await import('../../../../src/workbench/commands/servers/signIn.ts');

/** Chooses what to edit, and types this in the input box that follows. */
function editing(what: string, text: string | undefined, server = configured) {
  const all = given(server);
  all.user.pick = () => what;
  all.user.type = () => text;
  return { ...all, edit: () => editServer(all.context, [{ server: server.id }]) };
}

describe('editing a server', () => {
  it('changes the name', async () => {
    const { edit, edits } = editing('name', ' Works ');
    await edit();
    assert.deepEqual(edits, [{ ...configured, name: 'Works' }]);
  });

  it('accepts a job list query as text, and removes it when left empty', async () => {
    const filled = editing('query', '?page_size=200&a=b');
    await filled.edit();
    assert.deepEqual(filled.edits, [{ ...configured, jobListQuery: { page_size: '200', a: 'b' } }]);
    const emptied = editing('query', ' ', { ...configured, jobListQuery: { a: 'b' } });
    await emptied.edit();
    assert.deepEqual(emptied.edits, [configured]);
  });

  it('accepts only a timeout of 1 to 600 seconds', async () => {
    for (const [text, isFit] of [
      ['600', true],
      ['0', false],
      ['601', false],
    ] as const) {
      const { edit, edits } = editing('timeout', text);
      await edit();
      assert.deepEqual(edits, isFit ? [{ ...configured, timeoutSeconds: Number(text) }] : [], text);
    }
  });

  it('accepts a time zone by name, and removes it when left empty', async () => {
    const zone = editing('zone', ' Europe/Berlin ');
    await zone.edit();
    assert.deepEqual(zone.edits, [{ ...configured, timeZone: 'Europe/Berlin' }]);
    const none = editing('zone', '', { ...configured, timeZone: 'UTC' });
    await none.edit();
    assert.deepEqual(none.edits, [configured]);
    const wrong = editing('zone', 'Mars/Olympus');
    await wrong.edit();
    assert.deepEqual(wrong.edits, []);
  });

  it('accepts the address of jobs in the web console beside that of groups, and removes it when left empty', async () => {
    const group = { console: { group: 'groups/{id}' } };
    const added = editing('job', ' job/{id}/change/ ', { ...configured, ...group });
    await added.edit();
    assert.deepEqual(added.edits, [
      { ...configured, console: { ...group.console, job: 'job/{id}/change/' } },
    ]);
    const removed = editing('group', '', { ...configured, ...group });
    await removed.edit();
    assert.deepEqual(removed.edits, [configured]);
  });

  it('opens the time zone directly if the argument requests it', async () => {
    const { user, context, edits } = given();
    user.type = () => 'UTC';
    await editServer(context, [{ server: 'plant', what: 'zone' }]);
    assert.deepEqual([edits, user.of('pick')], [[{ ...configured, timeZone: 'UTC' }], []]);
  });
});

describe('moving a server to another URL', () => {
  it('asks for a new token at another origin, and changes nothing without one', async () => {
    const { user, context, edits } = given();
    await changeServerUrl(context, configured, 'https://other.example');
    assert.match(user.of('input')[0] ?? '', /https:\/\/other\.example/);
    assert.deepEqual(edits, []);
  });
});

describe('removing, signing out and switching', () => {
  it('removes a server with its token and passphrase, after confirmation', async () => {
    const { context, done, user } = given();
    await removeServer(context, [{ server: 'plant' }]);
    assert.deepEqual(done, ['forget the token of plant', 'forget the passphrase of plant', 'remove plant']);
    assert.deepEqual(user.messages, [
      {
        kind: 'confirm',
        text: 'Remove “Plant” (https://plant.example) from VS Code?\nIts token is deleted as well. Nothing changes on the server itself.',
        actions: ['Remove'],
      },
    ]);
  });

  it('removes nothing when the user cancels', async () => {
    const { context, user, done } = given();
    user.isSure = false;
    await removeServer(context, [{ server: 'plant' }]);
    assert.deepEqual(done, []);
  });

  it('removes a temporary server without a question', async () => {
    const { context, user, done } = given({ ...configured, id: 'demo' });
    await removeServer(context, [{ server: 'demo' }]);
    assert.deepEqual([done, user.of('confirm')], [['remove demo'], []]);
  });

  it('deletes the token on signing out', async () => {
    const { context, done } = given();
    await signOut(context, [{ server: 'plant' }]);
    assert.deepEqual(done, ['forget the token of plant']);
  });

  it('asks for a token after switching only when none is stored', async () => {
    const { context, user, done, tokens } = given();
    await switchServer(context, [{ server: 'plant' }]);
    assert.deepEqual([done, user.of('input')], [['active plant'], []]);
    tokens.clear();
    await switchServer(context, [{ server: 'plant' }]);
    assert.equal(user.of('input').length, 1);
  });
});
