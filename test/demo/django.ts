import type { GroupFields, JobFields, World } from '../../src/contrib/demo/server/world.ts';

/** Stores a world created elsewhere as if its objects had been sent in requests. */
export function storeWorld(world: World): void {
  for (const job of world.jobs.all()) Object.assign(job, djangoJob(job, world));
  for (const group of world.groups.all()) Object.assign(group, djangoGroup(group, world));
}

/** The fields as stored by a server built on Django; see `Manner`. */
export function djangoJob(job: JobFields, world: World): JobFields {
  return {
    ...job,
    params: job.params.trim(),
    groups: ascending(job.groups),
    peers: byHostName(job.peers, world),
    policies: ascending(job.policies),
    dynamic_groups: ascending(job.dynamic_groups),
    reports: ascending(job.reports),
    report_formats: [...new Set(job.report_formats)].sort(),
    retry: job.retry ?? { attempts: 3, delay: { minutes: 5 } },
  };
}

export function djangoGroup(group: GroupFields, world: World): GroupFields {
  return {
    ...group,
    dn: group.dn.trim(),
    server_set: byHostName(group.server_set, world),
    owner: group.owner ?? { login: 'admin', mail: null },
  };
}

function ascending(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}

function byHostName(ids: readonly number[], world: World): readonly number[] {
  const nameOf = (id: number) => world.devices.get(id)?.hostname ?? '';
  return ascending(ids).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b))));
}
