import { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { errorCode, ProxyError } from '../errors/connectionFailure.ts';
import type { ProxyServer } from './proxyChoice.ts';

const timeoutMs = 10_000;

/** Connects to the proxy; errors are reported as errors of the proxy. */
export async function proxyConnector(proxy: ProxyServer): Promise<buildConnector.connector> {
  const { buildConnector } = await import('undici');
  // Only applies to the connection to the proxy; the server's certificate is verified inside the tunnel.
  const connect = buildConnector({ timeout: timeoutMs, rejectUnauthorized: proxy.strictSsl });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(new ProxyError(errorCode(error)), null);
    });
}

/** Opens a tunnel through the proxy to `host:port`, for any protocol. */
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
    // The client no longer owns the tunnel's socket, so destroying the client leaves the socket open.
    void client.destroy();
  }
}

/** Sends plain HTTP requests in the form that proxies expect, with the whole URL as the path. */
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
  if (!headers || Symbol.iterator in headers)
    throw new TypeError('the transport sends its headers as an object');
  const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return { ...host, ...Object.fromEntries(given) };
}

function authorizationOf({ authorization }: ProxyServer): Record<string, string> {
  return authorization === undefined ? {} : { 'proxy-authorization': authorization };
}
