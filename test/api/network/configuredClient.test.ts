import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ConnectionError, NotSentError } from '../../../src/api/errors/apiError.ts';
import { errorText } from '../../../src/api/errors/errorText.ts';
import type { ServerConfig } from '../../../src/api/model/server.ts';
import {
  type ConfiguredClientParts,
  createConfiguredClient,
} from '../../../src/api/network/configuredClient.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { noProxies } from '../../support/http/noProxies.ts';
import { json, silence } from '../../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../../support/http/scriptedServer.ts';
import { jobWire } from '../../support/http/wire.ts';

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

  it('sends nothing through VS Code’s network stack if the server has a client certificate', async () => {
    const settings = { network: 'vscode', clientCertificateFile: '~/me.pfx' } as const;
    await withClient({ url: 'https://devices.example', ...settings }, async client => {
      const error = await errorOf(client.jobs.get(1));
      assert.ok(error instanceof NotSentError);
      assert.match(
        errorText(error, 'Plant', englishLocalizer),
        /VS Code's own connections take client certificates from the operating system only/,
      );
    });
  });
});
