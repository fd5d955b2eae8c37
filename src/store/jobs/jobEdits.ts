import { unwritableDevices } from '../../model/device.ts';
import type { Draft } from '../../model/draft.ts';
import { type FieldEdit, othersEdit, rebaseEdit } from '../../model/fieldEdit.ts';
import { type Job, toJobDraft } from '../../model/job.ts';
import { isOfAnotherJob } from '../../model/reusedId.ts';
import { SkippedError } from '../../model/skippedError.ts';
import { UnnameableDevicesError } from '../unnameableDevicesError.ts';
import type { JobStore } from './jobStore.ts';

/** Somebody else changed the same fields meanwhile, so nothing was sent. */
export class JobEditConflictError extends Error {
  override readonly name = 'JobEditConflictError';
  readonly fields: readonly string[];

  constructor(fields: readonly string[]) {
    super(`changed meanwhile: ${fields.join(', ')}`);
    this.fields = fields;
  }
}

/** An edit of a job as the user saw it. */
export interface JobEdit {
  readonly job: Job;
  readonly edit: FieldEdit;
}

/** An edit as the server stored it, and the job after it, by which it can be undone. */
export interface StoredEdit extends JobEdit {
  /** Changes of others to the same lists meanwhile, which are kept. */
  readonly others: FieldEdit;
}

/**
 * Reads the job again and applies the edit to what the server has now, by PATCH of its fields alone. Resolves with
 * `undefined` where the server had all of it already.
 */
export async function editJob(
  jobs: Pick<JobStore, 'read' | 'update'>,
  { job, edit }: JobEdit,
  sending: (kept: Draft) => Promise<void>,
): Promise<StoredEdit | undefined> {
  const now = await jobs.read(job.id);
  const draft = toJobDraft(now);
  const rebased = rebaseEdit(edit, draft);
  if (rebased.kind === 'equal') return undefined;
  if (isOfAnotherJob(toJobDraft(job), draft)) throw new SkippedError('reusedId');
  if (rebased.kind === 'conflict') throw new JobEditConflictError(rebased.fields);
  const fields = Object.keys(rebased.patch);
  checkPeers(now, fields);
  const before = only(draft, fields);
  await sending(before);
  const stored = await jobs.update(job.id, rebased.patch);
  const made = { before, after: only(toJobDraft(stored), fields) };
  return { job: stored, edit: made, others: othersEdit(edit, draft) };
}

function checkPeers({ peers }: Job, fields: readonly string[]): void {
  const unwritable = fields.includes('peers') ? unwritableDevices(peers) : [];
  if (unwritable.length > 0) throw new UnnameableDevicesError('job', unwritable);
}

function only(draft: Draft, fields: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([field]) => fields.includes(field)));
}

/** The edit that reverts this one. */
export function reversed({ before, after }: FieldEdit): FieldEdit {
  return { before: after, after: before };
}
