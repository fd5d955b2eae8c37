import * as z from 'zod';
import type { Group } from '../../model/group.ts';
import { localizer } from '../../platform/localize.ts';
import { groupTitle } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { isFromKey } from '../keyArguments.ts';
import type { CommandParts } from '../parts.ts';
import { activeSession, isOfOneServer } from '../servers/serverArguments.ts';

const GroupRowSchema = z.looseObject({
  kind: z.literal('group'),
  serverId: z.string(),
  groupKey: z.string(),
});
const GroupIdSchema = z.union([
  z
    .int()
    .min(0)
    .transform(id => ({ id, server: undefined })),
  z.looseObject({ id: z.int().min(0), server: z.string().optional() }),
]);

export interface GroupTargets {
  readonly session: ServerSession;
  readonly groups: readonly Group[];
}

/** The groups a command is for: rows of the tree, an id, the selection of the view, or a choice. */
export async function groupsFor(
  parts: CommandParts,
  args: readonly unknown[],
  title: string,
): Promise<GroupTargets | undefined> {
  const isKey = isFromKey(args);
  const rows = groupRows(isKey ? await parts.groupsView.focusedRows() : rowArguments(parts, args));
  if (rows !== undefined) return groupsOfRows(parts, rows);
  if (isKey) return undefined;
  const named = GroupIdSchema.safeParse(args[0]);
  const session =
    named.success && named.data.server !== undefined
      ? parts.sessions.get(named.data.server)
      : await activeSession(parts);
  if (session === undefined) return undefined;
  await session.groups.ensureLoaded();
  if (named.success)
    return {
      session,
      groups: [session.groups.byId(named.data.id) ?? (await session.groups.read(named.data.id))],
    };
  return chooseGroups(parts, session, title);
}

function rowArguments(parts: CommandParts, args: readonly unknown[]): readonly unknown[] {
  if (Array.isArray(args[1]) && args[1].length > 0) return args[1];
  return args[0] === undefined ? parts.groupsView.selection() : [args[0]];
}

type GroupRow = z.infer<typeof GroupRowSchema>;

function groupRows(rows: readonly unknown[]): readonly [GroupRow, ...GroupRow[]] | undefined {
  const groups = rows.map(row => GroupRowSchema.safeParse(row)).filter(row => row.success);
  const [first, ...rest] = groups.map(row => row.data);
  return first === undefined || !isOfOneServer(rest.concat(first)) ? undefined : [first, ...rest];
}

function groupsOfRows(
  parts: CommandParts,
  rows: readonly [GroupRow, ...GroupRow[]],
): GroupTargets | undefined {
  const session = parts.sessions.get(rows[0].serverId);
  if (session === undefined) return undefined;
  const groups = rows
    .map(row => session.groups.entry(row.groupKey)?.group)
    .filter(group => group !== undefined);
  return { session, groups };
}

async function chooseGroups(
  parts: CommandParts,
  session: ServerSession,
  title: string,
): Promise<GroupTargets | undefined> {
  const choices = session.groups.entries.map(({ key, group }) => ({
    value: key,
    label: groupTitle(group),
    description: localizer.plural('{count} device|{count} devices', group.server_set.length),
  }));
  const chosen = await parts.dialogs.pickMany(title, choices);
  if (chosen === undefined || chosen.length === 0) return undefined;
  const groups = chosen.map(key => session.groups.entry(key)?.group).filter(group => group !== undefined);
  return { session, groups };
}
