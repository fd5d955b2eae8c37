import { type Group, groupKey } from '../../api/model/group.ts';

/** The fields that identify a group. */
export type NamedGroup = Pick<Group, 'name' | 'dn'>;

/** The group with this ID is not the one the user saw; nothing was written. */
export class GroupMismatchError extends Error {
  override readonly name = 'GroupMismatchError';
  readonly expected: NamedGroup;
  readonly found: Group | undefined;

  constructor(expected: NamedGroup, found: Group | undefined) {
    super(`the group is not the one that was seen: expected ${groupKey(expected)}`);
    this.expected = expected;
    this.found = found;
  }
}
