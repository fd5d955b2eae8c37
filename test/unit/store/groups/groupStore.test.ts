import assert from 'node:assert/strict';
import type { Group } from '../../../../src/model/group.ts';
import { GroupStore, type GroupsApi } from '../../../../src/store/groups/groupStore.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { device, group, page, startMs, statusError } from '../support/fakes.ts';

/** A store over a server that has these groups; the members of `api` replace its operations. */
function storeOver(groups: readonly Group[], api: Partial<GroupsApi> = {}) {
  const server = { groups };
  const store = new GroupStore({
    api: {
      list: async function* () {
        yield page(structuredClone(server.groups));
      },
      get: async id => server.groups.find(each => each.id === id) ?? Promise.reject(statusError(404)),
      ...api,
    },
    clock: createManualClock(startMs),
    memory: new Map(),
    jobGroupIds: () => [],
  });
  const states: string[] = [];
  store.onDidChange(() => states.push(store.state.kind));
  return { store, server, states };
}

const namesOf = (store: GroupStore) => store.entries.map(entry => entry.group.name);

describe('the groups of a server', () => {
  it('are empty before they are read, and then those of the server', async () => {
    const { store, states } = storeOver([group('Lab', { id: 1, server_set: [device(1)] })]);
    assert.deepEqual(
      [store.entries, store.unreadable, store.devices, store.byId(1)],
      [[], [], [], undefined],
    );
    await store.ensureLoaded();
    assert.deepEqual([namesOf(store), states], [['Lab'], ['loading', 'ready']]);
    assert.equal(store.entry(store.entries[0]?.key ?? ''), store.entries[0]);
    assert.deepEqual([store.byId(1)?.name, store.devices], ['Lab', [device(1)]]);
  });

  it('are found by name after another read of the list, ignoring surrounding spaces', async () => {
    const { store, server } = storeOver([]);
    await store.refresh();
    server.groups = [group(' Lab', { id: 1 }), group('Hall', { id: 2 }), group('Lab ', { id: 3 })];
    const found = await store.named(new Set([' Lab ']));
    assert.deepEqual(
      found.map(({ id }) => id),
      [1, 3],
    );
  });

  it('keep their identity while nothing about them has changed', async () => {
    const { store, server } = storeOver([group('Lab', { id: 1 }), group('Hall', { id: 2 })]);
    await store.refresh();
    const [lab, hall] = store.entries;
    server.groups = [group('Lab', { id: 1 }), group('Hall', { id: 2, server_set: [device(1)] })];
    await store.refresh();
    assert.equal(store.entries[0], lab);
    assert.notEqual(store.entries[1], hall);
  });

  it('change with the response of the server, and are reported only if it differs', async () => {
    const changed = group('Lab', { id: 1, server_set: [device(2)] });
    const { store, states, server } = storeOver([group('Lab', { id: 1 })]);
    await store.refresh();
    states.length = 0;
    store.changed(1, changed);
    assert.deepEqual([store.entries[0]?.group, states], [changed, ['ready']]);
    const listed = store.entries[0];
    store.changed(1, structuredClone(changed));
    server.groups = [changed];
    await store.read(1);
    assert.deepEqual([states, store.entries[0]], [['ready'], listed]);
  });

  it('are reported once when a read reveals their ID', async () => {
    const { store, states } = storeOver([group('Lab')], { get: async () => group('Lab') });
    await store.refresh();
    states.length = 0;
    await store.read(7);
    await store.read(7);
    assert.deepEqual([store.byId(7)?.name, states.length], ['Lab', 1]);
  });

  it('are not listed merely because they were read', async () => {
    const { store } = storeOver([group('Lab', { id: 1 })], { get: async id => group('Hidden', { id }) });
    await store.refresh();
    assert.equal((await store.read(9)).name, 'Hidden');
    assert.deepEqual(namesOf(store), ['Lab']);
  });
});

describe('a group that was created', () => {
  const create = (response: Group, listed: readonly Group[]) => {
    const { store, server } = storeOver([]);
    server.groups = listed;
    return store.created(response);
  };

  it('is replaced by the one in the list, which may have more fields', async () => {
    const full = group('Lab', { id: 7, server_set: [device(1)] });
    assert.deepEqual(await create(group('Lab'), [group('Hall', { id: 1 }), full]), full);
  });

  it('is found by its name when it received its DN after the response', async () => {
    const full = group('Lab', { id: 7, dn: 'CN=Lab,OU=x' });
    const other = group('Hall', { id: 1, dn: '' });
    assert.deepEqual(await create(group('Lab', { dn: '' }), [other, full]), full);
  });

  it('stays as in the response when several have its name, or none', async () => {
    const response = group('Lab', { dn: '' });
    const twins = ['CN=1', 'CN=2'].map(dn => group('Lab', { dn }));
    assert.equal(await create(response, twins), response);
    assert.equal(await create(response, [group('Hall')]), response);
  });
});
