import assert from 'node:assert/strict';
import { Agent } from 'undici';
import { ConnectionError } from '../../../../src/api/errors/connectionError.ts';
import { ContractError } from '../../../../src/api/errors/contractError.ts';
import type { RequestInfo } from '../../../../src/api/errors/requestInfo.ts';
import type { Transport, TransportRequest } from '../../../../src/api/transport/transport.ts';
import { createUndiciTransport } from '../../../../src/api/transport/undiciTransport.ts';
import { body, chunked, json, reset, silence } from '../../../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../../../support/http/scriptedServer.ts';

function request(
  server: Pick<ScriptedServer, 'url'>,
  fields: Partial<TransportRequest> = {},
): TransportRequest {
  const info: RequestInfo = { operation: 'updateJob', method: 'PATCH', origin: server.url, path: '/x' };
  const limits = { idleTimeoutMs: 30_000, deadlineMs: 60_000, maxResponseBytes: 1_000 };
  return {
    info,
    url: new URL(`${server.url}/x`),
    headers: { accept: 'x' },
    body: undefined,
    signal: undefined,
    ...limits,
    ...fields,
  };
}

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => assert.fail('it is rejected'),
    (error: unknown) =>
      error instanceof ConnectionError ? [error.reason, error.code, error.mayHaveSent] : error,
  );

/** Runs a test with a transport, and counts its dispatchers. */
const onServer = (
  use: (given: { server: ScriptedServer; transport: Transport; made: Agent[] }) => Promise<void>,
) =>
  withScript(async server => {
    server.otherwise(json({}));
    const made: Agent[] = [];
    const transport = createUndiciTransport(async () => {
      const agent = new Agent();
      made.push(agent);
      return agent;
    });
    await use({ server, transport, made });
    await transport.close();
  });

describe('the transport on undici', () => {
  it('sends the request unchanged, and reads the response with its headers', () =>
    onServer(async ({ server, transport }) => {
      server.queue(
        ({ response }) =>
          void response.writeHead(201, { 'x-a': ['1', '2'], 'set-cookie': ['b', 'c'] }).end('{}'),
      );
      const { status, body, header } = await transport.send(request(server, { body: '{"a":1}' }));
      assert.deepEqual([status, body, header('set-cookie'), header('x-b')], [201, '{}', 'b', undefined]);
      await transport.send(request(server));
      assert.deepEqual(
        server.received.map(({ method, path, body: sent, headers }) => [method, path, sent, headers.accept]),
        [
          ['PATCH', '/x', '{"a":1}', 'x'],
          ['PATCH', '/x', '', 'x'],
        ],
      );
    }));

  it('has one pool from its first use until it is closed', () =>
    onServer(async ({ server, transport, made }) => {
      for (let sent = 0; sent < 2; sent++) await transport.send(request(server));
      await transport.close();
      assert.deepEqual([made.length, made[0]?.destroyed], [1, true]);
      assert.deepEqual(await failureOf(transport.send(request(server))), ['closed', 'UND_ERR_CLOSED', false]);
      assert.equal(server.received.length, 2);
    }));

  it('does not send a request when it is closed while its pool is being created', () =>
    onServer(async ({ server, transport }) => {
      const sending = failureOf(transport.send(request(server)));
      await transport.close();
      assert.deepEqual(await sending, ['closed', 'UND_ERR_CLOSED', false]);
      assert.equal(server.received.length, 0);
    }));

  it('reports why it failed or that it was canceled, and reads no more than its limit', () =>
    onServer(async ({ server, transport }) => {
      server.queue(reset, chunked(['x'.repeat(600), 'x'.repeat(600)]));
      assert.match(String(await failureOf(transport.send(request(server)))), /^reset,\w+,true$/);
      assert.ok((await failureOf(transport.send(request(server)))) instanceof ContractError);
      server.queue(body('x'.repeat(1_001)));
      assert.ok((await failureOf(transport.send(request(server)))) instanceof ContractError);
      server.queue(body('x'.repeat(1_000)));
      assert.equal((await transport.send(request(server))).body.length, 1_000);
      server.otherwise(silence);
      const controller = new AbortController();
      const hanging = failureOf(transport.send(request(server, { signal: controller.signal })));
      await server.requests(5);
      controller.abort(new Error('enough'));
      assert.match(String(await hanging), /enough/);
      const early = failureOf(transport.send(request(server, { signal: controller.signal })));
      assert.match(String(await early), /enough/);
      assert.equal(server.received.length, 5);
    }));

  it('creates its pool again when that failed', () =>
    onServer(async ({ server }) => {
      const failure = Object.assign(new Error('no such file'), { code: 'CERT_FILE_UNREADABLE' });
      const results = [Promise.reject(failure), Promise.resolve(new Agent())];
      const transport = createUndiciTransport(() => results.shift() ?? assert.fail('it has one'));
      assert.deepEqual(await failureOf(transport.send(request(server))), [
        'certificate',
        'CERT_FILE_UNREADABLE',
        false,
      ]);
      assert.equal((await transport.send(request(server))).status, 200);
      await transport.close();
    }));
});
