import type { Group } from '../../../api/model/group.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { readWhole } from '../../notices/wholeLists.ts';
import { plural } from '../../platform/localize.ts';
import { groupTitle } from '../../platform/objectNames.ts';
import type { QuickChoice } from '../../platform/quickChoices.ts';
import { givenIds, rowsOnServer, type SessionAccess, sessionNamed, targetsFor } from '../arguments.ts';
import type { Args, Uses } from '../commandContext.ts';

/** What choosing the groups for a command requires. */
export type GroupChoice = SessionAccess & Uses<'dialogs' | 'groupsView'>;

export interface GroupTargets {
  readonly session: ServerSession;
  readonly groups: readonly Group[];
}

/**
 * The groups that a command applies to: rows of the tree, IDs, the selection of the view, or ones that the user picks.
 */
export function groupsFor(
  context: GroupChoice,
  args: Args,
  title: string,
): Promise<GroupTargets | undefined> {
  return targetsFor(
    context.groupsView,
    args,
    rows => groupsOfRows(context, rows),
    async () => {
      const named = givenIds(args);
      const session = await sessionNamed(context, named?.server);
      if (session === undefined) return undefined;
      if (!(await readWhole(context, session, ['groups']))) return undefined;
      const groups =
        named === undefined
          ? await pickGroups(context, session, title)
          : await Promise.all(named.ids.map(id => session.groups.byId(id) ?? session.groups.read(id)));
      return groups.length === 0 ? undefined : { session, groups };
    },
  );
}

/** The groups among rows of the tree. */
export function groupsOfRows(context: Uses<'sessions'>, rows: Args): GroupTargets | undefined {
  const found = rowsOnServer(context, rows, 'group');
  if (found === undefined) return undefined;
  const { session } = found;
  return { session, groups: found.rows.flatMap(row => session.groups.entry(row.groupKey)?.group ?? []) };
}

/** Lets the user pick groups of the server; empty if canceled. */
export async function pickGroups(
  { dialogs }: Uses<'dialogs'>,
  session: ServerSession,
  title: string,
): Promise<readonly Group[]> {
  const chosen = (await dialogs.pickMany(title, groupChoices(session))) ?? [];
  return chosen.flatMap(key => session.groups.entry(key)?.group ?? []);
}

/** The groups of the server as choices, by their keys. */
export function groupChoices({ groups }: ServerSession): QuickChoice[] {
  return groups.entries.map(({ key, group }) => ({
    value: key,
    label: groupTitle(group),
    description: plural('{count} device|{count} devices', group.server_set.length),
  }));
}
