import { isIP } from 'node:net';
import type { DeviceRecord, World } from '../../src/contrib/demo/server/world.ts';

/** The device with that name; created if it is unknown. */
export function deviceNamed(world: World, nameOrAddress: string): DeviceRecord {
  const known = world.findDevice(nameOrAddress);
  return known ?? world.addDevice(unseenDevice(world.devices.nextId(), nameOrAddress));
}

/** A device first named in a request. */
export function unseenDevice(id: number, nameOrAddress: string): DeviceRecord {
  const isAddress = isIP(nameOrAddress) !== 0;
  return {
    id,
    addr: isAddress ? nameOrAddress : '',
    status: 'unknown',
    username: '',
    hostname: isAddress ? '' : nameOrAddress,
    server_id: '',
    connection: '',
  };
}
