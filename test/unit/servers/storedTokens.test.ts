import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { MapSecrets } from '../../support/vscode/mapSecrets.ts';

const { TokenStore } = await import('../../../src/servers/tokens.ts');

const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
const key = 'token:plant:https://plant.example';
const stored = (token: string) => JSON.stringify({ origin: server.url, token, $version: 1 });

/** Secrets that another window can change; `reads` are the keys that VS Code was asked for. */
class SharedSecrets extends MapSecrets {
  readonly reads: string[] = [];
  readonly #listeners: ((event: { readonly key: string }) => void)[] = [];
  override readonly onDidChange = (listener?: (event: { readonly key: string }) => void) => {
    if (listener !== undefined) this.#listeners.push(listener);
    return { dispose: () => undefined };
  };

  override get(wanted: string): Promise<string | undefined> {
    this.reads.push(wanted);
    return super.get(wanted);
  }

  async changeElsewhere(token: string): Promise<void> {
    await this.store(key, stored(token));
    for (const listener of this.#listeners) listener({ key });
  }
}

describe('the token of a server', () => {
  function opened(secrets: SharedSecrets) {
    return new TokenStore({
      secrets,
      onUnread: () => assert.fail('it can be read'),
      onUnavailable: error => assert.fail(String(error)),
    });
  }

  it('is read from VS Code once, however many requests need it', async () => {
    const secrets = new SharedSecrets(new Map([[key, stored('s3cret-token')]]));
    const tokens = opened(secrets);
    const together = await Promise.all([tokens.get(server), tokens.get(server), tokens.get(server)]);
    assert.deepEqual([...together, await tokens.get(server)], Array(4).fill('s3cret-token'));
    assert.deepEqual(secrets.reads, [key]);
    tokens.dispose();
  });

  it('is read again while there is none', async () => {
    const secrets = new SharedSecrets();
    const tokens = opened(secrets);
    assert.equal(await tokens.get(server), undefined);
    await secrets.store(key, stored('late-token'));
    assert.equal(await tokens.get(server), 'late-token');
    tokens.dispose();
  });

  it('is the one that another window has stored', async () => {
    const secrets = new SharedSecrets(new Map([[key, stored('old-token')]]));
    const tokens = opened(secrets);
    assert.equal(await tokens.get(server), 'old-token');
    const changed = new Promise(resolve => tokens.onDidChange(resolve));
    await secrets.changeElsewhere('new-token');
    assert.deepEqual(await changed, { serverId: 'plant', origin: server.url });
    assert.equal(await tokens.get(server), 'new-token');
    tokens.dispose();
  });

  it('is not the one that was deleted here', async () => {
    const secrets = new SharedSecrets(new Map([[key, stored('old-token')]]));
    const tokens = opened(secrets);
    await tokens.get(server);
    await tokens.delete(server);
    assert.equal(await tokens.get(server), undefined);
    tokens.dispose();
  });

  for (const [what, change, expected] of [
    ['deleted', (tokens: InstanceType<typeof TokenStore>) => tokens.delete(server), undefined],
    ['replaced', (tokens: InstanceType<typeof TokenStore>) => tokens.set(server, 'new-token'), 'new-token'],
  ] as const)
    it(`is not the one that was ${what} while it was read`, async () => {
      const secrets = new SharedSecrets(new Map([[key, stored('old-token')]]));
      const tokens = opened(secrets);
      let finishRead: () => void = assert.fail;
      const read = secrets.get.bind(secrets);
      secrets.get = async wanted => {
        secrets.get = read;
        const found = await read(wanted);
        await new Promise<void>(resolve => {
          finishRead = resolve;
        });
        return found;
      };
      const asked = tokens.get(server);
      const together = tokens.get(server);
      await new Promise(setImmediate);
      await change(tokens);
      finishRead();
      assert.deepEqual([await asked, await together, await tokens.get(server)], Array(3).fill(expected));
      tokens.dispose();
    });
});

describe('a token that is forgotten', () => {
  it('leaves nothing behind, not even what could not be read and was set aside', async () => {
    const kept = new Map([[key, '{"token":"s3cret-token","$version":1}']]);
    const tokens = new TokenStore({
      secrets: new MapSecrets(kept),
      onUnread: () => undefined,
      onUnavailable: error => assert.fail(String(error)),
    });
    assert.equal(await tokens.get(server), undefined);
    assert.match([...kept.values()].join(), /s3cret-token/, 'it is set aside');
    await tokens.delete(server);
    assert.deepEqual([...kept], []);
    tokens.dispose();
  });
});
