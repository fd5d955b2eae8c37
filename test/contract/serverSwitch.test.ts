import assert from 'node:assert/strict';
import { ConnectionError } from '../../src/api/errors/connectionError.ts';
import { ServerSession } from '../../src/store/serverSession.ts';
import { systemClock } from '../../src/util/clock.ts';
import { rejectionOf, type TestClient, testClient, withClient } from '../support/http/clients.ts';
import { after, json } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../support/http/wire.ts';

const tokens = { first: 'token-of-the-first-server', second: 'token-of-the-second-server' };

function sessionWith(server: ScriptedServer, client: TestClient): ServerSession {
  return new ServerSession({
    server: { id: 'own', name: 'Own', url: server.url },
    client,
    clock: systemClock,
    memory: { get: () => undefined, set: () => undefined },
    paces: () => ({ movingMs: 15_000, restingMs: 60_000, watchedMs: 15_000, requestsPerMinute: 150 }),
    extraWords: () => new Map(),
    onStatusFailure: () => undefined,
  });
}

function withTwo(use: (first: ScriptedServer, second: ScriptedServer) => Promise<void>): Promise<void> {
  return withScript(first => withScript(second => use(first, second)));
}

const tokensAt = ({ received }: ScriptedServer) => received.map(({ headers }) => headers.authorization);

describe('another server while requests are under way', () => {
  it('late responses are dropped, and no token goes to the other server', () =>
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

      let told = 0;
      before.jobs.onDidChange(() => {
        told += 1;
      });
      await before.dispose();
      const now = sessionWith(second, testClient({ baseUrl: second.url, getToken: () => tokens.second }));
      await now.jobs.refresh();
      open();
      await Promise.all(late);

      assert.deepEqual([told, before.jobs.jobs], [0, []]);
      assert.deepEqual(
        now.jobs.jobs.map(({ name }) => name),
        ['New'],
      );
      assert.deepEqual([...new Set(tokensAt(first))], [`Token ${tokens.first}`]);
      assert.deepEqual(tokensAt(second), [`Token ${tokens.second}`]);
      await now.dispose();
    }));

  it('a token that comes after the switch is sent nowhere', () =>
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
