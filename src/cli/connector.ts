import { proxyLogin } from '../api/network/proxyChoice.ts';
import type { Exchange } from '../api/transport/requestLog.ts';
import type { Clock } from '../base/clock.ts';
import type { Localizer } from '../base/localizer.ts';
import {
  type CliConnection,
  type ConnectionSource,
  connectTo,
  networkOf,
  readPassphrase,
  readToken,
  serverOf,
} from './cliConnection.ts';
import { rejectSecrets } from './commandLine.ts';
import { UsageError } from './optionTable.ts';
import type { Output } from './terminal/output.ts';

interface ConnectorParts {
  readonly args: readonly string[];
  readonly clock: Clock;
  readonly localizer: Localizer;
  readonly output: Output;
  /** What the output must never contain. */
  readonly addSecret: (secret: string | undefined) => void;
}

/** Connects a command to its server, and closes the connection. */
export class Connector {
  readonly #parts: ConnectorParts;
  #connection: CliConnection | undefined;

  constructor(parts: ConnectorParts) {
    this.#parts = parts;
  }

  get serverName(): string {
    return this.#connection?.server.name ?? '';
  }

  connect(source: ConnectionSource): CliConnection {
    const { args, clock, localizer, output, addSecret } = this.#parts;
    const server = serverOf(source);
    const token = readToken(source);
    rejectSecrets(args, token, localizer);
    const network = networkOf(source);
    addSecret(token);
    addSecret(readPassphrase(source));
    addSecret(proxyLogin(new URL(server.url), network.proxies));
    const isReadAgain = ![undefined, '-'].includes(source.options.value('token-file'));
    const getToken = isReadAgain ? () => this.#newestToken(source, token) : () => token;
    this.#connection = connectTo({ server, getToken, network, clock }, exchange => {
      if (source.options.has('verbose')) output.note(exchangeText(exchange));
    });
    return this.#connection;
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  /** A token file is replaced while a service runs; until it can be read again, the last token counts. */
  #newestToken(source: ConnectionSource, last: string): string {
    try {
      const token = readToken(source);
      this.#parts.addSecret(token);
      return token;
    } catch (error) {
      if (error instanceof UsageError) return last;
      throw error;
    }
  }
}

function exchangeText({ method, path, status, durationMs, attempt, failure }: Exchange): string {
  const result = status === undefined ? failure : `HTTP ${status}`;
  const again = attempt > 1 ? ` (${attempt})` : '';
  return `${method} ${path}: ${result}, ${Math.round(durationMs)} ms${again}`;
}
