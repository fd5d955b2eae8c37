import type { DemoContext } from './call.ts';
import type { DeviceRecord, GroupRecord, JobRecord } from './records.ts';
import { statusWord } from './statusWords.ts';

type Shape = Readonly<Record<string, unknown>>;
type ShapeContext = Pick<DemoContext, 'world' | 'settings'>;

export function jobShape(job: JobRecord, context: ShapeContext): Shape {
  const { legacy, extraFields, manner } = context.settings;
  return {
    id: job.id,
    name: job.name,
    params: textOf(job.params, context),
    enabled: job.enabled,
    run_on_start: job.run_on_start,
    groups: job.groups,
    peers: devicesOf(job.peers, context),
    policies: job.policies,
    dynamic_groups: job.dynamic_groups,
    ...(legacy ? {} : { reports: job.reports, report_formats: job.report_formats }),
    ...(extraFields ? { notify: job.notify, created_at: timeOf(job.createdAtMs), retry: job.retry } : {}),
    ...(manner === 'django' ? { updated_at: timeOf(job.updatedAtMs) } : {}),
  };
}

export function jobStatusShape(job: JobRecord, { settings }: ShapeContext): Shape {
  return { status: statusWord(job.phase, settings.statusWords), id: job.id, name: job.name };
}

export function groupShape(group: GroupRecord, context: ShapeContext): Shape {
  const { groupIds, extraFields, manner } = context.settings;
  return {
    ...(groupIds ? { id: group.id } : {}),
    name: group.name,
    server_set: devicesOf(group.server_set, context),
    dn: textOf(group.dn, context),
    ...(extraFields ? { created_at: timeOf(group.createdAtMs), owner: group.owner } : {}),
    ...(manner === 'django' ? { updated_at: timeOf(group.updatedAtMs) } : {}),
  };
}

/** Built when a page is sent: jobs keep only IDs, so that 100,000 of them stay small. */
function devicesOf(ids: readonly number[], context: ShapeContext): readonly Shape[] {
  return ids.flatMap(id => {
    const device = context.world.devices.get(id);
    return device ? [deviceShape(device, context)] : [];
  });
}

function deviceShape(device: DeviceRecord, context: ShapeContext): Shape {
  return {
    id: device.id,
    addr: textOf(device.addr, context),
    status: textOf(device.status, context),
    username: textOf(device.username, context),
    hostname: textOf(device.hostname, context),
    server_id: textOf(device.server_id, context),
    ...(context.settings.legacy ? {} : { connection: device.connection }),
  };
}

/** Older servers send `null` where there is no text. */
function textOf(text: string, { settings }: ShapeContext): string | null {
  return settings.legacy && text === '' ? null : text;
}

function timeOf(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
