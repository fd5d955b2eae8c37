import type { Client, ClientOptions } from '../api/client.ts';
import type { SeenResponse } from '../api/transport/seenResponse.ts';
import type { WriteRecord } from '../api/transport/writeRecord.ts';
import type { ServerConfig } from '../model/server.ts';
import { createConfiguredClient } from '../network/configuredClient.ts';
import type { Log } from '../platform/log.ts';
import { networkSettings } from '../platform/networkSettings.ts';

export interface ClientListeners {
  readonly onWrite?: (record: WriteRecord) => void;
  /** Called with every raw response before it is parsed. */
  readonly onResponse?: (response: SeenResponse) => void;
  readonly reopened?: NonNullable<ClientOptions['reopened']>;
}

/** The client of a configured server; all requests go through it. */
export function createServerClient(
  server: ServerConfig,
  getToken: ClientOptions['getToken'],
  log: Pick<Log, 'exchange'>,
  listeners: ClientListeners = {},
): Client {
  return createConfiguredClient({
    ...listeners,
    server,
    getToken,
    network: networkSettings,
    onExchange: exchange => log.exchange(server.name, exchange),
  });
}
