import { type Device, deviceKey } from './device.ts';

/** Numbers devices, so that devices of two lists are compared as numbers. A list is numbered once. */
export class DeviceNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #lists = new WeakMap<readonly Device[], Int32Array>();

  /** The numbers run from 0 to one less than this. */
  get count(): number {
    return this.#numbers.size;
  }

  /** The numbers of the devices in a list. A list never changes: its next version is another list. */
  of(devices: readonly Device[]): Int32Array {
    const known = this.#lists.get(devices);
    if (known !== undefined) return known;
    const numbers = Int32Array.from(devices, device => this.#add(device));
    this.#lists.set(devices, numbers);
    return numbers;
  }

  /** `undefined` for a device that is in no list. */
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
