import type { Client } from '../api/client.ts';
import type { Exchange } from '../api/transport/exchange.ts';
import type { SeenResponse } from '../api/transport/seenResponse.ts';
import type { ServerConfig } from '../model/server.ts';
import { createConfiguredClient } from '../network/configuredClient.ts';
import type { NetworkSettings } from '../network/serverDispatcher.ts';
import { ServerSession } from '../store/serverSession.ts';
import { systemClock } from '../util/clock.ts';
import type { ParsedOptions } from './parsedOptions.ts';

interface ConnectionParts {
  readonly server: ServerConfig;
  readonly token: string;
  readonly network: NetworkSettings;
  readonly onExchange: (exchange: Exchange) => void;
}

/** The server of the command line, with the extension's client and stores. */
export interface CliConnection extends Pick<ConnectionParts, 'server' | 'network'> {
  readonly client: Client;
  readonly session: ServerSession;
  /** A client that never writes, and its responses, for the connection report. */
  readonly probe: () => { readonly client: Client; readonly responses: readonly SeenResponse[] };
  close(): Promise<void>;
}

/** The extension's shortest polling intervals, because the user is waiting for the program. */
const paces = { activeMs: 2_000, inactiveMs: 15_000, watchedMs: 5_000, requestsPerMinute: 150 };

export function connectTo(parts: ConnectionParts): CliConnection {
  const { server, token, network, onExchange } = parts;
  const common = { getToken: () => token, network: () => network, onExchange };
  const client = createConfiguredClient({ ...common, server });
  const probes: Client[] = [];
  const session = new ServerSession({
    server,
    client,
    clock: systemClock,
    memory: new Map<string, number>(),
    paces: () => paces,
    extraWords: () => new Map(),
    // The caller of each read gets the error.
    onStatusFailure: () => undefined,
    // A command is about everything on the server.
    mostRows: () => Number.POSITIVE_INFINITY,
  });
  return {
    server,
    network,
    client,
    session,
    probe: () => {
      const responses: SeenResponse[] = [];
      const onResponse = (response: SeenResponse) => void responses.push(response);
      const reader = createConfiguredClient({ ...common, server: { ...server, readOnly: true }, onResponse });
      probes.push(reader);
      return { client: reader, responses };
    },
    close: async () => {
      await Promise.all([session.dispose(), ...probes.map(probe => probe.close())]);
    },
  };
}

/** The proxies of the environment, and the system's CAs unless they are disabled. */
export function networkOf(options: ParsedOptions, environment: NodeJS.ProcessEnv): NetworkSettings {
  return {
    proxies: {
      proxy: '',
      noProxy: [],
      isOn: !options.has('no-proxy'),
      authorization: undefined,
      strictSsl: true,
      environment,
    },
    useSystemCertificates: !options.has('no-system-certificates'),
  };
}
