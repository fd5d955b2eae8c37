import * as z from 'zod';
import { isTimeZone, type ServerConfig } from '../../model/server.ts';
import { localizer } from '../../platform/localize.ts';
import { serverMarks } from '../../servers/serverMarks.ts';
import type { CommandParts } from '../parts.ts';
import { editGuards } from './editGuards.ts';
import { editNetwork } from './editNetwork.ts';
import { activeSession, serverFor } from './serverArguments.ts';
import { acceptUrl, askName, askToken, askUrl, tryServer } from './serverQuestions.ts';
import { askToTrust } from './trustCertificate.ts';

const { t } = localizer;

/** `{ server: "<id>", what: "zone" }`: straight to the time zone. */
const ZoneWantedSchema = z.looseObject({ what: z.literal('zone') });

/** Changes name, URL or options of a server. Another URL needs a token of its own (it never gets the old). */
export async function editServer(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const server = await serverFor(parts, args, t('Edit Server'));
  if (server === undefined) return;
  if (parts.servers.isTemporary(server.id)) {
    await parts.dialogs.info(t('The demo server has nothing to edit.'));
    return;
  }
  if (ZoneWantedSchema.safeParse(args[0]).success) return editTimeZone(parts, server);
  const what = await parts.dialogs.pick(t('Edit “{server}”', { server: server.name }), [
    { value: 'name', label: t('Name'), description: server.name },
    { value: 'url', label: t('URL'), description: server.url },
    { value: 'query', label: t('Query of the job list'), description: queryText(server) },
    {
      value: 'timeout',
      label: t('Time-out'),
      description: t('{count} s', { count: server.timeoutSeconds ?? 30 }),
    },
    {
      value: 'guards',
      label: t('Guards'),
      description: serverMarks(server) || t('none'),
    },
    { value: 'network', label: t('Network and certificate'), description: networkText(server) },
    { value: 'zone', label: t('Time zone'), description: server.timeZone ?? t('not known') },
  ]);
  if (what === 'name') await editName(parts, server);
  if (what === 'url') await editUrl(parts, server);
  if (what === 'query') await editQuery(parts, server);
  if (what === 'timeout') await editTimeout(parts, server);
  if (what === 'guards') await editGuards(parts, server);
  if (what === 'network') await editNetwork(parts, server);
  if (what === 'zone') await editTimeZone(parts, server);
}

async function editName(parts: CommandParts, server: ServerConfig): Promise<void> {
  const name = await askName(parts, t('Edit Server'), server.name);
  if (name !== undefined) await parts.servers.edit(server, { ...server, name });
}

async function editUrl(parts: CommandParts, server: ServerConfig): Promise<void> {
  const address = await askUrl(parts, t('Edit Server'), server.url);
  if (address !== undefined) await moveServer(parts, server, address);
}

/** Gives the server another URL, which was offered by a redirect, after the person agreed. */
export async function changeServerUrl(parts: CommandParts, server: ServerConfig, url: string): Promise<void> {
  const address = await acceptUrl(parts, url);
  if (address !== undefined) await moveServer(parts, server, address);
}

async function moveServer(
  parts: CommandParts,
  server: ServerConfig,
  address: Pick<ServerConfig, 'url' | 'allowHttp'>,
): Promise<void> {
  const { allowHttp: _, certificate, ...rest } = server;
  // What was trusted at one address says nothing about another.
  const isSameOrigin = new URL(address.url).origin === new URL(server.url).origin;
  const pin = isSameOrigin && certificate !== undefined ? { certificate } : {};
  await moveTo(parts, server, { ...rest, ...pin, ...address });
}

async function moveTo(parts: CommandParts, server: ServerConfig, moved: ServerConfig): Promise<void> {
  // A token is bound to its origin: it is there when only the path changed, and asked for otherwise.
  const known = await parts.tokens.get(moved);
  const token = known ?? (await askToken(parts, moved));
  if (token === undefined) return;
  const trial = await tryServer(parts, moved, token);
  if (trial.kind === 'failed') {
    const show = t('Show Certificate…');
    const problem = `${trial.problem} ${t('The server was left as it was.')}`;
    const answer = await parts.dialogs.decide(problem, ...(trial.isUntrusted ? [show] : []));
    const trusted = answer === show ? await askToTrust(parts, moved) : undefined;
    if (trusted !== undefined) await moveTo(parts, server, { ...moved, certificate: trusted });
    return;
  }
  if (known === undefined) await parts.tokens.set(moved, token);
  await parts.servers.edit(server, moved);
  if (known === undefined) await parts.tokens.delete(server);
}

async function editQuery(parts: CommandParts, server: ServerConfig): Promise<void> {
  const text = await parts.dialogs.input({
    title: t('Query of the Job List'),
    prompt: t('Sent with the job list as it is, for example page_size=200. Empty: nothing is sent.'),
    value: queryText(server),
  });
  if (text === undefined) return;
  const { jobListQuery: _, ...rest } = server;
  const query = Object.fromEntries(new URLSearchParams(text.trim().replace(/^\?/, '')));
  await parts.servers.edit(server, Object.keys(query).length === 0 ? rest : { ...rest, jobListQuery: query });
}

async function editTimeout(parts: CommandParts, server: ServerConfig): Promise<void> {
  const text = await parts.dialogs.input({
    title: t('Time-out'),
    prompt: t('How many seconds to wait for an answer (1 to 600).'),
    value: String(server.timeoutSeconds ?? 30),
    validate: value =>
      /^\d{1,3}$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= 600
        ? undefined
        : t('A whole number from 1 to 600.'),
  });
  if (text !== undefined) await parts.servers.edit(server, { ...server, timeoutSeconds: Number(text) });
}

/** The zone of the server's own clock: schedules without a zone are read in it. */
async function editTimeZone(parts: CommandParts, server: ServerConfig): Promise<void> {
  const text = await parts.dialogs.input({
    title: t('Time Zone of the Server'),
    prompt: t('Its IANA name, for example Europe/Berlin or UTC. Empty: not known.'),
    value: server.timeZone ?? '',
    validate: value =>
      value.trim() === '' || isTimeZone(value.trim()) ? undefined : t('There is no time zone of this name.'),
  });
  if (text === undefined) return;
  const { timeZone: _, ...rest } = server;
  await parts.servers.edit(server, text.trim() === '' ? rest : { ...rest, timeZone: text.trim() });
}

function networkText({ network, caFile, certificate }: ServerConfig): string {
  const words = [
    network === 'vscode' ? t('Connections of VS Code') : '',
    caFile === undefined ? '' : t('CA file'),
    certificate === undefined ? '' : t('one trusted certificate'),
  ];
  return words.filter(word => word !== '').join(', ');
}

function queryText(server: ServerConfig): string {
  return new URLSearchParams({ ...server.jobListQuery }).toString();
}

/** Removes a server and its token from VS Code; nothing is changed on the server. */
export async function removeServer(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const server = await serverFor(parts, args, t('Remove Server'));
  if (server === undefined) return;
  if (parts.servers.isTemporary(server.id)) return parts.demo.stop();
  const isSure = await parts.dialogs.confirm({
    message: t('Remove “{server}” ({url}) from VS Code?', { server: server.name, url: server.url }),
    detail: t('Its token is forgotten as well. Nothing is changed on the server itself.'),
    action: t('Remove'),
  });
  if (!isSure) return;
  // What is watched wakes the extension with the window.
  await parts.watchList.unwatchAll(server.id);
  await parts.tokens.delete(server);
  await parts.servers.remove(server.id);
}

export async function switchServer(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const server = await serverFor(parts, args, t('Switch Server'));
  if (server === undefined) return;
  await parts.servers.setActive(server.id);
  if ((await parts.tokens.get(server)) === undefined) await signIn(parts, [{ server: server.id }]);
}

/** Asks for a token, tries it, and keeps it only when the server accepts it. */
export async function signIn(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const server = await serverFor(parts, args, t('Sign In'));
  if (server === undefined) return;
  const token = await askToken(parts, server);
  if (token === undefined) return;
  const trial = await tryServer(parts, server, token);
  if (trial.kind === 'usable') {
    parts.notices.forget(server.id);
    await parts.tokens.set(server, token);
    return;
  }
  const again = t('Try Again');
  const answer = await parts.dialogs.decide(`${trial.problem} ${t('The token was not kept.')}`, again);
  if (answer === again) await signIn(parts, [{ server: server.id }]);
}

/** Forgets the token and all that was read with it. */
export async function signOut(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const server = await serverFor(parts, args, t('Sign Out'));
  if (server === undefined) return;
  await parts.tokens.delete(server);
}

/** Tells why the views of the active server cannot show anything. */
export async function explainServer(parts: CommandParts): Promise<void> {
  const session = await activeSession(parts);
  if (session === undefined) return;
  const states = [session.jobs.state, session.groups.state];
  const failed = states.find(state => state.kind === 'failed');
  if (failed !== undefined) return parts.notices.show(failed.error, session.server);
  await parts.dialogs.info(t('No problem with “{server}” is known.', { server: session.server.name }));
}
