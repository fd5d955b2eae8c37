import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  type DemoServer,
  type DemoServerOptions,
  startDemoServer,
} from '../../../../src/contrib/demo/server/httpServer.ts';
import { World } from '../../../../src/contrib/demo/server/world.ts';
import { createManualClock } from '../../../support/manualClock.ts';

const token = 'a-token-of-the-demo';
const jobs = '/automation/api/job/';

async function withServer(
  options: DemoServerOptions,
  use: (server: DemoServer) => Promise<void>,
): Promise<void> {
  const clock = createManualClock(Date.UTC(2026, 2, 4, 12));
  const server = await startDemoServer({ world: new World(), token, clock, ...options });
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

async function connect({ url }: DemoServer): Promise<Socket> {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends these request lines over a socket; resolves with the raw response. */
async function responseTo(server: DemoServer, ...lines: readonly string[]): Promise<string> {
  const socket = await connect(server);
  socket.end(`${[...lines, `Authorization: Token ${token}`, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  return text(socket);
}

function send({ url }: DemoServer, method: string, path: string, body?: string): Promise<Response> {
  const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' };
  return fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
}

describe('the demo server over HTTP', () => {
  it('has default objects, jobs that change, and a token of its own', () =>
    withServer({ world: undefined, token: undefined }, async ({ url, world, clock, token: own }) => {
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.match(own, /^[0-9a-f]{40}$/);
      assert.deepEqual([world.jobs.size, world.groups.size, world.devices.size], [60, 12, 150]);
      const phases = () => world.jobs.all().map(({ phase }) => phase);
      const before = phases();
      assert.ok('advance' in clock && typeof clock.advance === 'function');
      clock.advance(20_000);
      assert.notDeepEqual(phases(), before);
    }));

  it('is reachable only from this computer', () =>
    withServer({}, async ({ url }) => {
      await assert.rejects(fetch(`http://[::1]:${new URL(url).port}${jobs}`));
    }));

  it('fails to start on a port that is in use', () =>
    withServer({}, async ({ url }) => {
      await assert.rejects(startDemoServer({ port: Number(new URL(url).port) }), { code: 'EADDRINUSE' });
    }));

  it('closes open sockets at once and leaves no timer running', () =>
    withServer({ world: undefined }, async server => {
      const { clock } = server;
      const idle = await connect(server);
      const ended = once(idle.resume(), 'close');
      await server.close();
      await ended;
      assert.ok('pending' in clock);
      assert.equal(clock.pending, 0);
      await assert.rejects(fetch(server.url));
    }));

  it('sends the length of each response body in bytes', () =>
    withServer({}, async server => {
      const created = await send(server, 'POST', jobs, JSON.stringify({ name: 'Ночное', policies: [9] }));
      const body = await created.text();
      assert.equal(created.headers.get('content-length'), String(Buffer.byteLength(body)));
      const removed = await send(server, 'DELETE', `${jobs}1/`);
      assert.deepEqual([removed.status, removed.headers.get('content-length')], [204, null]);
    }));

  it('reveals nothing about an internal error', () => {
    const failing = () => {
      throw new Error('a secret');
    };
    const routes = [{ pattern: /^\/fails\/$/, title: '', operations: { GET: failing } }];
    return withServer({ routes }, async server => {
      const response = await send(server, 'GET', '/fails/');
      assert.equal(response.status, 500);
      assert.doesNotMatch(await response.text(), /secret/);
    });
  });

  it('builds its links with the host that the client requested, or else its address', () =>
    withServer({ world: undefined }, async server => {
      const path = `${jobs}?page_size=1`;
      const next = (host: string) => `"next":"http://${host}${path}&page=2"`;
      for (const [host, ...lines] of [
        ['demo.example', `GET ${path} HTTP/1.1`, 'Host: demo.example'],
        ['proxied.example', `GET http://proxied.example${path} HTTP/1.1`, 'Host: demo.example'],
        ['127.0.0.1', `GET ${path} HTTP/1.0`],
      ] as const) {
        const response = await responseTo(server, ...lines);
        assert.ok(response.includes(next(host)), response);
      }
      assert.match(
        await responseTo(server, 'GET http:// HTTP/1.1', 'Host: demo.example'),
        /^HTTP\/1\.1 404 /,
      );
    }));

  it('rejects a body that is too long', () =>
    withServer({}, async server => {
      const { status } = await send(server, 'POST', jobs, JSON.stringify({ name: 'x'.repeat(5_000_000) }));
      assert.equal(status, 413);
    }));

  it('stays unaffected by a key named __proto__', () =>
    withServer({}, async server => {
      const body = '{"name":"a","policies":[1],"__proto__":{"enabled":false}}';
      await send(server, 'POST', jobs, body);
      assert.equal(server.world.jobs.get(1)?.enabled, true);
    }));

  it('changes nothing and keeps running when a client disconnects in the middle of a request', () =>
    withServer({}, async server => {
      const socket = await connect(server);
      socket.write(`POST ${jobs} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`);
      socket.destroy();
      await once(socket, 'close');
      assert.equal((await send(server, 'GET', jobs)).status, 200);
      assert.equal(server.world.jobs.size, 0);
    }));
});
