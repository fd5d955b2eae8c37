import * as z from 'zod/mini';
import type { ItemOutcome } from '../../journal/runRecord.ts';
import { groupKey } from '../../model/group.ts';
import type { MembershipChange } from '../../model/membership.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { GroupChange } from './changedGroups.ts';

const ReferencesSchema = z.array(z.object({ name: z.string(), id: z.exactOptional(z.number()) }));
const ChangeSchema = z.object({ add: ReferencesSchema, remove: ReferencesSchema });

/**
 * The remaining changes of an interrupted run. Devices are not removed unless the groups that they were to
 * be moved to have them: then those groups are checked again, too.
 */
export async function remainingMembers(
  session: ServerSession,
  items: readonly ItemOutcome[],
): Promise<readonly GroupChange[]> {
  await session.groups.refresh();
  const noted = items.map(item => ({ ...item, change: changeOf(item) }));
  const rest = noted.filter(({ is }) => is !== 'done');
  const isMove = rest.some(({ change }) => change.add.length === 0);
  return noted
    .filter(item => item.is !== 'done' || (isMove && item.change.add.length > 0))
    .flatMap(({ id, key, change }) => {
      const group = session.groups.entries.find(entry => groupKey(entry.group) === key)?.group;
      if (rest.length === 0 || group === undefined) return [];
      // A group that was created again has another ID.
      const now = session.groups.identity.known(group) ?? id;
      return now === undefined ? [] : [{ group, id: now, change }];
    });
}

function changeOf({ draft }: ItemOutcome): MembershipChange {
  const change = ChangeSchema.safeParse(draft);
  return change.success ? change.data : { add: [], remove: [] };
}
