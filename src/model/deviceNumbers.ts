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
    const known = this.#lists.get(devices);
    if (known !== undefined) return known;
    const numbers = Int32Array.from(devices, device => this.#add(device));
    this.#lists.set(devices, numbers);
    return numbers;
  }

  /** `undefined` for a device that no list contains. */
  number(key: string): number | undefined {
    return this.#numbers.get(key);
  }

  #add(device: Device): number {
    const key = deviceKey(device);
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }
}
