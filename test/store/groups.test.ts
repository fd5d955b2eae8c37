import assert from 'node:assert/strict';
import type { Group } from '../../src/api/model/group.ts';
import type { Page } from '../../src/api/resources/listPage.ts';
import type { GroupIdMemory, IdSearchOptions } from '../../src/store/groups/groupIdentity.ts';
import { GroupMismatchError } from '../../src/store/groups/groupMismatchError.ts';
import { GroupStore, type GroupsApi } from '../../src/store/groups/groupStore.ts';
import { createManualClock } from '../support/manualClock.ts';
import { device, gate, group, page, proxyPage, settled, startMs, statusError } from './support/fakes.ts';

interface World {
  /** The groups on the server, by ID. */
  readonly groups: Map<number, Group>;
  /** IDs that were requested one by one. */
  readonly asked: number[];
  readonly memory: Map<string, number>;
  jobGroupIds: readonly number[];
}

/** A store over a small server of groups; the members of `api` replace its operations. */
function storeOver(groups: Readonly<Record<number, Group>>, api: Partial<GroupsApi> = {}) {
  const world: World = {
    groups: new Map(Object.entries(groups).map(([id, each]) => [Number(id), each])),
    asked: [],
    memory: new Map(),
    jobGroupIds: [],
  };
  const memory: GroupIdMemory = {
    get: key => world.memory.get(key),
    set: (key, id) => world.memory.set(key, id),
  };
  const found = (id: number) => {
    const one = world.groups.get(id);
    return one === undefined ? Promise.reject(statusError(404)) : Promise.resolve(one);
  };
  const change = async (id: number, fields: Partial<Group>) => {
    const changed = { ...(await found(id)), ...fields };
    world.groups.set(id, changed);
    return changed;
  };
  const clock = createManualClock(startMs);
  const store = new GroupStore({
    api: {
      list: () => pagesOf(page([...world.groups.values()])),
      get: id => {
        world.asked.push(id);
        return found(id);
      },
      ...api,
    },
    clock,
    memory,
    jobGroupIds: () => world.jobGroupIds,
  });
  let changes = 0;
  store.onDidChange(() => {
    changes += 1;
  });
  return { store, world, change, clock, changes: () => changes };
}

async function* pagesOf(...pages: readonly Page<Group>[]): AsyncGenerator<Page<Group>, void, undefined> {
  for (const each of pages) yield await Promise.resolve(each);
}

const namesOf = (store: GroupStore) => store.entries.map(entry => entry.group.name);

function at(store: GroupStore, index: number): Group {
  const entry = store.entries[index];
  if (entry === undefined) throw new Error('The test expects this group.');
  return entry.group;
}

/** The ID of the group as found by a search. */
async function findId(store: GroupStore, seen: Group, options: IdSearchOptions): Promise<number | undefined> {
  await store.identity.findAll(options);
  return store.identity.known(seen);
}

describe('GroupStore', () => {
  it('reads the groups with their devices, each device once', async () => {
    const { store, clock } = storeOver({
      1: group('A', { server_set: [device(1), device(2)] }),
      2: group('B', { server_set: [device(2), device(3)] }),
    });
    assert.equal(store.state.kind, 'unread');
    await store.whole();
    assert.deepEqual([namesOf(store), store.state], [['A', 'B'], { kind: 'ready', asOfMs: clock.now() }]);
    assert.deepEqual(
      store.devices.map(each => each.hostname),
      ['PC-1', 'PC-2', 'PC-3'],
    );
  });

  it('shows the groups of the first page after one request, and then reads the others', async () => {
    const all = ['A', 'B', 'B', 'C', 'D'].map(name => group(name));
    let requests = 0;
    const { store, clock } = storeOver(
      {},
      {
        list: async function* ({ from, earlier = [] } = {}) {
          const links = ['2', '4', undefined];
          for (let start = Number(from ?? 0); start < all.length; start += 2) {
            requests += 1;
            assert.ok(![...earlier].includes(String(start)));
            yield page(all.slice(start, start + 2), { total: all.length, next: links[start / 2] });
          }
        },
      },
    );
    await store.firstRows();
    assert.deepEqual([namesOf(store), requests], [['A', 'B'], 1]);
    assert.deepEqual(store.coverage, { kind: 'partial', read: 2, total: 5 });
    store.rest.setInBackground(true);
    clock.advance(500);
    for (let turn = 0; turn < 10; turn++) await settled();
    // Without IDs, only a second read of the first two pages shows that no row has moved onto them.
    assert.deepEqual([namesOf(store), requests, store.isComplete], [['A', 'B', 'B', 'C', 'D'], 5, true]);
  });

  it('reads all pages again when groups were created or deleted in the meantime', async () => {
    let all = ['A', 'B', 'C'].map(name => group(name));
    const { store } = storeOver(
      {},
      {
        list: async function* ({ from } = {}) {
          for (let start = Number(from ?? 0); start < all.length; start += 1)
            yield page(all.slice(start, start + 1), {
              total: all.length,
              next: start + 1 < all.length ? String(start + 1) : undefined,
            });
        },
      },
    );
    await store.firstRows();
    all = all.slice(1);
    assert.equal((await store.whole()).kind, 'complete');
    assert.deepEqual(namesOf(store), ['B', 'C']);
  });

  it('distinguishes groups with the same name, and keeps keys and identity across a refresh', async () => {
    const { store, world } = storeOver({
      1: group('A'),
      2: group('A'),
      3: group('B'),
      4: group('C', { id: 4 }),
    });
    await store.refresh();
    const before = store.entries;
    assert.deepEqual(
      before.map(entry => entry.key),
      ['dn:cn=a', 'dn:cn=a#2', 'dn:cn=b', 'id:4'],
    );
    world.groups.set(3, group('B', { server_set: [device(1)] }));
    for (const [id, each] of world.groups) world.groups.set(id, structuredClone(each));
    await store.refresh();
    assert.deepEqual(
      store.entries.map((entry, index) => entry === before[index]),
      [true, true, false, true],
    );
    assert.equal(store.entry('dn:cn=b')?.group.server_set.length, 1);
  });

  it('a created group is listed even when the list cannot be read after it', async () => {
    let isDown = false;
    const { store } = storeOver(
      {},
      {
        list: async function* () {
          if (isDown) throw statusError(503);
          yield page([group('A')]);
        },
      },
    );
    await store.refresh();
    isDown = true;
    assert.equal((await store.created(group('B'))).name, 'B');
    assert.deepEqual([namesOf(store), store.state.kind], [['A', 'B'], 'failed']);
  });

  it('a created group is listed even when a read had started before it', async () => {
    const first = gate();
    const { store, world } = storeOver({ 1: group('A') });
    const { store: slow } = storeOver(
      {},
      {
        list: async function* () {
          const rows = [...world.groups.values()];
          await first.promise;
          yield page(rows);
        },
      },
    );
    const refreshing = slow.refresh();
    world.groups.set(2, group('B'));
    const creating = slow.created(group('B'));
    await settled();
    first.open();
    await Promise.all([refreshing, creating]);
    assert.deepEqual(namesOf(slow), ['A', 'B']);
    store.dispose();
  });

  it('a read does not replace the row of a group by another group that has received its ID', async () => {
    const { store, world } = storeOver({ 5: group('A') });
    await store.refresh();
    await store.identity.adopt(at(store, 0), 5);
    world.groups.set(5, group('B'));
    const found = await store.read(5, { isExpected: ({ name }) => name === 'A' });
    assert.deepEqual([found.name, namesOf(store)], ['B', ['A']]);
  });

  it('a renamed group keeps its place and its ID', async () => {
    const { store, world, change, changes } = storeOver({
      5: group('A', { dn: '' }),
      6: group('B', { dn: '' }),
    });
    await store.refresh();
    await store.identity.adopt(at(store, 0), 5);
    const before = changes();
    store.changed(5, await change(5, { name: 'Renamed' }));
    assert.deepEqual(namesOf(store), ['Renamed', 'B']);
    assert.equal(changes(), before + 1);
    assert.equal(store.identity.known(at(store, 0)), 5);
    assert.equal(world.memory.get('name:Renamed'), 5);
    assert.equal(store.byId(5)?.name, 'Renamed');
  });

  it('a read of a group whose ID was unknown refreshes its row as well', async () => {
    const { store, world } = storeOver({ 5: group('A') });
    await store.refresh();
    world.groups.set(5, group('A', { server_set: [device(1)] }));
    await store.read(5);
    assert.equal(at(store, 0).server_set.length, 1);
    assert.equal(store.byId(5), at(store, 0));
  });

  it('a removed group leaves the list', async () => {
    const { store } = storeOver({ 5: group('A', { id: 5 }), 6: group('B', { id: 6 }) });
    await store.refresh();
    store.deleted(5);
    assert.deepEqual(namesOf(store), ['B']);
  });

  it('finds groups by name after another read of the list, ignoring surrounding spaces', async () => {
    const { store, world } = storeOver({});
    await store.refresh();
    for (const [id, name] of [' Lab', 'Hall', 'Lab '].entries()) world.groups.set(id, group(name, { id }));
    const found = await store.named(new Set([' Lab ']));
    assert.deepEqual(
      found.map(({ id }) => id),
      [0, 2],
    );
  });

  it('reports a changed group only if the response differs', async () => {
    const { store, changes } = storeOver({ 1: group('Lab', { id: 1 }) });
    await store.refresh();
    const before = changes();
    store.changed(1, group('Lab', { id: 1, server_set: [device(2)] }));
    store.changed(1, group('Lab', { id: 1, server_set: [device(2)] }));
    assert.equal(changes(), before + 1);
    assert.deepEqual(at(store, 0).server_set, [device(2)]);
  });
});

describe('a group that was created', () => {
  const create = (response: Group, ...listed: readonly Group[]) =>
    storeOver(Object.fromEntries(listed.entries())).store.created(response);

  it('is replaced by the one in the list, which may have more fields', async () => {
    const full = group('Lab', { id: 7, server_set: [device(1)] });
    assert.deepEqual(await create(group('Lab'), group('Hall', { id: 1 }), full), full);
  });

  it('is found by its name when it received its DN after the response', async () => {
    const full = group('Lab', { id: 7, dn: 'CN=Lab,OU=x' });
    assert.deepEqual(await create(group('Lab', { dn: '' }), group('Hall', { id: 1, dn: '' }), full), full);
  });

  it('stays as in the response when several have its name, or none', async () => {
    const response = group('Lab', { dn: '' });
    const twins = ['CN=1', 'CN=2'].map(dn => group('Lab', { dn }));
    assert.equal(await create(response, ...twins), response);
    assert.equal(await create(response, group('Hall')), response);
  });
});

describe('GroupIdentity (decision 12)', () => {
  it('uses the ID that the server sends before any other', async () => {
    const { store, world } = storeOver({ 5: group('A', { id: 5 }) });
    world.memory.set('dn:cn=a', 77);
    await store.refresh();
    assert.equal(store.identity.known(at(store, 0)), 5);
    assert.equal(await findId(store, at(store, 0), { budget: 100 }), 5);
    assert.deepEqual(world.asked, []);
  });

  it('otherwise uses a remembered one, by DN or else by name', async () => {
    const { store, world } = storeOver({ 5: group('A'), 6: group('B', { dn: '' }) });
    world.memory.set('dn:cn=a', 5);
    world.memory.set('name:B', 6);
    await store.refresh();
    assert.deepEqual(
      [at(store, 0), at(store, 1)].map(each => store.identity.known(each)),
      [5, 6],
    );
    assert.deepEqual(world.asked, []);
  });

  it('then tries those that jobs refer to, each requested once', async () => {
    const { store, world } = storeOver({ 5: group('A'), 6: group('B') });
    world.jobGroupIds = [6, 404, 6, 5, 404];
    await store.refresh();
    assert.equal(await store.identity.resolveFromJobs(), 2);
    assert.deepEqual([...world.asked].sort(), [404, 5, 6].sort());
    assert.deepEqual([store.byId(5)?.name, store.byId(6)?.name, store.byId(404)], ['A', 'B', undefined]);
    assert.equal(await store.identity.resolveFromJobs(), 0);
    assert.equal(world.asked.length, 3);
  });

  it('then probes from 1 upwards with progress, until the ID is found', async () => {
    const { store, world } = storeOver({ 3: group('X'), 10: group('A') });
    await store.refresh();
    const progress: (readonly [number, number])[] = [];
    const onProgress = (tried: number, limit: number) => progress.push([tried, limit]);
    const id = await findId(store, at(store, 1), { budget: 100, onProgress });
    assert.equal(id, 10);
    assert.deepEqual(progress, [
      [4, 100],
      [8, 100],
      [12, 100],
    ]);
    assert.deepEqual(
      [...world.asked].sort((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    );
    assert.equal(store.identity.known(at(store, 0)), 3);
  });

  it('a group that was just created has one of the next IDs', async () => {
    const { store, world } = storeOver({ 7: group('A'), 9: group('B') });
    world.memory.set('dn:cn=b', 9);
    await store.refresh();
    world.groups.set(12, group('C'));
    await store.refresh();
    assert.equal(await store.identity.findNew(at(store, 2)), 12);
    assert.deepEqual(world.asked, [10, 11, 12, 13]);
  });

  it('the probe ends at its limit', async () => {
    const { store, world } = storeOver({ 99: group('A') });
    await store.refresh();
    assert.equal(await findId(store, at(store, 0), { budget: 10 }), undefined);
    assert.deepEqual(
      [...world.asked].sort((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
  });

  it('canceling ends the probe, and what was found by then stays', async () => {
    const { store, world } = storeOver({ 2: group('B'), 50: group('A') });
    await store.refresh();
    const controller = new AbortController();
    const onProgress = (tried: number) => {
      if (tried >= 8) controller.abort();
    };
    await assert.rejects(
      findId(store, at(store, 1), { budget: 100, signal: controller.signal, onProgress }),
      { name: 'AbortError' },
    );
    assert.deepEqual([world.asked.length, store.identity.known(at(store, 0))], [8, 2]);
  });

  it('a failing server ends the probe at once, without a further request', async () => {
    let asked = 0;
    const { store, world } = storeOver(
      { 99: group('A') },
      {
        get: async id => {
          asked += 1;
          await settled();
          throw statusError(id === 1 ? 500 : 404);
        },
      },
    );
    world.jobGroupIds = Array.from({ length: 50 }, (_, index) => index + 1);
    await store.refresh();
    await assert.rejects(store.identity.resolveFromJobs(), { status: 500 });
    await settled();
    await settled();
    assert.ok(asked <= 8, String(asked));
  });

  it('the probe skips groups that this token may not see', async () => {
    const { store } = storeOver(
      { 3: group('A') },
      { get: id => (id === 3 ? Promise.resolve(group('A')) : Promise.reject(statusError(403))) },
    );
    await store.refresh();
    assert.equal(await findId(store, at(store, 0), { budget: 5 }), 3);
  });

  it('a group created after a probe is found by the next one', async () => {
    const { store, world } = storeOver({ 1: group('A') });
    await store.refresh();
    await findId(store, group('not there'), { budget: 6 });
    world.groups.set(4, group('B'));
    await store.refresh();
    assert.equal(await findId(store, at(store, 1), { budget: 6 }), 4);
  });

  it('a group that another user renamed after a probe is found by the next probe', async () => {
    const { store, world } = storeOver({ 3: group('A') });
    await store.refresh();
    await findId(store, at(store, 0), { budget: 6 });
    world.groups.set(3, group('B'));
    await store.refresh();
    assert.equal(await findId(store, at(store, 0), { budget: 6 }), 3);
  });

  it('accepts a server that sends IDs with single groups but not in the list', async () => {
    const { store } = storeOver(
      { 3: group('A') },
      { get: id => (id === 3 ? Promise.resolve(group('A', { id: 3 })) : Promise.reject(statusError(404))) },
    );
    await store.refresh();
    assert.equal(await findId(store, at(store, 0), { budget: 5 }), 3);
    assert.equal((await store.identity.verify(at(store, 0), 3)).id, 3);
  });

  it('the 404 page of a proxy does not disprove an ID', async () => {
    let isAway = false;
    const { store } = storeOver(
      { 3: group('A') },
      { get: () => (isAway ? Promise.reject(proxyPage()) : Promise.resolve(group('A'))) },
    );
    await store.refresh();
    await store.identity.adopt(at(store, 0), 3);
    isAway = true;
    await assert.rejects(store.identity.verify(at(store, 0), 3), { status: 404 });
    assert.equal(store.identity.known(at(store, 0)), 3);
  });

  it('a name that two groups share identifies neither, and is not probed for', async () => {
    const { store, world } = storeOver({ 1: group('A', { dn: '' }), 2: group('A', { dn: '' }) });
    world.memory.set('name:A', 1);
    await store.refresh();
    assert.equal(store.identity.isUnambiguous(at(store, 0)), false);
    assert.equal(store.identity.known(at(store, 0)), undefined);
    assert.equal(await findId(store, at(store, 1), { budget: 10 }), undefined);
    assert.deepEqual([world.asked, store.byId(1)], [[], undefined]);
  });

  it('verifies with a fresh read: the same dn or name passes, even if other fields have changed', async () => {
    const { store, world } = storeOver({ 5: group('A') });
    await store.refresh();
    const seen = at(store, 0);
    world.groups.set(5, group('A', { server_set: [device(9)] }));
    assert.equal((await store.identity.verify(seen, 5)).server_set.length, 1);
    assert.deepEqual(world.asked, [5]);
  });

  for (const [kind, now] of [
    ['another dn', group('A', { dn: 'CN=A,OU=other' })],
    ['another name where there is no dn', group('B', { dn: '' })],
    ['a dn where there was none', group('A', { dn: 'CN=A' })],
  ] as const) {
    it(`rejects ${kind}, with the group that was found`, async () => {
      const seen = group('A', { dn: kind === 'another dn' ? 'CN=A' : '' });
      const { store } = storeOver({ 5: now });
      await assert.rejects(store.identity.verify(seen, 5), (error: unknown) => {
        assert.ok(error instanceof GroupMismatchError);
        assert.deepEqual([error.expected, error.found], [seen, now]);
        return true;
      });
    });
  }

  it('rejects a deleted group, while a failing server is reported as such', async () => {
    const { store } = storeOver({});
    await assert.rejects(store.identity.verify(group('A'), 5), GroupMismatchError);
    const { store: failing } = storeOver({}, { get: () => Promise.reject(statusError(500)) });
    await assert.rejects(failing.identity.verify(group('A'), 5), { status: 500 });
  });

  it('a typed ID is remembered only after the server confirmed it', async () => {
    const { store, world } = storeOver({ 5: group('A'), 6: group('B') });
    await store.refresh();
    await assert.rejects(store.identity.adopt(at(store, 0), 6), GroupMismatchError);
    assert.equal(store.identity.known(at(store, 0)), undefined);
    await store.identity.adopt(at(store, 0), 5);
    assert.deepEqual([store.identity.known(at(store, 0)), world.memory.get('dn:cn=a')], [5, 5]);
  });

  it('a remembered ID that proved wrong is not used again, and the right one is searched for', async () => {
    const { store, world } = storeOver({ 5: group('Other'), 8: group('A') });
    world.memory.set('dn:cn=a', 5);
    await store.refresh();
    const seen = at(store, 1);
    assert.equal(store.identity.known(seen), 5);
    await assert.rejects(store.identity.verify(seen, 5), GroupMismatchError);
    assert.equal(store.identity.known(seen), undefined);
    assert.equal(await findId(store, seen, { budget: 10 }), 8);
    assert.equal(world.memory.get('dn:cn=a'), 8);
  });
});
