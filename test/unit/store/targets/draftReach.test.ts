import assert from 'node:assert/strict';
import type { Device } from '../../../../src/model/device.ts';
import { DeviceNames } from '../../../../src/store/targets/deviceNames.ts';
import {
  countDevices,
  draftReach,
  reachOfDraft,
  reachOfDrafts,
} from '../../../../src/store/targets/draftReach.ts';
import { group } from '../support/fakes.ts';

function device(id: number | undefined, hostname: string, addr = ''): Device {
  return { id, hostname, addr, status: '', username: '', server_id: '', connection: '' };
}

const first = device(1, 'PC-1', '10.0.0.1');
const second = device(2, 'pc-2', '10.0.0.2');
const known = new DeviceNames([first, second, device(undefined, 'pc-3')]);

describe('counting the devices of a job', () => {
  it('counts a device of several groups once', () => {
    assert.equal(countDevices([[first, second], [second]], [], known), 2);
  });

  it('counts a device once if it is also named, by host name in any case or by address', () => {
    assert.equal(countDevices([[first]], ['pc-1', '10.0.0.1', ' PC-1 '], known), 1);
  });

  it('counts names that are not known, each once', () => {
    assert.equal(countDevices([[first]], ['pc-9', 'PC-9', 'pc-8', ''], known), 3);
  });
});

describe('the reach of a job that is edited', () => {
  const groups = new Map([
    [7, group('Office', { server_set: [first, second] })],
    [8, group('Lab', { server_set: [second] })],
  ]);
  const session = { groups: { byId: (id: number) => groups.get(id) }, deviceNames: known };

  it('includes the devices of its groups and names, and its unknown parts', () => {
    const draft = { groups: [7, 8, 9], peers: ['PC-2', 'pc-4', ' '], dynamic_groups: [3, 4] };
    assert.deepEqual(reachOfDraft(draft, session), { devices: 3, unknownGroups: [9], dynamicGroups: [3, 4] });
    assert.deepEqual(reachOfDraft({ groups: [8] }, session).devices, 1);
  });

  it('is empty when the text has no targets, or an invalid value', () => {
    const nothing = { devices: 0, unknownGroups: [], dynamicGroups: [] };
    for (const draft of [{}, { groups: 7, peers: 'PC-1', dynamic_groups: { 0: 3 } }])
      assert.deepEqual(reachOfDraft(draft, session), nothing);
    const odd = { groups: ['7', null, 9], peers: [5, 'PC-1'], dynamic_groups: ['3', 4] };
    assert.deepEqual(reachOfDraft(odd, session), { devices: 1, unknownGroups: [9], dynamicGroups: [4] });
  });

  it('counts each device of several jobs once, without disabled jobs', () => {
    const drafts = [
      { groups: [7], peers: ['pc-4'], enabled: true },
      { groups: [9], peers: ['PC-4'], dynamic_groups: [3] },
      { groups: [9, 10], peers: 'pc-5', dynamic_groups: [3], enabled: undefined },
      { groups: [11], peers: ['pc-6'], dynamic_groups: [4], enabled: false },
    ];
    assert.deepEqual(reachOfDrafts(drafts, session), {
      devices: 3,
      unknownGroups: [9, 10],
      dynamicGroups: [3],
    });
  });

  it('includes the previous number when the server has other targets', () => {
    const stored = { groups: [7], peers: ['pc-4'], enabled: true };
    const beforeOf = (draft: object, known: Readonly<Record<string, unknown>> | undefined = stored) =>
      draftReach({ ...stored, ...draft }, known, session).before;
    assert.deepEqual([beforeOf({ groups: [8] }), beforeOf({ peers: [] })], [3, 3]);
    assert.deepEqual([beforeOf({}), beforeOf({ enabled: false })], [undefined, undefined]);
    assert.equal(draftReach({ groups: [8] }, undefined, session).before, undefined);
    for (const part of [{ groups: [7] }, { peers: [] }])
      assert.equal(beforeOf({ groups: [8] }, part), undefined);
    assert.deepEqual(draftReach({ groups: [8] }, stored, session).reach.devices, 1);
  });
});
