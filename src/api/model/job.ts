import * as z from 'zod/mini';
import type { JsonObject } from '../../base/json.ts';
import { eachKey } from '../../base/tables.ts';
import { type ByField, byField } from '../fields/field.ts';
import { jobFields } from '../fields/jobFields.ts';
import { extraFields } from './extraFields.ts';
import {
  emptyDraft,
  extraChecks,
  onlyDocumented,
  otherwiseFields,
  type ReadValues,
  toDraft,
  unmetFields,
  type WrittenValues,
  wireSchemas,
} from './fieldShapes.ts';

type JobValues = ByField<typeof jobFields, ReadValues>;

/** A job as read from the server (docs/api.md, "Job"), with missing values filled in (decision 5). */
export interface Job extends JobValues {
  readonly id: number;
  /** Undocumented fields, preserved for the document and for PUT (decision 6). */
  readonly extra: JsonObject;
}

export const jobFieldNames: ReadonlySet<string> = new Set(['id', ...Object.keys(jobFields)]);

export const JobSchema = z.pipe(
  z
    .looseObject({ id: z.int().check(z.minimum(0)), ...byField(jobFields, wireSchemas) })
    .check(...extraChecks(jobFieldNames)),
  z.transform(
    (wire): Job => ({
      id: wire.id,
      ...eachKey<typeof jobFields, JobValues>(jobFields, name => wire[name]),
      extra: extraFields(wire, jobFieldNames),
    }),
  ),
);

/** docs/api.md, "Stopping jobs": the server's text is shown next to our own (decision 22). */
export const StopResponseSchema = z.looseObject({ message: z.nullish(z.string()) });

/** The body of a create, PUT or PATCH, and the text of a job document: the write shape of a job. */
export interface JobDraft extends Partial<ByField<typeof jobFields, WrittenValues>> {
  readonly [extra: string]: unknown;
}

/** Converts to the write shape (decision 13). Devices without a host name or address are omitted. */
export function toJobDraft(job: Job): JobDraft {
  return { ...toDraft(jobFields, job), ...job.extra };
}

/** Fields of `sent` that the job does not reflect. */
export function unmetJobFields(sent: JobDraft, job: Job, isNew?: boolean): string[] {
  const asked = isNew ? onlyDocumented(jobFields, sent) : sent;
  return unmetFields(jobFields, asked, toJobDraft(job), job.peers);
}

/** Fields of `sent` that the server stored otherwise. */
export function otherwiseJobFields(sent: JobDraft, job: Job, isNew = false): string[] {
  return otherwiseFields(jobFields, sent, toJobDraft(job), { devices: job.peers, isNew });
}

/** A new job to be filled in: enabled, without targets or work. */
export const emptyJobDraft: JobDraft = emptyDraft(jobFields);
