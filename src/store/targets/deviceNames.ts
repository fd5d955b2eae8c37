import { type Device, deviceKey, deviceNameKey } from '../../model/device.ts';

/** Finds known devices by what users type: host names and addresses, in any case. */
export class DeviceNames {
  readonly #keys = new Map<string, string>();

  constructor(devices: Iterable<Device>) {
    for (const device of devices) {
      const key = deviceKey(device);
      for (const name of [device.hostname, device.addr]) {
        const written = deviceNameKey(name);
        if (written !== '' && !this.#keys.has(written)) this.#keys.set(written, key);
      }
    }
  }

  isKnown(name: string): boolean {
    return this.#keys.has(deviceNameKey(name));
  }

  /** One key for a device, however it is written. */
  key(name: string): string {
    return this.#keys.get(deviceNameKey(name)) ?? `name:${deviceNameKey(name)}`;
  }
}
