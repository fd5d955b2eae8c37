import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { ProxyError } from '../errors/connectionFailure.ts';
import { isLoopback } from '../model/server.ts';

export interface ProxySettings {
  /** `http.proxy`; '' for none. */
  readonly proxy: string;
  readonly noProxy: readonly string[];
  /** False if `http.proxySupport` is "off"; then the environment is ignored as well. */
  readonly isOn: boolean;
  /** `http.proxyAuthorization`: the value of the header, sent unchanged. */
  readonly authorization: string | undefined;
  /** `http.proxyStrictSSL`: whether the certificate of an HTTPS proxy is verified. */
  readonly strictSsl: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The proxy for requests to one origin. */
export interface ProxyServer {
  /** Without user info, which is in `authorization`. */
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly strictSsl: boolean;
}

/**
 * Chooses like VS Code: its setting takes precedence over the environment, and this computer never needs a proxy.
 * Throws `ProxyError` for an unusable proxy, because bypassing it would be wrong.
 */
export function proxyFor(target: URL, settings: ProxySettings): ProxyServer | undefined {
  if (!settings.isOn || isLoopback(target.hostname)) return undefined;
  const text = settings.proxy.trim() || environmentProxy(target, settings.environment);
  if (text === '' || isExempt(target, exemptions(settings))) return undefined;
  const withScheme = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(withScheme)) throw new ProxyError('ERR_INVALID_URL');
  const url = new URL(withScheme);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ProxyError(`ERR_UNSUPPORTED_PROXY ${url.protocol}`);
  }
  return {
    url: new URL(url.origin),
    authorization: settings.authorization ?? basicAuthorization(url),
    strictSsl: settings.strictSsl,
  };
}

/** The proxy credentials, to be removed from all texts; `undefined` for an unusable proxy. */
export function proxyLogin(target: URL, settings: ProxySettings): string | undefined {
  try {
    return proxyFor(target, settings)?.authorization;
  } catch (error) {
    if (error instanceof ProxyError) return undefined;
    throw error;
  }
}

function environmentProxy(target: URL, environment: ProxySettings['environment']): string {
  const ownFirst = target.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : [];
  const names = [...ownFirst, 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];
  return names.map(name => environment[name]?.trim() ?? '').find(value => value !== '') ?? '';
}

function exemptions({ noProxy, environment }: ProxySettings): readonly string[] {
  const own = noProxy.length > 0 ? noProxy : [environment['no_proxy'] ?? environment['NO_PROXY'] ?? ''];
  return own.flatMap(entry => entry.split(/[\s,]+/)).filter(entry => entry !== '');
}

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '') return undefined;
  const pair = `${decode(username)}:${decode(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** A password with a bare percent sign is not percent-encoded. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

interface Entry {
  readonly host: string;
  readonly port: string | undefined;
}

/**
 * Whether to connect to a server without a proxy. `example.com` and `.example.com` match the domain and its
 * subdomains, `10.0.0.0/8` and `fd00::/8` a block of addresses, `host:8443` and `[::1]:8443` one port, `*`
 * everything.
 */
function isExempt(target: URL, entries: readonly string[]): boolean {
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return entries.some(text => {
    if (text === '*') return true;
    const entry = entryOf(text);
    if (entry.port !== undefined && entry.port !== port) return false;
    return isIP(host) === 0 ? isInDomain(host, entry.host) : isInBlock(host, entry.host);
  });
}

/** An IPv6 address without brackets has several colons and no port. */
function entryOf(text: string): Entry {
  const [, bracketed, portOfBracketed] = /^\[(.*)\](?::(\d+))?$/.exec(text) ?? [];
  if (bracketed !== undefined) return { host: bracketed, port: portOfBracketed };
  const [, name = text, port] = /^([^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host: name, port };
}

function isInDomain(host: string, entry: string): boolean {
  const name = entry.replace(/^\*?\./, '').replace(/\.$/, '');
  // Normalized as `URL` does it.
  const domain = domainToASCII(name);
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function isInBlock(host: string, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || version !== isIP(host) || rest.length > 0) return false;
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(/^\d{1,3}$/.exec(prefix)?.[0] ?? Number.NaN);
  if (!(length <= bits)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  block.addSubnet(address, length, family);
  return block.check(host, family);
}
