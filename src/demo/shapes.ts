import type { DemoContext } from './call.ts';
import type { DeviceRecord, GroupRecord, JobRecord, Phase } from './records.ts';
import type { Shape, StatusWords } from './variant.ts';

type ShapeContext = Pick<DemoContext, 'world' | 'variant'>;

export function jobShape(job: JobRecord, context: ShapeContext): Shape {
  const shape = {
    id: job.id,
    name: job.name,
    params: job.params,
    enabled: job.enabled,
    run_on_start: job.run_on_start,
    groups: job.groups,
    peers: devicesOf(job.peers, context),
    policies: job.policies,
    dynamic_groups: job.dynamic_groups,
    reports: job.reports,
    report_formats: job.report_formats,
    notify: job.notify,
    created_at: new Date(job.createdAtMs).toISOString(),
    retry: job.retry,
  };
  return context.variant.sentJob?.(shape, job) ?? shape;
}

const statusTexts: Readonly<Record<StatusWords, Readonly<Record<Phase, string>>>> = {
  en: {
    never: 'never run',
    queued: 'queued',
    running: 'running',
    finished: 'finished',
    failed: 'failed',
    stopped: 'stopped',
  },
  ru: {
    never: 'не запускалось',
    queued: 'в очереди',
    running: 'выполняется',
    finished: 'выполнено',
    failed: 'ошибка',
    stopped: 'остановлено',
  },
};

export function jobStatusShape({ id, name, phase }: JobRecord, { variant }: ShapeContext): Shape {
  return { status: statusTexts[variant.statusWords ?? 'en'][phase], id, name };
}

export function groupShape(group: GroupRecord, context: ShapeContext): Shape {
  const shape = {
    id: group.id,
    name: group.name,
    server_set: devicesOf(group.server_set, context),
    dn: group.dn,
    created_at: new Date(group.createdAtMs).toISOString(),
    owner: group.owner,
  };
  return context.variant.sentGroup?.(shape, group) ?? shape;
}

/** Built per response: jobs only store IDs, which keeps 100,000 of them small. */
function devicesOf(ids: readonly number[], { world }: ShapeContext): readonly DeviceRecord[] {
  return ids.flatMap(id => world.devices.get(id) ?? []);
}
