import { ConnectionError, isSignedOut } from '../../../api/errors/apiError.ts';
import {
  longestServerName,
  normalizeBaseUrl,
  type ServerConfig,
  ServerConfigSchema,
} from '../../../api/model/server.ts';
import { normalizeToken, unreplacedVariable } from '../../../api/transport/token.ts';
import { displayText } from '../../../base/displayText.ts';
import { mayTrust, needsPassphrase } from '../../notices/errorNotices.ts';
import { t } from '../../platform/localize.ts';
import { testConnection } from '../../servers/serverClient.ts';
import { givenServerId } from '../arguments.ts';
import type { Args, CommandContext, Uses } from '../commandContext.ts';

export type ServerChoice = Uses<'servers' | 'dialogs' | 'offerServer'>;
export type TrialContext = Uses<'dialogs' | 'notices' | 'log' | 'passphrases'>;
export type ServerChangeContext = TrialContext & Uses<'servers' | 'tokens'>;

/** Where the client certificate of a server is. */
export type ClientFiles = Pick<ServerConfig, 'clientCertificateFile' | 'clientKeyFile'>;

/** The ID of a server that is not added yet. */
export const newServer = 'new';

/** The server that a command applies to: from its argument, or picked by the user. */
export async function serverFor(
  context: ServerChoice,
  args: Args,
  title: string,
): Promise<ServerConfig | undefined> {
  const named = givenServerId(args);
  if (named !== undefined) return findNamedServer(context, named);
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
export async function findNamedServer(
  { servers, dialogs }: Uses<'servers' | 'dialogs'>,
  id: string,
): Promise<ServerConfig | undefined> {
  const server = servers.get(id);
  if (server === undefined) await dialogs.error(t('No server with the ID “{id}” is configured.', { id }));
  return server;
}

export async function askName(
  context: Uses<'dialogs'>,
  title: string,
  value: string,
): Promise<string | undefined> {
  const name = await context.dialogs.input({
    title,
    prompt: t('Display name for this server'),
    value,
    validate: nameProblem,
  });
  return name?.trim();
}

/** Why a text is not a valid server name, as a sentence. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return t('Enter a name.');
  return name.trim().length <= longestServerName
    ? undefined
    : t('At most {count} characters.', { count: longestServerName });
}

/** Asks for a base URL, and for consent to plain HTTP if necessary (decision 2). Returns it normalized. */
export async function askUrl(
  context: Uses<'dialogs'>,
  title: string,
  value: string,
): Promise<Pick<ServerConfig, 'url' | 'allowHttp'> | undefined> {
  const text = await context.dialogs.input({
    title,
    prompt: t('The base URL of the server, with a path prefix if it has one.'),
    placeHolder: 'https://server.example.com',
    value,
    validate: urlProblem,
    hint: toKeptForm,
  });
  return text === undefined ? undefined : acceptUrl(context, text);
}

/** Validates a URL and asks for consent to plain HTTP if necessary; `undefined` if it must not be used. */
export async function acceptUrl(
  context: Uses<'dialogs'>,
  text: string,
): Promise<Pick<ServerConfig, 'url' | 'allowHttp'> | undefined> {
  const base = normalizeBaseUrl(text);
  if (base.kind !== 'ok') {
    await context.dialogs.error(t(urlProblems[base.kind]));
    return undefined;
  }
  if (!base.needsHttpConsent) return { url: base.url };
  const isAccepted = await context.dialogs.confirm({
    message: t('Use {url} without encryption?', { url: base.url }),
    detail: t(
      'Over plain HTTP, anyone on the network path can read the token and act as you on this server. Use HTTPS if the server supports it.',
    ),
    action: t('Use HTTP'),
  });
  return isAccepted ? { url: base.url, allowHttp: true } : undefined;
}

/** International host names, capitals and redundant parts are stored in a different form. */
function toKeptForm(text: string): string | undefined {
  const base = normalizeBaseUrl(text);
  const typed = text.trim().replace(/\/$/, '');
  return base.kind !== 'ok' || base.url === typed
    ? undefined
    : t('It will be saved as {url}.', { url: base.url });
}

const urlProblems = {
  invalid: 'Not a valid URL. Example: https://server.example.com',
  scheme: 'The URL must begin with https:// (or http://).',
  userInfo: 'Remove the user name and password from the URL. You enter a token in the next step.',
  query: 'The base URL must not contain a query or a fragment (? or #).',
} as const;

function urlProblem(text: string): string | undefined {
  const { kind } = normalizeBaseUrl(text);
  return kind === 'ok' ? undefined : t(urlProblems[kind]);
}

/** Asks for a token, which is masked. */
export async function askToken(context: Uses<'dialogs'>, server: ServerConfig): Promise<string | undefined> {
  const text = await context.dialogs.input({
    // The name may come from another extension and must not hide the origin.
    title: t('Token for “{server}” ({origin})', {
      server: displayText(server.name, 60),
      origin: new URL(server.url).origin,
    }),
    prompt: t(
      'An API token for the server. On the vendor’s server, create one in a shell with “rude token create <user>”. It is stored in VS Code’s secret storage.',
    ),
    password: true,
    validate: value => {
      if (unreplacedVariable(value) !== undefined)
        return t('This is a variable that was not replaced by the token.');
      return normalizeToken(value) === undefined
        ? t('A token is a single word of ASCII letters, digits and symbols, without quotes.')
        : undefined;
    },
  });
  return text === undefined ? undefined : normalizeToken(text);
}

/** Asks for the passphrase of the server's client certificate, and stores it; `false` if the user cancels. */
export async function askPassphrase(
  { dialogs, passphrases }: Uses<'dialogs' | 'passphrases'>,
  server: ServerConfig,
): Promise<boolean> {
  const passphrase = await dialogs.input({
    title: t('Passphrase for “{server}”', { server: displayText(server.name, 60) }),
    prompt: t('The passphrase of the client certificate. It is stored in VS Code’s secret storage.'),
    password: true,
    validate: value => (value === '' ? t('Enter the passphrase.') : undefined),
  });
  if (passphrase === undefined) return false;
  // Nothing about a server that is not added yet is stored.
  if (server.id === newServer) passphrases.setTemporary(server, passphrase);
  else await passphrases.set(server, passphrase);
  return true;
}

/** Asks for the files of the client certificate; `undefined` if the user cancels. */
export async function askClientCertificate(
  context: Uses<'dialogs'>,
  { name, clientCertificateFile = '', clientKeyFile = '' }: ServerConfig,
): Promise<ClientFiles | undefined> {
  const certificate = await context.dialogs.path({
    title: t('Client Certificate for “{server}”', { server: displayText(name, 60) }),
    prompt: t(
      'Path of the certificate: PEM, or PFX with its key. It may begin with ~ or contain {variable}. Leave empty for none.',
      { variable: pathVariable },
    ),
    value: clientCertificateFile,
  });
  if (certificate === undefined || certificate === '') return certificate === undefined ? undefined : {};
  const key = await askClientKey(context, { name, clientKeyFile });
  if (key === undefined) return undefined;
  return { clientCertificateFile: certificate, ...(key === '' ? {} : { clientKeyFile: key }) };
}

export function askClientKey(
  { dialogs }: Uses<'dialogs'>,
  { name, clientKeyFile = '' }: Pick<ServerConfig, 'name' | 'clientKeyFile'>,
): Promise<string | undefined> {
  return dialogs.path({
    title: t('Key of the Client Certificate for “{server}”', { server: displayText(name, 60) }),
    prompt: t('Path of its key (PEM). Leave empty if the key is in the same file.'),
    value: clientKeyFile,
  });
}

/** As it is written in a path. */
export const pathVariable = `$${'{env:NAME}'}`;

/** Where the changes of a server go: to the settings, or to a server that is not added yet. */
export interface ServerEditing {
  readonly servers: Pick<CommandContext['servers'], 'get' | 'edit'>;
}

/** Changes these fields of a server; one that is `undefined` is removed. */
export function saveServer(
  { servers }: ServerEditing,
  server: ServerConfig,
  changes: { readonly [Field in keyof ServerConfig]?: ServerConfig[Field] | undefined },
): Promise<void> {
  const fields = Object.entries({ ...server, ...changes }).filter(([, value]) => value !== undefined);
  return servers.edit(server, ServerConfigSchema.parse(Object.fromEntries(fields)));
}

/** The result of a test request; `problem` is a sentence for the user. */
export type Trial =
  | { readonly kind: 'usable' }
  | {
      readonly kind: 'failed';
      readonly problem: string;
      readonly cause: 'certificate' | 'clientCertificate' | 'token' | 'other';
    };

/** Tests server and token with a real request before anything is stored. */
export async function tryServer(context: TrialContext, server: ServerConfig, token: string): Promise<Trial> {
  const test = await context.dialogs.progress(
    t('Connecting to “{server}”', { server: server.name }),
    (_, signal) =>
      testConnection(
        server,
        { getToken: () => token, passphrases: context.passphrases },
        context.log,
        signal,
      ),
  );
  if (test.kind === 'failed') {
    const { error } = test;
    if (needsPassphrase(error) && (await askPassphrase(context, server)))
      return tryServer(context, server, token);
    return { kind: 'failed', problem: context.notices.text(error, server), cause: causeOf(error, server) };
  }
  if (test.kind === 'limited') {
    await context.dialogs.warn(
      t('“{server}” accepted the token, but the token does not allow reading jobs.', { server: server.name }),
    );
  }
  return { kind: 'usable' };
}

const clientCertificateReasons: readonly string[] = [
  'clientFile',
  'clientCertificate',
  'handshake',
  'unanswered',
];

function causeOf(error: unknown, server: ServerConfig): Extract<Trial, { kind: 'failed' }>['cause'] {
  if (mayTrust(error, server)) return 'certificate';
  if (isSignedOut(error)) return 'token';
  const mayNeedOne = error instanceof ConnectionError && clientCertificateReasons.includes(error.reason);
  return mayNeedOne ? 'clientCertificate' : 'other';
}
