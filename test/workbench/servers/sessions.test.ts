import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { Exchange } from '../../../src/api/transport/requestLog.ts';
import { bare, json } from '../../support/http/responders.ts';
import type { ScriptedServer } from '../../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../../support/http/wire.ts';
import { createJob, removeJob } from '../../support/writes.ts';

const { testConnection } = await import('../../../src/workbench/servers/serverClient.ts');
const { withSessions } = await import('./support/sessionsSetup.ts');

const key = 'deviceAutomation.servers';

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
    withSessions(async ({ seen, get, server }) => {
      const session = get('plant');
      session.statuses.recall(new Map([[7, { word: 'running', seenMs: 0 }]]));
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
    testConnection(
      { id: 'new', name: 'New', url: server.url },
      { getToken: () => 'typed', passphrases: { get: async () => undefined } },
      log,
      new AbortController().signal,
    );

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
