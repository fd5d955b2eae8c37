import { type Client, type ClientOptions, createClient } from '../api/client.ts';
import { NotSentError } from '../api/errors/notSentError.ts';
import { createFetchTransport } from '../api/transport/fetchTransport.ts';
import { type SeenResponse, watched } from '../api/transport/seenResponse.ts';
import type { Transport } from '../api/transport/transport.ts';
import { createUndiciTransport } from '../api/transport/undiciTransport.ts';
import type { WriteRecord } from '../api/transport/writeRecord.ts';
import { normaliseBaseUrl, type ServerConfig } from '../model/server.ts';
import { createServerDispatcher } from '../network/serverDispatcher.ts';
import type { Log } from '../platform/log.ts';
import { proxySettings, useSystemCertificates } from '../platform/networkSettings.ts';

export interface ClientListeners {
  readonly onWrite?: (record: WriteRecord) => void;
  /** Called with every raw response before it is parsed. */
  readonly onResponse?: (response: SeenResponse) => void;
}

/** The client of a configured server; all requests go through it. */
export function createServerClient(
  server: ServerConfig,
  getToken: ClientOptions['getToken'],
  log: Pick<Log, 'exchange'>,
  { onWrite, onResponse }: ClientListeners = {},
): Client {
  const transport = transportOf(server);
  return createClient({
    baseUrl: server.url,
    getToken,
    transport: onResponse === undefined ? transport : watched(transport, onResponse),
    readOnly: server.readOnly === true,
    ...(server.jobListQuery === undefined ? {} : { jobListQuery: server.jobListQuery }),
    ...(server.timeoutSeconds === undefined ? {} : { timeoutMs: server.timeoutSeconds * 1_000 }),
    onExchange: exchange => log.exchange(server.name, exchange),
    ...(onWrite === undefined ? {} : { onWrite }),
  });
}

function transportOf(server: ServerConfig): Transport {
  const base = normaliseBaseUrl(server.url);
  // A server added in the settings by hand has no consent to plain HTTP: the token is not sent unencrypted.
  if (base.kind === 'ok' && base.needsHttpConsent && server.allowHttp !== true) return plainHttpRefused;
  if (server.network === 'vscode') return createFetchTransport();
  return createUndiciTransport(async () =>
    createServerDispatcher({
      url: new URL(server.url),
      proxies: proxySettings(),
      useSystemCertificates: useSystemCertificates(),
      caFile: server.caFile,
      certificate: server.certificate,
    }),
  );
}

const plainHttpRefused: Transport = {
  send: async ({ info }) => {
    throw new NotSentError(info, { code: 'plainHttp' });
  },
  close: async () => undefined,
};
