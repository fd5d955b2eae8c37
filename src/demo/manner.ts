import type { DemoContext } from './call.ts';
import type { GroupFields, JobFields } from './records.ts';

type StorageContext = Pick<DemoContext, 'world' | 'settings'>;

/** Stores a world that was created elsewhere as if its objects had been sent in requests. */
export function storeWorld(context: StorageContext): void {
  if (context.settings.manner === 'plain') return;
  for (const job of context.world.jobs.all()) Object.assign(job, storedJob(job, context));
  for (const group of context.world.groups.all()) Object.assign(group, storedGroup(group, context));
}

/** The fields as the server stores them; see `Manner`. */
export function storedJob(job: JobFields, context: StorageContext): JobFields {
  if (context.settings.manner === 'plain') return job;
  return {
    ...job,
    params: job.params.trim(),
    groups: ascending(job.groups),
    peers: byHostName(job.peers, context),
    policies: ascending(job.policies),
    dynamic_groups: ascending(job.dynamic_groups),
    reports: ascending(job.reports),
    report_formats: [...new Set(job.report_formats)].sort(),
    retry: job.retry ?? { attempts: 3, delay: { minutes: 5 } },
  };
}

export function storedGroup(group: GroupFields, context: StorageContext): GroupFields {
  if (context.settings.manner === 'plain') return group;
  return {
    ...group,
    dn: group.dn.trim(),
    server_set: byHostName(group.server_set, context),
    owner: group.owner ?? { login: 'admin', mail: null },
  };
}

function ascending(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}

function byHostName(ids: readonly number[], { world }: StorageContext): readonly number[] {
  const nameOf = (id: number) => world.devices.get(id)?.hostname ?? '';
  return ascending(ids).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b))));
}
