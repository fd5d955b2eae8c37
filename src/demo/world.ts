import type { DeviceRecord, GroupFields, GroupRecord, JobFields, JobRecord } from './records.ts';
import { Table } from './recordTable.ts';

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
