import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import '../support/vscode/vscodeInNode.ts';
import { FakeMemento } from '../support/vscode/fakeMemento.ts';

const { EarlySecret } = await import('../../src/platform/earlySecret.ts');
const { EventEmitter, person } = await import('../support/vscode/vscodeFake.ts');

const token = (id: string, origin: string) => `token:${id}:${origin}`;

/** VS Code's secrets, each with its key as its value, that record what is requested of them. */
function recorded(get = async (key: string) => `of ${key}`) {
  const requested: string[] = [];
  const changed = new EventEmitter<vscode.SecretStorageChangeEvent>();
  const secrets: vscode.SecretStorage = {
    get: key => {
      requested.push(key);
      return get(key);
    },
    store: async () => undefined,
    delete: async () => undefined,
    onDidChange: changed.event,
  };
  return { secrets, requested, changed };
}

describe('the token that is read before the code that needs it is loaded', () => {
  const plant = { id: 'plant', name: 'Plant', url: 'https://plant.example/api' };
  const depot = { id: 'depot', name: 'Depot', url: 'https://depot.example:8443' };
  const ofPlant = token('plant', 'https://plant.example');
  const ofDepot = token('depot', 'https://depot.example:8443');

  beforeEach(() => person.settings.values.set('deviceAutomation.servers', [plant, depot]));
  afterEach(() => person.settings.values.delete('deviceAutomation.servers'));

  it('is the one of the first server, requested once', async () => {
    const { secrets, requested } = recorded();
    const early = new EarlySecret({ secrets, workspaceState: new FakeMemento() });
    assert.deepEqual(requested, [ofPlant]);
    assert.equal(await early.get(ofPlant), `of ${ofPlant}`);
    assert.deepEqual(requested, [ofPlant]);
  });

  it('is the one of the server that the workspace shows', async () => {
    for (const activeServer of ['depot', { $version: 1, value: 'depot' }]) {
      const { secrets, requested } = recorded();
      const early = new EarlySecret({ secrets, workspaceState: new FakeMemento({ activeServer }) });
      assert.equal(await early.get(ofPlant), `of ${ofPlant}`);
      assert.equal(await early.get(ofDepot), `of ${ofDepot}`);
      assert.deepEqual(requested, [ofDepot, ofPlant]);
    }
  });

  it('is not held for a second reader', async () => {
    const { secrets, requested } = recorded();
    const early = new EarlySecret({ secrets, workspaceState: new FakeMemento() });
    await early.get(ofPlant);
    await early.get(ofPlant);
    assert.deepEqual(requested, [ofPlant, ofPlant]);
  });

  const outdate = {
    'another window changed it': ({ changed }: ReturnType<typeof recorded>) => changed.fire({ key: ofPlant }),
    'it was replaced': (_: unknown, early: vscode.SecretStorage) => early.store(ofPlant, 'new'),
    'it was deleted': (_: unknown, early: vscode.SecretStorage) => early.delete(ofPlant),
  };
  for (const [event, act] of Object.entries(outdate)) {
    it(`is read again when ${event} meanwhile`, async () => {
      const vscodeSecrets = recorded();
      const early = new EarlySecret({ ...vscodeSecrets, workspaceState: new FakeMemento() });
      await act(vscodeSecrets, early);
      await early.get(ofPlant);
      assert.deepEqual(vscodeSecrets.requested, [ofPlant, ofPlant]);
    });
  }

  it('stays the same when another one changes', async () => {
    const { secrets, requested, changed } = recorded();
    const early = new EarlySecret({ secrets, workspaceState: new FakeMemento() });
    changed.fire({ key: ofDepot });
    await early.get(ofPlant);
    assert.deepEqual(requested, [ofPlant]);
  });

  it('is requested of no server that cannot be one', () => {
    for (const servers of [
      undefined,
      'none',
      [],
      [{ id: 1, url: plant.url }],
      [{ id: 'plant', url: '::' }],
    ]) {
      person.settings.values.set('deviceAutomation.servers', servers);
      const { secrets, requested } = recorded();
      new EarlySecret({ secrets, workspaceState: new FakeMemento() });
      assert.deepEqual(requested, []);
    }
  });

  it('fails for its reader, and for nobody else', async () => {
    const { secrets } = recorded(() => Promise.reject(new Error('locked')));
    const early = new EarlySecret({ secrets, workspaceState: new FakeMemento() });
    // A rejection that nobody handles would end the test run.
    await new Promise(resolve => setImmediate(resolve));
    await assert.rejects(async () => early.get(ofPlant), /locked/);
  });
});
