import type { Draft } from '../../model/draft.ts';
import { type Group, toGroupDraft } from '../../model/group.ts';
import {
  type MembershipChange,
  type MembershipResult,
  membershipResult,
  planMembership,
} from '../../model/membership.ts';
import { onceForEach } from '../../util/collections.ts';
import { UnnameableDevicesError } from '../unnameableDevicesError.ts';
import type { GroupStore } from './groupStore.ts';

export interface MemberChange {
  /** The group as the user saw it. */
  readonly group: Group;
  readonly id: number;
  readonly change: MembershipChange;
  /** Names shared by several known devices. */
  readonly shared?: ReadonlySet<string>;
}

export interface ChangedMembers extends MembershipResult {
  /** The group as returned by the server. */
  readonly group: Group;
}

/** Changes of one group run one after the other, because each reads and writes the whole list. */
const pendingOf = onceForEach((_groups: Members) => new Map<number, Promise<unknown>>());

/**
 * Reads the group again, applies the change to its current devices, and writes only `server_set`. Resolves with what
 * the response shows; writes nothing if there is nothing to change. `sending` is awaited before the write.
 */
export function changeMembers(
  groups: Members,
  change: MemberChange,
  sending: (kept: Draft) => Promise<void> = async () => undefined,
): Promise<ChangedMembers> {
  const ofStore = pendingOf(groups);
  const run = () => readChangeWrite(groups, change, sending);
  const result = (ofStore.get(change.id) ?? Promise.resolve()).then(run, run);
  ofStore.set(change.id, result);
  return result;
}

type Members = Pick<GroupStore, 'readSeen' | 'update'>;

async function readChangeWrite(
  groups: Members,
  { group, id, change, shared }: MemberChange,
  sending: (kept: Draft) => Promise<void>,
): Promise<ChangedMembers> {
  const before = await groups.readSeen(group, id);
  const { isChange, names, unnameable } = planMembership(before.server_set, change, shared);
  if (!isChange) return { ...membershipResult(before.server_set, before.server_set, change), group: before };
  if (unnameable.length > 0) throw new UnnameableDevicesError('group', unnameable);
  await sending({ server_set: toGroupDraft(before).server_set });
  const after = await groups.update(id, { server_set: [...names] });
  return { ...membershipResult(before.server_set, after.server_set, change), group: after };
}
