import type { Client } from '../api/client.ts';
import { type Device, deviceKey } from '../model/device.ts';
import type { StatusKind } from '../model/jobStatus.ts';
import type { ServerConfig } from '../model/server.ts';
import type { Clock } from '../util/clock.ts';
import type { GroupIdMemory } from './groupIdentity.ts';
import { GroupStore } from './groupStore.ts';
import { JobStore } from './jobStore.ts';
import { type Paces, StatusMonitor } from './statusMonitor.ts';

export interface SessionOptions {
  readonly server: ServerConfig;
  readonly client: Client;
  readonly clock: Clock;
  readonly memory: GroupIdMemory;
  readonly paces: () => Paces;
  readonly extraWords: () => ReadonlyMap<string, StatusKind>;
  readonly onStatusFailure: (error: unknown) => void;
}

/** All that is known of one server while it is configured: its client and the stores that hold its objects. */
export class ServerSession {
  readonly server: ServerConfig;
  readonly jobs: JobStore;
  readonly groups: GroupStore;
  readonly statuses: StatusMonitor;
  readonly #client: Client;

  constructor({ server, client, clock, memory, paces, extraWords, onStatusFailure }: SessionOptions) {
    this.server = server;
    this.#client = client;
    this.jobs = new JobStore(client.jobs, clock);
    this.groups = new GroupStore({
      api: client.groups,
      clock,
      memory,
      jobGroupIds: () => this.jobs.jobs.flatMap(job => job.groups),
    });
    this.statuses = new StatusMonitor({
      read: (id, options) => client.jobs.status(id, options),
      clock,
      paces,
      extraWords,
      onFailure: onStatusFailure,
    });
  }

  /** A device that some job or group names, by its `deviceKey`. */
  findDevice(key: string): Device | undefined {
    const named = (devices: readonly Device[]) => devices.find(device => deviceKey(device) === key);
    for (const { group } of this.groups.entries) {
      const device = named(group.server_set);
      if (device !== undefined) return device;
    }
    for (const job of this.jobs.jobs) {
      const device = named(job.peers);
      if (device !== undefined) return device;
    }
    return undefined;
  }

  async dispose(): Promise<void> {
    this.statuses.dispose();
    this.jobs.dispose();
    this.groups.dispose();
    await this.#client.close();
  }
}
