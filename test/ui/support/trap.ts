import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** A server that must not receive anything; it records every connection and request. */
export interface Trap {
  readonly url: string;
  /** The connections and requests so far; there should be none. */
  readonly received: readonly string[];
}

/** Call once in a `describe`: runs the server during its tests. */
export function useTrap(): Trap {
  const received: string[] = [];
  let server: Server | undefined;
  let url = '';

  before('start the trap server', async () => {
    server = createServer((request, response) => {
      received.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    });
    server.on('connect', (request, socket) => {
      received.push(`CONNECT ${request.url}`);
      socket.destroy();
    });
    server.on('connection', () => received.push('connection'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the trap has no port');
    url = `http://127.0.0.1:${address.port}`;
  });
  after(() => {
    server?.closeAllConnections();
    server?.close();
  });

  return {
    get url() {
      return url;
    },
    received,
  };
}
