import { type ClientOptions, createClient } from '../../../src/api/client.ts';
import { ConnectionError } from '../../../src/api/errors/apiError.ts';
import { type WritingClient, withWrites } from '../../support/writes.ts';

/**
 * What a server returns: a body with status 200, a status, text that is not JSON, or nothing because the connection is
 * lost.
 */
export type Reply =
  | {
      readonly status?: number;
      readonly body?: unknown;
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'lost'
  /** The server's settings were changed before the request was sent. */
  | 'closed';

export interface SentRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** A client of a server in memory whose replies the test provides, and everything that was sent to it. */
export function clientOf(
  reply: (request: SentRequest, signal: AbortSignal | undefined) => Reply | Promise<Reply>,
  options: Partial<ClientOptions> = {},
): {
  readonly client: WritingClient;
  readonly sent: readonly SentRequest[];
  readonly operations: readonly string[];
} {
  const sent: SentRequest[] = [];
  const operations: string[] = [];
  const client = createClient({
    baseUrl: 'https://plant.example/prefix',
    getToken: () => 'token-of-the-test',
    retry: { delay: async () => undefined, random: () => 0 },
    ...options,
    transport: {
      send: async ({ info, url, body, headers, signal }) => {
        const request = {
          method: info.method,
          path: url.pathname + url.search,
          body: body === undefined ? undefined : JSON.parse(body),
          headers,
        };
        sent.push(request);
        operations.push(`${info.method} ${info.operation}`);
        const found = await reply(request, signal);
        if (found === 'closed') throw new ConnectionError(info, 'closed', 'UND_ERR_CLOSED', false);
        if (found === 'lost') throw new ConnectionError(info, 'reset', 'ECONNRESET', true);
        return {
          status: found.status ?? 200,
          body: found.text ?? (found.body === undefined ? '' : JSON.stringify(found.body)),
          header: name => found.headers?.[name.toLowerCase()],
        };
      },
      close: async () => undefined,
    },
  });
  return { client: withWrites(client), sent, operations };
}
