import * as z from 'zod/mini';
import type { ServerConfig } from '../../model/server.ts';
import { localizer } from '../../platform/localize.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Args, Uses } from '../commandContext.ts';

export type ServerChoice = Uses<'servers' | 'dialogs' | 'offerServer'>;
export type SessionAccess = Uses<'sessions' | 'offerServer'>;

/** A row of the Servers view, `{ server: "<id>" }`, or the ID alone. */
const ServerArgumentSchema = z.union([
  z.pipe(
    z.looseObject({ kind: z.literal('server'), serverId: z.string() }),
    z.transform(node => node.serverId),
  ),
  z.pipe(
    z.looseObject({ server: z.string() }),
    z.transform(argument => argument.server),
  ),
  z.string(),
]);

/** The server that a command is for: from its argument, else chosen. */
export async function serverFor(
  context: ServerChoice,
  args: Args,
  title: string,
): Promise<ServerConfig | undefined> {
  const argument = ServerArgumentSchema.safeParse(args[0]);
  if (argument.success) return namedServer(context, argument.data);
  const { servers } = context.servers;
  if (servers.length === 0) await context.offerServer();
  if (servers.length <= 1) return servers[0];
  const choices = servers.map(server => ({
    value: server.id,
    label: server.name,
    description: server === context.servers.active ? `${localizer.t('active')} · ${server.url}` : server.url,
  }));
  const id = await context.dialogs.pick(title, choices);
  return id === undefined ? undefined : context.servers.get(id);
}

/** The server as it is configured now; an unknown one is reported. */
export async function namedServer(
  { servers, dialogs }: Uses<'servers' | 'dialogs'>,
  id: string,
): Promise<ServerConfig | undefined> {
  const server = servers.get(id);
  if (server === undefined)
    await dialogs.error(localizer.t('No server with the ID “{id}” is configured.', { id }));
  return server;
}

/** The same IDs refer to other objects on another server: rows of several servers are never mixed. */
export function isOfOneServer(rows: readonly { readonly serverId: string }[]): boolean {
  return rows.every(({ serverId }) => serverId === rows[0]?.serverId);
}

/** The active server's session; when there is none, reports how to get one. */
export async function activeSession(context: SessionAccess): Promise<ServerSession | undefined> {
  if (context.sessions.active === undefined) await context.offerServer();
  return context.sessions.active;
}

/** The session of the server that an argument names, else the active one. */
export async function sessionNamed(
  context: SessionAccess,
  server: string | undefined,
): Promise<ServerSession | undefined> {
  return server === undefined ? activeSession(context) : context.sessions.get(server);
}

export const IdSchema = z.int().check(z.minimum(0));
const NamedIdSchema = z.looseObject({ id: IdSchema, server: z.optional(z.string()) });

/** The ID that an argument is or has: `12`, or `{ id: 12 }` with an optional `server` ID. */
export function namedId([given]: Args): z.infer<typeof NamedIdSchema> | undefined {
  const id = IdSchema.safeParse(given);
  return id.success ? { id: id.data } : NamedIdSchema.safeParse(given).data;
}

/** Runs an operation that needs a server, or reports that there is none. */
export async function withSession(
  context: SessionAccess,
  act: (session: ServerSession) => void | Promise<void>,
): Promise<void> {
  const session = await activeSession(context);
  if (session !== undefined) await act(session);
}
