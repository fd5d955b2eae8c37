import assert from 'node:assert/strict';
import type { ServerConfig } from '../../../../src/model/server.ts';
import { json } from '../../../support/http/responders.ts';
import { startScriptedServer } from '../../../support/http/scriptedServer.ts';
import { FakePerson } from '../support/plant.ts';

const { addServer } = await import('../../../../src/commands/servers/addServer.ts');
const { signIn } = await import('../../../../src/commands/servers/signIn.ts');

const never = () => assert.fail('the test does not expect this');
const page = json({ count: 0, next: null, results: [] });
const unauthorized = json({ detail: 'Invalid token.' }, 401);

/** A server that responds as queued, and what is configured and stored in VS Code. */
async function given(use: (all: Awaited<ReturnType<typeof create>>) => Promise<void>): Promise<void> {
  const all = await create();
  try {
    await use(all);
  } finally {
    await all.server.close();
  }
}

async function create() {
  const server = await startScriptedServer();
  const person = new FakePerson();
  const added: ServerConfig[] = [];
  const done: string[] = [];
  const configured: ServerConfig = { id: 'plant', name: 'Plant', url: server.url, allowHttp: true };
  const context = {
    dialogs: person.dialogs,
    servers: {
      servers: [configured],
      active: configured,
      get: (id: string) => (id === 'plant' ? configured : undefined),
      isTemporary: () => false,
      setActive: async (id: string) => void done.push(`active ${id}`),
      add: async (config: ServerConfig) => void added.push(config),
      edit: never,
      remove: never,
    },
    tokens: {
      get: async () => undefined,
      set: async ({ id }: ServerConfig, token: string) => void done.push(`token ${id} ${token}`),
      delete: never,
    },
    notices: {
      text: (error: unknown) => (error instanceof Error ? error.name : String(error)),
      show: never,
      note: never,
      forget: (id: string) => void done.push(`forget ${id}`),
    },
    log: { error: never, exchange: () => undefined, show: never },
    offerServer: never,
  };
  const sent = () => server.received.map(({ headers }) => headers.authorization);
  return { server, person, added, done, context, sent };
}

const typing = (texts: Readonly<Record<string, string>>) => (title: string) =>
  Object.entries(texts).find(([start]) => title.startsWith(start))?.[1];

describe('adding a server', () => {
  it('stores it, with its token, after the server accepted the token', () =>
    given(async ({ server, person, context, added, done, sent }) => {
      server.queue(page);
      person.type = typing({ Token: 'secret' });
      await addServer(context, [{ url: server.url, name: 'Works' }]);
      assert.deepEqual(sent(), ['Token secret']);
      const [config] = added;
      assert.deepEqual(config, { id: config?.id, name: 'Works', url: server.url });
      assert.deepEqual(done, [`token ${config?.id} secret`, `active ${config?.id}`]);
      assert.notEqual(config?.id, 'plant');
    }));

  it('stores nothing without consent to plain HTTP', () =>
    given(async ({ person, context, added, done }) => {
      person.isSure = false;
      await addServer(context, [{ url: 'http://works.example', name: 'Works' }]);
      assert.match(person.of('confirm').join(), /^Use http:\/\/works\.example without encryption\?/);
      assert.deepEqual([added, done, person.of('input')], [[], [], []]);
    }));

  it('stores nothing when the name or the token is not typed', () =>
    given(async ({ server, context, added, done }) => {
      await addServer(context, [{ url: server.url }]);
      await addServer(context, [{ url: server.url, name: 'Works' }]);
      assert.deepEqual([added, done, server.received.length], [[], [], 0]);
    }));

  it('offers another token when the server rejects the first, and keeps the rest', () =>
    given(async ({ server, person, context, added, sent }) => {
      server.queue(unauthorized, page);
      const tokens = ['wrong', 'right'];
      person.type = title => (title.startsWith('Token') ? tokens.shift() : undefined);
      person.press = actions => actions.find(action => action === 'Change Token');
      await addServer(context, [{ url: server.url, name: 'Works' }]);
      assert.deepEqual(sent(), ['Token wrong', 'Token right']);
      assert.deepEqual(
        added.map(({ name }) => name),
        ['Works'],
      );
    }));

  it('stores nothing when the user gives up after a failure', () =>
    given(async ({ server, person, context, added, done }) => {
      server.queue(unauthorized);
      person.type = typing({ Token: 'wrong' });
      await addServer(context, [{ url: server.url, name: 'Works' }]);
      assert.deepEqual([added, done], [[], []]);
      assert.deepEqual(person.told.at(-1)?.actions, ['Change URL', 'Change Token', 'Try Again']);
    }));

  it('warns about a token that may not list jobs, and stores it', () =>
    given(async ({ server, person, context, added }) => {
      server.queue(json({ detail: 'No permission.' }, 403));
      person.type = typing({ Token: 'narrow' });
      await addServer(context, [{ url: server.url, name: 'Works' }]);
      assert.equal(added.length, 1);
      assert.match(person.of('warn').join(), /may not list jobs/);
    }));
});

describe('signing in', () => {
  it('stores a token that the server accepts', () =>
    given(async ({ server, person, context, done, sent }) => {
      server.queue(page);
      person.type = () => 'Token fresh';
      await signIn(context, [{ server: 'plant' }]);
      assert.deepEqual(sent(), ['Token fresh']);
      assert.deepEqual(done, ['forget plant', 'token plant fresh']);
    }));

  it('stores no token that the server rejects, and asks again when the user wants', () =>
    given(async ({ server, person, context, done }) => {
      server.queue(unauthorized, page);
      const tokens = ['old', 'new'];
      person.type = () => tokens.shift();
      person.press = ([again]) => again;
      await signIn(context, ['plant']);
      assert.match(person.of('decide').join(), /The token was not saved\.$/);
      assert.deepEqual(done, ['forget plant', 'token plant new']);
    }));

  it('sends nothing when no token is typed, or none that fits a header', () =>
    given(async ({ server, person, context, done }) => {
      for (const typed of [undefined, 'two words']) {
        person.type = () => typed;
        await signIn(context, ['plant']);
      }
      assert.deepEqual([done, server.received.length], [[], 0]);
    }));
});
