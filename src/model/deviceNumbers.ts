import { getOrAdd } from '../util/collections.ts';
import { type Device, deviceKey } from './device.ts';

/** Numbers devices so that lists can be compared as numbers. Each list is numbered only once. */
export class DeviceNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #lists = new WeakMap<readonly Device[], Int32Array>();

  /** Numbers run from 0 to `count - 1`. */
  get count(): number {
    return this.#numbers.size;
  }

  /** The numbers of the devices in a list. Lists are immutable: a changed list is a new one. */
  of(devices: readonly Device[]): Int32Array {
    return getOrAdd(this.#lists, devices, () => Int32Array.from(devices, device => this.#add(device)));
  }

  number(key: string): number | undefined {
    return this.#numbers.get(key);
  }

  #add(device: Device): number {
    return getOrAdd(this.#numbers, deviceKey(device), () => this.#numbers.size);
  }
}
