import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as it arrived, with its complete body. */
interface Received {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface ScriptedExchange {
  readonly received: Received;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** One step of the script: handles a request as a good or a bad server might. */
export type Responder = (exchange: ScriptedExchange) => void | Promise<void>;

export interface ScriptedServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Every request so far, oldest first. */
  readonly received: readonly Received[];
  /** The number of connections that were opened. */
  readonly connections: number;
  /** Adds responders to the end of the queue; each is used once. */
  queue(...responders: readonly Responder[]): void;
  /** The response when the queue is empty; 599 by default. */
  otherwise(responder: Responder): void;
  /** Resolves when this many requests have arrived in total. */
  requests(count: number): Promise<void>;
  close(): Promise<void>;
}

const outOfScript: Responder = ({ response }) => {
  response.writeHead(599).end('the script has no response for this request');
};

/** An HTTP server that responds from a queue and records its requests. */
export async function startScriptedServer(...responders: readonly Responder[]): Promise<ScriptedServer> {
  const queue = [...responders];
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let fallback = outOfScript;
  let connections = 0;

  const server = createServer((request, response) => {
    void serve(request, response);
  });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    // The script decides the date of responses.
    response.sendDate = false;
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const { method = 'GET', url: path = '/', headers } = request;
    const entry = { method, path, headers, body };
    received.push(entry);
    const next = queue.shift() ?? fallback;
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    await next({ received: entry, request, response });
  };
  server.on('connection', () => {
    connections += 1;
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The scripted server has no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    get connections() {
      return connections;
    },
    queue: (...more) => {
      queue.push(...more);
    },
    otherwise: responder => {
      fallback = responder;
    },
    requests: count =>
      received.length >= count
        ? Promise.resolve()
        : new Promise<void>(resolve => waiting.push({ count, resolve })),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Starts a server that runs during `use`. */
export async function withScript(
  use: (server: ScriptedServer) => Promise<void>,
  ...responders: readonly Responder[]
): Promise<void> {
  const server = await startScriptedServer(...responders);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}
