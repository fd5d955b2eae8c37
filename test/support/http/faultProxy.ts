import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** A request bound for the server behind the proxy, with its complete body. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The response of the server behind the proxy. */
export interface ProxiedReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface FaultContext {
  readonly proxied: ProxiedRequest;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Forwards the request to the server; the client receives nothing yet. */
  forward(): Promise<ProxiedReply>;
  /** Sends this reply to the client. */
  reply(reply: ProxiedReply): void;
}

/** What happens to one request: whether and when it is carried out, and what the client receives. */
export type Fault = (context: FaultContext) => void | Promise<void>;

export interface FaultProxy {
  readonly url: string;
  readonly requests: readonly ProxiedRequest[];
  /** The number of open client connections. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

export const noFault: Fault = async ({ forward, reply }) => reply(await forward());

/** Carried out, then the connection closes without a response. */
export const closeAfterCommit: Fault = async ({ forward, request }) => {
  await forward();
  request.socket.end();
};

/** Carried out, then the connection is reset. */
export const resetAfterCommit: Fault = async ({ forward, request }) => {
  await forward();
  request.socket.resetAndDestroy();
};

/** Never carried out: the connection is reset. */
export const resetBefore: Fault = ({ request }) => {
  request.socket.resetAndDestroy();
};

/** Carried out, but a gateway has timed out in the meantime. */
export function gatewayAfterCommit(status: 502 | 503 | 504): Fault {
  return async ({ forward, reply }) => {
    await forward();
    reply(gatewayPage(status));
  };
}

/** Never carried out: a gateway responds. */
export function gatewayBefore(status: 502 | 503 | 504): Fault {
  return ({ reply }) => reply(gatewayPage(status));
}

/** Never carried out: the server fails. */
export const failureBefore: Fault = ({ reply }) => reply(gatewayPage(500));

/** Carried out, and then the server fails. */
export const failureAfterCommit: Fault = async ({ forward, reply }) => {
  await forward();
  reply(gatewayPage(500));
};

/** Carried out, but the response is cut off in the middle. */
export const truncateAfterCommit: Fault = async ({ forward, response }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, { ...headers, 'content-length': String(body.length) });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
};

/** Carried out, but the response is replaced. */
export function respondAfterCommit(body: string, status = 200): Fault {
  return async ({ forward, reply }) => {
    await forward();
    reply({ status, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) });
  };
}

/** A proxy in front of `target` (an origin) that chooses a fault for each request. */
export async function startFaultProxy(
  target: string,
  faultOf: (request: ProxiedRequest) => Fault,
): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const requests: ProxiedRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response);
  });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const { method = 'GET', url: path = '/', headers } = request;
    const proxied = { method, path, headers, body };
    requests.push(proxied);
    const forward = () => forwardTo(target, agent, proxied);
    await faultOf(proxied)({ proxied, request, response, forward, reply: made => send(response, made) });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    connections: () => promisify(server.getConnections.bind(server))(),
    close: async () => {
      agent.destroy();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function forwardTo(target: string, agent: Agent, proxied: ProxiedRequest): Promise<ProxiedReply> {
  const { method, path, headers, body } = proxied;
  const outgoing = sendRequest(target + path, { method, headers, agent });
  const answered: Promise<IncomingMessage> = new Promise((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  outgoing.end(body);
  const incoming = await answered;
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: await buffer(incoming),
  };
}

function gatewayPage(status: number): ProxiedReply {
  const body = Buffer.from(`<html><head><title>${status} Gateway</title></head><body>nginx</body></html>`);
  return { status, headers: { 'content-type': 'text/html' }, body };
}

function send(response: ServerResponse, { status, headers, body }: ProxiedReply): void {
  const { 'transfer-encoding': _, connection: __, ...rest } = headers;
  response.writeHead(status, status === 204 ? rest : { ...rest, 'content-length': String(body.length) });
  response.end(status === 204 ? undefined : body);
}
