import assert from 'node:assert/strict';
import { ConnectionError, ContractError, isAbort, RedirectError } from '../../src/api/errors/apiError.ts';
import { createFetchTransport } from '../../src/api/transport/fetchTransport.ts';
import { rejection, rejectionOf, type TestClient, testClient } from '../support/http/clients.ts';
import {
  after,
  chunked,
  drip,
  json,
  redirect,
  reset,
  silence,
  stallInBody,
} from '../support/http/responders.ts';
import { type ScriptedServer, startScriptedServer } from '../support/http/scriptedServer.ts';
import { jobWire } from '../support/http/wire.ts';

const options = { timeoutMs: 500, maxResponseBytes: 1_000 };

describe('the fetch transport behaves like the undici transport', () => {
  let server: ScriptedServer;
  let client: TestClient;

  beforeEach(async () => {
    server = await startScriptedServer();
    client = testClient({ baseUrl: server.url, transport: createFetchTransport(), ...options });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  it('follows no redirect to another origin, and none of a write', async () => {
    const other = await startScriptedServer();
    try {
      server.otherwise(redirect(`${other.url}/automation/api/job/1/`, 307));
      await rejectionOf(RedirectError, client.jobs.get(1));
      await rejectionOf(RedirectError, client.jobs.create({ name: 'A', policies: [1] }));
      server.otherwise(redirect('/elsewhere/', 307));
      await rejectionOf(RedirectError, client.jobs.create({ name: 'A', policies: [1] }));
      assert.equal(other.connections, 0);
      assert.equal(server.received.length, 3);
    } finally {
      await other.close();
    }
  });

  it('reports the reason for a failure', async () => {
    server.otherwise(silence);
    const silent = await rejectionOf(ConnectionError, client.jobs.get(1));
    assert.deepEqual([silent.reason, silent.mayHaveSent], ['headersTimeout', true]);
    server.otherwise(stallInBody);
    assert.equal((await rejectionOf(ConnectionError, client.jobs.get(1))).reason, 'bodyTimeout');
    server.otherwise(reset);
    assert.equal((await rejectionOf(ConnectionError, client.jobs.get(1))).reason, 'reset');
    server.otherwise(chunked(['x'.repeat(600), 'x'.repeat(600)]));
    await rejectionOf(ContractError, client.jobs.get(1));
  });

  it('a host that refuses the connection receives nothing', async () => {
    const gone = testClient({ baseUrl: 'http://127.0.0.1:1', transport: createFetchTransport() });
    const error = await rejectionOf(ConnectionError, gone.jobs.get(1));
    // Port 1 is one of those that `fetch` itself blocks.
    assert.ok(error.reason === 'refused' || error.reason === 'other', error.reason);
  });

  it('can be canceled while queued, which frees its place', async () => {
    server.otherwise(silence);
    const patient = testClient({ baseUrl: server.url, transport: createFetchTransport() });
    const [first, second] = [new AbortController(), new AbortController()];
    const hung = Array.from({ length: 8 }, () => rejection(patient.jobs.get(1, { signal: first.signal })));
    await server.requests(8);
    const waiting = rejection(patient.jobs.get(2, { signal: second.signal }));
    const last = patient.jobs.get(3);
    await new Promise(setImmediate);
    second.abort();
    assert.equal(isAbort(await waiting), true);
    server.otherwise(json(jobWire(3)));
    first.abort();
    await Promise.all(hung);
    assert.equal((await last).id, 3);
    assert.deepEqual(
      server.received.slice(8).map(({ path }) => path),
      ['/automation/api/job/3/'],
    );
    await Promise.all(Array.from({ length: 16 }, () => patient.jobs.get(3)));
    await patient.close();
  });

  it('limits the duration of a whole request, including the time in the queue', async () => {
    server.otherwise(drip('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n', ' '));
    const hurried = testClient({
      baseUrl: server.url,
      transport: createFetchTransport(),
      timeoutMs: 30_000,
      deadlineMs: 100,
    });
    const readings = Array.from({ length: 12 }, () => rejectionOf(ConnectionError, hurried.jobs.get(1)));
    const reasons = (await Promise.all(readings)).map(({ reason }) => reason);
    assert.deepEqual(new Set(reasons), new Set(['tooSlow']));
    await hurried.close();
  });

  it('closing cuts off what is in flight, and nothing is sent afterwards', async () => {
    server.otherwise(silence);
    const reading = rejectionOf(ConnectionError, client.jobs.get(1));
    await server.requests(1);
    await client.close();
    assert.equal((await reading).reason, 'closed');
    await rejectionOf(ConnectionError, client.jobs.get(1));
    assert.equal(server.received.length, 1);
  });

  it('has at most 8 requests in flight', async () => {
    let open = (): void => undefined;
    const semaphore = new Promise<void>(resolve => {
      open = resolve;
    });
    server.otherwise(after(semaphore, json(jobWire(1))));
    const patient = testClient({ baseUrl: server.url, transport: createFetchTransport() });
    const readings = Array.from({ length: 20 }, () => patient.jobs.get(1));
    await server.requests(8);
    assert.equal(server.received.length, 8);
    open();
    await Promise.all(readings);
    assert.equal(server.received.length, 20);
    await patient.close();
  });
});
