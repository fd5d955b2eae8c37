import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Device, deviceKey } from '../../../../src/model/device.ts';
import type { Group } from '../../../../src/model/group.ts';
import type { Job } from '../../../../src/model/job.ts';
import type { JobsChange } from '../../../../src/store/jobs/jobStore.ts';
import { TargetIndex } from '../../../../src/store/targets/targetIndex.ts';
import { Emitter } from '../../../../src/util/emitter.ts';
import { device, group, job } from '../support/fakes.ts';

/** Jobs and groups that change like those of a server: unchanged ones remain the same objects. */
class Fleet {
  readonly #jobsChanged = new Emitter<JobsChange>();
  readonly #groupsChanged = new Emitter<void>();
  readonly jobs = new Map<number, Job>();
  readonly groups = new Map<number, Group>();
  readonly index: TargetIndex;

  constructor() {
    const { jobs, groups } = this;
    this.index = new TargetIndex(
      {
        get jobs() {
          return [...jobs.values()];
        },
        get: id => jobs.get(id),
        onDidChange: this.#jobsChanged.event,
      },
      {
        get entries() {
          return [...groups].map(([id, value]) => ({ key: `id:${id}`, group: value }));
        },
        entry: key => {
          const found = groups.get(Number(key.slice(3)));
          return found && { key, group: found };
        },
        byId: id => groups.get(id),
        identity: { known: ({ id }) => id },
        onDidChange: this.#groupsChanged.event,
      },
    );
  }

  setJob(id: number, fields: Partial<Job> | undefined): void {
    const isNew = !this.jobs.has(id);
    if (fields === undefined) this.jobs.delete(id);
    else this.jobs.set(id, job(id, fields));
    this.#jobsChanged.fire(isNew || fields === undefined ? { kind: 'list' } : { kind: 'jobs', ids: [id] });
  }

  setGroup(id: number, devices: readonly Device[] | undefined): void {
    if (devices === undefined) this.groups.delete(id);
    else this.groups.set(id, group(`Group ${id}`, { id, server_set: devices }));
    this.#groupsChanged.fire();
  }
}

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
        const fleet = new Fleet();
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
          const key = deviceKey(wanted);
          assert.deepEqual(new Set(fleet.index.groupsWith(key).map(entry => entry.group)), new Set(inGroups));
          const expected = [...fleet.jobs.values()]
            .map(found => ({
              id: found.id,
              isDirect: has(found.peers),
              groups: inGroups.filter(({ id: groupId = 0 }) => found.groups.includes(groupId)).length,
            }))
            .filter(({ isDirect, groups }) => isDirect || groups > 0);
          const found = fleet.index.jobsOn(key).map(({ job: { id: jobId }, isDirect, groups }) => ({
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
    const fleet = new Fleet();
    const [first, second] = [device(1), device(2)];
    for (let number = 1; number <= 3_000; number++) fleet.setJob(number, { peers: [first] });
    let waits = 0;
    await fleet.index.update(async () => {
      waits += 1;
      fleet.setJob(3_000, { peers: [second] });
    });
    assert.ok(waits > 0);
    assert.equal(fleet.index.jobsOn(deviceKey(first)).length, 2_999);
    assert.deepEqual(
      fleet.index.jobsOn(deviceKey(second)).map(({ job: { id: jobId } }) => jobId),
      [3_000],
    );
  });

  it('counts the devices of a job once, and reports unknown groups', () => {
    const fleet = new Fleet();
    fleet.setGroup(1, [device(1), device(2)]);
    fleet.setGroup(2, [device(2), device(3)]);
    const reach = fleet.index.reachOf(
      job(1, { peers: [device(3), device(4)], groups: [1, 2, 9], dynamic_groups: [5] }),
    );
    assert.deepEqual(reach, { devices: 4, unknownGroups: [9], dynamicGroups: [5] });
  });
});
