import assert from 'node:assert/strict';
import type { Draft } from '../../../../src/model/draft.ts';
import type { Group } from '../../../../src/model/group.ts';
import type { MembershipChange } from '../../../../src/model/membership.ts';
import { changeMembers } from '../../../../src/store/groups/memberChange.ts';
import { UnnameableDevicesError } from '../../../../src/store/unnameableDevicesError.ts';
import { device, group, settled } from '../support/fakes.ts';

const pc1 = { name: 'PC-1', id: 1 };
const pc2 = { name: 'PC-2', id: 2 };
const pc3 = { name: 'PC-3', id: 3 };
const hostNames = ({ server_set }: Group) => server_set.map(({ hostname }) => hostname);

/** Groups of a server with IDs, and the operations called, in order. */
function groupsOf(...groups: readonly Group[]) {
  const byId = new Map(groups.map(each => [each.id ?? 0, each]));
  const calls: string[] = [];
  const found = (id: number) => byId.get(id) ?? assert.fail(`no group ${id}`);
  const store = {
    readSeen: async (_seen: Group, id: number) => {
      calls.push(`read ${id}`);
      await settled();
      return found(id);
    },
    update: async (id: number, draft: Draft) => {
      const { server_set: names } = draft;
      assert.ok(Array.isArray(names));
      assert.deepEqual(Object.keys(draft), ['server_set']);
      calls.push(`write ${id}: ${names.join()}`);
      await settled();
      const devices = names.map(name => device(Number(String(name).replace('PC-', ''))));
      const changed = { ...found(id), server_set: devices };
      byId.set(id, changed);
      return changed;
    },
  };
  const change = (
    id: number,
    wanted: Partial<MembershipChange>,
    more: { shared?: ReadonlySet<string> } = {},
  ) => ({
    ...{ group: group('as seen'), id, change: { add: [], remove: [], ...wanted } },
    ...more,
  });
  return { store, calls, change, now: (id: number) => hostNames(found(id)) };
}

const lab = group('Lab', { id: 7, server_set: [device(1), device(2)] });

describe('a change of the devices of a group', () => {
  it('is applied to the devices that the group has now, and resolves with what the response shows', async () => {
    const { store, calls, change } = groupsOf(lab);
    const kept: Draft[] = [];
    const result = await changeMembers(store, change(7, { add: [pc1, pc3], remove: [pc2] }), async draft => {
      kept.push(draft);
      calls.push('sending');
    });
    assert.deepEqual(calls, ['read 7', 'sending', 'write 7: PC-1,PC-3']);
    assert.deepEqual(kept, [{ server_set: ['PC-1', 'PC-2'] }]);
    assert.deepEqual(hostNames(result.group), ['PC-1', 'PC-3']);
    assert.deepEqual([result.added, result.removed, result.lost], [[pc3], [pc2], []]);
  });

  it('writes nothing when nothing would change', async () => {
    const { store, calls, change } = groupsOf(lab);
    const result = await changeMembers(store, change(7, { add: [pc1], remove: [pc3] }), () =>
      assert.fail('nothing is sent'),
    );
    assert.deepEqual(calls, ['read 7']);
    assert.deepEqual([result.group, result.added, result.removed], [lab, [], []]);
  });

  it('is not written when a request could lose a device without an unambiguous name', async () => {
    const nameless = { ...device(3), hostname: '', addr: '' };
    const { store, calls, change } = groupsOf({ ...lab, server_set: [device(1), nameless] });
    const adding = { add: [pc2] };
    await assert.rejects(changeMembers(store, change(7, adding)), (error: unknown) => {
      assert.ok(error instanceof UnnameableDevicesError);
      assert.deepEqual([error.kind, error.devices], ['group', [nameless]]);
      assert.equal(error.message, '1 devices of the group cannot be named');
      return true;
    });
    const { store: other, change: again } = groupsOf(lab);
    const shared = new Set(['pc-1']);
    const third = { add: [pc3] };
    await assert.rejects(changeMembers(other, again(7, third, { shared })), UnnameableDevicesError);
    assert.deepEqual(calls, ['read 7']);
  });

  it('waits for an earlier one of the same group, even one that fails, but not for one of another', async () => {
    const { store, calls, change, now } = groupsOf(lab, { ...lab, id: 8 });
    const failing = changeMembers(store, change(7, { remove: [pc2] }), () =>
      Promise.reject(new Error('canceled')),
    );
    const adding = changeMembers(store, change(7, { add: [pc3] }));
    const removing = changeMembers(store, change(7, { remove: [pc1] }));
    const other = changeMembers(store, change(8, { remove: [pc1] }));
    await assert.rejects(failing, /canceled/);
    await Promise.all([adding, removing, other]);
    assert.deepEqual(now(7), ['PC-2', 'PC-3']);
    assert.deepEqual(now(8), ['PC-2']);
    assert.deepEqual(calls.slice(0, 2), ['read 7', 'read 8']);
    assert.deepEqual(
      calls.filter(call => call.includes('7')),
      ['read 7', 'read 7', 'write 7: PC-1,PC-2,PC-3', 'read 7', 'write 7: PC-2,PC-3'],
    );
  });
});
