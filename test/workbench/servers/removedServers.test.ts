import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { ServerConfig } from '../../../src/api/model/server.ts';
import { Emitter } from '../../../src/base/emitter.ts';
import { createManualClock } from '../../support/manualClock.ts';

const { watchRemovedServers } = await import('../../../src/workbench/servers/removedServers.ts');

const server = { id: 'plant', name: 'Plant', url: 'https://plant.example/api' };
const store = { id: 'store', name: 'Store', url: 'https://store.example' };

interface Owner {
  id: string;
  url: string;
}

describe('tokens of servers that were removed from the settings manually', () => {
  let remembered: Owner[] = [];
  let saved: readonly unknown[] | undefined;
  const deleted: string[] = [];
  beforeEach(() => {
    remembered = [];
    deleted.length = 0;
  });

  /** A window that starts with these servers. */
  function open(servers: readonly ServerConfig[]) {
    const changed = new Emitter<void>();
    const clock = createManualClock(0);
    const registry = { servers, isTemporary: (id: string) => id === 'demo', onDidChange: changed.event };
    const removed = watchRemovedServers({
      servers: registry,
      secrets: [
        { delete: async ({ id, url }) => void deleted.push(`${id} ${url}`) },
        { delete: async ({ id }) => assert.ok(deleted.at(-1)?.startsWith(id)) },
      ],
      owners: {
        get: () => remembered,
        set: async owners => {
          remembered = owners;
        },
      },
      settings: async () => saved,
      clock,
      onFailure: error => assert.fail(String(error)),
    });
    const change = (now: readonly ServerConfig[]) => {
      registry.servers = now;
      changed.fire();
    };
    return { removed, clock, change };
  }

  it('are deleted once the entry is removed for good', async () => {
    const { removed, change, clock } = open([server, store]);
    change([store]);
    saved = [store];
    assert.deepEqual(deleted, []);
    assert.equal(clock.pending, 1);
    await removed.check();
    assert.deepEqual(deleted, ['plant https://plant.example']);
    await removed.check();
    assert.equal(deleted.length, 1);
  });

  it('are deleted at the next start if it was removed while no window was open', async () => {
    open([server]).removed.dispose();
    saved = [];
    await open([]).removed.check();
    assert.deepEqual(deleted, ['plant https://plant.example']);
  });

  it('stay while the settings cannot be read, or while an invalid entry has the ID', async () => {
    const { removed, change } = open([server]);
    change([]);
    saved = undefined;
    await removed.check();
    saved = [{ id: 'plant', name: 'Plant' }];
    await removed.check();
    assert.deepEqual(deleted, []);
  });

  it('are deleted some time after the entry was removed, but not while entries are moved', async () => {
    const { change, clock } = open([server, store]);
    change([store]);
    saved = [store];
    clock.advance(9_999);
    change([store]);
    clock.advance(9_999);
    assert.deepEqual(deleted, []);
    clock.advance(1);
    await new Promise(setImmediate);
    assert.deepEqual(deleted, ['plant https://plant.example']);
    assert.deepEqual(remembered, [{ id: 'store', url: 'https://store.example' }]);
  });

  it('are remembered by their addresses, each once, even for a server that has moved', async () => {
    const { change, removed } = open([server]);
    change([server]);
    change([
      { ...server, url: 'https://new.example' },
      { ...store, url: 'https://plant.example' },
    ]);
    const owners = [
      { id: 'plant', url: 'https://plant.example' },
      { id: 'plant', url: 'https://new.example' },
      { id: 'store', url: 'https://plant.example' },
    ];
    assert.deepEqual(remembered, owners);
    saved = [{ id: 'store' }, 'no entry'];
    await removed.check();
    assert.deepEqual(remembered, [owners[2]]);
    assert.deepEqual(deleted, ['plant https://plant.example', 'plant https://new.example']);
  });

  it('are not remembered for the demo server', () => {
    open([{ id: 'demo', name: 'Demo', url: 'http://127.0.0.1:1' }]);
    assert.deepEqual(remembered, []);
  });
});
