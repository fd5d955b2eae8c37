import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { systemClock } from '../../../src/base/clock.ts';
import type { DemoContext } from '../../../src/contrib/demo/server/call.ts';
import { parseBody, receiveBody } from '../../../src/contrib/demo/server/httpServer.ts';
import type { Reply } from '../../../src/contrib/demo/server/reply.ts';
import { respond } from '../../../src/contrib/demo/server/respond.ts';
import { apiRoutes } from '../../../src/contrib/demo/server/routes.ts';
import { Runner } from '../../../src/contrib/demo/server/runner.ts';
import type { World } from '../../../src/contrib/demo/server/world.ts';
import type { DemoServerOptions } from '../../demo/options.ts';
import { worldFor } from '../../demo/server.ts';
import { variantOf } from '../../demo/variant.ts';

export const serverToken = 'token-of-the-rounds-1234567890';

/** Which of the user's windows a request is from. */
export const slotHeader = 'x-window';

/** One request in flight: it waits until the round processes it, and again until the round responds. */
export interface Exchange {
  readonly number: number;
  /** Which of the user's windows sent it. */
  readonly slot: number;
  readonly place: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  stage: 'arrived' | 'processed' | 'over';
  reply: Reply | undefined;
}

export interface Place {
  readonly name: string;
  /** The path differs in every round, so that late requests of an earlier round reach nobody. */
  readonly url: string;
  readonly origin: string;
  readonly world: World;
}

export interface ExchangeEvents {
  arrived(exchange: Exchange): void;
  processed(exchange: Exchange): void;
  responding(exchange: Exchange): void;
}

/** Demo servers over HTTP whose requests proceed only when the round says so. */
export class HeldServers {
  readonly places = new Map<string, Place>();
  readonly #contexts = new Map<string, DemoContext>();
  readonly #servers: Server[] = [];
  readonly #responses = new Map<Exchange, ServerResponse>();
  readonly #origins = new Map<string, string>();
  #resets = 0;
  #number = 0;
  #receiving = 0;
  events: ExchangeEvents | undefined;
  open: Exchange[] = [];

  /** The number of requests whose body has not fully arrived. */
  get receiving(): number {
    return this.#receiving;
  }

  async add(name: string, options: DemoServerOptions): Promise<void> {
    const server = createServer((request, response) => void this.#receive(name, request, response));
    server.keepAliveTimeout = 0;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    this.#servers.push(server);
    this.#origins.set(name, `http://127.0.0.1:${address.port}`);
    this.reset(name, options);
  }

  /** Resets the objects of every server. */
  reset(name: string, options: DemoServerOptions): void {
    const origin = this.#origins.get(name) ?? '';
    const basePath = `/${++this.#resets}`;
    const world = this.#reset(name, { ...options, basePath });
    this.places.set(name, { name, url: `${origin}${basePath}`, origin, world });
    this.open = [];
    this.#responses.clear();
    this.#number = 0;
  }

  process(exchange: Exchange): void {
    const context = this.#contexts.get(exchange.place);
    if (context === undefined || exchange.stage !== 'arrived') return;
    const { method, path, body } = exchange;
    const url = new URL(path, this.places.get(exchange.place)?.url);
    const authorization = `Token ${serverToken}`;
    const tokens = new Map([[serverToken, 'full' as const]]);
    exchange.reply = respond({ method, url, authorization, body: () => body }, context, tokens);
    exchange.stage = 'processed';
    this.events?.processed(exchange);
  }

  respond(exchange: Exchange): void {
    const response = this.#responses.get(exchange);
    const { reply } = exchange;
    if (response === undefined || reply === undefined || exchange.stage !== 'processed') return;
    this.#over(exchange);
    if (response.destroyed) return;
    this.events?.responding(exchange);
    response.writeHead(reply.status, { ...reply.headers, 'Content-Length': Buffer.byteLength(reply.body) });
    response.end(reply.body);
  }

  /** Marks a window as ended: no response reaches it, and what has arrived may or may not be processed. */
  abandon(slot: number): void {
    this.open = this.open.filter(exchange => exchange.slot !== slot);
  }

  disconnect(): void {
    for (const server of this.#servers) server.closeAllConnections();
  }

  close(): void {
    for (const server of this.#servers) server.close();
    this.disconnect();
  }

  async #receive(place: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#receiving += 1;
    const bytes = await receiveBody(request, 1_000_000).catch(() => undefined);
    this.#receiving -= 1;
    const { pathname } = new URL(this.places.get(place)?.url ?? '');
    const isOfEarlier = !request.url?.startsWith(`${pathname}/`);
    if (isOfEarlier) response.destroy();
    // A client that has disconnected waits for no response.
    if (bytes === undefined || isOfEarlier || response.destroyed) return;
    const { method = 'GET', url: path = '/', headers } = request;
    const body = parseBody(bytes, headers['content-type'] ?? '');
    const exchange: Exchange = {
      number: ++this.#number,
      slot: Number(headers[slotHeader] ?? 0),
      place,
      method,
      path,
      body,
      stage: 'arrived',
      reply: undefined,
    };
    this.open.push(exchange);
    this.#responses.set(exchange, response);
    response.on('close', () => this.#over(exchange));
    this.events?.arrived(exchange);
  }

  #over(exchange: Exchange): void {
    exchange.stage = 'over';
    this.open = this.open.filter(other => other !== exchange);
    this.#responses.delete(exchange);
  }

  #reset(name: string, options: DemoServerOptions): World {
    const { jobs = 3, groups = 2, devices = 4, seed = 1 } = options;
    const world = worldFor({ ...options, jobs, groups, devices, seed }, Date.now());
    const runner = new Runner({ world, clock: systemClock, seed: 1, pace: 'still' });
    const context = {
      world,
      variant: variantOf(options, world),
      routes: apiRoutes,
      clock: systemClock,
      runner,
    };
    this.#contexts.set(name, context);
    return world;
  }
}
