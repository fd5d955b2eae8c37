import * as z from 'zod/mini';
import { shortHash } from '../../base/displayText.ts';
import { isRecord, jsonEqual, listOf, recordOf } from '../../base/json.ts';
import { keysOf, pickKeys } from '../../base/tables.ts';
import { findTimeZone } from '../../recurrence/text/timeZone.ts';

/** The embedded demo server, which is not in the settings: documents and commands refer to it by this ID. */
export const demoServerId = 'demo';

export const longestServerName = 200;
export const serverIdPattern = /^[a-z0-9][a-z0-9-]{0,40}$/;

const ConsoleUrl = z.exactOptional(z.string().check(z.maxLength(2_000)));

/** For `resolveUserPath`. */
const FilePath = z.exactOptional(z.string().check(z.minLength(1), z.maxLength(4_000)));

/** Not those that a request has anyway, or that describe its body and its connection. */
const headerName =
  /^(?!(authorization|host|content-.*|connection|transfer-encoding|upgrade|keep-alive|te|trailer|expect|proxy-.*)$)[!#$%&'*+.^_`|~0-9a-z-]+$/i;

export const HeadersSchema = z
  .record(
    z.string().check(z.regex(headerName)),
    z.string().check(z.regex(/^[\x20-\x7e]*$/), z.maxLength(8_000)),
  )
  .check(z.refine(headers => areDistinct(Object.keys(headers))));

/** Names of headers are the same in any case. */
export function areDistinct(names: readonly string[]): boolean {
  return new Set(names.map(name => name.toLowerCase())).size === names.length;
}

export const ServerConfigSchema = z.object({
  /** Stable and unique; part of document URIs and of the token's storage key. */
  id: z.string().check(z.regex(serverIdPattern)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestServerName)),
  /** Normalized by `normalizeBaseUrl`: no trailing slash, user info or query. */
  url: z.string().check(z.refine(url => normalizeBaseUrl(url).kind === 'ok')),
  /** The user's consent to plain HTTP on a host other than loopback (decision 2). */
  allowHttp: z.exactOptional(z.boolean()),
  /** Extra query parameters of the job list, sent unchanged (decision 8). */
  jobListQuery: z.exactOptional(z.record(z.string(), z.string())),
  timeoutSeconds: z.exactOptional(z.number().check(z.minimum(1), z.maximum(600))),
  /**
   * IANA name of the zone for times without one on this server (decision 28). If this machine does not know it,
   * previews become less certain but the server stays usable.
   */
  timeZone: z.exactOptional(z.string().check(z.maxLength(100))),
  /** URL templates of the web console with `{id}`; a path is relative to the server's URL. */
  console: z.exactOptional(z.catch(z.optional(z.object({ job: ConsoleUrl, group: ConsoleUrl })), undefined)),
  /** The extension never writes to this server. */
  readOnly: guard(),
  /** A server where mistakes are costly: it is marked everywhere, and destructive actions require typing its name. */
  production: guard(),
  /**
   * Uses VS Code's own `fetch`, for PAC files and Kerberos (decision 27). Unknown values from later versions are
   * ignored.
   */
  network: z.exactOptional(z.catch(z.optional(z.literal('vscode')), undefined)),
  /** Path of a file (PEM, DER or PKCS #7) with additional CAs that are trusted for this server. */
  caFile: FilePath,
  /** Path of the client certificate: PEM, or PKCS #12 with its key. A passphrase is never stored here. */
  clientCertificateFile: FilePath,
  /** Path of the key of the client certificate (PEM), unless it is in the same file. */
  clientKeyFile: FilePath,
  /** Extra headers of each request, for a gateway in front of the server. */
  headers: z.exactOptional(HeadersSchema),
  /** A program and its arguments, which prints further headers, one `Name: value` a line. They are secrets. */
  headersCommand: z.exactOptional(z.array(z.string()).check(z.minLength(1), z.maxLength(100))),
  /** SHA-256 fingerprint of the only accepted certificate. Not validated here: an invalid one matches nothing. */
  certificate: z.exactOptional(z.string().check(z.maxLength(200))),
});

/** One management server as stored in the user's settings (`deviceAutomation.servers`); no token. */
export type ServerConfig = Readonly<z.infer<typeof ServerConfigSchema>>;

/** Only a plain "false" turns a guard off, so that a typo in the settings does not. */
function guard() {
  return z.exactOptional(
    z.pipe(
      z.unknown(),
      z.transform(value => value !== false && value !== null),
    ),
  );
}

export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && findTimeZone(name) !== undefined;
}

export type BaseUrlReading =
  | { readonly kind: 'ok'; readonly url: string; readonly origin: string; readonly needsHttpConsent: boolean }
  | { readonly kind: 'invalid' | 'scheme' | 'userInfo' | 'query' };

/**
 * Normalizes a base URL (decision 1), so that `https://host/prefix` and `https://host/prefix/` are equal. User info
 * is rejected because it would put a secret into the settings, and a query because it would have no effect.
 */
export function normalizeBaseUrl(text: string): BaseUrlReading {
  const url = parseUrl(text.trim());
  if (url === undefined) return { kind: 'invalid' };
  if (!isWebUrl(url)) return { kind: 'scheme' };
  if (url.username !== '' || url.password !== '') return { kind: 'userInfo' };
  if (url.search !== '' || url.hash !== '') return { kind: 'query' };
  return {
    kind: 'ok',
    url: url.origin + url.pathname.replace(/\/+$/, ''),
    origin: url.origin,
    needsHttpConsent: url.protocol === 'http:' && !isLoopback(url.hostname),
  };
}

function parseUrl(text: string): URL | undefined {
  // "server.example:8000" parses as scheme "server.example:", which nobody means.
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

export function serverAt(
  servers: readonly ServerConfig[],
  { origin, path }: { readonly origin: string; readonly path: string },
): ServerConfig | undefined {
  const prefix = ({ url }: ServerConfig) => `${new URL(url).pathname.replace(/\/+$/, '')}/`;
  return servers
    .filter(server => new URL(server.url).origin === origin && path.startsWith(prefix(server)))
    .sort((a, b) => prefix(b).length - prefix(a).length)[0];
}

/** The address of an object in the web console; `undefined` if the template has no `{id}` or is no web address. */
export function consoleUrl(
  server: Pick<ServerConfig, 'url'>,
  template: string,
  id: number,
): string | undefined {
  if (!template.includes('{id}')) return undefined;
  const text = template.trim().replaceAll('{id}', String(id));
  if (!URL.canParse(text, `${server.url}/`)) return undefined;
  const url = new URL(text, `${server.url}/`);
  return isWebUrl(url) && url.username === '' && url.password === '' ? url.href : undefined;
}

function isWebUrl({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

/** Whether the host is loopback, by name or address as the URL parser writes them (`[::1]`, `127.0.0.1`). */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * An unused server ID: the name, for readable document URIs, plus a few characters derived from the URL, so that two
 * windows adding servers of the same name do not pick the same ID.
 */
export function newServerId(name: string, url: string, taken: ReadonlySet<string>): string {
  const slug = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30)
    .replace(/-$/, '');
  const base = `${slug || 'server'}-${shortHash(url)}`;
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}

/** How this computer connects: files on it, a program to run, and the certificate that its user trusts. */
const ConnectionSchema = z.object(
  pickKeys(
    ServerConfigSchema.shape,
    'caFile',
    'clientCertificateFile',
    'clientKeyFile',
    'headersCommand',
    'certificate',
  ),
);

const connectionFields = keysOf(ConnectionSchema.shape);

/** An entry of the settings that cannot be used. */
export interface UnusableEntry {
  /** The position in the list of servers, counted from 1, or the ID in the setting of connections; '' for all of it. */
  readonly place: number | string;
  /** The invalid fields; empty if it is no object, or if an earlier entry or the demo server has the same ID. */
  readonly fields: readonly string[];
}

export interface ServerEntries {
  readonly servers: readonly ServerConfig[];
  readonly unusable: readonly UnusableEntry[];
}

/**
 * The servers of the setting, with the user's `connections` by server ID, which take precedence. Users also edit both
 * manually, so unusable entries are left untouched.
 */
export function readServerEntries(value: unknown, connections?: unknown): ServerEntries {
  const servers = new Map<string, ServerConfig>();
  const isFree = (id: string) => id !== demoServerId && !servers.has(id);
  const unusable: UnusableEntry[] = [];
  for (const [index, entry] of listOf(value).entries()) {
    const reading = ServerConfigSchema.safeParse(entry);
    if (reading.success && isFree(reading.data.id)) servers.set(reading.data.id, withPlainUrl(reading.data));
    else unusable.push({ place: index + 1, fields: invalidFields(reading) });
  }
  if (!isRecord(connections ?? {})) unusable.push({ place: '', fields: [] });
  for (const [id, entry] of Object.entries(recordOf(connections))) {
    const reading = ConnectionSchema.safeParse(entry);
    const server = servers.get(id);
    if (!reading.success) unusable.push({ place: id, fields: invalidFields(reading) });
    else if (server !== undefined) servers.set(id, { ...server, ...reading.data });
  }
  return { servers: [...servers.values()], unusable };
}

function invalidFields({ error }: { readonly error?: z.core.$ZodError | undefined }): readonly string[] {
  const paths = error?.issues.map(({ path }) => path.join('.')) ?? [];
  return [...new Set(paths)].filter(path => path !== '');
}

/** The list of servers with one added, without how this computer connects; an existing entry stays unchanged. */
export function withServerAdded(value: unknown, server: ServerConfig): unknown {
  return indexOf(value, server.id) < 0 ? [...listOf(value), withoutConnection(server)] : value;
}

/**
 * The list of servers with only the differences between `before` and `after` applied to the server's entry. Fields of
 * newer versions and simultaneous changes of other windows survive. What changed of how this computer connects leaves
 * the entry, for `withConnectionEdited`.
 */
export function withServerEdited(value: unknown, before: ServerConfig, after: ServerConfig): unknown {
  const index = indexOf(value, before.id);
  const entry = listOf(value)[index];
  if (!isRecord(entry)) return value;
  const changes = differences(before, after).map(([field, now]) =>
    isConnectionField(field) ? ([field, undefined] as const) : ([field, now] as const),
  );
  return listOf(value).with(index, withFields(entry, changes));
}

/** The setting of connections with the same differences, as far as they are about how this computer connects. */
export function withConnectionEdited(
  connections: unknown,
  before: Partial<ServerConfig>,
  after: ServerConfig,
): unknown {
  const changes = differences(before, after).filter(([field]) => isConnectionField(field));
  if (changes.length === 0) return connections;
  const { [after.id]: entry, ...others } = recordOf(connections);
  const edited = withFields(recordOf(entry), changes);
  return Object.keys(edited).length === 0 ? others : { ...recordOf(connections), [after.id]: edited };
}

function withoutConnection(server: ServerConfig): object {
  return withFields(
    server,
    connectionFields.map(field => [field, undefined]),
  );
}

function isConnectionField(field: string): boolean {
  return connectionFields.some(own => own === field);
}

type FieldChange = readonly [field: string, now: unknown];

function differences(before: Partial<ServerConfig>, after: ServerConfig): readonly FieldChange[] {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter(field => !jsonEqual(old.get(field), now.get(field)))
    .map(field => [field, now.get(field)]);
}

function withFields(entry: Readonly<Record<string, unknown>>, changes: readonly FieldChange[]): object {
  const edited = new Map(Object.entries(entry));
  for (const [field, now] of changes) {
    if (now === undefined) edited.delete(field);
    else edited.set(field, now);
  }
  return Object.fromEntries(edited);
}

export function withServerRemoved(value: unknown, id: string): unknown {
  const index = indexOf(value, id);
  return index < 0 ? value : listOf(value).toSpliced(index, 1);
}

export function withConnectionRemoved(connections: unknown, id: string): unknown {
  const { [id]: entry, ...others } = recordOf(connections);
  return entry === undefined ? connections : others;
}

/** The index of the entry that the server was read from. Unusable entries with the same ID are skipped. */
function indexOf(value: unknown, id: string): number {
  return listOf(value).findIndex(entry => {
    const reading = ServerConfigSchema.safeParse(entry);
    return reading.success && reading.data.id === id;
  });
}

function withPlainUrl(server: ServerConfig): ServerConfig {
  const base = normalizeBaseUrl(server.url);
  return base.kind === 'ok' ? { ...server, url: base.url } : server;
}
