import type { Clock } from '../../../base/clock.ts';
import type { Reply } from './reply.ts';
import type { Runner } from './runner.ts';
import type { DeviceRecord, GroupFields, GroupRecord, JobFields, JobRecord, Phase, World } from './world.ts';

export interface DemoContext {
  readonly world: World;
  readonly routes: readonly Route[];
  readonly variant: Variant;
  readonly clock: Clock;
  readonly runner: Runner;
}

export interface DemoCall {
  readonly context: DemoContext;
  readonly url: URL;
  /** The part of the path that should be an ID. */
  readonly idText: string;
  /** Parsed on demand: errors only matter to handlers that read it. */
  body(): unknown;
}

export type DemoHandler = (call: DemoCall) => Reply;

export interface Route {
  /** Matched against the path after the base path; its group captures the ID. */
  readonly pattern: RegExp;
  /** The title that the REST framework gives it in responses to OPTIONS. */
  readonly title: string;
  readonly operations: Readonly<Record<string, DemoHandler>>;
}

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

export const statusTexts: Readonly<Record<StatusWords, Readonly<Record<Phase, string>>>> = {
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

export type Shape = Readonly<Record<string, unknown>>;

export type StatusWords = 'en' | 'ru';

export type Paginate = <T extends { readonly id: number }>(
  records: readonly T[],
  url: URL,
  toJson: (record: T) => Shape,
) => unknown;

/**
 * How a server deviates from the demo server of the product. Tests use this for servers that store something other
 * than what was sent, for older servers, and for servers behind a path prefix.
 */
export interface Variant {
  /** A path prefix of the API, for example `/prefix`. */
  readonly basePath?: string;
  readonly statusWords?: StatusWords;
  readonly page?: Paginate;
  readonly received?: (body: unknown) => unknown;
  readonly storedJob?: (job: JobFields) => JobFields;
  readonly storedGroup?: (group: GroupFields) => GroupFields;
  readonly sentJob?: (shape: Shape, job: JobRecord) => Shape;
  readonly sentGroup?: (shape: Shape, group: GroupRecord) => Shape;
  /** Creates a device for an unknown name; without this, unknown names are rejected. */
  readonly newDevice?: (id: number, nameOrAddress: string) => DeviceRecord;
}
