import { createSecureContext } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import { readTrustedAuthorities, withPin } from './authorities.ts';
import { type ProxySettings, proxyFor } from './proxyChoice.ts';
import { openTunnel, proxyConnector, throughProxy } from './proxyTunnel.ts';
import { type ClientFiles, fileStamp, type GetPassphrase, readClientIdentity } from './tlsFiles.ts';

export interface NetworkSettings {
  readonly proxies: ProxySettings;
  readonly useSystemCertificates: boolean;
  readonly getPassphrase?: GetPassphrase;
}

export interface ServerConnection extends NetworkSettings, ClientFiles {
  readonly url: URL;
  readonly caFile: string | undefined;
  /** SHA-256 fingerprint of the only accepted certificate, whoever issued it. */
  readonly certificate: string | undefined;
}

const connectTimeoutMs = 10_000;
const maxConnections = 8;

/**
 * The connections to one server, with their own pool, trusted certificates and proxy (decision 27). The rest of VS
 * Code is not affected.
 */
export async function createServerDispatcher(connection: ServerConnection): Promise<Dispatcher> {
  const { Agent, Pool } = await import('undici');
  const proxy = proxyFor(connection.url, connection.proxies);
  const connect = await serverConnector(connection);
  if (proxy === undefined) return new Agent({ connect, connections: maxConnections });
  const toProxy = await proxyConnector(proxy);
  if (connection.url.protocol === 'http:') {
    const pool = new Pool(proxy.url, { connect: toProxy, connections: maxConnections });
    return pool.compose(throughProxy(proxy));
  }
  return new Agent({
    connections: maxConnections,
    connect: (options, callback) => {
      const authority = `${options.hostname}:${options.port || '443'}`;
      openTunnel(proxy, toProxy, authority).then(
        httpSocket => connect({ ...options, httpSocket }, callback),
        (error: unknown) => callback(error instanceof Error ? error : new Error('no tunnel'), null),
      );
    },
  });
}

/**
 * Connects to the server, directly or over an existing socket. Certificates are renewed while a window or a service is
 * open, so their files are read again if they have changed when a connection is made.
 */
async function serverConnector(connection: ServerConnection): Promise<buildConnector.connector> {
  const { url, caFile, clientCertificateFile, clientKeyFile, proxies } = connection;
  const { buildConnector } = await import('undici');
  if (url.protocol === 'http:') return buildConnector({ timeout: connectTimeoutMs });
  const { environment } = proxies;
  const files = [caFile, clientCertificateFile, clientKeyFile, environment['NODE_EXTRA_CA_CERTS']];
  let known: { readonly stamp: string; readonly connector: Promise<buildConnector.connector> } | undefined;
  const current = async () => {
    // Before the files are read, so that a change in the meantime is noticed.
    const stamp = await fileStamp(files, environment);
    if (stamp !== known?.stamp) known = { stamp, connector: secureConnector(connection) };
    const used = known;
    return used.connector.catch((error: unknown) => {
      // The passphrase may be corrected without a change of the files.
      if (known === used) known = undefined;
      throw error;
    });
  };
  await current();
  return (options, callback) => {
    current().then(
      connect => connect(options, callback),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

async function secureConnector(connection: ServerConnection): Promise<buildConnector.connector> {
  const { certificate, caFile, useSystemCertificates, proxies, getPassphrase } = connection;
  const { buildConnector } = await import('undici');
  const identity = await readClientIdentity(connection, proxies.environment, getPassphrase);
  if (certificate !== undefined) {
    // The pin replaces verification. Without cached sessions, every connection presents its certificate.
    const unchecked = { timeout: connectTimeoutMs, maxCachedSessions: 0, rejectUnauthorized: false };
    const secureContext = createSecureContext(identity);
    return withPin(buildConnector({ ...unchecked, secureContext }), certificate);
  }
  const secureContext = await readTrustedAuthorities(
    useSystemCertificates,
    proxies.environment,
    caFile,
    identity,
  );
  // Otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would disable the check (decision 36).
  return buildConnector({ timeout: connectTimeoutMs, secureContext, rejectUnauthorized: true });
}
