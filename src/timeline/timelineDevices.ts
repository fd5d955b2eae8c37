import type { Device } from '../model/device.ts';
import type { DeviceNumbers } from '../model/deviceNumbers.ts';
import type { Job } from '../model/job.ts';

/** The devices of a job as numbers, in lists that jobs share: one for each of its groups, one for its own. */
export type DeviceLists = readonly Int32Array[];

/** The devices of jobs by their numbers, and which of their groups are not known. */
export class TimelineDevices {
  readonly #numbers: DeviceNumbers;
  readonly #unknownGroups = new Set<number>();
  readonly #devicesOfGroup: (id: number) => readonly Device[] | undefined;

  /** `undefined` for a group whose devices are not known. */
  constructor(numbers: DeviceNumbers, devicesOfGroup: (id: number) => readonly Device[] | undefined) {
    this.#numbers = numbers;
    this.#devicesOfGroup = devicesOfGroup;
  }

  get count(): number {
    return this.#numbers.count;
  }

  /** How many groups were requested whose devices are not known. */
  get unknownGroups(): number {
    return this.#unknownGroups.size;
  }

  of({ peers, groups }: Pick<Job, 'peers' | 'groups'>): DeviceLists {
    const lists = groups.map(id => this.#ofGroup(id)).filter(list => list !== undefined);
    return peers.length === 0 ? lists : [...lists, this.#numbers.of(peers)];
  }

  #ofGroup(id: number): Int32Array | undefined {
    const devices = this.#devicesOfGroup(id);
    if (devices === undefined) this.#unknownGroups.add(id);
    return devices === undefined ? undefined : this.#numbers.of(devices);
  }
}
