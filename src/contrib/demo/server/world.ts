/** Everything that the server stores (jobs, groups, devices), and operations that involve several of them. */
export class World {
  readonly jobs = new Table<JobRecord>();
  readonly groups = new Table<GroupRecord>();
  readonly devices = new Table<DeviceRecord>();
  readonly #devicesByName = new Map<string, DeviceRecord>();

  addJob(fields: JobFields, nowMs: number): JobRecord {
    const times = { createdAtMs: nowMs, updatedAtMs: nowMs };
    return this.jobs.add({ ...fields, ...times, id: this.jobs.nextId(), phase: 'never', runs: 0 });
  }

  addGroup(fields: GroupFields, nowMs: number): GroupRecord {
    return this.groups.add({ ...fields, id: this.groups.nextId(), createdAtMs: nowMs, updatedAtMs: nowMs });
  }

  /** Removes the group from its jobs, too, like a many-to-many relation in a database. */
  removeGroup(id: number): boolean {
    for (const job of this.jobs.all()) {
      if (job.groups.includes(id)) job.groups = job.groups.filter(groupId => groupId !== id);
    }
    return this.groups.remove(id);
  }

  addDevice(device: DeviceRecord): DeviceRecord {
    for (const name of [device.hostname, device.addr]) {
      const key = name.toLowerCase();
      if (key !== '' && !this.#devicesByName.has(key)) this.#devicesByName.set(key, device);
    }
    return this.devices.add(device);
  }

  /** Finds a device by host name or address, ignoring case. */
  findDevice(nameOrAddress: string): DeviceRecord | undefined {
    return this.#devicesByName.get(nameOrAddress.toLowerCase());
  }
}

/** The `dn` that the server derives from a group's name if a request has none. */
export function distinguishedName(groupName: string): string {
  // RFC 4514: these characters separate parts of a name, and must be escaped within one.
  const escaped = groupName.replace(/[\\",+;<>=]/g, character => `\\${character}`);
  return `CN=${escaped},OU=Groups,DC=demo,DC=example`;
}

/**
 * Records by ID in order of creation. Their list is cached, so that a page of 100,000 records is found without
 * iterating over the earlier ones.
 */
export class Table<T extends { readonly id: number }> {
  readonly #byId = new Map<number, T>();
  #all: readonly T[] | undefined;
  #lastId = 0;

  get size(): number {
    return this.#byId.size;
  }

  /** IDs are never reused, not even after a record was deleted. */
  nextId(): number {
    return this.#lastId + 1;
  }

  add(record: T): T {
    this.#byId.set(record.id, record);
    this.#all = undefined;
    this.#lastId = Math.max(this.#lastId, record.id);
    return record;
  }

  get(id: number): T | undefined {
    return this.#byId.get(id);
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  remove(id: number): boolean {
    this.#all = undefined;
    return this.#byId.delete(id);
  }

  all(): readonly T[] {
    this.#all ??= [...this.#byId.values()];
    return this.#all;
  }
}

/*
 * The objects that the server stores. These types are deliberately not those of `src/model`, so that client and
 * server check each other's understanding of the API.
 */

/** The phase of a job; its status word in responses depends on the language. */
export type Phase = 'never' | 'queued' | 'running' | 'finished' | 'failed' | 'stopped';

export interface JobFields {
  name: string;
  params: string;
  enabled: boolean;
  run_on_start: boolean;
  groups: readonly number[];
  /** IDs of devices. Responses contain device objects, which are built per page. */
  peers: readonly number[];
  policies: readonly number[];
  dynamic_groups: readonly number[];
  reports: readonly number[];
  report_formats: readonly string[];
  /** Undocumented, like `retry`. */
  notify: boolean;
  retry: unknown;
}

export interface JobRecord extends JobFields {
  readonly id: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
  phase: Phase;
  /** The number of runs; one of the inputs that determine length and result of the next run. */
  runs: number;
}

export interface GroupFields {
  name: string;
  dn: string;
  server_set: readonly number[];
  /** Undocumented. */
  owner: unknown;
}

export interface GroupRecord extends GroupFields {
  readonly id: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
}

export interface DeviceRecord {
  readonly id: number;
  readonly addr: string;
  status: string;
  readonly username: string;
  readonly hostname: string;
  readonly server_id: string;
  readonly connection: string;
}
