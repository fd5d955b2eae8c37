import { getOrAdd } from '../../base/collections.ts';
import { type Client, type ClientOptions, createClient } from '../client.ts';
import { NotSentError } from '../errors/apiError.ts';
import { normalizeBaseUrl, type ServerConfig } from '../model/server.ts';
import { extraHeadersOf } from '../transport/extraHeaders.ts';
import { createFetchTransport } from '../transport/fetchTransport.ts';
import { ServerPause } from '../transport/serverPause.ts';
import { observeResponse, type SeenResponse, type Transport } from '../transport/transport.ts';
import { createUndiciTransport } from '../transport/undiciTransport.ts';
import { createServerDispatcher, type NetworkSettings } from './serverDispatcher.ts';

export interface ConfiguredClientParts
  extends Pick<ClientOptions, 'getToken' | 'onExchange' | 'onWrite' | 'reopened' | 'retry'> {
  readonly server: ServerConfig;
  readonly network: () => NetworkSettings;
  readonly onResponse?: ((response: SeenResponse) => void) | undefined;
}

/** Creates the client of a server according to its settings: guards, timeout and connections. */
export function createConfiguredClient({
  server,
  network,
  onResponse,
  ...options
}: ConfiguredClientParts): Client {
  const transport = transportOf(server, network);
  return createClient({
    ...options,
    baseUrl: server.url,
    headers: extraHeadersOf(server),
    pause: pauseOf(server.url),
    transport: onResponse === undefined ? transport : observeResponse(transport, onResponse),
    readOnly: server.readOnly === true,
    ...(server.jobListQuery === undefined ? {} : { jobListQuery: server.jobListQuery }),
    ...(server.timeoutSeconds === undefined ? {} : { timeoutMs: server.timeoutSeconds * 1_000 }),
  });
}

/** By origin: a server counts the requests of all clients, whichever session or report sends them. */
const pauses = new Map<string, ServerPause>();

function pauseOf(url: string): ServerPause {
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  return getOrAdd(pauses, origin, () => new ServerPause());
}

function transportOf(server: ServerConfig, network: () => NetworkSettings): Transport {
  const base = normalizeBaseUrl(server.url);
  // The entry was edited manually and lacks consent to plain HTTP: the token must not be sent unencrypted.
  if (base.kind === 'ok' && base.needsHttpConsent && server.allowHttp !== true) return rejecting('plainHttp');
  if (server.network === 'vscode')
    // VS Code takes client certificates from the operating system, so this one would silently not be sent.
    return server.clientCertificateFile === undefined
      ? createFetchTransport()
      : rejecting('clientCertificateUnused');
  return createUndiciTransport(async () =>
    createServerDispatcher({
      ...network(),
      url: new URL(server.url),
      caFile: server.caFile,
      certificate: server.certificate,
      clientCertificateFile: server.clientCertificateFile,
      clientKeyFile: server.clientKeyFile,
    }),
  );
}

function rejecting(code: 'plainHttp' | 'clientCertificateUnused'): Transport {
  return {
    send: async ({ info }) => {
      throw new NotSentError(info, { code });
    },
    close: async () => undefined,
  };
}
