import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { MapSecrets } from '../../support/vscode/mapSecrets.ts';

const { TokenStore } = await import('../../../src/workbench/servers/tokens.ts');

const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
const key = 'token:plant:https://plant.example';
const stored = (token: string) => JSON.stringify({ origin: server.url, token, $version: 1 });

/** Secrets that another window can change; `reads` contains the keys that were read. */
class SharedSecrets extends MapSecrets {
  readonly reads: string[] = [];
  readonly #listeners: ((event: { readonly key: string }) => void)[] = [];
  override readonly onDidChange = (listener?: (event: { readonly key: string }) => void) => {
    if (listener !== undefined) this.#listeners.push(listener);
    return { dispose: () => void this.#listeners.splice(0) };
  };

  override get(wanted: string): Promise<string | undefined> {
    this.reads.push(wanted);
    return super.get(wanted);
  }

  async changeElsewhere(token: string): Promise<void> {
    await this.store(key, stored(token));
    this.report(key);
  }

  /** Has VS Code report a change of this secret. */
  report(changed: string): void {
    for (const listener of this.#listeners) listener({ key: changed });
  }
}

describe('the token of a server', () => {
  function opened(secrets: SharedSecrets) {
    return new TokenStore(
      secrets,
      () => assert.fail('it can be read'),
      error => assert.fail(String(error)),
    );
  }

  it('is read from VS Code once, however many requests need it', async () => {
    const secrets = new SharedSecrets(new Map([[key, stored('s3cret-token')]]));
    const tokens = opened(secrets);
    const together = await Promise.all([tokens.get(server), tokens.get(server), tokens.get(server)]);
    assert.deepEqual([...together, await tokens.get(server)], Array(4).fill('s3cret-token'));
    assert.deepEqual(secrets.reads, [key]);
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
  it('leaves nothing behind, not even unreadable data that was set aside', async () => {
    const kept = new Map([[key, '{"token":"s3cret-token","$version":1}']]);
    const tokens = new TokenStore(
      new MapSecrets(kept),
      () => undefined,
      error => assert.fail(String(error)),
    );
    assert.equal(await tokens.get(server), undefined);
    assert.match([...kept.values()].join(), /s3cret-token/, 'it is set aside');
    await tokens.delete(server);
    assert.deepEqual([...kept], []);
    tokens.dispose();
  });
});

describe('the store of tokens', () => {
  const newer = JSON.stringify({ $version: 2, value: { origin: server.url, token: 'later', more: 1 } });
  const asideKey = `setAside ${key}`;

  /** A store over these secrets, and what it reports. */
  function storeOf(values: Readonly<Record<string, string>> = {}) {
    const kept = new Map(Object.entries(values));
    const secrets = new SharedSecrets(kept);
    const reported: string[] = [];
    const changes: unknown[] = [];
    const tokens = new TokenStore(
      secrets,
      ({ kind, key: of, meaning }) => reported.push(`${kind} ${of}: ${meaning()}`),
      (_error, { id }, act) => reported.push(`${act} ${id}`),
    );
    tokens.onDidChange(change => changes.push(change));
    return { tokens, secrets, kept, reported, changes };
  }

  it('returns a token for the address that it was stored for, and no other', async () => {
    const { tokens, kept, changes } = storeOf();
    await tokens.set({ ...server, url: `${server.url}/prefix` }, 'mine');
    assert.equal(await tokens.get(server), 'mine');
    for (const url of ['https://plant.example:8443', 'http://plant.example', 'https://other.example'])
      assert.equal(await tokens.get({ ...server, url }), undefined, url);
    assert.equal(await tokens.get({ ...server, id: 'other' }), undefined);
    assert.deepEqual([[...kept.keys()], changes], [[key], [{ serverId: 'plant', origin: server.url }]]);
    assert.equal(await storeOf(Object.fromEntries(kept)).tokens.get(server), 'mine', 'after a restart, too');
    assert.doesNotMatch([...kept.values()].join(), /prefix/);
  });

  it('never hands out a token whose entry names another address', async () => {
    const { tokens, reported } = storeOf({
      [key]: JSON.stringify({ origin: 'https://other.example', token: 'theirs' }),
    });
    assert.deepEqual([await tokens.get(server), reported], [undefined, []]);
  });

  for (const [what, text] of [
    ['is no JSON', 'mine'],
    ['is something else', '{"token":5}'],
    ['holds no token', JSON.stringify({ origin: server.url, token: '' })],
  ] as const)
    it(`sets an entry aside that ${what}, reports that, and needs another token`, async () => {
      const { tokens, kept, reported } = storeOf({ [key]: text });
      assert.equal(await tokens.get(server), undefined);
      assert.deepEqual([...kept], [[asideKey, text]]);
      assert.deepEqual(reported, [`broken ${key}: The token for “Plant”: sign in again.`]);
      await tokens.set(server, 'mine');
      assert.equal(await tokens.get(server), 'mine');
    });

  it('leaves the entry of a newer version unchanged, and stores a token for this window only', async () => {
    const { tokens, kept, reported } = storeOf({ [key]: newer });
    assert.equal(await tokens.get(server), undefined);
    await tokens.set(server, 'mine');
    assert.equal(await tokens.get(server), 'mine');
    const said = `newer ${key}: The token for “Plant”: sign in again.`;
    assert.deepEqual([[...kept], reported], [[[key, newer]], [said, said]]);
  });

  it('keeps a token for this window when VS Code cannot store it, and names the failed operation', async () => {
    const { tokens, secrets, kept, reported } = storeOf();
    const failing = () => Promise.reject(new Error('no keyring'));
    Object.assign(secrets, { store: failing, get: failing, delete: failing });
    assert.equal(await tokens.get(server), undefined);
    await tokens.set(server, 'mine');
    assert.equal(await tokens.get(server), 'mine');
    await tokens.delete(server);
    assert.equal(await tokens.get(server), undefined);
    assert.deepEqual(reported, ['get plant', 'set plant', 'delete plant', 'get plant']);
    assert.deepEqual([...kept], []);
  });

  it('prefers a temporary token, which is not stored, until another is set', async () => {
    const { tokens, kept, changes } = storeOf();
    tokens.setTemporary(server, 'demo');
    assert.deepEqual([await tokens.get(server), [...kept], changes.length], ['demo', [], 1]);
    await tokens.set(server, 'mine');
    assert.equal(await tokens.get(server), 'mine');
    tokens.setTemporary(server, 'demo');
    await tokens.delete(server);
    assert.deepEqual([await tokens.get(server), [...kept]], [undefined, []]);
  });

  it('treats the token of another window as newer than one that exists only here', async () => {
    const { tokens, secrets } = storeOf();
    tokens.setTemporary(server, 'demo');
    const changed = new Promise(resolve => tokens.onDidChange(resolve));
    await secrets.changeElsewhere('theirs');
    await changed;
    assert.equal(await tokens.get(server), 'theirs');
  });
});
