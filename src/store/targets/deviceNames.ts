import { type Device, deviceKey, deviceNameKey } from '../../model/device.ts';

/** Looks up known devices by host name or address, ignoring case. */
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

  /** The same key for all names of a device. */
  key(name: string): string {
    return this.#keys.get(deviceNameKey(name)) ?? `name:${deviceNameKey(name)}`;
  }
}
