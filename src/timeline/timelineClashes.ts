import type { DeviceLists } from './timelineDevices.ts';

interface Targeting {
  readonly devices: DeviceLists;
}

/** The jobs of the same hour that target some of a job's devices, and how many devices they share. */
export interface Clash<T> {
  readonly sharedDevices: number;
  /** Some of these jobs, without duplicates. */
  readonly others: readonly T[];
}

const othersAtMost = 3;

/** Finds devices that several jobs target. Reuses its buffers between searches. */
export class ClashFinder {
  readonly deviceCount: number;
  readonly #seenIn: Int32Array;
  readonly #firstJob: Int32Array;
  readonly #secondJob: Int32Array;
  #search = 0;

  constructor(deviceCount: number) {
    this.deviceCount = deviceCount;
    this.#seenIn = new Int32Array(deviceCount);
    this.#firstJob = new Int32Array(deviceCount);
    this.#secondJob = new Int32Array(deviceCount);
  }

  /** Whether two of the jobs share a device. Stops at the first shared one; visits no device more than twice. */
  hasClash(jobs: Iterable<Targeting>): boolean {
    this.#search += 1;
    let number = 0;
    for (const { devices } of jobs) {
      number += 1;
      for (const list of devices) {
        for (const device of list) {
          if (this.#seenIn[device] !== this.#search) {
            this.#seenIn[device] = this.#search;
            this.#firstJob[device] = number;
          } else if (this.#firstJob[device] !== number) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** The devices that each job shares with others; `undefined` for none. */
  clashes<T extends Targeting>(jobs: readonly T[]): (Clash<T> | undefined)[] {
    this.#search += 1;
    jobs.forEach((job, index) => {
      this.#note(job, index);
    });
    return jobs.map((job, index) => this.#clashOf(jobs, job, index));
  }

  #note({ devices }: Targeting, index: number): void {
    for (const list of devices) {
      for (const device of list) {
        if (this.#seenIn[device] !== this.#search) {
          this.#seenIn[device] = this.#search;
          this.#firstJob[device] = index;
          this.#secondJob[device] = -1;
        } else if (this.#firstJob[device] !== index && this.#secondJob[device] === -1) {
          this.#secondJob[device] = index;
        }
      }
    }
  }

  #clashOf<T extends Targeting>(jobs: readonly T[], job: T, index: number): Clash<T> | undefined {
    const shared = new Set<number>();
    const others = new Set<T>();
    for (const list of job.devices) {
      for (const device of list) {
        const second = this.#secondJob[device] ?? -1;
        if (second === -1) continue;
        shared.add(device);
        const first = this.#firstJob[device] ?? -1;
        const other = jobs[first === index ? second : first];
        if (other !== undefined && others.size < othersAtMost) others.add(other);
      }
    }
    return shared.size === 0 ? undefined : { sharedDevices: shared.size, others: [...others] };
  }
}
