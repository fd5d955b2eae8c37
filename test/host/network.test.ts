import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ConnectionError, NotSentError } from '../../src/api/errors/apiError.ts';
import type { ServerConfig } from '../../src/api/model/server.ts';
import { userValues } from '../../src/workbench/platform/configValue.ts';
import { Log } from '../../src/workbench/platform/log.ts';
import { paces } from '../../src/workbench/platform/settings.ts';
import { createServerClient } from '../../src/workbench/servers/serverClient.ts';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { startTestProxy, type TestProxy } from '../support/http/testProxy.ts';
import { makeRegistries } from './support/registries.ts';

const http = () => vscode.workspace.getConfiguration('http');

const changed = ['proxy', 'noProxy', 'proxySupport', 'proxyAuthorization'] as const;

/** Changes VS Code's own settings, and resets the others to their defaults. */
async function setHttp(values: Partial<Record<(typeof changed)[number], unknown>>): Promise<void> {
  for (const name of changed) await http().update(name, values[name], vscode.ConfigurationTarget.Global);
}

describe("VS Code's own proxy settings", () => {
  let server: DemoServer;
  let proxy: TestProxy;
  let log: Log;

  before('start a server, and a proxy that alone can resolve its name', async () => {
    server = await startDemoServer({ pace: 'still', jobs: 3 });
    proxy = await startTestProxy();
    log = new Log();
  });
  after(async () => {
    await setHttp({});
    log.dispose();
    await proxy.close();
    await server.close();
  });

  /** Sends one read over the transport; resolves with the number of requests that reached the proxy. */
  async function asked(config: Partial<ServerConfig>): Promise<number> {
    const before = proxy.asked.length;
    const { port } = new URL(server.url);
    const client = createServerClient(
      { id: 'plant', name: 'Plant', url: `http://devices.example:${port}`, allowHttp: true, ...config },
      { getToken: () => server.token, passphrases: { get: async () => undefined } },
      log,
    );
    try {
      const { value } = await client.jobs.list().next();
      assert.equal(value ? value.items.length : 0, 3);
      return proxy.asked.length - before;
    } finally {
      await client.close();
    }
  }

  const transports = { 'its own connections': {}, "VS Code's fetch": { network: 'vscode' } } as const;
  for (const [name, config] of Object.entries(transports)) {
    describe(`with ${name}`, () => {
      const goesAround = async () => {
        const before = proxy.asked.length;
        await assert.rejects(asked(config), (error: unknown) => error instanceof ConnectionError);
        assert.equal(proxy.asked.length, before, 'the proxy was not asked');
      };

      it('requests go through http.proxy', async () => {
        await setHttp({ proxy: proxy.url });
        assert.equal(await asked(config), 1);
      });

      it('requests to a host in http.noProxy bypass the proxy', async () => {
        await setHttp({ proxy: proxy.url, noProxy: ['devices.example'] });
        await goesAround();
      });

      it('http.proxySupport "off" means no proxy', async () => {
        await setHttp({ proxy: proxy.url, proxySupport: 'off' });
        await goesAround();
      });

      it('without a proxy, requests go directly to the server', async () => {
        await setHttp({});
        await goesAround();
      });

      it('a proxy that requires credentials receives them', async () => {
        const guarded = await startTestProxy({ login: 'operator:p@ss' });
        try {
          await setHttp({ proxy: guarded.url.replace('://', '://operator:p%40ss@') });
          await asked(config);
          assert.ok(guarded.asked.length > 0);
        } finally {
          await guarded.close();
        }
      });

      it('nothing is sent over plain HTTP without consent', async () => {
        await setHttp({ proxy: proxy.url });
        const before = proxy.asked.length;
        const refused = (error: unknown) =>
          error instanceof NotSentError && error.problem.code === 'plainHttp';
        await assert.rejects(asked({ ...config, allowHttp: false }), refused);
        assert.equal(proxy.asked.length, before);
      });
    });
  }
});

describe('a setting that is part of another one now', () => {
  it('still holds', () => {
    const { watchedMs, inactiveMs } = paces();
    assert.deepEqual([watchedMs, inactiveMs], [20_000, 60_000]);
  });
});

describe('settings that are read together', () => {
  const names = {
    http: [...changed, 'proxyStrictSSL', 'systemCertificates'],
    deviceAutomation: ['servers', 'labels', 'statusMapping', 'notifications', 'lists.limit'],
  };

  afterEach(() => setHttp({}));

  it('have the values that VS Code returns for each one', async () => {
    await setHttp({ proxy: 'http://proxy.example:3128', noProxy: ['a.example', 'b.example'] });
    for (const [section, settings] of Object.entries(names)) {
      const values = userValues(section);
      for (const name of settings) {
        const one = vscode.workspace.getConfiguration(section).inspect<unknown>(name);
        assert.deepEqual(values(name) ?? undefined, one?.globalValue ?? one?.defaultValue ?? undefined, name);
      }
    }
    assert.deepEqual(userValues('http')('noProxy'), ['a.example', 'b.example']);
  });
});

describe('sessions with servers', () => {
  it('are renewed when a setting about proxies changes, and only then', async () => {
    const registries = makeRegistries({ id: 'plant', name: 'Plant', url: 'http://127.0.0.1:9' });
    const { sessions } = registries;
    try {
      const first = sessions.get('plant');
      await vscode.workspace
        .getConfiguration('editor')
        .update('tabSize', 3, vscode.ConfigurationTarget.Global);
      assert.equal(sessions.get('plant'), first);
      const remade = new Promise<void>(resolve => void sessions.onDidChange(resolve));
      await setHttp({ noProxy: ['elsewhere.example'] });
      await remade;
      const second = sessions.get('plant');
      assert.ok(second !== undefined && second !== first);
    } finally {
      await setHttp({});
      await vscode.workspace
        .getConfiguration('editor')
        .update('tabSize', undefined, vscode.ConfigurationTarget.Global);
      await sessions.close();
      registries.dispose();
    }
  });
});
