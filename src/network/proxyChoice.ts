import { ProxyError } from '../api/errors/connectionFailure.ts';
import { isLoopback } from '../model/server.ts';
import { isExempt } from './noProxy.ts';

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
