import { type Clock, systemClock } from '../../src/base/clock.ts';
import {
  defaultSizes,
  type DemoServer as ProductServer,
  type RequestObserver,
  startDemoServer as startPlainServer,
} from '../../src/contrib/demo/server/httpServer.ts';
import { apiRoutes } from '../../src/contrib/demo/server/routes.ts';
import { seedWorld } from '../../src/contrib/demo/server/seed/seedWorld.ts';
import type { World } from '../../src/contrib/demo/server/world.ts';
import { addAwkward } from './awkward.ts';
import { deviceSearch } from './deviceSearch.ts';
import { storeWorld } from './django.ts';
import { removeReports } from './legacy.ts';
import type { DemoServerOptions } from './options.ts';
import { RequestLog } from './requestLog.ts';
import { runLogRoute } from './runLogRoute.ts';
import { variantOf } from './variant.ts';

export interface DemoServer extends ProductServer {
  readonly requests: RequestLog;
  /** These may be changed while the server runs. */
  readonly settings: { latencyMs: number };
}

/** The product's demo server, plus every way in which servers differ, a request log and latency. */
export async function startDemoServer(options: DemoServerOptions = {}): Promise<DemoServer> {
  const { clock = systemClock, latencyMs = 0 } = options;
  const world = worldFor(options, clock.now());
  const requests = new RequestLog();
  const settings = { latencyMs };
  const observer: RequestObserver = {
    arrived: () => requests.arrived(),
    abandoned: () => requests.abandoned(),
    received: () => delay(settings.latencyMs, clock),
    responding: request => requests.responding(request, clock.now()),
  };
  const { port, token, tokens, seed, pace } = options;
  const variant = variantOf(options, world);
  const extraRoutes = [
    ...(options.deviceSearch ? [deviceSearch] : []),
    ...(options.runLog ? [runLogRoute] : []),
  ];
  const server = await startPlainServer({
    port,
    token,
    tokens,
    seed,
    pace,
    clock,
    world,
    variant,
    routes: [...apiRoutes, ...extraRoutes],
    observer,
  });
  return { ...server, requests, settings };
}

/** The world that the options describe, as the server stores it. */
export function worldFor(options: DemoServerOptions, now: number): World {
  const world = options.world ?? seededWorld(options, now);
  if (options.manner === 'django') storeWorld(world);
  return world;
}

function seededWorld(options: DemoServerOptions, now: number): World {
  const world = seedWorld({
    jobs: options.jobs ?? defaultSizes.jobs,
    groups: options.groups ?? defaultSizes.groups,
    devices: options.devices ?? defaultSizes.devices,
    seed: options.seed ?? defaultSizes.seed,
    now,
  });
  if (options.legacy) removeReports(world);
  if (options.awkward) addAwkward(world, now);
  return world;
}

async function delay(ms: number, clock: Clock): Promise<void> {
  if (ms > 0) await new Promise<void>(resolve => clock.schedule(ms, resolve));
}
