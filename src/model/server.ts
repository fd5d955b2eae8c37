import * as z from 'zod/mini';
import { findTimeZone } from '../recurrence/text/timeZone.ts';
import { fourCharacters } from '../util/shortHash.ts';

/** The embedded demo server, which is in no settings: documents and commands name it by this ID alone. */
export const demoServerId = 'demo';

export const longestServerName = 200;
export const serverIdPattern = /^[a-z0-9][a-z0-9-]{0,40}$/;

export const ServerConfigSchema = z.object({
  /** Stable and unique; part of document URIs and of the key of the token. */
  id: z.string().check(z.regex(serverIdPattern)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestServerName)),
  /** Normalised by `normaliseBaseUrl`: no trailing slash, no user info, no query. */
  url: z.string().check(z.refine(url => normaliseBaseUrl(url).kind === 'ok')),
  /** Remembered consent to plain HTTP on a host that is not loopback (decision 2). */
  allowHttp: z.exactOptional(z.boolean()),
  /** Extra query parameters of the job list, sent unchanged (decision 8). */
  jobListQuery: z.exactOptional(z.record(z.string(), z.string())),
  timeoutSeconds: z.exactOptional(z.number().check(z.minimum(1), z.maximum(600))),
  /**
   * IANA name of the zone in which the server reads times that name none (decision 28). One that this machine does not
   * know only makes previews less certain: the server stays usable.
   */
  timeZone: z.exactOptional(z.string().check(z.maxLength(100))),
  /** Nothing is ever written to this server from here. */
  readOnly: guard(),
  /** Mistakes are costly here: it is marked everywhere, and destructive actions require typing its name. */
  production: guard(),
  /** Over VS Code's own `fetch`, for PAC files and Kerberos (decision 27). An unknown word from a later version means no. */
  network: z.exactOptional(z.catch(z.optional(z.literal('vscode')), undefined)),
  /** Absolute path of a PEM file of CAs that are trusted for this server in addition to the others. */
  caFile: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(4_000))),
  /** SHA-256 fingerprint of the only accepted certificate. Not checked here: an invalid one matches none. */
  certificate: z.exactOptional(z.string().check(z.maxLength(200))),
});

/** One management server as stored in the user's settings (`deviceAutomation.servers`); no token. */
export type ServerConfig = Readonly<z.infer<typeof ServerConfigSchema>>;

/** Anything but a plain "false" keeps a guard on, so that a slip in the settings does not drop it. */
function guard() {
  return z.exactOptional(
    z.pipe(
      z.unknown(),
      z.transform(value => value !== false && value !== null),
    ),
  );
}

/** Whether the name is one of a zone that this machine knows, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && findTimeZone(name) !== undefined;
}

export type BaseUrlReading =
  | { readonly kind: 'ok'; readonly url: string; readonly origin: string; readonly needsHttpConsent: boolean }
  | { readonly kind: 'invalid' | 'scheme' | 'userInfo' | 'query' };

/**
 * A base URL in its one form (decision 1): `https://host/prefix` and `https://host/prefix/` are the same.
 * User info is rejected because it would put a secret into the settings; a query has no meaning here.
 */
export function normaliseBaseUrl(text: string): BaseUrlReading {
  const url = parseUrl(text.trim());
  if (url === undefined) return { kind: 'invalid' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'scheme' };
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

/** The server that a request was sent to, by its address; the first of several at one address. */
export function serverAt(
  servers: readonly ServerConfig[],
  { origin, path }: { readonly origin: string; readonly path: string },
): ServerConfig | undefined {
  const prefix = ({ url }: ServerConfig) => `${new URL(url).pathname.replace(/\/+$/, '')}/`;
  return servers
    .filter(server => new URL(server.url).origin === origin && path.startsWith(prefix(server)))
    .sort((a, b) => prefix(b).length - prefix(a).length)[0];
}

/** Loopback by name or address, as the URL parser writes host names (`[::1]`, `127.0.0.1`). */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * A server ID that is not in `taken`: the name, so that document URIs can be read, and a few characters that depend on
 * the URL, so that two windows that add servers of the same name do not choose the same.
 */
export function newServerId(name: string, url: string, taken: ReadonlySet<string>): string {
  const slug = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30)
    .replace(/-$/, '');
  const base = `${slug || 'server'}-${fourCharacters(url)}`;
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}
