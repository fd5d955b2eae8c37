import assert from 'node:assert/strict';
import { Agent, type Dispatcher } from 'undici';
import { ConnectionError } from '../../../../src/api/errors/connectionError.ts';
import type { RequestInfo } from '../../../../src/api/errors/requestInfo.ts';
import type { Transport, TransportRequest } from '../../../../src/api/transport/transport.ts';
import { createUndiciTransport } from '../../../../src/api/transport/undiciTransport.ts';
import { json } from '../../../support/http/responders.ts';
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

/** Runs a test with a transport whose dispatchers it counts. */
const onServer = (
  use: (given: { server: ScriptedServer; transport: Transport; made: Dispatcher[] }) => Promise<void>,
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
  it('sends the request as it is, and reads the response with its headers', () =>
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

  it('has one pool, from when it is prepared or first used until it is closed', () =>
    onServer(async ({ server, transport, made }) => {
      transport.prepare?.();
      transport.prepare?.();
      await transport.send(request(server));
      assert.equal(made.length, 1);
      await transport.close();
      transport.prepare?.();
      assert.equal(made.length, 1);
      assert.deepEqual(await failureOf(transport.send(request(server))), ['closed', 'UND_ERR_CLOSED', false]);
      assert.equal(server.received.length, 1);
    }));

  it('does not send what was requested before it was closed while its pool was made', () =>
    onServer(async ({ server, transport }) => {
      const sending = failureOf(transport.send(request(server)));
      await transport.close();
      assert.deepEqual(await sending, ['closed', 'UND_ERR_CLOSED', false]);
      assert.equal(server.received.length, 0);
    }));

  it('makes its pool again where that failed', () =>
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

  it('leaves a dispatcher that it was given open, and closes its own', () =>
    onServer(async ({ server }) => {
      const agent = new Agent();
      const transport = createUndiciTransport(agent);
      transport.prepare?.();
      await transport.send(request(server));
      await transport.close();
      assert.deepEqual(await failureOf(transport.send(request(server))), ['closed', 'UND_ERR_CLOSED', false]);
      assert.equal((await createUndiciTransport(agent).send(request(server))).status, 200);
      await agent.close();
      const own = createUndiciTransport();
      assert.equal((await own.send(request(server))).status, 200);
      await own.close();
      await createUndiciTransport().close();
    }));
});
