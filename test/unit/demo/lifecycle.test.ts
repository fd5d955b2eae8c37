import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import type { DemoServer } from '../../demo/server.ts';
import { startDemoServer } from '../../demo/server.ts';
import { at, list, withServer } from './support/started.ts';

const jobs = '/automation/api/job/';

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

async function connect(server: DemoServer): Promise<Socket> {
  const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** The bytes of a create request, for tests that break the connection. */
function createRequest(server: DemoServer, announcedMore = 0): string {
  const body = JSON.stringify({ name: 'Lost response', policies: [1] });
  return (
    `POST ${jobs} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${server.token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length + announcedMore}\r\n\r\n${body}`
  );
}

describe('demo server: start and stop', () => {
  it('has a new port and a new token each time', async () => {
    const [first, second] = await Promise.all([startDemoServer({ jobs: 1 }), startDemoServer({ jobs: 1 })]);
    assert.notEqual(first.url, second.url);
    assert.notEqual(first.token, second.token);
    assert.match(first.token, /^[0-9a-f]{40}$/);
    await Promise.all([first.close(), second.close()]);
  });

  it('fails to start on a port that is in use', () =>
    withServer({}, async ({ server }) => {
      await assert.rejects(startDemoServer({ port: Number(new URL(server.url).port) }), {
        code: 'EADDRINUSE',
      });
    }));

  it('closes open sockets at once, even during a request, and can be closed twice', () =>
    withServer({ latencyMs: 60_000 }, async ({ server, ask }) => {
      const idle = await connect(server);
      const asked = ask('GET', jobs);
      await until(() => server.requests.inFlight === 1);
      const idleEnded = once(idle.resume(), 'close');
      await server.close();
      await assert.rejects(asked);
      await idleEnded;
      await server.close();
      await assert.rejects(fetch(server.url));
    }));

  it('leaves no timer running', async () => {
    await withServer({ pace: 'lively' }, async ({ server, clock }) => {
      assert.equal(clock.pending, 1);
      await server.close();
      assert.equal(clock.pending, 0);
    });
  });
});

describe('demo server: latency', () => {
  it('holds each response until it is due', () =>
    withServer({ latencyMs: 200 }, async ({ server, clock, ask }) => {
      const reading = ask('GET', jobs);
      await until(() => clock.pending === 1);
      clock.advance(199);
      assert.deepEqual([clock.pending, server.requests.inFlight], [1, 1]);
      clock.advance(1);
      assert.equal((await reading).status, 200);
      server.settings.latencyMs = 0;
      assert.equal((await ask('GET', jobs)).status, 200);
    }));

  it('a write takes effect even if its client has disconnected', () =>
    withServer({ latencyMs: 200 }, async ({ server, clock, ask }) => {
      const socket = await connect(server);
      socket.write(createRequest(server));
      await until(() => clock.pending === 1);
      socket.destroy();
      // When a later request has arrived, the server has also noticed that the first client disconnected.
      const later = ask('GET', jobs);
      await until(() => clock.pending === 2);
      clock.advance(200);
      await later;
      await until(() => server.requests.total('job.create') === 1);
      assert.equal(server.world.jobs.size, 21);
    }));

  it('an incomplete write has no effect', () =>
    withServer({}, async ({ server }) => {
      const socket = await connect(server);
      socket.write(createRequest(server, 10));
      await until(() => server.requests.inFlight === 1);
      socket.destroy();
      await until(() => server.requests.inFlight === 0);
      assert.deepEqual([server.world.jobs.size, server.requests.total()], [20, 0]);
    }));
});

describe('demo server: request log', () => {
  it('records each request with its status and time, but not the token', () =>
    withServer({}, async ({ server, clock, ask }) => {
      await ask('GET', `${jobs}?page=1`);
      clock.advance(500);
      await ask('DELETE', `${jobs}999/`, undefined, { Authorization: 'Token wrong' });
      const startMs = clock.now() - 500;
      assert.deepEqual(server.requests.entries, [
        {
          kind: 'job.list',
          method: 'GET',
          path: `${jobs}?page=1`,
          status: 200,
          atMs: startMs,
        },
        {
          kind: 'job.remove',
          method: 'DELETE',
          path: `${jobs}999/`,
          status: 401,
          atMs: startMs + 500,
        },
      ]);
      assert.equal(JSON.stringify(server.requests.entries).includes('wrong'), false);
    }));

  it('counts requests by kind, and the most that were in progress at once', () =>
    withServer({ latencyMs: 10 }, async ({ server, clock, ask }) => {
      const asked = [1, 2, 3].map(id => ask('GET', `${jobs}${id}/status/`));
      await until(() => clock.pending === 3);
      clock.advance(10);
      await Promise.all(asked);
      const { requests } = server;
      assert.deepEqual([requests.total('job.status'), requests.total(), requests.mostInFlight], [3, 3, 3]);
      requests.clear();
      assert.deepEqual([requests.total(), requests.entries.length, requests.mostInFlight], [0, 0, 0]);
    }));

  it('stores only the latest requests, but counts all', () =>
    withServer({}, async ({ server, ask }) => {
      for (let round = 0; round < 21; round++) {
        await Promise.all(Array.from({ length: 100 }, () => ask('GET', `${jobs}1/status/`)));
      }
      assert.deepEqual([server.requests.entries.length, server.requests.total()], [2000, 2100]);
    }));
});

describe('demo server: size', () => {
  it('serves pages and statuses of 100,000 jobs', () =>
    withServer({ jobs: 100_000, devices: 1000, pageSize: 1000, pace: 'lively' }, async ({ ask }) => {
      const { json } = await ask('GET', `${jobs}?page=100`);
      assert.equal(list(at(json, 'results')).length, 1000);
      assert.deepEqual([at(json, 'count'), at(json, 'next')], [100_000, null]);
      assert.equal((await ask('GET', `${jobs}99999/status/`)).status, 200);
      assert.equal((await ask('DELETE', `${jobs}500/`)).status, 204);
      assert.equal(at((await ask('GET', `${jobs}?page=1`)).json, 'results', 499, 'id'), 501);
    }));

  it('stops 10,000 jobs in one request', () =>
    withServer({ jobs: 10_000 }, async ({ server, ask }) => {
      const obj_id = server.world.jobs.all().map(job => job.id);
      assert.equal((await ask('POST', '/automation/api/stop_job/', { obj_id })).status, 200);
      assert.equal(
        server.world.jobs.all().some(job => job.phase === 'running'),
        false,
      );
    }));
});
