import { type Group, toGroupDraft } from '../model/group.ts';
import {
  type MembershipChange,
  type MembershipResult,
  membershipResult,
  planMembership,
} from '../model/membership.ts';
import type { Decision, ObjectWrites, WriteOptions } from './objectWrites.ts';
import { unlessRefused } from './writeResult.ts';

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
