import { getOrAdd } from '../../base/collections.ts';
import { learnSecret } from '../../base/redact.ts';
import { areDistinct, HeadersSchema, type ServerConfig } from '../model/server.ts';
import { CommandOutput } from './commandOutput.ts';

export type Headers = Readonly<Record<string, string>>;

/** Headers that a gateway in front of the server expects. */
export interface ExtraHeaders {
  /** As far as they are known without waiting for a command. */
  readonly known: () => Headers | undefined;
  /** Rejects with `CommandError`. */
  readonly get: () => Promise<Headers>;
  /** The server rejected a request with these headers; whether there will be others. */
  readonly reject: (used: Headers) => boolean;
}

/** By server and command: it runs once for all clients of a server. */
const outputs = new Map<string, CommandOutput<Headers>>();

export function extraHeadersOf({ url, headers = {}, headersCommand }: ServerConfig): ExtraHeaders {
  if (headersCommand === undefined)
    return { known: () => headers, get: async () => headers, reject: () => false };
  const key = JSON.stringify([url, headers, headersCommand]);
  const parse = (output: string) => {
    const found = parseHeaders(output);
    return found && { ...headers, ...found };
  };
  const output = getOrAdd(outputs, key, () => new CommandOutput(headersCommand, parse));
  return { known: () => output.known, get: () => output.get(), reject: used => output.reject(used) };
}

/** One `Name: value` a line; `undefined` for anything else, and for headers that must not be set. */
function parseHeaders(output: string): Headers | undefined {
  const lines = output.split(/\r?\n/).filter(line => line.trim() !== '');
  const pairs = lines.map(line => {
    const [, name = '', value = ''] = /^\uFEFF?([^:\s]+):(.*)$/.exec(line) ?? [];
    learnSecret(value.trim());
    return [name, value.trim()] as const;
  });
  // A name that is printed twice would lose its first value.
  if (pairs.length === 0 || !areDistinct(pairs.map(([name]) => name))) return undefined;
  return HeadersSchema.safeParse(Object.fromEntries(pairs)).data;
}
