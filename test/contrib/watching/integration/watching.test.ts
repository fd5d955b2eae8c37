import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../../support/vscode/vscodeInNode.ts';
import type { Clock } from '../../../../src/base/clock.ts';
import { withApp } from '../../../app/support/appInNode.ts';
import { json } from '../../../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../../../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../../../support/http/wire.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { FakeMemento } from '../../../support/vscode/fakeMemento.ts';
import { MapSecrets } from '../../../support/vscode/mapSecrets.ts';

const { JsonFile, user } = await import('../../../support/vscode/vscodeFake.ts');
const { systemClock } = await import('../../../../src/base/clock.ts');
const { Log } = await import('../../../../src/workbench/platform/log.ts');
const { Memory } = await import('../../../../src/workbench/platform/memory.ts');
const { Schedules } = await import('../../../../src/workbench/servers/schedules.ts');
const { ServerRegistry } = await import('../../../../src/workbench/servers/servers.ts');
const { SessionRegistry } = await import('../../../../src/workbench/servers/sessions.ts');
const { TokenStore } = await import('../../../../src/workbench/servers/tokens.ts');
const { Watching } = await import('../../../../src/contrib/watching/vscode/watching.ts');
const { WatchList } = await import('../../../../src/contrib/watching/vscode/watchList.ts');

/** The components that follow watched jobs, with two servers, the first of which is active. */
async function withTwoServers(
  use: (parts: {
    readonly watchList: InstanceType<typeof WatchList>;
    readonly sessions: InstanceType<typeof SessionRegistry>;
    readonly renewToken: (serverId: string) => Promise<void>;
    readonly signOut: (serverId: string) => Promise<void>;
    readonly other: ScriptedServer;
  }) => Promise<void>,
  clock: Clock = systemClock,
): Promise<void> {
  await withScript(shown =>
    withScript(async other => {
      for (const server of [shown, other]) {
        server.otherwise(exchange => {
          const [, id] = /job\/(\d+)\/status/.exec(exchange.received.path) ?? [];
          const answer = id === undefined ? pageWire([jobWire(1), jobWire(2)]) : statusWire(Number(id));
          return json(answer)(exchange);
        });
      }
      const folder = await mkdtemp(join(tmpdir(), 'da-watching-'));
      user.settings = new JsonFile(join(folder, 'settings.json'));
      user.settings.values.set('deviceAutomation.servers', [
        { id: 'shown', name: 'Shown', url: shown.url },
        { id: 'other', name: 'Other', url: other.url },
      ]);
      const fail = () => assert.fail('all can be read and written');
      const memory = new Memory(new FakeMemento(), fail, fail);
      const servers = new ServerRegistry(memory, memory);
      const secrets = new Map<string, string>();
      const tokens = new TokenStore(new MapSecrets(secrets), fail, fail);
      const sessions = new SessionRegistry({
        clock,
        servers,
        tokens,
        passphrases: new TokenStore(new MapSecrets(), fail, fail, 'passphrase'),
        log: new Log(),
        journal: { note: () => undefined },
        global: memory,
        schedules: new Schedules(),
        onWrite: () => undefined,
        onStatusFailure: () => undefined,
        onStoredOtherwise: () => undefined,
      });
      const configOf = (serverId: string) => servers.get(serverId) ?? assert.fail('the server is there');
      const renewToken = (serverId: string) => tokens.set(configOf(serverId), `token ${Math.random()}`);
      for (const id of ['shown', 'other']) await renewToken(id);
      const watchList = new WatchList(memory, id => id);
      const watching = new Watching(sessions, watchList, memory);
      try {
        const signOut = (serverId: string) => tokens.delete(configOf(serverId));
        await use({ watchList, sessions, renewToken, signOut, other });
      } finally {
        watching.dispose();
        await sessions.close();
        sessions.dispose();
        await rm(folder, { recursive: true, force: true });
      }
    }),
  );
}

function statusWire(id: number) {
  return { id, name: `Job ${id}`, status: 'running' };
}

const statusReads = ({ received }: ScriptedServer) =>
  received.filter(({ path }) => path.includes('/status/')).map(({ headers }) => headers.authorization);

/** Resolves once a status has been read with a token other than these. */
async function readWithAnother(server: ScriptedServer, tokens: readonly unknown[] = []): Promise<void> {
  while (statusReads(server).every(token => tokens.includes(token)))
    await server.requests(server.received.length + 1);
}

describe('watched jobs of a server that is not active', () => {
  it('are still followed after a new sign-in', () =>
    withTwoServers(async ({ watchList, sessions, renewToken, other }) => {
      sessions.get('other');
      await watchList.watch('other', [2]);
      await other.requests(1);
      await readWithAnother(other);
      const before = statusReads(other);
      await renewToken('other');
      await readWithAnother(other, before);
    }));

  it('are not requested again after a sign-out', () => {
    const clock = createManualClock(Date.UTC(2026, 0, 5));
    return withTwoServers(async ({ watchList, sessions, signOut, other }) => {
      sessions.get('other');
      await watchList.watch('other', [2]);
      const minutes = async (isOver: (count: number) => boolean) => {
        for (let count = 0; !isOver(count); count++) {
          clock.advance(60_000);
          await new Promise(setImmediate);
        }
      };
      await minutes(() => other.received.length >= 3);
      await signOut('other');
      const { length } = other.received;
      await minutes(count => count === 100);
      // Everything sent earlier has arrived by this time.
      await sessions.get('shown')?.jobs.refresh();
      assert.equal(other.received.length, length);
    }, clock);
  });
});

describe('a server that is removed', () => {
  it('is no longer watched, so nothing activates the extension in the next window', () =>
    withScript(server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const answer = ({ message }: { readonly message: string }) =>
        message.startsWith('Remove') ? 'Remove' : undefined;
      return withApp(
        { servers: [{ id: 'own', name: 'Own', url: server.url }], answer },
        async ({ app, global }) => {
          await app.runCommand('deviceAutomation.jobs.watchAll', []);
          assert.deepEqual(watchedKeys(global), ['watched:own']);
          await app.runCommand('deviceAutomation.server.remove', [{ server: 'own' }]);
          assert.deepEqual(watchedKeys(global), []);
        },
      );
    }));
});

describe('a watched job', () => {
  /** A server whose job 2 executes until `end` is called. */
  const withJob = (use: (server: ScriptedServer, end: () => void) => Promise<void>) =>
    withScript(server => {
      let word = 'running';
      server.otherwise(exchange => {
        const { path } = exchange.received;
        const status = { ...statusWire(2), status: word };
        const rest = path.endsWith('/job/2/') ? jobWire(2) : pageWire([jobWire(2)]);
        return json(path.includes('/status') ? status : rest)(exchange);
      });
      return use(server, () => {
        word = 'finished';
      });
    });
  const isEnd = ({ message }: { readonly message: string }) => message.includes('ended on “Own”');
  it('is reported in another folder, once, if it ended while no window was open', () =>
    withJob(async (server, end) => {
      const [global, clock] = [new FakeMemento(), createManualClock(Date.UTC(2026, 0, 5))];
      const isStored = () => global.keys().some(key => key.startsWith('watchedRuns:'));
      const until = async (isThere: () => boolean) => {
        while (!isThere()) {
          clock.advance(1_000);
          await new Promise(setImmediate);
        }
      };
      const window = (use: Parameters<typeof withApp>[1]) =>
        withApp({ servers: [{ id: 'own', name: 'Own', url: server.url }], global, clock }, use);
      await window(async ({ app }) => {
        await app.runCommand('deviceAutomation.job.watch', [{ server: 'own', id: 2 }]);
        await until(isStored);
      });
      end();
      await window(async ({ app, messages }) => {
        app.resume();
        await until(() => messages.some(isEnd));
        assert.equal(isStored(), false);
      });
      await window(async ({ app, messages }) => {
        app.resume();
        const { length } = server.received;
        await until(() => server.received.length > length + 1);
        assert.deepEqual(messages.filter(isEnd), []);
      });
    }));
});

function watchedKeys(memento: FakeMemento): readonly string[] {
  return memento.keys().filter(key => key.startsWith('watched'));
}
