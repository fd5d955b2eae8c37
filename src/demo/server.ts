import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Clock, systemClock } from '../util/clock.ts';
import type { Permission } from './access.ts';
import type { DemoContext, Route } from './call.ts';
import { type Reply, serverError } from './reply.ts';
import { maxBodyBytes, parseBody, receiveBody } from './requestBody.ts';
import { type DemoRequest, respond } from './respond.ts';
import { apiRoutes } from './routes.ts';
import { Runner, type RunnerOptions } from './runner.ts';
import { seedWorld } from './seed/seedWorld.ts';
import type { Variant } from './variant.ts';
import type { World } from './world.ts';

/** `undefined` means the default. */
export interface DemoServerOptions {
  /** 0 or nothing: a free port. */
  readonly port?: number | undefined;
  /** The token with full rights; random when not given. */
  readonly token?: string | undefined;
  /** More tokens and what each may do. */
  readonly tokens?: Readonly<Record<string, Permission>> | undefined;
  /** The initial objects; a world of the usual size when not given. */
  readonly world?: World | undefined;
  /** Decides what moves when; the same seed moves the same jobs. */
  readonly seed?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly pace?: RunnerOptions['pace'] | undefined;
  readonly variant?: Variant | undefined;
  /** The routes that it serves; the operations of the API when not given. */
  readonly routes?: readonly Route[] | undefined;
  readonly observer?: RequestObserver | undefined;
}

/** Follows the requests, and may hold their responses back. */
export interface RequestObserver {
  arrived(): void;
  /** The sender disconnected before its request was complete. */
  abandoned(): void;
  /** The request is complete: it takes effect when this resolves. */
  received(): Promise<void>;
  responding(request: RespondedRequest): void;
}

export interface RespondedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number;
}

export interface DemoServer {
  /** Base URL, with the base path and without a slash at its end. */
  readonly url: string;
  /** The token that may do everything. */
  readonly token: string;
  /** The permission of each token; tests revoke and add tokens here. */
  readonly tokens: Map<string, Permission>;
  /** The stored objects; a change here is a change by "somebody else". */
  readonly world: World;
  readonly runner: Runner;
  readonly clock: Clock;
  /** Ends all sockets at once, also those in the middle of a request. */
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
    // The whole body is read first: a write whose sender then goes away still takes effect.
    const bytes = await receiveBody(request, maxBodyBytes).catch(() => undefined);
    if (bytes === undefined) return observer?.abandoned();
    await observer?.received();
    const { method = 'GET', url: path = '/' } = request;
    const body = () => parseBody(bytes, request.headers['content-type'] ?? '');
    const { authorization } = request.headers;
    const reply = replyTo({ method, url: urlOf(request), authorization, body }, context, tokens);
    observer?.responding({ method, path, status: reply.status });
    send(response, reply);
  };
  const server = createServer((request, response) => void serve(request, response));
  // Longer than any client keeps an idle connection: a write must not meet a socket that is just closing.
  server.keepAliveTimeout = 65_000;
  return server;
}

function replyTo(request: DemoRequest, context: DemoContext, tokens: ReadonlyMap<string, Permission>): Reply {
  try {
    return respond(request, context, tokens);
  } catch {
    // A defect of the demo server itself; Django returns no more than this either.
    return serverError;
  }
}

/** The address as the client sees it, from the host that it named: pages link to each other by it. */
function urlOf(request: IncomingMessage): URL {
  const path = request.url ?? '/';
  const host = request.headers.host ?? '127.0.0.1';
  const text = path.startsWith('/') ? `http://${host}${path}` : path;
  return URL.canParse(text) ? new URL(text) : new URL('http://127.0.0.1/bad-request');
}

function send(response: ServerResponse, reply: Reply): void {
  const length = reply.status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(reply.body)) };
  response.writeHead(reply.status, { ...reply.headers, ...length });
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
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
