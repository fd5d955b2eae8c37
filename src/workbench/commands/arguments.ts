import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Args, ListView, Uses } from './commandContext.ts';

/** What finding a session requires. */
export type SessionAccess = Uses<'sessions' | 'offerServer'>;

const IdSchema = z.int().check(z.minimum(0));
const ofServer = { serverId: z.string() };
const labeledFields = { policy: 'policies', report: 'reports', dynamicGroup: 'dynamic_groups' } as const;

/** The row of a device, policy, report or dynamic group below a job. All but devices can be given a name. */
const TargetRowSchema = z.pipe(
  z.object({
    kind: z.literal('target'),
    ...ofServer,
    target: z.union([
      z.object({ kind: z.literal('device'), deviceKey: z.string() }),
      z.object({ kind: z.enum(['policy', 'report']), id: IdSchema }),
      z.object({ kind: z.literal('dynamicGroup'), groupId: IdSchema }),
    ]),
  }),
  z.transform(({ serverId, target }) => {
    if (target.kind === 'device')
      return { kind: target.kind, serverId, deviceKey: target.deviceKey, groupKey: undefined };
    const id = target.kind === 'dynamicGroup' ? target.groupId : target.id;
    return { kind: 'labeled' as const, serverId, field: labeledFields[target.kind], id };
  }),
);

/** The rows of all trees that commands apply to. */
const RowSchema = z.union([
  z.object({ kind: z.literal('server'), ...ofServer }),
  z.object({ kind: z.literal('job'), ...ofServer, jobId: IdSchema }),
  z.object({ kind: z.literal('group'), ...ofServer, groupKey: z.string() }),
  z.object({ kind: z.literal('device'), ...ofServer, groupKey: z.string(), deviceKey: z.string() }),
  TargetRowSchema,
  z.object({ kind: z.literal('showMore'), ...ofServer, of: z.string() }),
  z.object({
    kind: z.literal('unreadable'),
    ...ofServer,
    list: z.enum(['jobs', 'groups']),
    index: IdSchema,
  }),
]);

type RowKind = z.infer<typeof RowSchema>['kind'];
type Row<Kind extends RowKind> = Extract<z.infer<typeof RowSchema>, { readonly kind: Kind }>;

/** The rows of one kind among unparsed ones. */
export function rowsOf<Kind extends RowKind>(rows: readonly unknown[], kind: Kind): Row<Kind>[] {
  const isWanted = (row: z.infer<typeof RowSchema> | undefined): row is Row<Kind> => row?.kind === kind;
  return rows.map(row => RowSchema.safeParse(row).data).filter(isWanted);
}

/**
 * The rows of one kind, and the session of their server; `undefined` if there are none, or if they belong to several
 * servers, because the same ID means another object on each.
 */
export function rowsOnServer<Kind extends RowKind>(
  { sessions }: Uses<'sessions'>,
  rows: readonly unknown[],
  kind: Kind,
): { readonly session: ServerSession; readonly rows: readonly Row<Kind>[] } | undefined {
  const found = rowsOf(rows, kind);
  const [server, ...others] = new Set(found.map(({ serverId }) => serverId));
  const session = server === undefined || others.length > 0 ? undefined : sessions.get(server);
  return session && { session, rows: found };
}

const IdsSchema = z.union([IdSchema, z.array(IdSchema).check(z.minLength(1))]);
const OfServerSchema = z.looseObject({ server: z.optional(z.string()) });

/**
 * The IDs of jobs or groups in the first argument: `12`, `[12, 13]`, `{ id: 12 }` or `{ ids: [12, 13] }`; the last two
 * may have a `server` ID.
 */
export function givenIds([given]: Args): { ids: readonly number[]; server?: string | undefined } | undefined {
  const named = OfServerSchema.safeParse(given).data;
  const ids = IdsSchema.safeParse(named === undefined ? given : (named['ids'] ?? named['id'])).data;
  return ids === undefined ? undefined : { ids: [ids].flat(), server: named?.server };
}

const ServerSchema = z.union([z.string(), z.object({ server: z.string() })]);

/** The ID of the server in the first argument: a row, `{ server: "<id>" }`, or just the ID. */
export function givenServerId([given]: Args): string | undefined {
  const server = ServerSchema.safeParse(given).data;
  return rowsOf([given], 'server')[0]?.serverId ?? (typeof server === 'string' ? server : server?.server);
}

/** The command was run by a key in a view, so it applies to the focused row, unlike from the palette. */
export function isFromKey([given]: Args): boolean {
  return given === 'focused';
}

/**
 * The rows that a menu of a view passes: all selected ones if the clicked one is among them, otherwise only the
 * clicked one.
 */
export function rowsIn(args: Args): readonly unknown[] {
  return Array.isArray(args[1]) && args[1].length > 0 ? args[1] : args.slice(0, 1);
}

/**
 * Whether a command applies to the selection. A menu on several selected rows passes them, but with `undefined` while
 * VS Code is refreshing the tree.
 */
function isForSelection(args: Args): boolean {
  return args.length === 0 || (args[0] === undefined && Array.isArray(args[1]) && args[1].length > 1);
}

/**
 * What a command applies to: the focused row for a key, else the rows or IDs in its arguments, else the selection, else
 * what `otherwise` asks the user for.
 */
export async function targetsFor<T>(
  view: { readonly frame: Pick<ListView['frame'], 'focusedRows' | 'selection'> },
  args: Args,
  ofRows: (rows: readonly unknown[]) => T | undefined | Promise<T | undefined>,
  otherwise: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (isFromKey(args)) return ofRows(await view.frame.focusedRows());
  const given = await ofRows(rowsIn(args));
  const selected = given ?? (isForSelection(args) ? await ofRows(view.frame.selection) : undefined);
  return selected ?? otherwise();
}

/** In the title bar of an editor, the argument is the URI of its document, which is replaced by its job or group. */
export function objectArguments(context: Uses<'documents'>, args: Args): readonly unknown[] {
  const [uri] = args;
  const object = uri instanceof vscode.Uri ? context.documents.objectOf(uri) : undefined;
  return object?.id === undefined ? args : [{ kind: object.kind, id: object.id, server: object.serverId }];
}

type Run<Context> = (context: Context, args: Args) => Promise<void> | void;

const OfGroupSchema = z.looseObject({ kind: z.literal('group') });

/**
 * A command for the rows of both trees: runs the function for jobs, or the one for groups and their devices. A key names
 * its view; without rows or IDs, the selection decides that was made last.
 */
export function ofRows<OfJobs, OfGroups>(
  jobs: Run<OfJobs>,
  groups: Run<OfGroups>,
): Run<OfJobs & OfGroups & Uses<'jobsView' | 'groupsView'>> {
  return (context, args) => {
    const [given] = args;
    if (given === 'jobs') return jobs(context, ['focused']);
    if (given === 'groups') return groups(context, ['focused']);
    const rows = rowsIn(args);
    const { jobsView, groupsView } = context;
    const isOfGroups = isForSelection(args)
      ? groupsView.frame.selectedAt > jobsView.frame.selectedAt
      : OfGroupSchema.safeParse(given).success ||
        // Rows of devices may be selected together with their jobs.
        (rowsOf(rows, 'job').length === 0 &&
          rowsOf(rows, 'group').length + rowsOf(rows, 'device').length > 0);
    return (isOfGroups ? groups : jobs)(context, args);
  };
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

/** Runs an operation on a server, or tells the user that there is none. */
export async function withSession(
  context: SessionAccess,
  act: (session: ServerSession) => void | Promise<void>,
): Promise<void> {
  const session = await activeSession(context);
  if (session !== undefined) await act(session);
}
