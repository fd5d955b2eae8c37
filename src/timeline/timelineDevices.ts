import { type Device, deviceKey } from '../model/device.ts';
import type { Job } from '../model/job.ts';

/** The devices of a job as numbers, in lists that jobs share: one for each of its groups, one for its own. */
export type DeviceLists = readonly Int32Array[];

/** Numbers devices, so that finding the same device in two jobs compares numbers. */
export class TimelineDevices {
  readonly #numbers = new Map<string, number>();
  readonly #groups = new Map<number, Int32Array | undefined>();
  readonly #devicesOfGroup: (id: number) => readonly Device[] | undefined;

  /** `undefined` for a group whose devices are not known. */
  constructor(devicesOfGroup: (id: number) => readonly Device[] | undefined) {
    this.#devicesOfGroup = devicesOfGroup;
  }

  get count(): number {
    return this.#numbers.size;
  }

  /** How many requested groups have unknown devices. */
  get unknownGroups(): number {
    return [...this.#groups.values()].filter(devices => devices === undefined).length;
  }

  of({ peers, groups }: Pick<Job, 'peers' | 'groups'>): DeviceLists {
    const lists = groups.map(id => this.#ofGroup(id)).filter(list => list !== undefined);
    return peers.length === 0 ? lists : [...lists, this.#numbersOf(peers)];
  }

  #ofGroup(id: number): Int32Array | undefined {
    if (this.#groups.has(id)) return this.#groups.get(id);
    const devices = this.#devicesOfGroup(id);
    const numbers = devices === undefined ? undefined : this.#numbersOf(devices);
    this.#groups.set(id, numbers);
    return numbers;
  }

  #numbersOf(devices: readonly Device[]): Int32Array {
    return Int32Array.from(devices, device => {
      const key = deviceKey(device);
      const known = this.#numbers.get(key);
      if (known !== undefined) return known;
      const number = this.#numbers.size;
      this.#numbers.set(key, number);
      return number;
    });
  }
}
