import type { DemoCall } from './call.ts';
import { FieldReader } from './fieldReader.ts';
import { anything, boolean, id, keys, notEmpty, readList, shortText, text } from './fields.ts';
import { deviceIds, deviceNames } from './nameDevices.ts';
import { invalid } from './problem.ts';
import type { JobFields } from './records.ts';

/** The values of fields that are missing from a create or a replace. */
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

const jobName = shortText(200);
const ids = readList(id);
const formats = readList(shortText(16));

/**
 * A create or PUT has the whole job in its body. Fields missing from a PATCH keep their value from `job`; the rules
 * apply to the resulting job.
 */
export function readJob({ body, context }: DemoCall, job?: JobFields): JobFields {
  const { world, variant } = context;
  const reader = new FieldReader(variant.received?.(body()) ?? body());
  const base = job ?? blankJob;
  const name = job ? reader.optional('name', jobName, job.name) : reader.required('name', jobName, '');
  const peers = reader.optional<readonly string[] | null>('peers', deviceNames(context), null);
  const fields = {
    ...base,
    name,
    params: reader.optional('params', text, base.params),
    enabled: reader.optional('enabled', boolean, base.enabled),
    run_on_start: reader.optional('run_on_start', boolean, base.run_on_start),
    groups: reader.optional(
      'groups',
      keys(group => world.groups.has(group)),
      base.groups,
    ),
    policies: reader.optional('policies', ids, base.policies),
    dynamic_groups: reader.optional('dynamic_groups', ids, base.dynamic_groups),
    reports: reader.optional('reports', ids, base.reports),
    report_formats: reader.optional('report_formats', formats, base.report_formats),
    notify: reader.optional('notify', boolean, base.notify),
    retry: reader.optional('retry', anything, base.retry),
  };
  reader.finish();
  checkWork(fields);
  const stored = peers === null ? fields : { ...fields, peers: deviceIds(peers, context) };
  return variant.storedJob?.(stored) ?? stored;
}

function checkWork(job: JobFields): void {
  if (job.policies.length === 0 && job.reports.length === 0) {
    throw invalid({ non_field_errors: ['At least one policy or one report is required.'] });
  }
  if (job.reports.length > 0 && job.report_formats.length === 0) {
    throw invalid({ report_formats: ['This field is required when reports are given.'] });
  }
}

/** The IDs in a stop request. */
export function readStop(body: unknown): readonly number[] {
  const reader = new FieldReader(body);
  const jobIds = reader.required('obj_id', notEmpty(ids), []);
  reader.finish();
  return jobIds;
}
