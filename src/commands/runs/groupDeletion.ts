import { type Group, toGroupDraft } from '../../model/group.ts';
import { groupTitle } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { groupItem } from './remainingObjects.ts';

/** A group with its ID, which the server may not return. */
export interface IdentifiedGroup {
  readonly group: Group;
  readonly id: number;
}

/** How groups are deleted, each only after a fresh read has confirmed its ID. */
export function groupDeletion({ groups }: ServerSession, ids: ReadonlyMap<Group, number>) {
  return {
    kind: 'group',
    act: 'deleteGroups',
    objects: [...ids].map(([group, id]) => ({ group, id })),
    nameOf: ({ group }: IdentifiedGroup) => groupTitle(group),
    itemOf: ({ group, id }: IdentifiedGroup) => groupItem(group, id),
    draftOf: ({ group }: IdentifiedGroup) => toGroupDraft(group),
    read: async ({ group, id }: IdentifiedGroup) => ({ group: await groups.identity.verify(group, id), id }),
    remove: ({ id }: IdentifiedGroup) => groups.remove(id),
  } as const;
}
