import { type Device, unwritableDevices } from '../model/device.ts';
import { findChangedFields } from '../model/difference.ts';
import { type Draft, onlyFields } from '../model/draft.ts';
import { type FieldEdit, othersEdit, rebaseEdit } from '../model/fieldEdit.ts';
import { type Group, toGroupDraft } from '../model/group.ts';
import { type Job, toJobDraft } from '../model/job.ts';
import {
  type MembershipChange,
  type MembershipResult,
  membershipResult,
  planMembership,
} from '../model/membership.ts';
import type { ChangeOptions, Decision, ObjectWrites, Seen, WriteOptions } from './objectWrites.ts';
import { differencesIn, type StoredDifference, unlessRefused, WriteError } from './writeResult.ts';

/** An edit, and the job as the user saw it. */
export interface JobEdit {
  readonly job: Job;
  readonly edit: FieldEdit;
}

/** The same for a group, with the ID that its response may lack. */
export interface GroupEdit {
  readonly group: Group;
  readonly id: number;
  readonly edit: FieldEdit;
}

/** An edit as the server stored it, with the resulting job, for undoing it. */
export interface StoredEdit extends JobEdit {
  /** What others changed in the same lists in the meantime, which is preserved. */
  readonly others: FieldEdit;
  /** Fields that the server stores otherwise. */
  readonly differences: readonly StoredDifference[];
}

export interface EditOptions extends WriteOptions {
  /** The edit is about the job as a whole: who disables it means its name, work and targets. */
  readonly isOfWhole?: boolean;
}

/** What the server stored of an edit. */
interface Applied<T> extends Omit<StoredEdit, 'job'> {
  readonly object: T;
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
  const stored = await applyEdit(jobs, jobShape, { seen, edit }, { ...options, isMerge });
  return stored === undefined ? undefined : { ...stored, job: stored.object };
}

/** The same for a group, which must still have the name and `dn` that were seen. */
export function editGroup(
  groups: Pick<ObjectWrites<Group>, 'change'>,
  { group, id, edit }: GroupEdit,
  options: WriteOptions = {},
): Promise<Applied<Group> | undefined> {
  const isMerge = Object.hasOwn(edit.after, 'server_set');
  const seen = { id, draft: toGroupDraft(group) };
  return applyEdit(groups, groupShape, { seen, edit }, { ...options, isMerge });
}

interface Shape<T> {
  readonly toDraft: (object: T) => Draft;
  readonly deviceField: string;
  readonly devicesOf: (object: T) => readonly Device[];
}

const jobShape: Shape<Job> = { toDraft: toJobDraft, deviceField: 'peers', devicesOf: ({ peers }) => peers };
const groupShape: Shape<Group> = {
  toDraft: toGroupDraft,
  deviceField: 'server_set',
  devicesOf: ({ server_set }) => server_set,
};

async function applyEdit<T>(
  objects: Pick<ObjectWrites<T>, 'change'>,
  { toDraft, deviceField, devicesOf }: Shape<T>,
  { seen, edit }: { readonly seen: Seen; readonly edit: FieldEdit },
  options: ChangeOptions,
): Promise<Applied<T> | undefined> {
  const decide = (now: T): Decision => {
    const rebased = rebaseEdit(edit, toDraft(now));
    if (rebased.kind === 'unchanged') return { kind: 'nothing' };
    if (rebased.kind === 'conflict') return rebased;
    const unwritable = Object.hasOwn(rebased.patch, deviceField) ? unwritableDevices(devicesOf(now)) : [];
    return unwritable.length > 0 ? { kind: 'unnameable', devices: unwritable } : rebased;
  };
  const result = unlessRefused(await objects.change(seen, decide, options));
  if (result.kind === 'nothingToDo') return undefined;
  const [before, after] = [toDraft(result.before), toDraft(result.object)];
  const fields = findChangedFields(before, onlyFields(after, Object.keys(edit.after)));
  return {
    object: result.object,
    edit: { before: onlyFields(before, fields), after: onlyFields(after, fields) },
    others: othersEdit(edit, before),
    differences: differencesIn(result),
  };
}

/** Throws if the server stores something else than was asked. */
export function throwIfOtherwise({ differences }: Pick<StoredEdit, 'differences'>): void {
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
