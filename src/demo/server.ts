import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Clock, systemClock } from '../util/clock.ts';
import { type Answer, answer } from './answer.ts';
import type { DemoContext } from './call.ts';
import { storeWorld } from './manner.ts';
import {
  type DemoServerOptions,
  type DemoSettings,
  defaultSizes,
  demoSettings,
  type Permission,
} from './options.ts';
import { djangoPage, type Reply } from './reply.ts';
import { parseBody, receiveBody } from './requestBody.ts';
import { RequestLog } from './requestLog.ts';
import { Runner } from './runner.ts';
import { seedWorld } from './seed/seedWorld.ts';
import type { World } from './world.ts';

export interface DemoServer {
  /** Base URL, with the base path and without a slash at its end. */
  readonly url: string;
  /** The token that may do everything. */
  readonly token: string;
  /** The permission of each token; tests revoke and add tokens here. */
  readonly tokens: Map<string, Permission>;
  readonly requests: RequestLog;
  /** What the server stores; a change here is a change by "somebody else". */
  readonly world: World;
  readonly runner: Runner;
  readonly clock: Clock;
  readonly settings: DemoSettings;
  /** Ends all sockets at once, also those in the middle of a request. */
  close(): Promise<void>;
}

export async function startDemoServer(options: DemoServerOptions = {}): Promise<DemoServer> {
  const clock = options.clock ?? systemClock;
  const settings = demoSettings(options);
  const seed = options.seed ?? defaultSizes.seed;
  const world = options.world ?? worldFor(options, clock.now());
  storeWorld({ world, settings });
  const runner = new Runner({ world, clock, seed, pace: options.pace ?? 'lively' });
  const token = options.token ?? randomBytes(20).toString('hex');
  const tokens = new Map<string, Permission>([...Object.entries(options.tokens ?? {}), [token, 'full']]);
  const requests = new RequestLog();
  const server = httpServer({ world, settings, clock, runner }, tokens, requests);
  const port = await listen(server, options.port ?? 0);
  runner.start();
  return {
    url: `http://127.0.0.1:${port}${settings.basePath}`,
    token,
    tokens,
    requests,
    world,
    runner,
    clock,
    settings,
    close: () => close(server, runner),
  };
}

function worldFor(options: DemoServerOptions, now: number): World {
  return seedWorld({
    jobs: options.jobs ?? defaultSizes.jobs,
    groups: options.groups ?? defaultSizes.groups,
    devices: options.devices ?? defaultSizes.devices,
    seed: options.seed ?? defaultSizes.seed,
    awkward: options.awkward ?? false,
    withoutReports: options.legacy ?? false,
    now,
  });
}

function httpServer(
  context: DemoContext,
  tokens: ReadonlyMap<string, Permission>,
  requests: RequestLog,
): Server {
  const server = createServer((request, response) => {
    requests.arrived();
    void serve({ request, response, context, tokens, requests });
  });
  // Longer than any client keeps an idle connection: a write must not meet a socket that is just closing.
  server.keepAliveTimeout = 65_000;
  return server;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: DemoContext;
  readonly tokens: ReadonlyMap<string, Permission>;
  readonly requests: RequestLog;
}

async function serve(exchange: Exchange): Promise<void> {
  const { request, response, context, requests } = exchange;
  // All of the body comes first: a write whose sender then goes away happens all the same.
  const bytes = await receiveBody(request, context.settings.maxBodyBytes).catch(() => undefined);
  if (bytes === undefined) return requests.abandoned();
  await delay(context.settings.latencyMs, context.clock);
  const { kind, authorised, reply } = answerTo(exchange, bytes);
  const atMs = context.clock.now();
  const { method = 'GET', url: path = '/' } = request;
  requests.answered({ kind, method, path, status: reply.status, atMs, authorised });
  send(response, reply);
}

function answerTo({ request, context, tokens }: Exchange, bytes: Buffer | 'tooLong'): Answer {
  const question = {
    method: request.method ?? 'GET',
    url: urlOf(request),
    authorization: request.headers.authorization,
    body: () => parseBody(bytes, request.headers['content-type'] ?? ''),
  };
  try {
    return answer(question, context, tokens);
  } catch {
    // A defect of the demo server itself; Django returns no more than this either.
    return { kind: 'other', authorised: false, reply: djangoPage(500, 'Server Error (500)', '') };
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

async function delay(ms: number, clock: Clock): Promise<void> {
  if (ms > 0) await new Promise<void>(resolve => clock.schedule(ms, resolve));
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
