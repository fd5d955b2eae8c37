import assert from 'node:assert/strict';
import { withPlant } from './support/plant.ts';

const { removeEverywhere } = await import('../../../src/commands/removeEverywhere.ts');

describe('taking a device out of everything', () => {
  it('names the places and the jobs without targets in one question, and changes each', () =>
    withPlant(async given => {
      const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
      given.plant.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts('PC-1', 'PC-2') });
      given.plant.groups.set(8, { name: 'Lab', dn: 'L', server_set: hosts('PC-2') });
      given.plant.jobs.set(1, { name: 'Nightly', groups: [8], peers: hosts('PC-3', 'PC-1') });
      given.plant.jobs.set(2, { name: 'Only', peers: hosts('PC-1') });
      await given.session.groups.ensureLoaded();
      const row = { kind: 'device', serverId: 'plant', groupKey: 'id:7', deviceKey: 'PC-1\n\n\n' };
      await removeEverywhere(given.context, [row]);
      assert.deepEqual(given.person.of('confirm'), [
        'Remove from 1 group, 2 jobs on “Plant”?\n“PC-1”\n\nThese jobs will have no targets: “Only”.',
      ]);
      assert.deepEqual(given.plant.writes.toSorted(), [
        'PATCH /account/api/group/7/ {"server_set":["PC-2"]}',
        'PATCH /automation/api/job/1/ {"peers":["PC-3"]}',
        'PATCH /automation/api/job/2/ {"peers":[]}',
      ]);
    }));
});
