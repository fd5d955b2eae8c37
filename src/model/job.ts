import * as z from 'zod';
import type { JsonObject } from '../util/json.ts';
import { areNamed, type Device, DeviceWireSchema, mostDevices, toDevice, writeNames } from './device.ts';
import { changedFields } from './difference.ts';
import { extraFields, extraFieldsAreShallow } from './extraFields.ts';
import { customIssue } from './mismatch.ts';
import { wireList } from './wireList.ts';

/** A job as read from the server (docs/api.md, "Job"), with absences filled in (decision 5). */
export interface Job {
  readonly id: number;
  readonly name: string;
  /** Schedule in RFC 5545 text, as the server sent it; '' is no schedule. */
  readonly params: string;
  /** `undefined` when the server does not say. */
  readonly enabled: boolean | undefined;
  readonly run_on_start: boolean | undefined;
  readonly groups: readonly number[];
  readonly dynamic_groups: readonly number[];
  readonly peers: readonly Device[];
  readonly policies: readonly number[];
  readonly reports: readonly number[];
  readonly report_formats: readonly string[];
  /** Fields that the API does not describe, kept for the document and for PUT (decision 6). */
  readonly extra: JsonObject;
}

const ids = wireList(z.int()).nullish();

const JobWireSchema = z.looseObject({
  id: z.int().min(0),
  name: z.string().nullish(),
  params: z.string().nullish(),
  enabled: z.boolean().nullish(),
  run_on_start: z.boolean().nullish(),
  groups: ids,
  dynamic_groups: ids,
  peers: wireList(DeviceWireSchema, mostDevices).nullish(),
  policies: ids,
  reports: ids,
  report_formats: wireList(z.string()).nullish(),
});

/** The fields that the API describes. */
export const jobFields: ReadonlySet<string> = new Set(Object.keys(JobWireSchema.shape));

const SafeJobWireSchema = JobWireSchema.refine(
  wire => extraFieldsAreShallow(wire, jobFields),
  customIssue('tooDeep'),
);

export const JobSchema = SafeJobWireSchema.transform(
  (wire): Job => ({
    id: wire.id,
    name: wire.name ?? '',
    params: wire.params ?? '',
    enabled: wire.enabled ?? undefined,
    run_on_start: wire.run_on_start ?? undefined,
    groups: wire.groups ?? [],
    dynamic_groups: wire.dynamic_groups ?? [],
    peers: (wire.peers ?? []).map(toDevice),
    policies: wire.policies ?? [],
    reports: wire.reports ?? [],
    report_formats: wire.report_formats ?? [],
    extra: extraFields(wire, jobFields),
  }),
);

/** docs/api.md, "Stopping jobs": the text is the server's, shown beside our own (decision 22). */
export const StopAnswerSchema = z.looseObject({ message: z.string().nullish() });

/** The body of a create, PUT or PATCH, and the text of a job document: the write shape of a job. */
export interface JobDraft {
  readonly name?: string;
  readonly params?: string;
  readonly enabled?: boolean;
  readonly run_on_start?: boolean;
  readonly groups?: readonly number[];
  readonly dynamic_groups?: readonly number[];
  readonly peers?: readonly string[];
  readonly policies?: readonly number[];
  readonly reports?: readonly number[];
  readonly report_formats?: readonly string[];
  readonly [extra: string]: unknown;
}

/** Read shape to write shape (decision 13). Devices without host name and address are left out. */
export function toJobDraft(job: Job): JobDraft {
  return {
    name: job.name,
    params: job.params,
    ...(job.enabled === undefined ? {} : { enabled: job.enabled }),
    ...(job.run_on_start === undefined ? {} : { run_on_start: job.run_on_start }),
    groups: job.groups,
    dynamic_groups: job.dynamic_groups,
    peers: writeNames(job.peers),
    policies: job.policies,
    reports: job.reports,
    report_formats: job.report_formats,
    ...job.extra,
  };
}

/**
 * Fields of `sent` that the job does not show, for a write whose answer was lost. Servers trim names, and may
 * know devices by another name than the one that was sent.
 */
export function unmetJobFields(sent: JobDraft, job: Job): string[] {
  return changedFields(toJobDraft(job), sent).filter(field => {
    if (field === 'name') return sent.name?.trim() !== job.name.trim();
    return field !== 'peers' || !areNamed(job.peers, sent.peers ?? []);
  });
}

/** A new job, ready to be filled in: enabled, without targets and work. */
export const emptyJobDraft: JobDraft = {
  name: '',
  params: '',
  enabled: true,
  run_on_start: false,
  groups: [],
  dynamic_groups: [],
  peers: [],
  policies: [],
  reports: [],
  report_formats: [],
};
