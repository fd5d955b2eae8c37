import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Clock, systemClock } from '../../../base/clock.ts';
import type { DemoContext, Route, Variant } from './call.ts';
import { detail, Problem, type Reply, serverError, tooLargePage } from './reply.ts';
import { type DemoRequest, type Permission, respond } from './respond.ts';
import { apiRoutes } from './routes.ts';
import { Runner } from './runner.ts';
import type { Pace } from './runTiming.ts';
import { seedWorld } from './seed/seedWorld.ts';
import type { World } from './world.ts';

export interface DemoServerOptions {
  /** 0 or `undefined` selects a free port. */
  readonly port?: number | undefined;
  /** The token with full permission; random by default. */
  readonly token?: string | undefined;
  /** Additional tokens with their permissions. */
  readonly tokens?: Readonly<Record<string, Permission>> | undefined;
  /** The initial objects; a seeded world by default. */
  readonly world?: World | undefined;
  /** Determines the order of status changes: the same seed repeats them. */
  readonly seed?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly pace?: Pace | undefined;
  readonly variant?: Variant | undefined;
  /** The routes to serve; the operations of the API by default. */
  readonly routes?: readonly Route[] | undefined;
  readonly observer?: RequestObserver | undefined;
}

/** Observes requests, and can delay their responses. */
export interface RequestObserver {
  arrived(): void;
  /** The client disconnected before its request was complete. */
  abandoned(): void;
  /** The request is complete; it takes effect once this resolves. */
  received(): Promise<void>;
  responding(request: RespondedRequest): void;
}

export interface RespondedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export interface DemoServer {
  /** The base URL, including the base path, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** The permission of each token; tests can add and revoke tokens here. */
  readonly tokens: Map<string, Permission>;
  readonly world: World;
  readonly runner: Runner;
  readonly clock: Clock;
  /** Closes all sockets immediately, even during a request. */
  close(): Promise<void>;
}

export const defaultSizes = { jobs: 60, groups: 12, devices: 150, seed: 1 } as const;

export async function startDemoServer(options: DemoServerOptions = {}): Promise<DemoServer> {
  const {
    clock = systemClock,
    seed = defaultSizes.seed,
    pace = 'lively',
    variant = {},
    routes = apiRoutes,
  } = options;
  const world = options.world ?? seedWorld({ ...defaultSizes, now: clock.now() });
  const runner = new Runner({ world, clock, seed, pace });
  const token = options.token ?? randomBytes(20).toString('hex');
  const tokens = new Map<string, Permission>([...Object.entries(options.tokens ?? {}), [token, 'full']]);
  const server = httpServer({ world, variant, routes, clock, runner }, tokens, options.observer);
  const port = await listen(server, options.port ?? 0);
  runner.start();
  return {
    url: `http://127.0.0.1:${port}${variant.basePath ?? ''}`,
    token,
    tokens,
    world,
    runner,
    clock,
    close: () => close(server, runner),
  };
}

function httpServer(
  context: DemoContext,
  tokens: ReadonlyMap<string, Permission>,
  observer: RequestObserver | undefined,
): Server {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    observer?.arrived();
    // The whole body is read first, so that a write takes effect even if the client disconnects now.
    const bytes = await receiveBody(request, maxBodyBytes).catch(() => undefined);
    if (bytes === undefined) return observer?.abandoned();
    await observer?.received();
    const { method = 'GET', url: path = '/' } = request;
    const body = () => parseBody(bytes, request.headers['content-type'] ?? '');
    const { authorization, host } = request.headers;
    const reply = replyTo({ method, url: urlOf(path, host), authorization, body }, context, tokens);
    observer?.responding({ method, path, status: reply.status });
    send(response, reply, context.clock);
  };
  const server = createServer((request, response) => void serve(request, response));
  // Longer than clients keep an idle connection, so that a write never arrives at a closing socket.
  server.keepAliveTimeout = 65_000;
  return server;
}

function replyTo(request: DemoRequest, context: DemoContext, tokens: ReadonlyMap<string, Permission>): Reply {
  try {
    return respond(request, context, tokens);
  } catch {
    // An internal error of the demo server; Django reveals no more than this either.
    return serverError;
  }
}

/** The URL as the client sees it, with the host that it sent: page links are based on it. */
function urlOf(path: string, host = '127.0.0.1'): URL {
  const text = path.startsWith('/') ? `http://${host}${path}` : path;
  return URL.canParse(text) ? new URL(text) : new URL('http://127.0.0.1/bad-request');
}

function send(response: ServerResponse, reply: Reply, clock: Clock): void {
  const length = reply.status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(reply.body)) };
  const date = new Date(clock.now()).toUTCString();
  response.writeHead(reply.status, { ...reply.headers, ...length, Date: date });
  response.end(reply.body);
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The demo server has no port.');
  return address.port;
}

async function close(server: Server, runner: Runner): Promise<void> {
  runner.dispose();
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Django's own default limit for request bodies. */
export const maxBodyBytes = 2_621_440;

/** Reads the body of a request; `tooLong` if it exceeds the limit. Rejects if the client disconnects before the end. */
export async function receiveBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | 'tooLong'> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    // A body that is too long is read to its end and discarded, because a client that is still sending does not read
    // the response.
    if (length <= maxBytes) chunks.push(bytes);
  }
  return length > maxBytes ? 'tooLong' : Buffer.concat(chunks);
}

/** Parses the body as JSON; an empty body becomes an empty object. */
export function parseBody(bytes: Buffer | 'tooLong', mediaType: string): unknown {
  if (bytes === 'tooLong') throw new Problem(tooLargePage());
  if (bytes.length === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(mediaType)) {
    throw detail(415, `Unsupported media type "${mediaType}" in request.`);
  }
  return parse(decode(bytes));
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw detail(400, "JSON parse error - 'utf-8' codec can't decode byte: invalid start byte");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw detail(400, `JSON parse error - ${pythonComplaint(text)}`);
  }
}

/** The two most common messages of Python. The exact position is not worth a parser. */
function pythonComplaint(text: string): string {
  if (text.startsWith('\uFEFF'))
    return 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)';
  if (!/^\s*[{["]/.test(text)) return 'Expecting value: line 1 column 1 (char 0)';
  const lines = text.split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return `Expecting ',' delimiter: line ${lines.length} column ${column} (char ${text.length})`;
}
