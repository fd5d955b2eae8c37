import assert from 'node:assert/strict';
import type { Device } from '../../../src/api/model/device.ts';
import type { Group } from '../../../src/api/model/group.ts';
import type { MembershipChange } from '../../../src/api/model/membership.ts';
import { changeMembers } from '../../../src/api/writes/objectEdits.ts';
import { device, group } from '../../store/support/fakes.ts';
import { existing } from '../../support/http/clients.ts';
import { groupsOnServer } from './support/memoryObjects.ts';

const pc1 = { name: 'PC-1', id: 1 };
const pc2 = { name: 'PC-2', id: 2 };
const pc3 = { name: 'PC-3', id: 3 };
const hostNames = ({ server_set }: Group) => server_set.map(({ hostname }) => hostname);

/** Groups of a server, and changes of their devices. */
function groupsOf(...groups: readonly Group[]) {
  const server = groupsOnServer(...groups);
  const change = (
    id: number,
    wanted: Partial<MembershipChange>,
    { shared, onSending }: { shared?: ReadonlySet<string>; onSending?: () => Promise<void> } = {},
  ) => {
    const seen = server.found(id);
    const changed = { group: seen, id, change: { add: [], remove: [], ...wanted } };
    return changeMembers(server.writes, { ...changed, ...(shared && { shared }) }, { onSending });
  };
  return { server, change, now: (id: number) => hostNames(server.found(id)) };
}

const lab = group('Lab', { id: 7, server_set: [device(1), device(2)] });

describe('a change of the devices of a group', () => {
  it('is applied to the devices that the group has now, and resolves with what the server stores', async () => {
    const { server, change } = groupsOf(lab);
    const result = await change(7, { add: [pc1, pc3], remove: [pc2] });
    assert.deepEqual(server.calls, ['read 7', 'update 7 {"server_set":["PC-1","PC-3"]}', 'read 7']);
    assert.deepEqual(hostNames(result.group), ['PC-1', 'PC-3']);
    assert.deepEqual([result.added, result.removed, result.lost], [[pc3], [pc2], []]);
  });

  it('writes nothing when nothing would change', async () => {
    const { server, change } = groupsOf(lab);
    const onSending = () => assert.fail('nothing is sent');
    const result = await change(7, { add: [pc1], remove: [pc3] }, { onSending });
    assert.deepEqual(server.calls, ['read 7']);
    assert.deepEqual([result.group, result.added, result.removed], [lab, [], []]);
  });

  it('is not written when a request could lose a device without an unambiguous name', async () => {
    const nameless = { ...device(3), hostname: '', addr: '' };
    const { server, change } = groupsOf({ ...lab, server_set: [device(1), nameless] });
    const refused = (devices: readonly Device[]) => ({ failure: { kind: 'unnameable', devices } });
    await assert.rejects(change(7, { add: [pc2] }), refused([nameless]));
    const { change: again } = groupsOf(lab);
    const shared = new Set(['pc-1']);
    await assert.rejects(again(7, { add: [pc3] }, { shared }), refused([device(1)]));
    assert.deepEqual(server.sent, []);
  });

  it('waits for an earlier one of the same group, even one that fails, but not for one of another', async () => {
    const { server, change, now } = groupsOf(lab, { ...lab, id: 8 });
    const onSending = () => Promise.reject(new Error('canceled'));
    const failing = change(7, { remove: [pc2] }, { onSending });
    const others = [change(7, { add: [pc3] }), change(7, { remove: [pc1] }), change(8, { remove: [pc1] })];
    await assert.rejects(failing, /canceled/);
    await Promise.all(others);
    assert.deepEqual([now(7), now(8)], [['PC-2', 'PC-3'], ['PC-2']]);
    assert.deepEqual(server.calls.slice(0, 2), ['read 7', 'read 8']);
  });

  it('keeps the additions of two windows that read the group at the same moment', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { server, change, now } = groupsOf(lab);
      const others = [device(8), device(9)];
      let reads = 0;
      // Another window, which has read the group before, writes it after this one has.
      server.onCall = call => {
        if (call.startsWith('read')) reads += 1;
        if (reads !== 2) return;
        reads += 1;
        server.objects.set(7, {
          ...lab,
          server_set: [...lab.server_set, existing(others[existing(order[0])])],
        });
      };
      const { added, dropped } = await change(7, { add: [pc3] });
      assert.deepEqual([added, dropped], [[pc3], []]);
      assert.deepEqual(now(7), ['PC-1', 'PC-2', `PC-${8 + existing(order[0])}`, 'PC-3']);
    }
  });

  it('reports additions that another writer keeps undoing', async () => {
    const { server, change } = groupsOf(lab);
    server.onCall = call => {
      if (call.startsWith('read')) server.objects.set(7, lab);
    };
    const { added, dropped } = await change(7, { add: [pc3] });
    assert.deepEqual([added, dropped, server.sent.length], [[], [pc3], 2]);
  });
});
