import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** A server that must not receive anything: it counts its connections. */
export interface Trap {
  readonly url: string;
  /** First lines of the requests and other connections that came, which should be none. */
  readonly visits: readonly string[];
}

/** To be called once in a describe: a trap that stands while its tests run. */
export function useTrap(): Trap {
  const visits: string[] = [];
  let server: Server | undefined;
  let url = '';

  before('set a trap', async () => {
    server = createServer((request, response) => {
      visits.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    });
    server.on('connect', (request, socket) => {
      visits.push(`CONNECT ${request.url}`);
      socket.destroy();
    });
    server.on('connection', () => visits.push('connection'));
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
    visits,
  };
}
