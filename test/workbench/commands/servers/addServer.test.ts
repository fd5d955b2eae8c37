import assert from 'node:assert/strict';
import { json } from '../../../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../../../support/http/scriptedServer.ts';
import { configured, given } from './support/configuredServer.ts';

const { addServer } = await import('../../../../src/workbench/commands/servers/addServer.ts');
const { signIn } = await import('../../../../src/workbench/commands/servers/signIn.ts');

const page = json({ count: 0, next: null, results: [] });
const unauthorized = json({ detail: 'Invalid token.' }, 401);

/** A configured server that responds as queued, and the tokens that it received. */
const withServer = (
  use: (
    all: ReturnType<typeof given> & { readonly server: ScriptedServer; readonly sent: () => unknown },
  ) => Promise<void>,
) =>
  withScript(async server => {
    const all = given({ ...configured, url: server.url, allowHttp: true });
    all.tokens.clear();
    await use({ ...all, server, sent: () => server.received.map(({ headers }) => headers.authorization) });
  });

const typing = (texts: Readonly<Record<string, string>>) => (title: string) =>
  Object.entries(texts).find(([start]) => title.startsWith(start))?.[1];

describe('adding a server', () => {
  it('stores the server and its token after the server accepted the token', () =>
    withServer(async ({ server, user, context, added, done, sent }) => {
      server.queue(page);
      user.type = typing({ Token: 'secret' });
      await addServer(context, [{ url: server.url, name: 'Works' }]);
      assert.deepEqual(sent(), ['Token secret']);
      const [config] = added;
      assert.deepEqual(config, { id: config?.id, name: 'Works', url: server.url });
      assert.deepEqual(done, [`token secret for ${server.url}`, `active ${config?.id}`, 'show the jobs']);
      assert.notEqual(config?.id, 'plant');
    }));

  it('stores nothing without consent to plain HTTP', () =>
    withServer(async ({ user, context, added, done }) => {
      user.isSure = false;
      await addServer(context, [{ url: 'http://works.example', name: 'Works' }]);
      assert.match(user.of('confirm').join(), /^Use http:\/\/works\.example without encryption\?/);
      assert.deepEqual([added, done, user.of('input')], [[], [], []]);
    }));

  it('offers “Change Token” first when the server rejects the token, and keeps the other input', () =>
    withServer(async ({ server, user, context, added, sent }) => {
      server.queue(unauthorized, page);
      const tokens = ['wrong', 'right'];
      user.type = title => (title.startsWith('Token') ? tokens.shift() : undefined);
      user.press = actions => actions[0];
      await addServer(context, [{ url: server.url, name: 'Works' }]);
      assert.deepEqual(sent(), ['Token wrong', 'Token right']);
      assert.deepEqual(
        added.map(({ name }) => name),
        ['Works'],
      );
    }));

  it('keeps the other input on “Try Again” and “Change URL”', () =>
    withServer(async ({ server, user, context, added, sent }) => {
      server.queue(unauthorized, unauthorized, page);
      const presses = ['Try Again', 'Change URL'];
      user.type = title => (title.startsWith('Token') ? 'secret' : server.url);
      user.press = () => presses.shift();
      await addServer(context, [{ url: `${server.url}/old`, name: 'Works' }]);
      assert.deepEqual(sent(), Array(3).fill('Token secret'));
      assert.deepEqual([added[0]?.url, added[0]?.name], [server.url, 'Works']);
      assert.deepEqual(user.of('info'), ['Connected to “Works”.']);
      assert.deepEqual(
        user.inputs.map(({ title, value }) => [title, value]),
        [
          [`Token for “Works” (${new URL(server.url).origin})`, undefined],
          ['Add Server', `${server.url}/old`],
        ],
      );
    }));

  it('rejects text that is not a token', () =>
    withServer(async ({ server, user, context, added }) => {
      user.type = () => 'two words';
      await addServer(context, [{ url: server.url, name: 'Works' }]);
      assert.deepEqual(user.messages.at(-1)?.actions, [
        'A token is a single word of ASCII letters, digits and symbols, without quotes.',
      ]);
      assert.deepEqual(added, []);
    }));

  it('warns about a token without permission to list jobs, but stores it', () =>
    withServer(async ({ server, user, context, added }) => {
      server.queue(json({ detail: 'No permission.' }, 403));
      user.type = typing({ Token: 'narrow' });
      await addServer(context, [{ url: server.url, name: 'Works' }]);
      assert.equal(added.length, 1);
      assert.match(user.of('warn').join(), /does not allow reading jobs/);
    }));
});

describe('signing in', () => {
  it('stores a token that the server accepts', () =>
    withServer(async ({ server, user, context, done, sent }) => {
      server.queue(page);
      user.type = () => 'Token fresh';
      await signIn(context, [{ server: 'plant' }]);
      assert.deepEqual(sent(), ['Token fresh']);
      assert.deepEqual(done, ['forget plant', `token fresh for ${server.url}`]);
    }));

  it('does not store a rejected token, and asks for another on “Try Again”', () =>
    withServer(async ({ server, user, context, done }) => {
      server.queue(unauthorized, page);
      const tokens = ['old', 'new'];
      user.type = () => tokens.shift();
      user.press = ([again]) => again;
      await signIn(context, ['plant']);
      assert.match(user.of('decide').join(), /The token was not saved\.$/);
      assert.deepEqual(done, ['forget plant', `token new for ${server.url}`]);
    }));
});
