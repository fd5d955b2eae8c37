import type { Client, ClientOptions } from '../../api/client.ts';
import { isForbidden } from '../../api/errors/apiError.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import { createConfiguredClient } from '../../api/network/configuredClient.ts';
import type { WriteRecord } from '../../api/transport/requestLog.ts';
import type { SeenResponse } from '../../api/transport/transport.ts';
import type { Log } from '../platform/log.ts';
import { networkSettings } from '../platform/networkSettings.ts';
import type { TokenStore } from './tokens.ts';

export interface ClientListeners {
  readonly onWrite?: (record: WriteRecord) => void;
  readonly onResponse?: (response: SeenResponse) => void;
  readonly reopened?: NonNullable<ClientOptions['reopened']>;
}

/** What only the user's secret storage has. */
export interface ServerSecrets extends Pick<ClientOptions, 'getToken'> {
  readonly passphrases: Pick<TokenStore, 'get'>;
}

export function createServerClient(
  server: ServerConfig,
  { getToken, passphrases }: ServerSecrets,
  log: Pick<Log, 'exchange'>,
  listeners: ClientListeners = {},
): Client {
  return createConfiguredClient({
    ...listeners,
    server,
    getToken,
    network: () => ({ ...networkSettings(), getPassphrase: () => passphrases.get(server) }),
    onExchange: exchange => log.exchange(server.name, exchange),
  });
}

/** `limited`: the server accepts the token, but the token may not list jobs. */
export type ConnectionTest =
  | { readonly kind: 'ok' | 'limited' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Sends one real request with the token, before anything about the server is stored. */
export async function testConnection(
  server: ServerConfig,
  secrets: ServerSecrets,
  log: Pick<Log, 'exchange'>,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const client = createServerClient(server, secrets, log);
  try {
    await client.jobs.list({ signal }).next();
    return { kind: 'ok' };
  } catch (error) {
    if (isForbidden(error)) return { kind: 'limited' };
    return { kind: 'failed', error };
  } finally {
    await client.close();
  }
}
