import {
  type DemoCall,
  type DemoContext,
  type DemoHandler,
  groupShape,
  jobShape,
  jobStatusShape,
  type Route,
} from './call.ts';
import {
  anything,
  boolean,
  deviceIds,
  deviceNames,
  id,
  keys,
  notEmpty,
  readFields,
  readListOf,
  shortText,
  text,
} from './fields.ts';
import { pageOf } from './pagination.ts';
import { invalid, json, noContent, notFound } from './reply.ts';
import {
  distinguishedName,
  type GroupFields,
  type GroupRecord,
  type JobFields,
  type JobRecord,
  type Table,
} from './world.ts';

/** A create or PUT has the whole object in its body, a PATCH a part of it. */
type Extent = 'whole' | 'part';

interface Kind<Stored extends { readonly id: number }, Fields> {
  readonly noun: 'Job' | 'Group';
  readonly table: (context: DemoContext) => Table<Stored>;
  readonly list: DemoHandler;
  readonly shape: (record: Stored, context: DemoContext) => unknown;
  /** The fields of the body merged over those of the record, as this server stores them. */
  readonly read: (call: DemoCall, extent: Extent, record?: Stored) => Fields;
  readonly add: (fields: Fields, context: DemoContext) => Stored;
  readonly change: (record: Stored, fields: Fields, context: DemoContext) => void;
  readonly remove: (record: Stored, context: DemoContext) => void;
}

const ids = readListOf(id);
const name = shortText(200);

/** The values of fields that are missing from a create, or from the PUT of a job. */
const blankJob: JobFields = {
  name: '',
  params: '',
  enabled: true,
  run_on_start: false,
  groups: [],
  peers: [],
  policies: [],
  dynamic_groups: [],
  reports: [],
  report_formats: [],
  notify: false,
  retry: null,
};

const blankGroup: GroupFields = { name: '', dn: '', server_set: [], owner: null };

const jobs: Kind<JobRecord, JobFields> = {
  noun: 'Job',
  table: ({ world }) => world.jobs,
  list: ({ context, url }) => {
    const found = filterRows(context.world.jobs.all(), url.searchParams);
    const page = context.variant.page ?? pageOf;
    return json(
      200,
      page(found, url, job => jobShape(job, context)),
    );
  },
  shape: jobShape,
  read: (call, extent, job) => {
    const { world, variant } = call.context;
    const base = extent === 'part' && job !== undefined ? job : blankJob;
    const { peers, ...fields } = readFields<Named<JobFields, 'peers'>>(
      receivedBody(call),
      {
        name,
        params: text,
        enabled: boolean,
        run_on_start: boolean,
        groups: keys(group => world.groups.has(group)),
        peers: deviceNames(call.context),
        policies: ids,
        dynamic_groups: ids,
        reports: ids,
        report_formats: readListOf(shortText(16)),
        notify: boolean,
        retry: anything,
      },
      { ...base, peers: null },
      extent === 'whole' ? ['name'] : [],
    );
    // The rules apply to the resulting job.
    if (fields.policies.length === 0 && fields.reports.length === 0)
      throw invalid({ non_field_errors: ['At least one policy or one report is required.'] });
    if (fields.reports.length > 0 && fields.report_formats.length === 0)
      throw invalid({ report_formats: ['This field is required when reports are given.'] });
    const stored = { ...fields, peers: peers === null ? base.peers : deviceIds(peers, call.context) };
    return variant.storedJob?.(stored) ?? stored;
  },
  add: (fields, { world, clock, runner }) => {
    const job = world.addJob(fields, clock.now());
    runner.enabledChanged(job);
    return job;
  },
  change: (job, fields, { clock, runner }) => {
    const { enabled, params } = job;
    Object.assign(job, fields, { updatedAtMs: clock.now() });
    if (job.enabled !== enabled) runner.enabledChanged(job);
    else if (job.params !== params) runner.scheduleChanged(job);
  },
  remove: (job, { world, runner }) => {
    world.jobs.remove(job.id);
    runner.forget(job);
  },
};

const groups: Kind<GroupRecord, GroupFields> = {
  noun: 'Group',
  table: ({ world }) => world.groups,
  list: ({ context }) =>
    json(
      200,
      context.world.groups.all().map(group => groupShape(group, context)),
    ),
  shape: groupShape,
  /** PUT replaces the fields in the body (docs/api.md, "Group body"); other fields stay unchanged. */
  read: (call, extent, group) => {
    const base = group ?? blankGroup;
    const { server_set: names, ...fields } = readFields<Named<GroupFields, 'server_set'>>(
      receivedBody(call),
      { name, dn: text, server_set: deviceNames(call.context), owner: anything },
      { ...base, server_set: null },
      extent === 'whole' ? ['name'] : [],
    );
    const stored = {
      ...fields,
      server_set: names === null ? base.server_set : deviceIds(names, call.context),
    };
    return call.context.variant.storedGroup?.(stored) ?? stored;
  },
  add: (fields, { world, clock }) =>
    world.addGroup({ ...fields, dn: fields.dn || distinguishedName(fields.name) }, clock.now()),
  change: (group, fields, { clock }) => {
    Object.assign(group, fields, { updatedAtMs: clock.now() });
  },
  remove: (group, { world }) => {
    world.removeGroup(group.id);
  },
};

/** A request has names of devices; `null` if it has no list of them. */
type Named<Fields, List extends keyof Fields> = Omit<Fields, List> & {
  readonly [Name in List]: readonly string[] | null;
};

function receivedBody({ body, context }: DemoCall): unknown {
  return context.variant.received?.(body()) ?? body();
}

/** The record with the ID in the path; throws a 404 if there is none. */
function findRecord<Stored extends { readonly id: number }>(
  { idText, context }: DemoCall,
  { table, noun }: Pick<Kind<Stored, never>, 'table' | 'noun'>,
): Stored {
  const record = /^\d+$/.test(idText) ? table(context).get(Number(idText)) : undefined;
  if (!record) throw notFound(noun);
  return record;
}

function routesOf<Stored extends { readonly id: number }, Fields>(
  path: string,
  kind: Kind<Stored, Fields>,
): readonly Route[] {
  const { noun, list, shape, read, add, change, remove } = kind;
  const changing =
    (extent: Extent): DemoHandler =>
    call => {
      const record = findRecord(call, kind);
      change(record, read(call, extent, record), call.context);
      return json(200, shape(record, call.context));
    };
  return [
    {
      pattern: new RegExp(`^${path}$`),
      title: `${noun} List`,
      operations: {
        GET: list,
        POST: call => json(201, shape(add(read(call, 'whole'), call.context), call.context)),
      },
    },
    {
      pattern: new RegExp(`^${path}([^/.]+)/$`),
      title: `${noun} Instance`,
      operations: {
        GET: call => json(200, shape(findRecord(call, kind), call.context)),
        PUT: changing('whole'),
        PATCH: changing('part'),
        DELETE: call => {
          remove(findRecord(call, kind), call.context);
          return noContent;
        },
      },
    },
  ];
}

/** The texts are those of docs/api.md, "Stopping jobs". Only running jobs stop. */
const stopJobs: DemoHandler = ({ body, context: { world, runner } }) => {
  const { obj_id: jobIds } = readFields<{ obj_id: readonly number[] }>(
    body(),
    { obj_id: notEmpty(ids) },
    { obj_id: [] },
    ['obj_id'],
  );
  const found = jobIds.flatMap(jobId => world.jobs.get(jobId) ?? []);
  if (found.length === 0) return json(400, { message: 'Задачи не найдены' });
  for (const job of found) runner.stop(job);
  return json(200, { message: 'Задачи успешно остановлены' });
};

/** The API documents no filters; these two let users try extra query parameters. */
function filterRows(all: readonly JobRecord[], query: URLSearchParams): readonly JobRecord[] {
  const search = query.get('search')?.toLowerCase() ?? '';
  const enabled = query.get('enabled')?.toLowerCase();
  if (search === '' && enabled === undefined) return all;
  return all.filter(
    job =>
      job.name.toLowerCase().includes(search) && (enabled === undefined || String(job.enabled) === enabled),
  );
}

export const apiRoutes: readonly Route[] = [
  ...routesOf('/automation/api/job/', jobs),
  {
    pattern: /^\/automation\/api\/job\/([^/.]+)\/status\/$/,
    title: 'Job Status',
    operations: { GET: call => json(200, jobStatusShape(findRecord(call, jobs), call.context)) },
  },
  {
    pattern: /^\/automation\/api\/stop_job\/$/,
    title: 'Stop Job',
    operations: { POST: stopJobs },
  },
  ...routesOf('/account/api/group/', groups),
];
