import type { Client } from '../../api/client.ts';
import { HttpStatusError } from '../../api/errors/apiError.ts';
import { type Device, deviceKey, deviceWriteName } from '../../api/model/device.ts';
import type { CallOptions } from '../../api/transport/requester.ts';
import { type Searchable, searchable } from '../../base/nameSearch.ts';
import type { GroupStore } from '../groups/groupStore.ts';
import type { JobStore } from '../jobs/jobStore.ts';
import type { TargetIndex } from './targetIndex.ts';

interface Lists {
  readonly jobs: Pick<JobStore, 'jobs'>;
  readonly groups: Pick<GroupStore, 'entries' | 'devices'>;
  readonly targets: Pick<TargetIndex, 'numbers'>;
}

/** The devices of a server's groups and loaded jobs. The API has no list of devices. */
export class KnownDevices {
  readonly #lists: Lists;
  readonly #api: Client['devices'];
  #hasSearch = true;

  constructor(lists: Lists, api: Client['devices']) {
    this.#lists = lists;
    this.#api = api;
  }

  /** Possibly with duplicates. */
  get all(): readonly Device[] {
    const { groups, jobs } = this.#lists;
    return [...groups.devices, ...jobs.jobs.flatMap(job => job.peers)];
  }

  /** Finds a device by its `deviceKey`. */
  find(key: string): Device | undefined {
    const named = (devices: readonly Device[]) => devices.find(device => deviceKey(device) === key);
    for (const { group } of this.#lists.groups.entries) {
      const device = named(group.server_set);
      if (device !== undefined) return device;
    }
    for (const job of this.#lists.jobs.jobs) {
      const device = named(job.peers);
      if (device !== undefined) return device;
    }
    return undefined;
  }

  /** The names of all devices, each device once, with the texts by which it can be found. */
  get names(): readonly Searchable<string>[] {
    const seen = new Set<number>();
    return this.all.flatMap(device => {
      const [number = -1] = this.#lists.targets.numbers.sameAs(device);
      const name = deviceWriteName(device);
      if (seen.has(number) || name === undefined) return [];
      seen.add(number);
      return [searchable(name, name, device.addr)];
    });
  }

  /**
   * The host names that the server's search finds (decision 29); empty if it has no search or rejects it. Rejects if
   * there is no response.
   */
  async search(hostname: string, options?: CallOptions): Promise<readonly string[]> {
    if (!this.#hasSearch) return [];
    try {
      return await this.#api.search(hostname, options);
    } catch (error) {
      if (!(error instanceof HttpStatusError)) throw error;
      // The search is not part of the API: most servers lack it.
      if (error.status < 500) this.#hasSearch = false;
      return [];
    }
  }
}
