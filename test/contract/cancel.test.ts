import assert from 'node:assert/strict';
import { isAbort, OutcomeError } from '../../src/api/errors/apiError.ts';
import {
  everyRead,
  everyWrite,
  rejection,
  rejectionOf,
  withClient,
  withServer,
} from '../support/http/clients.ts';
import { bare, json, silence, stallInBody } from '../support/http/responders.ts';
import { type Responder, withScript } from '../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../support/http/wire.ts';

describe('canceling before a request', () => {
  for (const [name, act] of Object.entries({ ...everyRead, ...everyWrite })) {
    it(`${name}: rejects with the reason, and nothing is sent`, () =>
      withServer(async (server, client) => {
        assert.ok(isAbort(await rejection(act(client, { signal: AbortSignal.abort() }))));
        const reason = new Error('the window closes');
        assert.equal(await rejection(act(client, { signal: AbortSignal.abort(reason) })), reason);
        assert.equal(server.connections, 0);
      }));
  }

  it('while the token is being read: nothing is sent', () =>
    withScript(server => {
      const controller = new AbortController();
      const getToken = () => {
        controller.abort();
        return 'token';
      };
      return withClient({ baseUrl: server.url, getToken }, async client => {
        for (const act of Object.values({ ...everyRead, ...everyWrite })) {
          assert.ok(isAbort(await rejection(act(client, { signal: controller.signal }))));
        }
        assert.equal(server.connections, 0);
      });
    }));
});

describe('canceling a read in flight', () => {
  for (const [name, act] of Object.entries(everyRead)) {
    for (const [where, responder] of [
      ['before the headers', silence],
      ['in the body', stallInBody],
    ] as const) {
      it(`${name}, ${where}: rejects with the reason, without a retry`, () =>
        withServer(async (server, client) => {
          server.otherwise(responder);
          const controller = new AbortController();
          const ended = rejection(act(client, { signal: controller.signal }));
          await server.requests(1);
          controller.abort();
          assert.ok(isAbort(await ended));
          assert.equal(server.received.length, 1);
        }));
    }
  }

  it('while it waits for the next attempt: rejects with the reason', () =>
    withScript(server => {
      const controller = new AbortController();
      const delay = (_ms: number, signal?: AbortSignal) => {
        controller.abort();
        return Promise.reject(signal?.reason);
      };
      return withClient({ baseUrl: server.url, retry: { delay } }, async client => {
        server.otherwise(bare(503));
        assert.ok(isAbort(await rejection(client.jobs.get(1, { signal: controller.signal }))));
        assert.equal(server.received.length, 1);
      });
    }));

  it('between two pages: the next page is not requested', () =>
    withScript(
      server =>
        withClient({ baseUrl: server.url }, async client => {
          const controller = new AbortController();
          const pages = client.jobs.list({ signal: controller.signal });
          await pages.next();
          controller.abort();
          assert.ok(isAbort(await rejection(pages.next())));
          assert.equal(server.received.length, 1);
        }),
      json(pageWire([jobWire(1)], { next: '?page=2' })),
    ));
});

describe('canceling a write in flight', () => {
  /** Responds to reads as if nothing had been changed, and leaves writes pending. */
  const hanging: Responder = exchange => {
    const { method, path } = exchange.received;
    if (method !== 'GET') return silence(exchange);
    const isList = /\/(job|group)\/$/.test(path);
    return json(isList ? [] : jobWire(1, { server_set: [] }))(exchange);
  };

  for (const reason of [
    undefined,
    new Error('the window closes'),
    new DOMException('late', 'TimeoutError'),
  ]) {
    for (const [name, act] of Object.entries(everyWrite)) {
      it(`${name} (${reason?.message ?? 'AbortError'}): its outcome is determined`, () =>
        withServer(async (server, client) => {
          server.otherwise(hanging);
          const controller = new AbortController();
          const ended = rejectionOf(OutcomeError, act(client, { signal: controller.signal }));
          await server.requests(name.endsWith('replace') ? 2 : 1);
          controller.abort(reason);
          const error = await ended;
          assert.equal(error.outcome, name === 'jobs.stop' ? 'unknown' : 'notDone');
          assert.equal(error.cause, controller.signal.reason);
          assert.equal(server.received.filter(request => request.method !== 'GET').length, 1);
        }));
    }
  }

  it('resolves if it was carried out anyway', () =>
    withServer(async (server, client) => {
      server.queue(silence, json(jobWire(1, { name: 'New' })));
      const controller = new AbortController();
      const updating = client.jobs.update(1, { name: 'New' }, { signal: controller.signal });
      await server.requests(1);
      controller.abort();
      assert.equal((await updating).name, 'New');
    }));

  it('a create that waits for its turn is not sent', () =>
    withServer(async (server, client) => {
      server.queue(silence);
      server.otherwise(json([]));
      const first = new AbortController();
      const second = new AbortController();
      const ends = [
        rejection(client.jobs.create({ name: 'A', policies: [1] }, { signal: first.signal })),
        rejection(client.jobs.create({ name: 'B', policies: [1] }, { signal: second.signal })),
      ];
      await server.requests(1);
      second.abort();
      first.abort();
      const [, error] = await Promise.all(ends);
      assert.ok(isAbort(error));
      assert.equal(server.received.filter(request => request.method === 'POST').length, 1);
    }));
});
