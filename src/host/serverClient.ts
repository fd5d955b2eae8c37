import { type Client, type ClientOptions, createClient } from '../api/client.ts';
import { PlainHttpError } from '../api/errors.ts';
import { createFetchTransport } from '../api/fetchTransport.ts';
import { createUndiciTransport, type Transport } from '../api/transport.ts';
import type { WriteRecord } from '../api/writeRecord.ts';
import { normaliseBaseUrl, type ServerConfig } from '../model/server.ts';
import type { Log } from './log.ts';
import { proxySettings, useSystemCertificates } from './network/networkSettings.ts';
import { createServerDispatcher } from './network/serverDispatcher.ts';

/** The client of a server as it is configured; everything that speaks to a server uses this one. */
export function createServerClient(
  server: ServerConfig,
  getToken: ClientOptions['getToken'],
  log: Log,
  onWrite: (record: WriteRecord) => void = () => undefined,
): Client {
  return createClient({
    baseUrl: server.url,
    getToken,
    transport: transportOf(server),
    readOnly: server.readOnly === true,
    ...(server.jobListQuery === undefined ? {} : { jobListQuery: server.jobListQuery }),
    ...(server.timeoutSeconds === undefined ? {} : { timeoutMs: server.timeoutSeconds * 1_000 }),
    onExchange: exchange => log.exchange(server.name, exchange),
    onWrite,
  });
}

function transportOf(server: ServerConfig): Transport {
  const base = normaliseBaseUrl(server.url);
  // A server written into the settings by hand has not been asked about; the token does not go out in the clear.
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
    throw new PlainHttpError(info);
  },
  close: async () => undefined,
};
