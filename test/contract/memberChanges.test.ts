import assert from 'node:assert/strict';
import type { MembershipChange } from '../../src/api/model/membership.ts';
import { changeMembers } from '../../src/api/writes/objectEdits.ts';
import { WriteError, type WriteFailure } from '../../src/api/writes/writeResult.ts';
import type { GroupRecord } from '../../src/contrib/demo/server/world.ts';
import { deviceNamed } from '../demo/devices.ts';
import type { DemoServerOptions } from '../demo/options.ts';
import type { DemoServer } from '../demo/server.ts';
import { existing, rejectionOf, startMs, withDemo } from '../support/http/clients.ts';
import { describeForManners } from '../support/http/manners.ts';
import { createManualClock } from '../support/manualClock.ts';
import { accessServer } from '../support/serverAccess.ts';

interface Given {
  readonly server: DemoServer;
  readonly record: GroupRecord;
  readonly namesOf: (ids: readonly number[]) => readonly string[];
  /** Names of devices on the server that are not in the group. */
  readonly others: readonly string[];
  readonly change: (change: MembershipChange) => ReturnType<typeof changeMembers>;
}

const add = (...names: string[]): MembershipChange => ({ add: names.map(name => ({ name })), remove: [] });

/** The refusal of a change, which must be of this kind. */
async function refusalOf<K extends WriteFailure['kind']>(kind: K, changing: Promise<unknown>) {
  const { failure } = await rejectionOf(WriteError, changing);
  const isKind = (other: WriteFailure): other is Extract<WriteFailure, { readonly kind: K }> =>
    other.kind === kind;
  return isKind(failure) ? failure : assert.fail(failure.kind);
}

describeForManners('changing the devices of a group', manner => {
  const withGroup = (
    use: (given: Given) => Promise<void>,
    options: DemoServerOptions = {},
    prepare: (record: GroupRecord) => void = () => undefined,
  ) =>
    withDemo({ manner, ...options }, async ({ server, client }) => {
      const clock = createManualClock(startMs);
      const { groups: store, writes } = accessServer({
        server: { id: 'a', name: 'A', url: server.url },
        client,
        clock,
      });
      const record = existing(server.world.groups.all()[0]);
      prepare(record);
      await store.all();
      const seen = existing(store.entries.find(({ group }) => group.name === record.name)).group;
      await store.identity.adopt(seen, record.id);
      const namesOf = (deviceIds: readonly number[]) =>
        deviceIds.map(id => existing(server.world.devices.get(id)).hostname).sort();
      const others = server.world.devices
        .all()
        .filter(({ id }) => !record.server_set.includes(id))
        .map(({ hostname }) => hostname);
      const change = (wanted: MembershipChange) =>
        changeMembers(writes.groups, { group: seen, id: record.id, change: wanted });
      await use({ server, record, namesOf, others, change });
    });

  it('sends only server_set, and keeps what others added in the meantime', () =>
    withGroup(async ({ server, record, namesOf, others, change }) => {
      const before = namesOf(record.server_set);
      const [mine = '', yours = ''] = others;
      record.server_set = [...record.server_set, deviceNamed(server.world, yours).id];
      const result = await change(add(mine));
      assert.deepEqual(namesOf(record.server_set), [...before, mine, yours].sort());
      assert.deepEqual(
        result.added.map(({ name }) => name),
        [mine],
      );
      const sent = server.requests.entries.filter(({ method }) => method !== 'GET');
      assert.deepEqual(
        sent.map(({ method, path }) => `${method} ${path}`),
        [`PATCH /account/api/group/${record.id}/`],
      );
    }));

  it('is undone on the server’s current version', () =>
    withGroup(async ({ server, record, namesOf, others, change }) => {
      const before = namesOf(record.server_set);
      const [mine = '', yours = ''] = others;
      const [gone = ''] = before;
      const result = await change({ ...add(mine), remove: [{ name: gone }] });
      record.server_set = [...record.server_set, deviceNamed(server.world, yours).id];
      await change({ add: result.removed, remove: result.added });
      assert.deepEqual(namesOf(record.server_set), [...before, yours].sort());
    }));

  it('does not write to a deleted group, or to one that was created later with its ID', () =>
    withGroup(async ({ server, record, others, change }) => {
      const [mine = ''] = others;
      const { id } = record;
      server.world.groups.remove(id);
      await assert.rejects(change(add(mine)), { status: 404 });
      const later = { ...record, name: 'Later', dn: 'CN=Later', server_set: [] };
      server.world.groups.add(later);
      const other = await refusalOf('anotherObject', change(add(mine)));
      assert.equal(other.found, 'Later');
      assert.deepEqual([later.server_set, server.requests.total('group.update')], [[], 0]);
    }));

  it('reports the device that the server rejects', () =>
    withGroup(async ({ record, change }) => {
      const before = record.server_set;
      await assert.rejects(change(add('NO-SUCH-PC')), /400/);
      assert.deepEqual(record.server_set, before);
    }));
});
