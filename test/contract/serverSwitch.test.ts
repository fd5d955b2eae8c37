import assert from 'node:assert/strict';
import { ConnectionError } from '../../src/api/errors/apiError.ts';
import { systemClock } from '../../src/base/clock.ts';
import { ServerSession } from '../../src/store/serverSession.ts';
import {
  notSentProblem,
  rejectionOf,
  type TestClient,
  testClient,
  withClient,
} from '../support/http/clients.ts';
import { after, json, silence } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../support/http/wire.ts';

const tokens = { first: 'token-of-the-first-server', second: 'token-of-the-second-server' };

function sessionWith(server: ScriptedServer, client: TestClient): ServerSession {
  return new ServerSession({
    server: { id: 'own', name: 'Own', url: server.url },
    client,
    clock: systemClock,
    memory: { get: () => undefined, set: () => undefined },
    paces: () => ({ activeMs: 15_000, inactiveMs: 60_000, watchedMs: 15_000, requestsPerMinute: 150 }),
    extraWords: () => new Map(),
    onStatusFailure: () => undefined,
  });
}

function withTwo(use: (first: ScriptedServer, second: ScriptedServer) => Promise<void>): Promise<void> {
  return withScript(first => withScript(second => use(first, second)));
}

const tokensAt = ({ received }: ScriptedServer) => received.map(({ headers }) => headers.authorization);

describe('switching servers while requests are in flight', () => {
  it('late responses are dropped, and no token is sent to the other server', () =>
    withTwo(async (first, second) => {
      let open: () => void = () => undefined;
      const gate = new Promise<void>(resolve => {
        open = resolve;
      });
      first.otherwise(after(gate, json(pageWire([jobWire(1, { name: 'Old' })]))));
      second.otherwise(json(pageWire([jobWire(2, { name: 'New' })])));
      const before = sessionWith(first, testClient({ baseUrl: first.url, getToken: () => tokens.first }));
      const late = [
        rejectionOf(ConnectionError, before.jobs.refresh()),
        rejectionOf(ConnectionError, before.groups.refresh()),
        rejectionOf(ConnectionError, before.jobs.read(1)),
      ];
      await first.requests(3);

      let changes = 0;
      before.jobs.onDidChange(() => {
        changes += 1;
      });
      await before.dispose();
      const now = sessionWith(second, testClient({ baseUrl: second.url, getToken: () => tokens.second }));
      await now.jobs.refresh();
      open();
      await Promise.all(late);

      assert.deepEqual([changes, before.jobs.jobs], [0, []]);
      assert.deepEqual(
        now.jobs.jobs.map(({ name }) => name),
        ['New'],
      );
      assert.deepEqual([...new Set(tokensAt(first))], [`Token ${tokens.first}`]);
      assert.deepEqual(tokensAt(second), [`Token ${tokens.second}`]);
      await now.dispose();
    }));

  it('a token that arrives after the switch is not sent', () =>
    withTwo(async (first, second) => {
      let give: (token: string) => void = () => undefined;
      const getToken = () =>
        new Promise<string>(resolve => {
          give = resolve;
        });
      await withClient({ baseUrl: first.url, getToken }, async client => {
        for (const act of [() => client.jobs.get(1), () => client.jobs.create({ name: 'A' })]) {
          const failure = act().catch((error: unknown) => error);
          await new Promise(resolve => setImmediate(resolve));
          await client.close();
          give(tokens.second);
          const error = await failure;
          assert.ok(error instanceof ConnectionError && !error.mayHaveSent, String(error));
        }
      });
      assert.deepEqual([first.connections, second.connections], [0, 0]);
    }));
});

describe('a client that is replaced by another', () => {
  const paths = ({ received }: ScriptedServer) => received.map(({ method, path }) => `${method} ${path}`);
  const get = 'GET /automation/api/job/1/';
  const patch = 'PATCH /automation/api/job/1/';

  /** The token changes as soon as the second client exists. */
  function withSuccessor(
    server: ScriptedServer,
    readOnly: boolean,
    use: (client: TestClient, replace: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    let next: TestClient | undefined;
    const getToken = () => (next === undefined ? tokens.first : tokens.second);
    const options = { baseUrl: server.url, getToken, reopened: () => next?.connection };
    return withClient(options, async client => {
      const replace = async () => {
        next = testClient({ baseUrl: server.url, readOnly });
        await client.close();
      };
      await use(client, replace).finally(() => next?.close());
    });
  }

  it('repeats a read on the new client, with the new token', () =>
    withScript(server =>
      withSuccessor(server, true, async (client, replace) => {
        server.queue(silence);
        server.otherwise(json(jobWire(1, { name: 'Nightly' })));
        const reading = client.jobs.get(1);
        await server.requests(1);
        await replace();
        assert.equal((await reading).name, 'Nightly');
        assert.deepEqual(paths(server), [get, get]);
        assert.deepEqual(tokensAt(server), [`Token ${tokens.first}`, `Token ${tokens.second}`]);
      }),
    ));

  it('sends a write that was not sent yet on the new client, once', () =>
    withScript(server =>
      withSuccessor(server, false, async (client, replace) => {
        server.otherwise(json(jobWire(1, { enabled: false })));
        await replace();
        assert.equal((await client.jobs.update(1, { enabled: false })).enabled, false);
        assert.deepEqual(paths(server), [patch]);
      }),
    ));

  it('does not repeat a write that was sent, but checks its outcome on the new client', () =>
    withScript(server =>
      withSuccessor(server, false, async (client, replace) => {
        server.queue(silence);
        server.otherwise(json(jobWire(1, { enabled: false })));
        const writing = client.jobs.update(1, { enabled: false });
        await server.requests(1);
        await replace();
        assert.equal((await writing).enabled, false);
        assert.deepEqual(paths(server), [patch, get]);
      }),
    ));

  it('sends no write when the new client is read-only', () =>
    withScript(server =>
      withSuccessor(server, true, async (client, replace) => {
        await replace();
        const problem = await notSentProblem(client.jobs.update(1, { enabled: false }));
        assert.deepEqual([problem.code, server.received], ['readOnly', []]);
      }),
    ));

  it('repeats a request on only one new client', () =>
    withScript(async server => {
      const closed = [testClient({ baseUrl: server.url }), testClient({ baseUrl: server.url })];
      for (const client of closed) await client.close();
      let reopenings = 0;
      const reopened = () => closed[reopenings++]?.connection;
      await withClient({ baseUrl: server.url, reopened }, async client => {
        await client.close();
        const { mayHaveSent } = await rejectionOf(ConnectionError, client.jobs.get(1));
        assert.deepEqual([mayHaveSent, reopenings, server.received], [false, 1, []]);
      });
    }));
});
