import * as z from 'zod/mini';
import type { ObjectKind } from '../../../api/fields/objectFields.ts';
import { consoleUrl, isTimeZone, type ServerConfig } from '../../../api/model/server.ts';
import { isKeyOf } from '../../../base/tables.ts';
import { t } from '../../platform/localize.ts';
import { serverMarks, typeName } from '../../servers/serverMarks.ts';
import type { Args, Uses } from '../commandContext.ts';
import { editNetwork, networkText } from './editNetwork.ts';
import {
  acceptUrl,
  askName,
  askToken,
  askUrl,
  type ServerChangeContext,
  saveServer,
  serverFor,
  tryServer,
} from './serverQuestions.ts';
import { askToTrust } from './trustCertificate.ts';

/** `{ server: "<id>", what: "zone" }` goes straight to the time zone. */
const ZoneWantedSchema = z.looseObject({ what: z.literal('zone') });

/** Changes the name, URL or options of a server. A new URL needs its own token and never gets the old one. */
export async function editServer(
  context: ServerChangeContext & Uses<'offerServer'>,
  args: Args,
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
    { value: 'guards', label: t('Safeguards'), description: serverMarks(server) || t('none') },
    { value: 'network', label: t('Network and certificate'), description: networkText(server) },
    { value: 'zone', label: t('Time zone'), description: server.timeZone ?? t('not known') },
    { value: 'job', label: t('Job in the web console'), description: server.console?.job ?? t('none') },
    { value: 'group', label: t('Group in the web console'), description: server.console?.group ?? t('none') },
  ]);
  if (what === 'job' || what === 'group') await editConsole(context, server, what);
  else if (what !== undefined && isKeyOf(edits, what)) await edits[what](context, server);
}

const edits = {
  name: editName,
  url: editUrl,
  query: editQuery,
  timeout: editTimeout,
  guards: editGuards,
  network: editNetwork,
  zone: editTimeZone,
} as const;

async function editName(context: Uses<'servers' | 'dialogs'>, server: ServerConfig): Promise<void> {
  const name = await askName(context, t('Edit Server'), server.name);
  if (name !== undefined) await context.servers.edit(server, { ...server, name });
}

async function editUrl(context: ServerChangeContext, server: ServerConfig): Promise<void> {
  const address = await askUrl(context, t('Edit Server'), server.url);
  if (address !== undefined) await moveServer(context, server, address);
}

/** Changes the server to the URL that a redirect suggested, after the user agrees. */
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
  // Trusting a certificate at one address says nothing about another.
  const isSameOrigin = new URL(address.url).origin === new URL(server.url).origin;
  const pin = isSameOrigin && certificate !== undefined ? { certificate } : {};
  await moveTo(context, server, { ...rest, ...pin, ...address });
}

async function moveTo(
  context: ServerChangeContext,
  server: ServerConfig,
  moved: ServerConfig,
): Promise<void> {
  // A token is bound to its origin: it stays if only the path changes, otherwise the user is asked for one.
  const known = await context.tokens.get(moved);
  const token = known ?? (await askToken(context, moved));
  if (token === undefined) return;
  const trial = await tryServer(context, moved, token);
  if (trial.kind === 'failed') {
    const show = t('Show Certificate…');
    const problem = `${trial.problem} ${t('The server was not changed.')}`;
    const answer = await context.dialogs.decide(problem, ...(trial.cause === 'certificate' ? [show] : []));
    const trusted = answer === show ? await askToTrust(context, moved) : undefined;
    if (trusted !== undefined) await moveTo(context, server, { ...moved, certificate: trusted });
    return;
  }
  if (known === undefined) await context.tokens.set(moved, token);
  await context.servers.edit(server, moved);
  if (known === undefined) await context.tokens.delete(server);
}

async function editQuery(context: Uses<'servers' | 'dialogs'>, server: ServerConfig): Promise<void> {
  const text = await context.dialogs.input({
    title: t('Job List Query'),
    prompt: t(
      'Sent unchanged with each request for the job list, for example page_size=200. Leave empty to send nothing.',
    ),
    value: queryText(server),
  });
  if (text === undefined) return;
  const jobListQuery = Object.fromEntries(new URLSearchParams(text.trim().replace(/^\?/, '')));
  const isEmpty = Object.keys(jobListQuery).length === 0;
  await saveServer(context, server, { jobListQuery: isEmpty ? undefined : jobListQuery });
}

async function editTimeout(context: Uses<'servers' | 'dialogs'>, server: ServerConfig): Promise<void> {
  const text = await context.dialogs.input({
    title: t('Timeout'),
    prompt: t('How many seconds to wait for a response (1 to 600)'),
    value: String(server.timeoutSeconds ?? 30),
    validate: value =>
      /^\d{1,3}$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= 600
        ? undefined
        : t('Enter a whole number from 1 to 600.'),
  });
  if (text !== undefined) await saveServer(context, server, { timeoutSeconds: Number(text) });
}

/** Sets the time zone of the server's clock, in which schedules without a zone run. */
async function editTimeZone(context: Uses<'servers' | 'dialogs'>, server: ServerConfig): Promise<void> {
  const text = await context.dialogs.input({
    title: t('Server Time Zone'),
    prompt: t('The IANA name, for example Europe/Berlin or UTC. Leave empty if unknown.'),
    value: server.timeZone ?? '',
    validate: value =>
      value.trim() === '' || isTimeZone(value.trim()) ? undefined : t('Unknown time zone.'),
  });
  if (text !== undefined) await saveServer(context, server, { timeZone: text.trim() || undefined });
}

/** Sets the address of jobs or groups in the server's web console. */
async function editConsole(
  context: Uses<'servers' | 'dialogs'>,
  server: ServerConfig,
  kind: ObjectKind,
): Promise<void> {
  const text = await context.dialogs.input({
    title: kind === 'job' ? t('Job in the Web Console') : t('Group in the Web Console'),
    prompt: t(
      'The address with {id} in place of the ID; a path is added to the URL of the server. Leave empty for none.',
      { id: '{id}' },
    ),
    placeHolder: `automation/${kind}/{id}/change/`,
    value: server.console?.[kind] ?? '',
    validate: value =>
      value.trim() === '' || consoleUrl(server, value, 1) !== undefined
        ? undefined
        : t('Enter an address or a path with {id} in it.', { id: '{id}' }),
    hint: value => consoleUrl(server, value, 12),
  });
  if (text === undefined) return;
  const { [kind]: _, ...others } = server.console ?? {};
  const templates = text.trim() === '' ? others : { ...others, [kind]: text.trim() };
  const isEmpty = Object.keys(templates).length === 0;
  await saveServer(context, server, { console: isEmpty ? undefined : templates });
}

function queryText(server: ServerConfig): string {
  return new URLSearchParams({ ...server.jobListQuery }).toString();
}

type Guards = Pick<ServerConfig, 'readOnly' | 'production'>;

const choices: Readonly<Record<string, Guards>> = {
  none: {},
  readOnly: { readOnly: true },
  production: { production: true },
  both: { readOnly: true, production: true },
};

/**
 * Marks a server as read-only or as a production server; removing a safeguard from a production server requires
 * typing its name.
 */
async function editGuards(context: Uses<'servers' | 'dialogs'>, server: ServerConfig): Promise<void> {
  const chosen = await context.dialogs.pick(t('Safeguards for “{server}”', { server: server.name }), [
    { value: 'none', label: t('None') },
    { value: 'readOnly', label: t('Read-only'), description: t('no changes are ever sent to the server') },
    {
      value: 'production',
      label: t('Production'),
      description: t('marked everywhere; destructive actions require typing its name'),
    },
    { value: 'both', label: t('Production and read-only') },
  ]);
  const guards = chosen === undefined ? undefined : choices[chosen];
  if (guards === undefined) return;
  const takesOff = !guards.production || (server.readOnly === true && !guards.readOnly);
  if (server.production && takesOff && !(await typeName(server, context.dialogs, t('Safeguards')))) return;
  const { readOnly: _, production: __, ...rest } = server;
  await context.servers.edit(server, { ...rest, ...guards });
}
