import type { Device } from '../../api/model/device.ts';
import type { Job } from '../../api/model/job.ts';
import type { DeviceNumbers } from './deviceNumbers.ts';

/**
 * The devices of a job as numbers. Jobs share these lists: there is one per group, plus one for the job's own
 * devices.
 */
export type DeviceLists = readonly Int32Array[];

/** The devices of jobs as numbers, and which of their groups are unknown. */
export class TimelineDevices {
  readonly #numbers: DeviceNumbers;
  readonly #unknownGroups = new Set<number>();
  readonly #devicesOfGroup: (id: number) => readonly Device[] | undefined;

  /** `devicesOfGroup` returns `undefined` for a group whose devices are unknown. */
  constructor(numbers: DeviceNumbers, devicesOfGroup: (id: number) => readonly Device[] | undefined) {
    this.#numbers = numbers;
    this.#devicesOfGroup = devicesOfGroup;
  }

  get count(): number {
    return this.#numbers.count;
  }

  /** The number of groups so far whose devices are unknown. */
  get unknownGroups(): number {
    return this.#unknownGroups.size;
  }

  of({ peers, groups }: Pick<Job, 'peers' | 'groups'>): DeviceLists {
    const lists = groups.map(id => this.#ofGroup(id)).filter(list => list !== undefined);
    return peers.length === 0 ? lists : [...lists, this.#numbers.distinct(peers)];
  }

  #ofGroup(id: number): Int32Array | undefined {
    const devices = this.#devicesOfGroup(id);
    if (devices === undefined) this.#unknownGroups.add(id);
    return devices === undefined ? undefined : this.#numbers.distinct(devices);
  }
}
