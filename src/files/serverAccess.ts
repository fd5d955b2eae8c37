import type { Client } from '../api/client.ts';
import type { GroupIdMemory } from '../store/groups/groupIdentity.ts';
import { GroupStore } from '../store/groups/groupStore.ts';
import { JobStore } from '../store/jobs/jobStore.ts';
import type { Clock } from '../util/clock.ts';
import type { ServerAccess } from './serverState.ts';

export interface AccessParts {
  readonly server: ServerAccess['server'];
  readonly client: Pick<Client, 'jobs' | 'groups' | 'devices'>;
  readonly clock: Clock;
  /** Where IDs of groups are remembered that a server does not return; in this process only by default. */
  readonly memory?: GroupIdMemory;
}

/** A server for programs that have no session. */
export function accessServer({ server, client, clock, memory = new Map() }: AccessParts): ServerAccess {
  const jobs = new JobStore(client.jobs, clock);
  const jobGroupIds = () => jobs.jobs.flatMap(job => job.groups);
  const groups = new GroupStore({ api: client.groups, clock, memory, jobGroupIds });
  return { server, jobs, groups, devices: client.devices };
}
