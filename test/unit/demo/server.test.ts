import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { type DemoServer, type DemoServerOptions, startDemoServer } from '../../../src/demo/server.ts';
import { World } from '../../../src/demo/world.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { startMs } from './support/started.ts';

const token = 'a-token-of-the-plant';
const jobs = '/automation/api/job/';

async function withProduct(
  options: DemoServerOptions,
  use: (server: DemoServer) => Promise<void>,
): Promise<void> {
  const clock = createManualClock(startMs);
  const server = await startDemoServer({ world: new World(), token, clock, ...options });
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

/** Sends these request lines over a socket; resolves with the raw response. */
async function responseTo({ url }: DemoServer, ...lines: readonly string[]): Promise<string> {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.end(`${[...lines, `Authorization: Token ${token}`, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  return text(socket);
}

describe('the shipped demo server', () => {
  it('has default objects, and jobs that change', () =>
    withProduct({ world: undefined }, async ({ url, world, clock, runner }) => {
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.deepEqual([world.jobs.size, world.groups.size, world.devices.size], [60, 12, 150]);
      assert.equal(world.jobs.get(1)?.updatedAtMs, clock.now());
      const phases = () => world.jobs.all().map(({ phase }) => phase);
      const before = phases();
      assert.ok('advance' in clock && typeof clock.advance === 'function');
      clock.advance(20_000);
      assert.notDeepEqual(phases(), before);
      runner.dispose();
    }));

  it('queues several of the jobs that are created, without waiting for others to end', () =>
    withProduct({}, async ({ url, world }) => {
      const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' };
      for (let count = 0; count < 10; count++) {
        const body = JSON.stringify({ name: `Job ${count}`, policies: [9] });
        await fetch(url + jobs, { method: 'POST', headers, body });
      }
      const { length } = world.jobs.all().filter(({ phase }) => phase === 'queued');
      assert.ok(length > 1 && length < 10, `${length} of 10`);
    }));

  it('is reachable only from this computer', () =>
    withProduct({}, async ({ url }) => {
      await assert.rejects(fetch(`http://[::1]:${new URL(url).port}${jobs}`));
    }));

  it('sends the length of each response body', () =>
    withProduct({}, async server => {
      const job = { name: 'Ночное обновление', policies: [9] };
      const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' };
      const created = await fetch(server.url + jobs, { method: 'POST', headers, body: JSON.stringify(job) });
      const body = await created.text();
      assert.equal(created.headers.get('content-length'), String(Buffer.byteLength(body)));
      assert.notEqual(Buffer.byteLength(body), body.length);
      const removed = await fetch(`${server.url}${jobs}1/`, { method: 'DELETE', headers });
      assert.deepEqual([removed.status, removed.headers.get('content-length')], [204, null]);
    }));

  it('reveals nothing about an internal error', () => {
    const failing = () => {
      throw new Error('a secret');
    };
    const routes = [{ pattern: /^\/fails\/$/, title: '', operations: { GET: failing } }];
    return withProduct({ routes }, async server => {
      const response = await fetch(`${server.url}/fails/`, { headers: { Authorization: `Token ${token}` } });
      const page = await response.text();
      assert.equal(response.status, 500);
      assert.match(page, /<h1>Server Error \(500\)<\/h1>/);
      assert.doesNotMatch(page, /secret/);
    });
  });

  it('builds its links with the host that the client requested, or else its address', () => {
    const world = new World();
    const fields = { params: '', enabled: true, run_on_start: false, groups: [], peers: [], policies: [9] };
    const rest = { dynamic_groups: [], reports: [], report_formats: [], notify: false, retry: null };
    for (const name of ['One', 'Two']) world.addJob({ name, ...fields, ...rest }, startMs);
    return withProduct({ world }, async server => {
      const path = `${jobs}?page_size=1`;
      const next = (host: string) => `"next":"http://${host}${path}&page=2"`;
      const named = await responseTo(server, `GET ${path} HTTP/1.1`, 'Host: plant.example');
      assert.ok(named.includes(next('plant.example')), named);
      const whole = await responseTo(
        server,
        `GET http://proxied.example${path} HTTP/1.1`,
        'Host: plant.example',
      );
      assert.ok(whole.includes(next('proxied.example')), whole);
      const nameless = await responseTo(server, `GET ${path} HTTP/1.0`);
      assert.ok(nameless.includes(next('127.0.0.1')), nameless);
      const odd = await responseTo(server, 'GET http:// HTTP/1.1', 'Host: plant.example');
      assert.match(odd, /^HTTP\/1\.1 404 /);
    });
  });

  it('requires a content type for a body', () =>
    withProduct({}, async server => {
      const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.end(
        `POST ${jobs} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
      );
      assert.match(await text(socket), /^HTTP\/1\.1 415 .*Unsupported media type \\"\\" in request\./s);
    }));

  it('keeps running when a client disconnects in the middle of a request', () =>
    withProduct({}, async server => {
      const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`POST ${jobs} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`);
      socket.destroy();
      await once(socket, 'close');
      const { status } = await fetch(server.url + jobs, { headers: { Authorization: `Token ${token}` } });
      assert.deepEqual([status, server.world.jobs.size], [200, 0]);
      await server.close();
      await server.close();
    }));
});
