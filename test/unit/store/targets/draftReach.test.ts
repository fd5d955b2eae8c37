import assert from 'node:assert/strict';
import type { Device } from '../../../../src/model/device.ts';
import { DeviceNames } from '../../../../src/store/targets/deviceNames.ts';
import { countDevices } from '../../../../src/store/targets/draftReach.ts';
import { withPlant } from '../../commands/support/plant.ts';

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

  it('counts a device once that is named as well, by host name in any case or by address', () => {
    assert.equal(countDevices([[first]], ['pc-1', '10.0.0.1', ' PC-1 '], known), 1);
  });

  it('counts names that are not known, each once', () => {
    assert.equal(countDevices([[first]], ['pc-9', 'PC-9', 'pc-8', ''], known), 3);
  });

  it('knows whether a name is known', () => {
    assert.deepEqual(
      ['pc-1', '10.0.0.2', 'pc-3', 'pc-4', ''].map(name => known.isKnown(name)),
      [true, true, true, false, false],
    );
  });

  it('indexes the names of a server again only where its groups or jobs have changed', () =>
    withPlant(async ({ plant, session }) => {
      plant.groups.set(7, { name: 'Office', dn: 'O', server_set: [{ hostname: 'PC-1' }] });
      plant.jobs.set(1, { name: 'Nightly' });
      await Promise.all([session.groups.ensureLoaded(), session.jobs.ensureLoaded()]);
      const names = session.deviceNames;
      assert.deepEqual([names.isKnown('pc-1'), names.isKnown('PC-2')], [true, false]);
      assert.equal(session.deviceNames, names);
      await session.groups.update(7, { server_set: ['PC-2'] });
      assert.deepEqual(
        [session.deviceNames.isKnown('PC-2'), session.deviceNames.isKnown('PC-1')],
        [true, false],
      );
      await session.jobs.update(1, { peers: ['PC-3'] });
      assert.equal(session.deviceNames.isKnown('PC-3'), true);
    }));
});
