import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerConfig } from '../../../src/api/model/server.ts';
import type { Exchange, WriteRecord } from '../../../src/api/transport/requestLog.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { startMs } from '../../store/support/fakes.ts';
import { bare, json } from '../../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../../support/http/wire.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { MapSecrets } from '../../support/vscode/mapSecrets.ts';
import { createJob, removeJob } from '../../support/writes.ts';
import { withSettings } from './support/userSettings.ts';

const { Log } = await import('../../../src/workbench/platform/log.ts');
const { Schedules } = await import('../../../src/workbench/servers/schedules.ts');
const { ServerRegistry } = await import('../../../src/workbench/servers/servers.ts');
const { SessionRegistry } = await import('../../../src/workbench/servers/sessions.ts');
const { testConnection } = await import('../../../src/workbench/servers/serverClient.ts');
const { createDemo } = await import('../../../src/contrib/demo/vscode/demo.ts');
const { TokenStore } = await import('../../../src/workbench/servers/tokens.ts');
const { watchedRunsMemory, wordsOf } = await import('../../../src/contrib/watching/vscode/watchedRuns.ts');
const { RunJournal } = await import('../../../src/store/runs/runJournal.ts');

const key = 'deviceAutomation.servers';

type Settings = Parameters<Parameters<typeof withSettings>[1]>[0];

function createRegistries({ memory, fail }: Settings, folder: string) {
  const servers = new ServerRegistry(memory, memory);
  const tokens = new TokenStore(new MapSecrets(), fail, fail);
  const log = new Log();
  const clock = createManualClock(startMs);
  const writes: [string, WriteRecord['outcome']][] = [];
  const seen: string[] = [];
  const journal = new RunJournal({ folder, onFailure: fail });
  const sessions = new SessionRegistry({
    servers,
    tokens,
    log,
    journal,
    global: memory,
    schedules: new Schedules(),
    clock,
    onWrite: (server, { outcome }) => writes.push([server.id, outcome]),
    onStatusFailure: ({ id }) => seen.push(`status of ${id} failed`),
    onStoredOtherwise: ({ id }, { is }) => seen.push(`${is} on ${id}`),
  });
  sessions.onDidChange(() => seen.push('changed'));
  sessions.onDidOpen(({ server }) => seen.push(`opened ${server.id}`));
  sessions.onDidChangeObjects(({ server }) => seen.push(`objects ${server.id}`));
  sessions.onDidChangeStatuses(({ server }) => seen.push(`statuses ${server.id}`));
  sessions.onDidEnd(({ session, ending }) => seen.push(`ended ${session.server.id} ${ending.id}`));
  const get = (id: string): ServerSession => sessions.get(id) ?? assert.fail('there is such a server');
  return { servers, tokens, log, clock, writes, sessions, seen, get, memory, journal };
}

/** The sessions of two servers: a scripted one, and one that gets no requests. */
function withSessions(
  use: (
    given: Settings &
      ReturnType<typeof createRegistries> & {
        server: ScriptedServer;
        config: ServerConfig;
        office: ServerConfig;
      },
  ) => Promise<void>,
) {
  return withScript(async server => {
    server.otherwise(json(pageWire([jobWire(1)])));
    const config = { id: 'plant', name: 'Plant', url: server.url };
    const office = { id: 'office', name: 'Office', url: 'https://office.example' };
    const folder = mkdtempSync(join(tmpdir(), 'da-sessions-'));
    await withSettings({ [key]: [config, office] }, async given => {
      const registries = createRegistries(given, folder);
      const { sessions, servers, tokens, journal } = registries;
      await tokens.set(config, 'first-token');
      registries.seen.length = 0;
      try {
        await use({ ...given, ...registries, server, config, office });
      } finally {
        await sessions.close();
        sessions.dispose();
        servers.dispose();
        tokens.dispose();
        await journal.settled();
      }
    }).finally(() => rmSync(folder, { recursive: true }));
  });
}

describe('the session of a server', () => {
  it('is opened once, when it is needed, and the active one belongs to the active server', () =>
    withSessions(async ({ sessions, servers, seen, get }) => {
      assert.deepEqual([[...sessions.open], sessions.get('gone')], [[], undefined]);
      const session = get('plant');
      assert.equal(get('plant'), session);
      assert.deepEqual([sessions.active, [...sessions.open]], [session, [session]]);
      await servers.setActive('office');
      assert.equal(sessions.active, get('office'));
      assert.deepEqual(seen, ['opened plant', 'changed', 'opened office']);
    }));

  it('reports a status that cannot be read, and the end of a job that another window saw executing', () =>
    withSessions(async ({ seen, get, server, memory, config }) => {
      const runs = [{ id: 7, word: 'running' }];
      await watchedRunsMemory(memory, config).set(runs);
      const session = get('plant');
      session.statuses.recall(wordsOf(watchedRunsMemory(memory, config)));
      seen.length = 0;
      server.queue(bare(500), json({ id: 7, name: 'Job 7', status: 'finished' }));
      await session.statuses.read(1).catch(() => undefined);
      await session.statuses.read(7);
      assert.deepEqual(seen, ['status of plant failed', 'ended plant 7']);
    }));

  it('is replaced after its own server was changed, and stays when another was', () =>
    withSessions(async ({ sessions, configure, config, office, seen, get }) => {
      const [first, second] = [get('plant'), get('office')];
      configure(key, [{ ...config, name: 'Other' }, office]);
      assert.deepEqual([first.isDisposed, second.isDisposed], [true, false]);
      assert.deepEqual([[...sessions.open], seen.at(-1)], [[second], 'changed']);
      assert.equal(get('plant').server.name, 'Other');
      configure(key, [office]);
      assert.equal(sessions.get('plant'), undefined);
    }));

  it('is replaced when its address gets another token', () =>
    withSessions(async ({ tokens, config, office, seen, get }) => {
      const [first, second] = [get('plant'), get('office')];
      seen.length = 0;
      await tokens.set({ ...config, url: 'https://plant.example' }, 'address-token');
      await tokens.set({ ...config, id: 'gone' }, 'server-token');
      assert.deepEqual([first.isDisposed, seen], [false, []]);
      await tokens.set({ ...config, url: `${config.url}/prefix` }, 'other-token');
      assert.deepEqual([first.isDisposed, second.isDisposed, seen], [true, false, ['changed']]);
      await tokens.set(office, 'first-token');
      assert.ok(second.isDisposed);
    }));

  it('is replaced after the proxy settings were changed, and after no other change', () =>
    withSessions(async ({ configure, seen, get, sessions }) => {
      const session = get('plant');
      seen.length = 0;
      configure('editor.fontSize', 12);
      assert.deepEqual([session.isDisposed, seen], [false, []]);
      configure('http.proxy', '');
      assert.deepEqual([session.isDisposed, seen, [...sessions.open]], [true, ['changed'], []]);
    }));

  it('reports each write, and makes the next session read its lists again after a write of a closed one', () =>
    withSessions(async ({ server, tokens, config, writes, get }) => {
      const first = get('plant');
      await first.jobs.refresh();
      server.queue(json(jobWire(9), 201));
      await createJob(first, { name: 'New', policies: [1] });
      assert.deepEqual(writes, [['plant', 'done']]);
      await tokens.set(config, 'other-token');
      const next = get('plant');
      await next.jobs.refresh();
      const before = server.received.length;
      server.queue(json(jobWire(9)), bare(204));
      // The read that confirms the delete and those of the next session come in any order.
      const list = json(pageWire([jobWire(1)]));
      const missing = json({ detail: 'Not found.' }, 404);
      server.otherwise(exchange => (exchange.received.path.includes('/job/9/') ? missing : list)(exchange));
      await removeJob(first, 9);
      await server.requests(before + 4);
      assert.deepEqual(
        server.received.slice(before).map(({ method, headers }) => [method, headers.authorization]),
        [
          ['GET', 'Token other-token'],
          ['DELETE', 'Token other-token'],
          ['GET', 'Token other-token'],
          ['GET', 'Token other-token'],
        ],
      );
      assert.deepEqual(writes.at(-1), ['plant', 'done']);
    }));

  it('is closed with the window and not replaced', () =>
    withSessions(async ({ sessions, server, get, seen, configure }) => {
      const session = get('plant');
      await sessions.close();
      assert.ok(session.isDisposed);
      const before = server.received.length;
      await assert.rejects(session.jobs.refresh());
      assert.equal(server.received.length, before);
      sessions.dispose();
      seen.length = 0;
      configure('http.proxy', 'x');
      assert.deepEqual(seen, []);
    }));
});

describe('the check of a connection', () => {
  const check = (server: ScriptedServer, log: Parameters<typeof testConnection>[2]) =>
    testConnection({ id: 'new', name: 'New', url: server.url }, 'typed', log, new AbortController().signal);

  it('makes one real request with the token that was typed, and logs it under the name of the server', () =>
    withSessions(async ({ server }) => {
      const logged: unknown[] = [];
      const log = {
        exchange: (name: string, { method, path, status }: Exchange) =>
          logged.push([name, method, path, status]),
      };
      assert.deepEqual(await check(server, log), { kind: 'ok' });
      assert.deepEqual(logged, [['New', 'GET', '/automation/api/job/', 200]]);
      assert.deepEqual(
        server.received.map(({ path, headers }) => [path, headers.authorization]),
        [['/automation/api/job/', 'Token typed']],
      );
    }));

  it('distinguishes a token that may not list jobs from one that is rejected', () =>
    withSessions(async ({ server, log }) => {
      server.queue(bare(403), bare(401));
      assert.deepEqual(await check(server, log), { kind: 'limited' });
      const failed = await check(server, log);
      assert.ok(failed.kind === 'failed' && failed.error instanceof Error);
      assert.equal(failed.error.name, 'HttpStatusError');
    }));
});

describe('the demo server', () => {
  it('is the active server while it runs, which the window remembers', () =>
    withSessions(async ({ servers, tokens, memory, sessions }) => {
      const demo = createDemo(servers, tokens, memory, 'en');
      assert.equal(demo.wasRunning, false);
      await Promise.all([demo.start(), demo.start()]);
      const active = servers.active ?? assert.fail('it is active');
      assert.deepEqual(
        [
          active.name,
          active.timeZone,
          servers.isTemporary(active.id),
          servers.servers.length,
          demo.wasRunning,
        ],
        ['Demo server', 'UTC', true, 3, true],
      );
      const session = sessions.active ?? assert.fail('it has a session');
      await session.jobs.refresh();
      const [first = assert.fail('it has jobs')] = session.jobs.jobs;
      assert.match((await session.statuses.read(first.id)).word, /^[a-z ]+$/);
      await demo.close();
      await assert.rejects(fetch(active.url));
      assert.ok(createDemo(servers, tokens, memory, 'en').wasRunning, 'it starts again with the window');
      await demo.stop();
      assert.deepEqual([servers.servers.length, demo.wasRunning], [2, false]);
      await demo.stop();
      await demo.close();
    }));
});
