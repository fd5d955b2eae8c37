import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Device } from '../../../src/api/model/device.ts';
import { device, job } from '../support/fakes.ts';
import { IndexedFleet } from '../support/indexedFleet.ts';

const nothing = async () => undefined;
const someDevices = Array.from({ length: 6 }, (_, number) => device(number + 1));
const devices = fc.subarray(someDevices);
const id = fc.integer({ min: 1, max: 4 });
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('job' as const), id, peers: devices, groups: fc.subarray([1, 2, 3, 4]) }),
    fc.record({ kind: fc.constant('group' as const), id, peers: devices }),
    fc.record({ kind: fc.constant('noJob' as const), id }),
    fc.record({ kind: fc.constant('noGroup' as const), id }),
    fc.record({ kind: fc.constant('update' as const) }),
  ),
  { maxLength: 30 },
);

describe('the index of targets and devices', () => {
  it('has the same result as a full search after any changes', () =>
    fc.assert(
      fc.asyncProperty(steps, async made => {
        const fleet = new IndexedFleet();
        for (const step of made) {
          if (step.kind === 'job') fleet.setJob(step.id, { peers: step.peers, groups: step.groups });
          else if (step.kind === 'noJob') fleet.setJob(step.id, undefined);
          else if (step.kind === 'update') await fleet.index.update(nothing);
          else fleet.setGroup(step.id, step.kind === 'group' ? step.peers : undefined);
        }
        await fleet.index.update(nothing);
        for (const wanted of someDevices) {
          const has = (list: readonly Device[]) => list.includes(wanted);
          const inGroups = [...fleet.groups.values()].filter(({ server_set }) => has(server_set));
          const uses = fleet.index.usesOf(wanted);
          assert.deepEqual(new Set(uses.groups.map(entry => entry.group)), new Set(inGroups));
          const expected = [...fleet.jobs.values()]
            .map(found => ({
              id: found.id,
              isDirect: has(found.peers),
              groups: inGroups.filter(({ id: groupId = 0 }) => found.groups.includes(groupId)).length,
            }))
            .filter(({ isDirect, groups }) => isDirect || groups > 0);
          const found = uses.jobs.map(({ job: { id: jobId }, isDirect, groups }) => ({
            id: jobId,
            isDirect,
            groups: groups.length,
          }));
          assert.deepEqual(
            found.sort((a, b) => a.id - b.id),
            expected.sort((a, b) => a.id - b.id),
          );
        }
      }),
      { numRuns: 300 },
    ));

  it('includes changes made while it is being built', async () => {
    const fleet = new IndexedFleet();
    const [first, second] = [device(1), device(2)];
    for (let number = 1; number <= 3_000; number++) fleet.setJob(number, { peers: [first] });
    let waits = 0;
    await fleet.index.update(async () => {
      waits += 1;
      fleet.setJob(3_000, { peers: [second] });
    });
    assert.ok(waits > 0);
    assert.equal(fleet.index.usesOf(first).jobs.length, 2_999);
    assert.deepEqual(
      fleet.index.usesOf(second).jobs.map(({ job: { id: jobId } }) => jobId),
      [3_000],
    );
  });

  it('counts the devices of a job once, and reports unknown groups', () => {
    const fleet = new IndexedFleet();
    fleet.setGroup(1, [device(1), device(2)]);
    fleet.setGroup(2, [device(2), device(3)]);
    const reach = fleet.index.reachOf(
      job(1, { peers: [device(3), device(4)], groups: [1, 2, 9], dynamic_groups: [5] }),
    );
    assert.deepEqual(reach, { devices: 4, unknownGroups: [9], dynamicGroups: [5] });
  });

  it('finds a device by its name in any case, by its address, and without its ID', async () => {
    const fleet = new IndexedFleet();
    const [full, bare] = [device(1), { ...device(1), id: undefined, hostname: 'pc-1 ', addr: '' }];
    const addressed = { ...bare, hostname: '10.0.0.1' };
    fleet.setGroup(7, [full]);
    fleet.setJob(1, { peers: [bare] });
    fleet.setJob(2, { peers: [addressed] });
    fleet.setJob(3, { groups: [7] });
    fleet.setJob(4, { name: 'PC-1', peers: [device(2)] });
    await fleet.index.update(nothing);
    const idsOf = ({ jobs }: ReturnType<typeof fleet.index.usesOf>) => jobs.map(use => use.job.id).sort();
    for (const described of [full, bare, addressed])
      assert.deepEqual(idsOf(fleet.index.usesOf(described)), [1, 2, 3]);
    for (const name of ['PC-1', 'pc-1', ' 10.0.0.1'])
      assert.deepEqual(idsOf(fleet.index.usesOfNamed(name)), [1, 2, 3]);
    assert.deepEqual(idsOf(fleet.index.usesOfNamed('pc')), []);
    assert.equal(fleet.index.countDevices([[full], [bare, addressed], [device(2)]], ['pc-1', 'PC-9']), 3);
  });

  it('names what it does not know: groups without IDs, unlisted groups, and dynamic groups of other jobs', async () => {
    const fleet = new IndexedFleet();
    fleet.setGroup(1, [device(1)]);
    fleet.setGroup(2, [device(1)]);
    const [known, unknown] = [1, 2].flatMap(id => fleet.groups.get(id) ?? []);
    for (const each of [unknown]) if (each !== undefined) fleet.hidden.add(each);
    fleet.setJob(1, { groups: [1, 5], dynamic_groups: [3] });
    fleet.setJob(2, { groups: [2], dynamic_groups: [4] });
    await fleet.index.update(nothing);
    const { unknown: found } = fleet.index.usesOf(device(1));
    assert.deepEqual(found, { groups: [unknown], groupIds: [2], dynamicGroups: [4], hasMore: false });
    for (const each of [known, unknown])
      assert.deepEqual(each && fleet.index.usesOfGroup(each).unknown.groups, each === known ? [] : [unknown]);
    fleet.setJob(1, { groups: [1] });
    fleet.setJob(2, {});
    await fleet.index.update(nothing);
    const nothingUnknown = { groups: [], groupIds: [], dynamicGroups: [], hasMore: false };
    assert.deepEqual(
      fleet.index.usesOf(device(1)).unknown,
      nothingUnknown,
      'no job can target the other group',
    );
  });
});
