import { unwritableDevices } from '../model/device.ts';
import { findChangedFields } from '../model/difference.ts';
import { onlyFields } from '../model/draft.ts';
import { type FieldEdit, othersEdit, rebaseEdit } from '../model/fieldEdit.ts';
import { type Group, toGroupDraft } from '../model/group.ts';
import { type Job, toJobDraft } from '../model/job.ts';
import {
  type MembershipChange,
  type MembershipResult,
  membershipResult,
  planMembership,
} from '../model/membership.ts';
import type { Decision, ObjectWrites, WriteOptions } from './objectWrites.ts';
import { differencesIn, type StoredDifference, unlessRefused, WriteError } from './writeResult.ts';

export interface JobEdit {
  readonly job: Job;
  readonly edit: FieldEdit;
}

/** An edit as the server stored it, with the resulting job, for undoing it. */
export interface StoredEdit extends JobEdit {
  /** What others changed in the same lists in the meantime, which is preserved. */
  readonly others: FieldEdit;
  readonly differences: readonly StoredDifference[];
}

export interface EditOptions extends WriteOptions {
  /** The edit is about the job as a whole: who disables it means its name, work and targets. */
  readonly isOfWhole?: boolean;
}

/**
 * Applies the edit to the job's current state with a PATCH of the edited fields. Resolves with `undefined` if the
 * server already had all of it; rejects with `WriteError` or like the client if nothing was changed.
 */
export async function editJob(
  jobs: Pick<ObjectWrites<Job>, 'change'>,
  { job, edit }: JobEdit,
  options: EditOptions = {},
): Promise<StoredEdit | undefined> {
  const seen = { id: job.id, draft: toJobDraft(job) };
  const isMerge = Object.values(edit.after).some(Array.isArray);
  const result = unlessRefused(
    await jobs.change(seen, now => decideEdit(edit, now), { ...options, isMerge }),
  );
  if (result.kind === 'nothingToDo') return undefined;
  const [before, after] = [toJobDraft(result.before), toJobDraft(result.object)];
  const fields = findChangedFields(before, onlyFields(after, Object.keys(edit.after)));
  return {
    job: result.object,
    edit: { before: onlyFields(before, fields), after: onlyFields(after, fields) },
    others: othersEdit(edit, before),
    differences: differencesIn(result),
  };
}

function decideEdit(edit: FieldEdit, now: Job): Decision {
  const rebased = rebaseEdit(edit, toJobDraft(now));
  if (rebased.kind === 'unchanged') return { kind: 'nothing' };
  if (rebased.kind === 'conflict') return rebased;
  const unwritable = Object.hasOwn(rebased.patch, 'peers') ? unwritableDevices(now.peers) : [];
  return unwritable.length > 0 ? { kind: 'unnameable', devices: unwritable } : rebased;
}

export function reverseEdit({ before, after }: FieldEdit): FieldEdit {
  return { before: after, after: before };
}

export function throwIfOtherwise({ differences }: StoredEdit): void {
  if (differences.length > 0) throw new WriteError({ kind: 'storedOtherwise', differences });
}

export interface MemberChange {
  readonly group: Group;
  readonly id: number;
  readonly change: MembershipChange;
  /** Names shared by several known devices. */
  readonly shared?: ReadonlySet<string>;
}

export interface ChangedMembers extends MembershipResult {
  readonly group: Group;
}

/**
 * Applies the change to the group's current devices, and writes only `server_set`. Resolves with what the server
 * stored, which may not be all that was asked; rejects if nothing was changed.
 */
export async function changeMembers(
  groups: Pick<ObjectWrites<Group>, 'change'>,
  { group, id, change, shared }: MemberChange,
  options: WriteOptions = {},
): Promise<ChangedMembers> {
  const seen = { id, draft: toGroupDraft(group) };
  const decide = ({ server_set }: Group): Decision => {
    const { isChange, names, unnameable } = planMembership(server_set, change, shared);
    if (!isChange) return { kind: 'nothing' };
    if (unnameable.length > 0) return { kind: 'unnameable', devices: unnameable };
    return { kind: 'send', patch: { server_set: names } };
  };
  const result = unlessRefused(await groups.change(seen, decide, { ...options, isMerge: true }));
  const { object: after } = result;
  const before = result.kind === 'nothingToDo' ? after : result.before;
  return { ...membershipResult(before.server_set, after.server_set, change), group: after };
}
