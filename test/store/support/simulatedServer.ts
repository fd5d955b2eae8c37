import { createClient } from '../../../src/api/client.ts';
import { ConnectionError } from '../../../src/api/errors/apiError.ts';
import { ServerPause } from '../../../src/api/transport/serverPause.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../../src/api/transport/transport.ts';
import { untilAborted } from '../../../src/base/delay.ts';
import { ServerSession } from '../../../src/store/serverSession.ts';
import { type ManualClock, passTime } from '../../support/manualClock.ts';
import { seededRandom, usualPaces } from './simulatedFleet.ts';

/** What the server currently does with requests. */
export type Manner =
  | { readonly kind: 'good' | 'refuses' | 'hangs' }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** This share of the requests fails. */
  | { readonly kind: 'faulty'; readonly share: number };

export interface SimulatedRequest {
  readonly atMs: number;
  readonly path: string;
}

const latencyMs = 20;
const hangMs = 30_000;
const jobCount = 100;

/** A server of 100 jobs in simulated time. */
export class SimulatedServer {
  manner: Manner = { kind: 'good' };
  readonly requests: SimulatedRequest[] = [];
  readonly clock: ManualClock;
  readonly #random = seededRandom(5);
  inFlight = 0;
  mostInFlight = 0;

  constructor(clock: ManualClock) {
    this.clock = clock;
  }

  since(steadyMs: number): readonly SimulatedRequest[] {
    return this.requests.filter(({ atMs }) => atMs >= steadyMs);
  }

  async respond(request: TransportRequest): Promise<TransportResponse> {
    const { manner, clock } = this;
    this.requests.push({ atMs: clock.steadyMs(), path: request.info.path });
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    const waitMs = manner.kind === 'hangs' ? hangMs : latencyMs;
    const passed = new Promise<void>(resolve => clock.schedule(waitMs, resolve));
    await (request.signal === undefined ? passed : untilAborted(passed, request.signal)).finally(() => {
      this.inFlight -= 1;
    });
    if (manner.kind === 'refuses') throw new ConnectionError(request.info, 'refused', 'ECONNREFUSED', false);
    if (manner.kind === 'hangs') throw new ConnectionError(request.info, 'headersTimeout', 'TIMEOUT', true);
    if (manner.kind === 'status') return response(manner.status, '', manner.headers);
    if (manner.kind === 'faulty' && this.#random() < manner.share) return response(502, '');
    return response(200, JSON.stringify(contentOf(request.url)));
  }
}

export interface SimulatedWindow {
  readonly session: ServerSession;
  readonly notices: readonly unknown[];
  /** The requests of this window. */
  readonly requests: readonly SimulatedRequest[];
}

/** A window with a visible list, opened two minutes ago, with all requests it sends on its own. */
export async function settledWindow(server: SimulatedServer, seed = 1): Promise<SimulatedWindow> {
  const window = await openWindow(server, { seed });
  await pass(server.clock, 2 * 60_000);
  return window;
}

/** A VS Code window that has just read the list. */
export async function openWindow(
  server: SimulatedServer,
  { seed = 1, seen = jobCount }: { readonly seed?: number; readonly seen?: number } = {},
): Promise<SimulatedWindow> {
  const { clock } = server;
  const random = seededRandom(seed);
  const requests: SimulatedRequest[] = [];
  const transport: Transport = {
    send: request => {
      requests.push({ atMs: clock.steadyMs(), path: request.info.path });
      return server.respond(request);
    },
    close: async () => undefined,
  };
  const client = createClient({
    baseUrl: 'https://devices.example',
    getToken: () => 'token-of-the-simulation',
    transport,
    now: () => clock.now(),
    pause: new ServerPause(clock),
    retry: { random, delay: ms => new Promise(resolve => void clock.schedule(ms, resolve)) },
  });
  const notices: unknown[] = [];
  const session = new ServerSession({
    server: { id: 'simulated', name: 'Simulated', url: 'https://devices.example' },
    client,
    clock,
    random,
    memory: { get: () => undefined, set: () => undefined },
    paces: () => usualPaces,
    extraWords: () => new Map(),
    onStatusFailure: error => notices.push(error),
  });
  const loaded = session.jobs.whole();
  while (session.jobs.state.kind !== 'ready') await pass(clock, 250);
  await loaded;
  session.setAttention({ isViewVisible: true, isWindowFocused: true });
  session.statuses.setInterest('visible', ids(seen));
  session.statuses.setInterest('watched', ids(3));
  return { session, notices, requests };
}

/** Reading a list yields to other work, on a busy machine several times; time must not pass then. */
const turnsAStep = 8;

export function pass(clock: ManualClock, ms: number): Promise<void> {
  return passTime(clock, ms, async () => {
    for (let turn = 0; turn < turnsAStep; turn++) await new Promise(resolve => setImmediate(resolve));
  });
}

function ids(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function contentOf({ pathname }: URL): unknown {
  const [, id, status] = /job\/(?:(\d+)\/(status)?)?/.exec(pathname) ?? [];
  if (status !== undefined) return { id: Number(id), name: `Job ${id}`, status: 'finished' };
  if (id !== undefined) return { id: Number(id), name: `Job ${id}` };
  if (!pathname.includes('/job/')) return [];
  return {
    count: jobCount,
    next: null,
    results: ids(jobCount).map(own => ({ id: own, name: `Job ${own}` })),
  };
}

function response(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): TransportResponse {
  return { status, body, header: name => headers[name] };
}
