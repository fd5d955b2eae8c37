import assert from 'node:assert/strict';
import type { Device } from '../../../src/api/model/device.ts';
import { draftReach, reachOfDraft, reachOfDrafts } from '../../../src/store/reach/draftReach.ts';
import { IndexedFleet } from '../support/indexedFleet.ts';

function device(id: number | undefined, hostname: string, addr = ''): Device {
  return { id, hostname, addr, status: '', username: '', server_id: '', connection: '' };
}

const first = device(1, 'PC-1', '10.0.0.1');
const second = device(2, 'pc-2', '10.0.0.2');

describe('the reach of a job that is edited', () => {
  const fleet = new IndexedFleet();
  fleet.setGroup(7, [first, second]);
  fleet.setGroup(8, [second]);
  fleet.setJob(1, { peers: [device(undefined, 'pc-3')] });
  const session = { targets: fleet.index };

  it('counts each device once, whether it is in groups or named in any case or by its address', () => {
    const countOf = (draft: object) => reachOfDraft({ ...draft }, session).devices;
    assert.equal(countOf({ groups: [7, 8] }), 2);
    assert.equal(countOf({ groups: [7], peers: ['pc-1', '10.0.0.1', ' PC-1 '] }), 2);
    assert.equal(countOf({ groups: [8], peers: ['pc-9', 'PC-9', 'pc-8', ''] }), 3);
  });

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
