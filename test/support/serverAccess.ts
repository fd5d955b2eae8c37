import type { Client } from '../../src/api/client.ts';
import type { ServerConfig } from '../../src/api/model/server.ts';
import type { writing } from '../../src/api/writing.ts';
import type { Clock } from '../../src/base/clock.ts';
import { GroupStore } from '../../src/store/groups/groupStore.ts';
import { JobStore } from '../../src/store/jobs/jobStore.ts';
import { createWrites } from '../../src/store/objectAccess.ts';

interface AccessParts {
  readonly server: Pick<ServerConfig, 'id' | 'name' | 'url'>;
  readonly client: Pick<Client, 'jobs' | 'groups' | 'devices' | 'pause' | typeof writing>;
  readonly clock: Clock;
}

/** Server access for tests that have no session. */
export function accessServer({ server, client, clock }: AccessParts) {
  const jobs = new JobStore(client.jobs, clock);
  const jobGroupIds = () => jobs.jobs.flatMap(job => job.groups);
  const groups = new GroupStore({ api: client.groups, clock, memory: new Map(), jobGroupIds });
  return { server, jobs, groups, devices: client.devices, writes: createWrites({ client, jobs, groups }) };
}
