import assert from 'node:assert/strict';
import type { Device } from '../../../../src/model/device.ts';
import { countDevices, DeviceNames } from '../../../../src/store/targets/draftReach.ts';

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
});
