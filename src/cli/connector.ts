import { proxyLogin } from '../api/network/proxyChoice.ts';
import { type Command, CommandError, CommandOutput } from '../api/transport/commandOutput.ts';
import type { Exchange } from '../api/transport/requestLog.ts';
import { normalizeToken } from '../api/transport/token.ts';
import type { Clock } from '../base/clock.ts';
import type { Localizer } from '../base/localizer.ts';
import {
  type CliConnection,
  type ConnectionSource,
  connectTo,
  latestOf,
  networkOf,
  passphraseOf,
  readToken,
  serverOf,
  tokenSourceOf,
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
    const { clock, output, addSecret } = this.#parts;
    const server = serverOf(source);
    const { getToken, reject } = this.#tokenOf(source);
    const passphrase = passphraseOf(source);
    const getPassphrase = async () => {
      const secret = passphrase();
      addSecret(secret);
      return secret;
    };
    addSecret(passphrase());
    const network = { ...networkOf(source), getPassphrase };
    addSecret(proxyLogin(new URL(server.url), network.proxies));
    this.#connection = connectTo({ server, getToken, network, clock }, exchange => {
      if (source.options.has('verbose')) output.note(exchangeText(exchange));
      if (exchange.status === 401) reject();
    });
    return this.#connection;
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  #tokenOf(source: ConnectionSource): TokenAccess {
    const { args, localizer, addSecret } = this.#parts;
    const from = tokenSourceOf(source);
    if (from.kind === 'command') return this.#tokenOfCommand(from.command);
    const read = () => readToken(source, from);
    const latest = from.kind === 'file' ? latestOf(read, from.path) : read;
    rejectSecrets(args, latest(), localizer);
    const getToken = () => {
      const token = latest();
      addSecret(token);
      return token;
    };
    getToken();
    return { getToken, reject: () => undefined };
  }

  #tokenOfCommand(command: Command): TokenAccess {
    const { localizer, addSecret } = this.#parts;
    const { t } = localizer;
    const output = new CommandOutput(command, text => {
      const token = normalizeToken(text);
      return token === undefined ? undefined : { token };
    });
    let used: { readonly token: string } | undefined;
    const getToken = async () => {
      try {
        used = await output.get();
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        const program = command[0] ?? '';
        throw new UsageError(t(commandTexts[error.code], { program }));
      }
      addSecret(used.token);
      return used.token;
    };
    return { getToken, reject: () => void (used !== undefined && output.reject(used)) };
  }
}

interface TokenAccess {
  readonly getToken: () => string | Promise<string>;
  /** The server rejected the token; a command is then run again. */
  readonly reject: () => void;
}

const commandTexts = {
  commandMissing:
    'The command for the token, “{program}”, was not found or must not be executed, so nothing was sent. Check “tokenCommand” of the profile.',
  commandSlow:
    'The command for the token, “{program}”, did not end within 30 seconds, so nothing was sent. Check “tokenCommand” of the profile.',
  commandFailed:
    'The command for the token, “{program}”, failed, so nothing was sent. Run it in a terminal, and check “tokenCommand” of the profile.',
  commandOutput:
    'The command for the token, “{program}”, did not print a token, so nothing was sent. Run it in a terminal, and check “tokenCommand” of the profile.',
} as const;

function exchangeText({ method, path, status, durationMs, attempt, failure }: Exchange): string {
  const result = status === undefined ? failure : `HTTP ${status}`;
  const again = attempt > 1 ? ` (${attempt})` : '';
  return `${method} ${path}: ${result}, ${Math.round(durationMs)} ms${again}`;
}
