import * as z from 'zod';
import { isTimeZone, type ServerConfig } from '../../model/server.ts';
import { localizer } from '../../platform/localize.ts';
import { serverMarks } from '../../servers/serverMarks.ts';
import type { CommandContext } from '../commandContext.ts';
import { editGuards } from './editGuards.ts';
import { editNetwork } from './editNetwork.ts';
import {
  activeSession,
  namedServer,
  type ServerChoice,
  type SessionAccess,
  serverFor,
} from './serverArguments.ts';
import {
  acceptUrl,
  askName,
  askToken,
  askUrl,
  type ServerChangeContext,
  tryServer,
} from './serverQuestions.ts';
import { askToTrust } from './trustCertificate.ts';

const { t } = localizer;

/** `{ server: "<id>", what: "zone" }`: straight to the time zone. */
const ZoneWantedSchema = z.looseObject({ what: z.literal('zone') });

/** Changes name, URL or options of a server. Another URL needs its own token and never gets the old one. */
export async function editServer(
  context: ServerChangeContext & Pick<CommandContext, 'offerServer'>,
  args: readonly unknown[],
): Promise<void> {
  const server = await serverFor(context, args, t('Edit Server'));
  if (server === undefined) return;
  if (context.servers.isTemporary(server.id)) {
    await context.dialogs.info(t('The demo server cannot be edited.'));
    return;
  }
  if (ZoneWantedSchema.safeParse(args[0]).success) return editTimeZone(context, server);
  const what = await context.dialogs.pick(t('Edit “{server}”', { server: server.name }), [
    { value: 'name', label: t('Name'), description: server.name },
    { value: 'url', label: t('URL'), description: server.url },
    { value: 'query', label: t('Job list query'), description: queryText(server) },
    {
      value: 'timeout',
      label: t('Timeout'),
      description: t('{count} s', { count: server.timeoutSeconds ?? 30 }),
    },
    {
      value: 'guards',
      label: t('Safeguards'),
      description: serverMarks(server) || t('none'),
    },
    { value: 'network', label: t('Network and certificate'), description: networkText(server) },
    { value: 'zone', label: t('Time zone'), description: server.timeZone ?? t('not known') },
  ]);
  if (what === 'name') await editName(context, server);
  if (what === 'url') await editUrl(context, server);
  if (what === 'query') await editQuery(context, server);
  if (what === 'timeout') await editTimeout(context, server);
  if (what === 'guards') await editGuards(context, server);
  if (what === 'network') await editNetwork(context, server);
  if (what === 'zone') await editTimeZone(context, server);
}

async function editName(
  context: Pick<CommandContext, 'servers' | 'dialogs'>,
  server: ServerConfig,
): Promise<void> {
  const name = await askName(context, t('Edit Server'), server.name);
  if (name !== undefined) await context.servers.edit(server, { ...server, name });
}

async function editUrl(context: ServerChangeContext, server: ServerConfig): Promise<void> {
  const address = await askUrl(context, t('Edit Server'), server.url);
  if (address !== undefined) await moveServer(context, server, address);
}

/** Changes the server to the URL that a redirect offered, after the user agreed. */
export async function changeServerUrl(
  context: ServerChangeContext,
  server: ServerConfig,
  url: string,
): Promise<void> {
  const address = await acceptUrl(context, url);
  if (address !== undefined) await moveServer(context, server, address);
}

async function moveServer(
  context: ServerChangeContext,
  server: ServerConfig,
  address: Pick<ServerConfig, 'url' | 'allowHttp'>,
): Promise<void> {
  const { allowHttp: _, certificate, ...rest } = server;
  // A certificate trusted at one address proves nothing about another.
  const isSameOrigin = new URL(address.url).origin === new URL(server.url).origin;
  const pin = isSameOrigin && certificate !== undefined ? { certificate } : {};
  await moveTo(context, server, { ...rest, ...pin, ...address });
}

async function moveTo(
  context: ServerChangeContext,
  server: ServerConfig,
  moved: ServerConfig,
): Promise<void> {
  // A token is bound to its origin: it stays when only the path changed, and is requested otherwise.
  const known = await context.tokens.get(moved);
  const token = known ?? (await askToken(context, moved));
  if (token === undefined) return;
  const trial = await tryServer(context, moved, token);
  if (trial.kind === 'failed') {
    const show = t('Show Certificate…');
    const problem = `${trial.problem} ${t('The server was not changed.')}`;
    const answer = await context.dialogs.decide(problem, ...(trial.isUntrusted ? [show] : []));
    const trusted = answer === show ? await askToTrust(context, moved) : undefined;
    if (trusted !== undefined) await moveTo(context, server, { ...moved, certificate: trusted });
    return;
  }
  if (known === undefined) await context.tokens.set(moved, token);
  await context.servers.edit(server, moved);
  if (known === undefined) await context.tokens.delete(server);
}

async function editQuery(
  context: Pick<CommandContext, 'servers' | 'dialogs'>,
  server: ServerConfig,
): Promise<void> {
  const text = await context.dialogs.input({
    title: t('Job List Query'),
    prompt: t(
      'Sent unchanged with each request for the job list, for example page_size=200. Leave empty to send nothing.',
    ),
    value: queryText(server),
  });
  if (text === undefined) return;
  const { jobListQuery: _, ...rest } = server;
  const query = Object.fromEntries(new URLSearchParams(text.trim().replace(/^\?/, '')));
  await context.servers.edit(
    server,
    Object.keys(query).length === 0 ? rest : { ...rest, jobListQuery: query },
  );
}

async function editTimeout(
  context: Pick<CommandContext, 'servers' | 'dialogs'>,
  server: ServerConfig,
): Promise<void> {
  const text = await context.dialogs.input({
    title: t('Timeout'),
    prompt: t('How many seconds to wait for a response (1 to 600)'),
    value: String(server.timeoutSeconds ?? 30),
    validate: value =>
      /^\d{1,3}$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= 600
        ? undefined
        : t('Enter a whole number from 1 to 600.'),
  });
  if (text !== undefined) await context.servers.edit(server, { ...server, timeoutSeconds: Number(text) });
}

/** The time zone of the server's own clock, in which schedules without a zone are read. */
async function editTimeZone(
  context: Pick<CommandContext, 'servers' | 'dialogs'>,
  server: ServerConfig,
): Promise<void> {
  const text = await context.dialogs.input({
    title: t('Server Time Zone'),
    prompt: t('The IANA name, for example Europe/Berlin or UTC. Leave empty if unknown.'),
    value: server.timeZone ?? '',
    validate: value =>
      value.trim() === '' || isTimeZone(value.trim()) ? undefined : t('Unknown time zone.'),
  });
  if (text === undefined) return;
  const { timeZone: _, ...rest } = server;
  await context.servers.edit(server, text.trim() === '' ? rest : { ...rest, timeZone: text.trim() });
}

function networkText({ network, caFile, certificate }: ServerConfig): string {
  const words = [
    network === 'vscode' ? t("VS Code's connections") : '',
    caFile === undefined ? '' : t('CA file'),
    certificate === undefined ? '' : t('one trusted certificate'),
  ];
  return words.filter(word => word !== '').join(', ');
}

function queryText(server: ServerConfig): string {
  return new URLSearchParams({ ...server.jobListQuery }).toString();
}

/** Removes a server and its token from VS Code; nothing is changed on the server. */
export async function removeServer(
  context: ServerChoice & Pick<CommandContext, 'tokens' | 'demo' | 'watchList'>,
  args: readonly unknown[],
): Promise<void> {
  const server = await serverFor(context, args, t('Remove Server'));
  if (server === undefined) return;
  if (context.servers.isTemporary(server.id)) return context.demo.stop();
  const isSure = await context.dialogs.confirm({
    message: t('Remove “{server}” ({url}) from VS Code?', { server: server.name, url: server.url }),
    detail: t('Its token is deleted as well. Nothing changes on the server itself.'),
    action: t('Remove'),
  });
  if (!isSure) return;
  // Watched jobs activate the extension with the window.
  await context.watchList.unwatchAll(server.id);
  await context.tokens.delete(server);
  await context.servers.remove(server.id);
}

export async function switchServer(
  context: ServerChangeContext & Pick<CommandContext, 'offerServer'>,
  args: readonly unknown[],
): Promise<void> {
  const server = await serverFor(context, args, t('Switch Server'));
  if (server === undefined) return;
  await context.servers.setActive(server.id);
  if ((await context.tokens.get(server)) === undefined) await signInTo(context, server.id);
}

/** Asks for a token, tries it, and stores it only when the server accepts it. */
export async function signIn(
  context: ServerChangeContext & Pick<CommandContext, 'offerServer'>,
  args: readonly unknown[],
): Promise<void> {
  const server = await serverFor(context, args, t('Sign In'));
  if (server !== undefined) await signInTo(context, server.id);
}

/** Signs in to the server as configured now: the notice that offers this may be outdated. */
export async function signInTo(context: ServerChangeContext, serverId: string): Promise<void> {
  const server = await namedServer(context, serverId);
  if (server === undefined) return;
  const token = await askToken(context, server);
  if (token === undefined) return;
  const trial = await tryServer(context, server, token);
  if (trial.kind === 'usable') {
    context.notices.forget(server.id);
    await context.tokens.set(server, token);
    return;
  }
  const again = t('Try Again');
  const answer = await context.dialogs.decide(`${trial.problem} ${t('The token was not saved.')}`, again);
  if (answer === again) await signInTo(context, serverId);
}

/** Deletes the token and everything that was read with it. */
export async function signOut(
  context: ServerChoice & Pick<CommandContext, 'tokens'>,
  args: readonly unknown[],
): Promise<void> {
  const server = await serverFor(context, args, t('Sign Out'));
  if (server === undefined) return;
  await context.tokens.delete(server);
}

/** Reports why the views of the active server are empty. */
export async function explainServer(
  context: SessionAccess & Pick<CommandContext, 'notices' | 'dialogs'>,
): Promise<void> {
  const session = await activeSession(context);
  if (session === undefined) return;
  const states = [session.jobs.state, session.groups.state];
  const failed = states.find(state => state.kind === 'failed');
  if (failed !== undefined) return context.notices.show(failed.error, session.server);
  await context.dialogs.info(t('No known problems with “{server}”.', { server: session.server.name }));
}
