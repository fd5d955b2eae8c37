import * as z from 'zod/mini';
import type { Group } from '../../model/group.ts';
import { plural } from '../../platform/localize.ts';
import { groupTitle } from '../../platform/objectNames.ts';
import type { QuickChoice } from '../../platform/quickChoices.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Args, Uses } from '../commandContext.ts';
import { isOfOneServer, namedId, type SessionAccess, sessionNamed } from '../servers/serverArguments.ts';
import { isFromKey } from '../viewArguments.ts';

/** What choosing the groups for a command requires. */
export type GroupChoice = SessionAccess & Uses<'dialogs' | 'groupsView'>;

const GroupRowSchema = z.looseObject({
  kind: z.literal('group'),
  serverId: z.string(),
  groupKey: z.string(),
});

export interface GroupTargets {
  readonly session: ServerSession;
  readonly groups: readonly Group[];
}

/**
 * The groups that a command applies to: rows of the tree, an ID, the selection of the view, or ones that the user
 * picks.
 */
export async function groupsFor(
  context: GroupChoice,
  args: Args,
  title: string,
): Promise<GroupTargets | undefined> {
  const isKey = isFromKey(args);
  const rows = groupRows(isKey ? await context.groupsView.frame.focusedRows() : rowArguments(context, args));
  if (rows !== undefined) return groupsOfRows(context, rows);
  if (isKey) return undefined;
  const named = namedId(args);
  const session = await sessionNamed(context, named?.server);
  if (session === undefined) return undefined;
  await session.groups.ensureLoaded();
  if (named !== undefined)
    return { session, groups: [session.groups.byId(named.id) ?? (await session.groups.read(named.id))] };
  const groups = await pickGroups(context, session, title);
  return groups.length === 0 ? undefined : { session, groups };
}

function rowArguments(context: Uses<'groupsView'>, args: Args): readonly unknown[] {
  if (Array.isArray(args[1]) && args[1].length > 0) return args[1];
  return args[0] === undefined ? context.groupsView.frame.selection : [args[0]];
}

type GroupRow = z.infer<typeof GroupRowSchema>;

function groupRows(rows: readonly unknown[]): readonly [GroupRow, ...GroupRow[]] | undefined {
  const groups = rows.map(row => GroupRowSchema.safeParse(row)).filter(row => row.success);
  const [first, ...rest] = groups.map(row => row.data);
  return first === undefined || !isOfOneServer(rest.concat(first)) ? undefined : [first, ...rest];
}

/** The groups among rows of the tree. */
export function groupsOfRows(context: Uses<'sessions'>, args: Args): GroupTargets | undefined {
  const rows = groupRows(args);
  if (rows === undefined) return undefined;
  const session = context.sessions.get(rows[0].serverId);
  if (session === undefined) return undefined;
  const groups = rows
    .map(row => session.groups.entry(row.groupKey)?.group)
    .filter(group => group !== undefined);
  return { session, groups };
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
