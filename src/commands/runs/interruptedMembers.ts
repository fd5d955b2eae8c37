import * as z from 'zod';
import type { ItemOutcome } from '../../journal/runRecord.ts';
import { groupKey } from '../../model/group.ts';
import type { MembershipChange } from '../../model/membership.ts';
import { localizer } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import { confirmOn } from '../../servers/productionGuard.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { RunContext } from './bulk.ts';
import { changeGroupMembers, type GroupChange } from './changeGroupMembers.ts';

const { plural, t } = localizer;

const ReferencesSchema = z.array(z.object({ name: z.string(), id: z.number().exactOptional() }));
const ChangeSchema = z.object({ add: ReferencesSchema, remove: ReferencesSchema });

/**
 * What an interrupted change of groups has left to do. Devices are not removed unless the groups that they were to
 * be moved to have them: then those groups are checked again, too.
 */
export async function remainingChanges(
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
      // Created again, a group has another ID.
      const now = session.groups.identity.known(group) ?? id;
      return now === undefined ? [] : [{ group, id: now, change }];
    });
}

/** Continues after a question; each group is read again before it is changed. */
export async function resumeMembers(
  context: RunContext,
  session: ServerSession,
  changes: readonly GroupChange[],
): Promise<void> {
  const isSure = await confirmOn(session.server, context.dialogs, {
    message: plural(
      'Continue to change the devices of {count} group on “{server}”?|Continue to change the devices of {count} groups on “{server}”?',
      changes.length,
      { server: session.server.name },
    ),
    detail: namesOf(changes, ({ group }) => groupTitle(group), 10),
    action: t('Continue'),
  });
  if (isSure) await changeGroupMembers(context, session, { changes });
}

function changeOf({ draft }: ItemOutcome): MembershipChange {
  const change = ChangeSchema.safeParse(draft);
  return change.success ? change.data : { add: [], remove: [] };
}
