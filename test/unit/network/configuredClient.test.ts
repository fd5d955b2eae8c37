import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ConnectionError } from '../../../src/api/errors/connectionError.ts';
import { NotSentError } from '../../../src/api/errors/notSentError.ts';
import type { SeenResponse } from '../../../src/api/transport/seenResponse.ts';
import type { ServerConfig } from '../../../src/model/server.ts';
import { type ConfiguredClientParts, createConfiguredClient } from '../../../src/network/configuredClient.ts';
import { noProxies } from '../../support/http/noProxies.ts';
import { json, silence } from '../../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../../support/http/wire.ts';
import { withWrites } from '../../support/writes.ts';

type Client = ReturnType<typeof createConfiguredClient>;

/** The client of a server with these settings. */
async function withClient(
  settings: Partial<ServerConfig> & Pick<ServerConfig, 'url'>,
  use: (client: Client) => Promise<void>,
  parts: Partial<ConfiguredClientParts> = {},
): Promise<void> {
  const client = createConfiguredClient({
    server: { id: 'plant', name: 'Plant', ...settings },
    getToken: () => 'abc',
    network: () => ({ proxies: noProxies, useSystemCertificates: false }),
    retry: { delay: async () => undefined },
    ...parts,
  });
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

const errorOf = (sending: Promise<unknown>) => sending.catch((error: unknown) => error);
const onServer = (use: (server: ScriptedServer) => Promise<void>) =>
  withScript(async server => {
    server.otherwise(json(jobWire(1)));
    await use(server);
  });

describe('the client of a configured server', () => {
  it('sends nothing over plain HTTP to another computer before that was approved', async () => {
    const network = mock.fn(() => ({
      proxies: { ...noProxies, proxy: 'http://127.0.0.1:1' },
      useSystemCertificates: false,
    }));
    const url = 'http://devices.example';
    for (const way of [{}, { network: 'vscode' as const }, { allowHttp: false }])
      await withClient(
        { url, ...way },
        async client => {
          const error = await errorOf(client.jobs.get(1));
          assert.ok(error instanceof NotSentError);
          assert.equal(error.problem.code, 'plainHttp');
        },
        { network },
      );
    assert.equal(network.mock.callCount(), 0);
    await withClient(
      { url, allowHttp: true },
      async client => {
        const error = await errorOf(client.jobs.get(1));
        assert.ok(error instanceof ConnectionError && error.reason === 'proxy');
      },
      { network },
    );
    assert.equal(network.mock.callCount(), 1);
  });

  it('needs no approval for this computer, nor for HTTPS', () =>
    onServer(async server => {
      await withClient({ url: server.url }, async client => assert.equal((await client.jobs.get(1)).id, 1));
      await withClient({ url: server.url.replace('http:', 'https:') }, async client => {
        const error = await errorOf(client.jobs.get(1));
        assert.ok(error instanceof ConnectionError && error.reason === 'tls');
      });
    }));

  it('sends no writes to a read-only server', () =>
    onServer(async server => {
      for (const [readOnly, count] of [
        [true, 1],
        [false, 3],
      ] as const)
        await withClient({ url: server.url, readOnly }, async client => {
          await client.jobs.get(1);
          const error = await errorOf(withWrites(client).jobs.update(1, { enabled: true }));
          assert.equal(error instanceof NotSentError, readOnly);
          assert.equal(server.received.length, count);
        });
    }));

  it('adds the query of the job list', () =>
    withScript(async server => {
      server.otherwise(json(pageWire([])));
      const listed = (query: Partial<ServerConfig>) =>
        withClient({ url: server.url, ...query }, async client => void (await client.jobs.list().next()));
      await listed({ jobListQuery: { page_size: '5' } });
      await listed({});
      assert.deepEqual(
        server.received.map(({ path }) => path),
        ['/automation/api/job/?page_size=5', '/automation/api/job/'],
      );
    }));

  it('uses the configured timeout', () =>
    withScript(async server => {
      server.otherwise(silence);
      await withClient({ url: server.url, network: 'vscode', timeoutSeconds: 0.01 }, async client => {
        const error = await errorOf(client.jobs.get(1));
        assert.ok(error instanceof ConnectionError && error.reason === 'headersTimeout');
      });
    }));

  it('uses VS Code’s network stack when that is chosen', () =>
    onServer(async server => {
      const fetched = mock.method(globalThis, 'fetch');
      try {
        for (const [network, count] of [
          ['direct', 0],
          ['vscode', 1],
        ] as const) {
          const chosen = network === 'vscode' ? { network } : {};
          await withClient({ url: server.url, ...chosen }, async client => void (await client.jobs.get(1)));
          assert.equal(fetched.mock.callCount(), count);
        }
      } finally {
        fetched.mock.restore();
      }
    }));

  it('reports each response as it arrived', () =>
    onServer(async server => {
      const seen: SeenResponse[] = [];
      await withClient({ url: server.url }, async client => void (await client.jobs.get(1)), {
        onResponse: response => seen.push(response),
      });
      assert.deepEqual(
        seen.map(({ path, status, body }) => [path, status, body]),
        [['/automation/api/job/1/', 200, JSON.stringify(jobWire(1))]],
      );
    }));
});
