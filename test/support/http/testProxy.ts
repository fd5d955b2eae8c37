import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, request as sendRequest } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { listen } from './listen.ts';

export interface TestProxyOptions {
  /** Uses https itself, with the self-signed certificate of the fixtures. */
  readonly isHttps?: boolean;
  /** The `user:password` that it requires. */
  readonly login?: string;
  /** Responds to every CONNECT with this status. */
  readonly refuseWith?: number;
}

export interface TestProxy {
  readonly url: string;
  /** `CONNECT host:port` and `GET http://…`, oldest first. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** A proxy that resolves every host to this machine, so that tests can use names that do not resolve. */
export async function startTestProxy(options: TestProxyOptions = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = await makeServer(options.isHttps === true);
  const isWelcome = ({ headers }: IncomingMessage) =>
    options.login === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(options.login).toString('base64')}`;

  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    const status = isWelcome(request) ? options.refuseWith : 407;
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const onward = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward.on('error', () => socket.destroy()));
    socket.on('error', () => onward.destroy());
  });
  server.on('request', (request: IncomingMessage, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (!isWelcome(request)) return void response.writeHead(407).end();
    const { port, pathname, search } = new URL(request.url ?? '');
    const { method = 'GET', headers } = request;
    const target = { host: '127.0.0.1', port, path: pathname + search, method, headers };
    const onward = sendRequest(target, incoming => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    });
    request.pipe(onward.on('error', () => response.destroy()));
  });

  const port = await listen(server);
  return {
    url: `${options.isHttps ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function makeServer(isHttps: boolean): Promise<Server> {
  if (!isHttps) return createServer();
  const { certificateFile } = await import('./tlsServer.ts');
  const key = readFileSync(new URL('key.pem', certificateFile('selfSigned')));
  return createTlsServer({ key, cert: readFileSync(certificateFile('selfSigned')) });
}
