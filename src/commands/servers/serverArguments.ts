import * as z from 'zod/mini';
import type { ServerConfig } from '../../model/server.ts';
import { t } from '../../platform/localize.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Args, Uses } from '../commandContext.ts';

export type ServerChoice = Uses<'servers' | 'dialogs' | 'offerServer'>;
export type SessionAccess = Uses<'sessions' | 'offerServer'>;

/** A row of the Servers view, `{ server: "<id>" }`, or just the ID. */
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

/** The server that a command applies to: from its argument, or picked by the user. */
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
    description: server === context.servers.active ? `${t('active')} · ${server.url}` : server.url,
  }));
  const id = await context.dialogs.pick(title, choices);
  return id === undefined ? undefined : context.servers.get(id);
}

/** The current configuration of the server; reports an unknown ID to the user. */
export async function namedServer(
  { servers, dialogs }: Uses<'servers' | 'dialogs'>,
  id: string,
): Promise<ServerConfig | undefined> {
  const server = servers.get(id);
  if (server === undefined) await dialogs.error(t('No server with the ID “{id}” is configured.', { id }));
  return server;
}

/** Rows of several servers must not be mixed, because the same ID refers to another object on each. */
export function isOfOneServer(rows: readonly { readonly serverId: string }[]): boolean {
  return rows.every(({ serverId }) => serverId === rows[0]?.serverId);
}

/** The session of the active server; if there is none, tells the user how to add a server. */
export async function activeSession(context: SessionAccess): Promise<ServerSession | undefined> {
  if (context.sessions.active === undefined) await context.offerServer();
  return context.sessions.active;
}

/** The session of the server in an argument, or else the active one. */
export async function sessionNamed(
  context: SessionAccess,
  server: string | undefined,
): Promise<ServerSession | undefined> {
  return server === undefined ? activeSession(context) : context.sessions.get(server);
}

export const IdSchema = z.int().check(z.minimum(0));
const NamedIdSchema = z.looseObject({ id: IdSchema, server: z.optional(z.string()) });

/** The ID in an argument: `12`, or `{ id: 12 }` with an optional `server` ID. */
export function namedId([given]: Args): z.infer<typeof NamedIdSchema> | undefined {
  const id = IdSchema.safeParse(given);
  return id.success ? { id: id.data } : NamedIdSchema.safeParse(given).data;
}

/** Runs an operation on a server, or tells the user that there is none. */
export async function withSession(
  context: SessionAccess,
  act: (session: ServerSession) => void | Promise<void>,
): Promise<void> {
  const session = await activeSession(context);
  if (session !== undefined) await act(session);
}
