import * as z from 'zod';
import type { ServerConfig } from '../../model/server.ts';
import { localizer } from '../../platform/localize.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CommandParts } from '../parts.ts';

/** A row of the Servers view, `{ server: "<id>" }`, or the id alone. */
const ServerArgumentSchema = z.union([
  z.looseObject({ kind: z.literal('server'), serverId: z.string() }).transform(node => node.serverId),
  z.looseObject({ server: z.string() }).transform(argument => argument.server),
  z.string(),
]);

/** The server that a command is for: named by its argument, else chosen. */
export async function serverFor(
  parts: CommandParts,
  args: readonly unknown[],
  title: string,
): Promise<ServerConfig | undefined> {
  const argument = ServerArgumentSchema.safeParse(args[0]);
  if (argument.success) {
    const named = parts.servers.get(argument.data);
    if (named === undefined) {
      await parts.dialogs.error(localizer.t('There is no server with the id “{id}”.', { id: argument.data }));
    }
    return named;
  }
  const { servers } = parts.servers;
  if (servers.length === 0) await offerServer(parts);
  if (servers.length <= 1) return servers[0];
  const choices = servers.map(server => ({
    value: server.id,
    label: server.name,
    description: server === parts.servers.active ? `${localizer.t('active')} · ${server.url}` : server.url,
  }));
  const id = await parts.dialogs.pick(title, choices);
  return id === undefined ? undefined : parts.servers.get(id);
}

/** Ids are another server's objects there: rows of several servers, which no view shows, are never mixed. */
export function isOfOneServer(rows: readonly { readonly serverId: string }[]): boolean {
  return rows.every(({ serverId }) => serverId === rows[0]?.serverId);
}

/** The active server's session; tells the person how to get one when there is none. */
export async function activeSession(parts: CommandParts): Promise<ServerSession | undefined> {
  if (parts.sessions.active === undefined) await offerServer(parts);
  return parts.sessions.active;
}

/** Says that there is no server, and helps to get one. */
async function offerServer(parts: CommandParts): Promise<void> {
  const { t } = localizer;
  const add = t('Add Server');
  const demo = t('Try with Demo Server');
  const answer = await parts.dialogs.info(t('No server is configured yet.'), add, demo);
  if (answer === demo) await parts.demo.start();
  if (answer === add) await parts.runCommand('deviceAutomation.server.add');
}

/** Runs what needs a server, or says that there is none. */
export async function withSession(
  parts: CommandParts,
  act: (session: ServerSession) => void | Promise<void>,
): Promise<void> {
  const session = await activeSession(parts);
  if (session !== undefined) await act(session);
}
