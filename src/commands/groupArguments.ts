import * as z from 'zod';
import { isApiError } from '../api/errors.ts';
import { localizer } from '../host/localize.ts';
import { groupTitle } from '../host/objectNames.ts';
import type { Group } from '../model/group.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { CommandParts } from './parts.ts';
import { activeSession, isOfOneServer } from './serverArguments.ts';

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
  const rows = groupRows(rowArguments(parts, args));
  if (rows !== undefined) return groupsOfRows(parts, rows);
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

/** How many ids are tried when nothing else gives the id of a group (decision 12). */
const probeLimit = 500;

/**
 * The id of a group, found out where the server does not send it (decision 12): from memory and jobs, by
 * trying ids with progress and cancel, or typed by the person. `undefined` when the person gives up.
 */
export async function groupIdOf(
  parts: CommandParts,
  session: ServerSession,
  group: Group,
): Promise<number | undefined> {
  const { identity } = session.groups;
  const known = identity.known(group);
  if (known !== undefined) return known;
  const { t } = localizer;
  const name = groupTitle(group);
  const find = t('Find It');
  const type = t('Type the Id');
  const answer = await parts.dialogs.info(
    t(
      'The server does not tell the id of the group “{name}”, and without it the group cannot be opened or changed.',
      { name },
    ),
    ...(identity.isUnambiguous(group) ? [find, type] : [type]),
  );
  if (answer === type) return typeId(parts, session, group);
  if (answer !== find) return undefined;
  const found = await parts.dialogs.progress(
    t('Looking for the id of “{name}”', { name }),
    (report, signal) =>
      identity.resolve(group, {
        limit: probeLimit,
        signal,
        onProgress: (tried, limit) => report(t('{tried} of {limit} ids tried', { tried, limit })),
      }),
  );
  if (found !== undefined) return found;
  const typed = await parts.dialogs.warn(
    t('No id from 1 to {limit} belongs to “{name}”.', { limit: probeLimit, name }),
    type,
  );
  return typed === type ? typeId(parts, session, group) : undefined;
}

async function typeId(
  parts: CommandParts,
  session: ServerSession,
  group: Group,
): Promise<number | undefined> {
  const { t } = localizer;
  const text = await parts.dialogs.input({
    title: t('Id of the Group “{name}”', { name: groupTitle(group) }),
    prompt: t('The number in the address of the group in the web console.'),
    validate: value => (/^\d{1,15}$/.test(value.trim()) ? undefined : t('An id is a whole number.')),
  });
  if (text === undefined) return undefined;
  const id = Number(text.trim());
  try {
    await session.groups.identity.adopt(group, id);
    return id;
  } catch (error) {
    if (isApiError(error)) throw error;
    await parts.notices.show(error, session.server);
    return undefined;
  }
}
