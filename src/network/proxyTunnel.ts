import { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { errorCode, ProxyError } from '../api/errors/connectionFailure.ts';
import type { ProxyServer } from './proxyChoice.ts';

const timeoutMs = 10_000;

/** Connects to the proxy itself; whatever goes wrong there is told as the proxy's fault. */
export async function proxyConnector(proxy: ProxyServer): Promise<buildConnector.connector> {
  const { buildConnector } = await import('undici');
  // The person's own setting, for the way to the proxy only: inside it the server's certificate is checked.
  const connect = buildConnector({ timeout: timeoutMs, rejectUnauthorized: proxy.strictSsl });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(new ProxyError(errorCode(error)), null);
    });
}

/** A connection through the proxy to `host:port`, over which anything can be spoken. */
export async function openTunnel(
  proxy: ProxyServer,
  connect: buildConnector.connector,
  authority: string,
): Promise<Socket> {
  const { Client } = await import('undici');
  const client = new Client(proxy.url, { connect, headersTimeout: timeoutMs });
  try {
    const { statusCode, socket } = await client.connect({
      path: authority,
      headers: { host: authority, ...authorizationOf(proxy) },
    });
    if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket;
    socket.on('error', () => undefined).destroy();
    throw new ProxyError(`HTTP ${statusCode}`);
  } catch (error) {
    throw error instanceof ProxyError ? error : new ProxyError(errorCode(error));
  } finally {
    // The tunnel's socket is no longer the client's, so it stays.
    void client.destroy();
  }
}

/** Requests in the form that proxies take for plain http: the whole URL as the path. */
export function throughProxy(proxy: ProxyServer): Dispatcher.DispatcherComposeInterceptor {
  return dispatch => (options, handler) =>
    dispatch(
      {
        ...options,
        origin: proxy.url.origin,
        path: `${String(options.origin)}${options.path}`,
        headers: { ...headersOf(options), ...authorizationOf(proxy) },
      },
      handler,
    );
}

function headersOf({ origin, headers }: Dispatcher.DispatchOptions): Record<string, string> {
  const host = { host: new URL(String(origin)).host };
  if (headers === null || headers === undefined || Array.isArray(headers) || Symbol.iterator in headers) {
    throw new TypeError('the transport sends its headers as an object');
  }
  const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return { ...host, ...Object.fromEntries(given) };
}

function authorizationOf({ authorization }: ProxyServer): Record<string, string> {
  return authorization === undefined ? {} : { 'proxy-authorization': authorization };
}
