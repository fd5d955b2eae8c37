import { unwritableDevices } from '../../model/device.ts';
import { type Draft, onlyFields } from '../../model/draft.ts';
import { type FieldEdit, othersEdit, rebaseEdit } from '../../model/fieldEdit.ts';
import { type Job, toJobDraft } from '../../model/job.ts';
import { isOfAnotherJob } from '../../model/reusedId.ts';
import { SkippedError } from '../../model/skippedError.ts';
import { UnnameableDevicesError } from '../unnameableDevicesError.ts';
import type { JobStore } from './jobStore.ts';

/** Someone else has changed the same fields, so nothing was sent. */
export class JobEditConflictError extends Error {
  override readonly name = 'JobEditConflictError';
  readonly fields: readonly string[];

  constructor(fields: readonly string[]) {
    super(`changed meanwhile: ${fields.join(', ')}`);
    this.fields = fields;
  }
}

/** An edit, and the job as the user saw it. */
export interface JobEdit {
  readonly job: Job;
  readonly edit: FieldEdit;
}

/** An edit as the server stored it, with the resulting job, for undoing it. */
export interface StoredEdit extends JobEdit {
  /** What others changed in the same lists in the meantime, which is preserved. */
  readonly others: FieldEdit;
}

/**
 * Reads the job again and applies the edit to its current state with a PATCH of the edited fields. Resolves with
 * `undefined` if the server already had all of it.
 */
export async function editJob(
  jobs: Pick<JobStore, 'read' | 'update'>,
  { job, edit }: JobEdit,
  sending: (kept: Draft) => Promise<void>,
): Promise<StoredEdit | undefined> {
  const now = await jobs.read(job.id);
  const draft = toJobDraft(now);
  const rebased = rebaseEdit(edit, draft);
  if (rebased.kind === 'unchanged') return undefined;
  if (isOfAnotherJob(toJobDraft(job), draft)) throw new SkippedError('reusedId');
  if (rebased.kind === 'conflict') throw new JobEditConflictError(rebased.fields);
  const fields = Object.keys(rebased.patch);
  checkPeers(now, fields);
  const before = onlyFields(draft, fields);
  await sending(before);
  const stored = await jobs.update(job.id, rebased.patch);
  const made = { before, after: onlyFields(toJobDraft(stored), fields) };
  return { job: stored, edit: made, others: othersEdit(edit, draft) };
}

function checkPeers({ peers }: Job, fields: readonly string[]): void {
  const unwritable = fields.includes('peers') ? unwritableDevices(peers) : [];
  if (unwritable.length > 0) throw new UnnameableDevicesError('job', unwritable);
}

/** The edit that undoes this one. */
export function reversed({ before, after }: FieldEdit): FieldEdit {
  return { before: after, after: before };
}
