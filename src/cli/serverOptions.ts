import { resolve } from 'node:path';
import { newServerId, normalizeBaseUrl, type ServerConfig } from '../model/server.ts';
import type { Localizer } from '../util/localizer.ts';
import type { CliContext } from './cliContext.ts';
import { UsageError } from './usageError.ts';

export const serverUrlVariable = 'DEVICE_AUTOMATION_SERVER_URL';

/** Set together with the URL of a production server, so that nobody has to remember --production. */
const productionVariable = 'DEVICE_AUTOMATION_PRODUCTION';

type ServerParts = Pick<CliContext, 'options' | 'environment' | 'localizer'> & { readonly url: string };

/** The server from the options and the environment; throws `UsageError`. */
export function serverOf({ options, url, environment, localizer }: ServerParts): ServerConfig {
  const normalized = urlOf(url, localizer);
  const name = options.value('server-name')?.trim() || new URL(normalized).host;
  const caFile = options.value('ca-file');
  const certificate = options.value('certificate');
  const timeout = options.value('timeout');
  const query = options.values('query');
  return {
    // The same for equal URLs, so that records about a server are found again.
    id: newServerId(new URL(normalized).host, normalized, new Set()),
    name,
    url: normalized,
    readOnly: options.has('read-only'),
    production: options.has('production') || isOn(environment[productionVariable]),
    allowHttp: options.has('allow-http'),
    ...(caFile === undefined ? {} : { caFile: resolve(caFile) }),
    ...(certificate === undefined ? {} : { certificate: fingerprint(certificate, localizer) }),
    ...(timeout === undefined ? {} : { timeoutSeconds: numberOf('timeout', timeout, localizer) }),
    ...(query.length === 0 ? {} : { jobListQuery: queryOf(query, localizer) }),
  };
}

function isOn(value = ''): boolean {
  return !['', '0', 'false', 'no'].includes(value.trim().toLowerCase());
}

function urlOf(text: string, { t }: Localizer): string {
  if (text.trim() === '')
    throw new UsageError(
      t('No server is specified. Pass --server-url, or set {name}.', { name: serverUrlVariable }),
    );
  const base = normalizeBaseUrl(text);
  if (base.kind === 'ok') return base.url;
  if (base.kind === 'userInfo')
    throw new UsageError(t('The URL of the server must not contain a user name or a password.'));
  throw new UsageError(t('The URL of the server must be https://host[:port][/prefix], without a query.'));
}

function fingerprint(text: string, { t }: Localizer): string {
  if (text.replace(/:/g, '').match(/^[0-9a-f]{64}$/i) === null)
    throw new UsageError(t('--certificate must be a SHA-256 fingerprint: 64 hexadecimal digits.'));
  return text;
}

const bounds = {
  timeout: 600,
  'wait-seconds': 86_400,
  'max-deletes': 1_000_000,
  'lock-timeout': 86_400,
} as const;

export function numberOf(name: keyof typeof bounds, text: string, { t }: Localizer): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= bounds[name]) return value;
  throw new UsageError(t('--{name} must be a whole number from 1 to {most}.', { name, most: bounds[name] }));
}

function queryOf(pairs: readonly string[], { t }: Localizer): Readonly<Record<string, string>> {
  const entries = pairs.map(pair => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw new UsageError(t('--query must be NAME=VALUE.'));
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}
