import { cwd } from 'node:process';
import type { Client } from '../api/client.ts';
import { isTimeZone, newServerId, normalizeBaseUrl, type ServerConfig } from '../api/model/server.ts';
import { createConfiguredClient } from '../api/network/configuredClient.ts';
import type { NetworkSettings } from '../api/network/serverDispatcher.ts';
import type { Command } from '../api/transport/commandOutput.ts';
import type { Exchange } from '../api/transport/requestLog.ts';
import { normalizeToken, unreplacedVariable } from '../api/transport/token.ts';
import type { SeenResponse } from '../api/transport/transport.ts';
import type { Clock } from '../base/clock.ts';
import { displayText } from '../base/displayText.ts';
import { fileErrorText } from '../base/fileErrors.ts';
import type { Localizer } from '../base/localizer.ts';
import { isFileNow, readNamedFileNow } from '../base/namedFiles.ts';
import { resolveUserPath } from '../base/userPath.ts';
import { ServerSession } from '../store/serverSession.ts';
import { type ConnectionOption, type Options, tokenVariable, UsageError } from './optionTable.ts';
import { type Profile, readProfile } from './profile.ts';

/** What determines the server, the token and the way to them. */
export interface ConnectionSource {
  readonly options: Options<ConnectionOption>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly localizer: Localizer;
}

/** The server of the command line, with the extension's client and stores. */
export interface CliConnection {
  readonly server: ServerConfig;
  readonly network: NetworkSettings;
  readonly session: ServerSession;
  /** Creates a client that never writes; the connection closes it. */
  readonly reader: (onResponse: (response: SeenResponse) => void) => Client;
  close(): Promise<void>;
}

/** How many requests for statuses a server gets in a minute, as from the extension. */
export const requestsPerMinute = 150;
/** The extension's shortest polling intervals, because the user is waiting for the program. */
const paces = { activeMs: 2_000, inactiveMs: 15_000, watchedMs: 5_000, requestsPerMinute };

interface ConnectionParts extends Pick<CliConnection, 'server' | 'network'> {
  readonly getToken: () => string | Promise<string>;
  readonly clock: Clock;
}

export function connectTo(
  { server, getToken, network, clock }: ConnectionParts,
  onExchange: (exchange: Exchange) => void,
): CliConnection {
  const common = { getToken, network: () => network, onExchange };
  const readers: Client[] = [];
  const session = new ServerSession({
    server,
    client: createConfiguredClient({ ...common, server }),
    clock,
    memory: new Map<string, number>(),
    paces: () => paces,
    extraWords: () => new Map(),
    // The caller of each read gets the error.
    onStatusFailure: () => undefined,
    // A command is about everything on the server.
    mostRows: () => Number.POSITIVE_INFINITY,
  });
  return {
    server,
    network,
    session,
    reader: onResponse => {
      const client = createConfiguredClient({ ...common, server: { ...server, readOnly: true }, onResponse });
      readers.push(client);
      return client;
    },
    close: async () => {
      await Promise.all([session.dispose(), ...readers.map(reader => reader.close())]);
    },
  };
}

/** The proxies of the environment, and the system's CAs unless they are disabled. */
export function networkOf({ options, environment }: ConnectionSource): NetworkSettings {
  const isOn = !options.has('no-proxy');
  return {
    proxies: { proxy: '', noProxy: [], isOn, authorization: undefined, strictSsl: true, environment },
    useSystemCertificates: !options.has('no-system-certificates'),
  };
}

const serverUrlVariable = 'DEVICE_AUTOMATION_SERVER_URL';
/** What stands for an option that is not passed. */
const variables = {
  'server-url': serverUrlVariable,
  'server-name': 'DEVICE_AUTOMATION_SERVER_NAME',
  'ca-file': 'DEVICE_AUTOMATION_CA_FILE',
  'client-certificate': 'DEVICE_AUTOMATION_CLIENT_CERTIFICATE',
  'client-key': 'DEVICE_AUTOMATION_CLIENT_KEY',
} as const satisfies Partial<Record<ConnectionOption, string>>;
/** Set together with the URL of a production server, so that nobody has to remember --production. */
const productionVariable = 'DEVICE_AUTOMATION_PRODUCTION';

/** The server from the options and the environment; throws `UsageError`. */
export function serverOf(source: ConnectionSource): ServerConfig {
  const { options, environment, localizer } = source;
  const profile = readProfile(source);
  if (profile !== undefined && options.value('server-url') !== undefined)
    throw new UsageError(
      localizer.t('Pass either --profile or --server-url: the token of a profile is for its own server.'),
    );
  // Variables may be those of another server.
  const setting = (name: keyof typeof variables) =>
    options.value(name) ?? (profile === undefined ? environment[variables[name]] : undefined);
  const file = (name: 'ca-file' | 'client-certificate' | 'client-key') => {
    const path = setting(name);
    return path ? resolveUserPath(path, environment, cwd()) : undefined;
  };
  const url = baseUrl(profile?.url ?? setting('server-url') ?? '', localizer);
  const { host } = new URL(url);
  const caFile = file('ca-file');
  const clientCertificateFile = file('client-certificate');
  const clientKeyFile = file('client-key');
  const certificate = options.value('certificate');
  const timeoutSeconds = options.seconds('request-timeout');
  const query = options.values('query');
  const production = environment[productionVariable]?.trim().toLowerCase() ?? '';
  return {
    ...serverFields(profile),
    // The same for equal URLs, so that records about a server are found again.
    id: newServerId(host, url, new Set()),
    name: setting('server-name')?.trim() || profile?.name || host,
    url,
    readOnly: options.has('read-only') || profile?.readOnly === true,
    production:
      options.has('production') ||
      profile?.production === true ||
      !['', '0', 'false', 'no'].includes(production),
    allowHttp: options.has('allow-http') || profile?.allowHttp === true,
    ...(caFile === undefined ? {} : { caFile }),
    ...(clientCertificateFile === undefined ? {} : { clientCertificateFile }),
    ...(clientKeyFile === undefined ? {} : { clientKeyFile }),
    ...(certificate === undefined ? {} : { certificate: fingerprint(certificate, localizer) }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(query.length === 0 ? {} : { jobListQuery: queryOf(query, localizer) }),
  };
}

/** What a profile has of the server itself. */
function serverFields(profile: Profile | undefined): Partial<ServerConfig> {
  if (profile === undefined) return {};
  const {
    clientPassphraseFile: _,
    tokenVariable: __,
    tokenFile: ___,
    tokenCommand: ____,
    ...fields
  } = profile;
  return fields;
}

function baseUrl(text: string, { t }: Localizer): string {
  if (text.trim() === '')
    throw new UsageError(
      t('No server is specified. Pass --server-url, or set {name}.', { name: serverUrlVariable }),
    );
  const base = normalizeBaseUrl(text);
  if (base.kind === 'ok') return base.url;
  throw new UsageError(
    base.kind === 'userInfo'
      ? t('The URL of the server must not contain a user name or a password.')
      : t('The URL of the server must be https://host[:port][/prefix], without a query.'),
  );
}

function fingerprint(text: string, { t }: Localizer): string {
  if (/^[0-9a-f]{64}$/i.test(text.replace(/:/g, ''))) return text;
  throw new UsageError(t('--certificate must be a SHA-256 fingerprint: 64 hexadecimal digits.'));
}

function queryOf(pairs: readonly string[], { t }: Localizer): Readonly<Record<string, string>> {
  const entries = pairs.map(pair => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw new UsageError(t('--query must be NAME=VALUE.'));
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}

/** In bytes; servers limit a header to some kilobytes. */
const longestToken = 64 * 1024;

/** Gets the passphrase of the client certificate from a file or the environment; throws `UsageError`. */
export function passphraseOf(source: ConnectionSource): () => string | undefined {
  const { environment, localizer } = source;
  const ofProfile = readProfile(source)?.clientPassphraseFile;
  const file =
    secretFileOf(source, 'client-passphrase-file') ?? (ofProfile && resolveUserPath(ofProfile, environment));
  // A pipeline sets a variable for a secret that it does not have to nothing.
  if (file === undefined) return () => environment['DEVICE_AUTOMATION_CLIENT_PASSPHRASE'] || undefined;
  if (file === '-' && source.options.value('token-file') === '-')
    throw new UsageError(
      localizer.t('Only one of --token-file and --client-passphrase-file can read standard input.'),
    );
  return latestOf(() => readSecretFile(file, localizer).replace(/\r?\n$/, ''), file);
}

/**
 * The latest secret in a file, which may be replaced while a service runs; until it can be read again, the last one
 * counts. Standard input and pipes are read once.
 */
export function latestOf(read: () => string, file: string): () => string {
  let last = read();
  const isReadAgain = file !== '-' && isFileNow(file);
  return () => {
    try {
      if (isReadAgain) last = read();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
    }
    return last;
  };
}

function secretFileOf(
  { options, environment }: ConnectionSource,
  name: 'token-file' | 'client-passphrase-file',
): string | undefined {
  const path = options.value(name);
  return path === undefined || path === '-' ? path : resolveUserPath(path, environment, cwd());
}

function readSecretFile(file: string, { t }: Localizer): string {
  try {
    return readNamedFileNow(file === '-' ? 0 : file, longestToken).replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError(fileErrorText(error, { t }, file) ?? String(error));
  }
}

type TokenSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'command'; readonly command: Command };

/** Where the token comes from: the option, the profile, or the environment. */
export function tokenSourceOf(source: ConnectionSource): TokenSource {
  const path = secretFileOf(source, 'token-file');
  if (path !== undefined) return { kind: 'file', path };
  const { tokenFile, tokenCommand, tokenVariable: name = tokenVariable } = readProfile(source) ?? {};
  if (tokenFile !== undefined) return { kind: 'file', path: resolveUserPath(tokenFile, source.environment) };
  return tokenCommand === undefined ? { kind: 'variable', name } : { kind: 'command', command: tokenCommand };
}

/** The token from a file or the environment; throws `UsageError` if there is none. */
export function readToken(
  { environment, localizer }: Pick<ConnectionSource, 'environment' | 'localizer'>,
  from: Exclude<TokenSource, { kind: 'command' }>,
): string {
  const { t } = localizer;
  const text = from.kind === 'file' ? readSecretFile(from.path, localizer) : (environment[from.name] ?? '');
  if (text.trim() === '')
    throw new UsageError(
      t('No token is specified. Set the environment variable {name}, or pass --token-file.', {
        name: from.kind === 'variable' ? from.name : tokenVariable,
      }),
    );
  const variable = unreplacedVariable(text);
  if (variable !== undefined)
    throw new UsageError(
      t(
        'In place of the token there is the variable {variable}, which was not replaced, so nothing was sent. Pass the token itself, for example with --token-file.',
        { variable: displayText(variable, 80) },
      ),
    );
  const token = normalizeToken(text);
  if (token === undefined) throw new UsageError(t('The token contains invalid characters.'));
  return token;
}

/** The server's time zone, if it is passed. Throws `UsageError` unless it is an IANA name. */
export function timeZoneOf(options: Options<'time-zone'>, { t }: Localizer): string | undefined {
  const zone = options.value('time-zone');
  if (zone === undefined || isTimeZone(zone)) return zone;
  throw new UsageError(t('There is no time zone “{zone}”.', { zone }));
}
