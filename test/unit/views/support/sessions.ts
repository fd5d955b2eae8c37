import { ServerSession } from '../../../../src/store/serverSession.ts';
import { systemClock } from '../../../../src/util/clock.ts';
import { testClient } from '../../../support/http/clients.ts';
import type { ScriptedServer } from '../../../support/http/scriptedServer.ts';
import { usualPaces } from '../../store/support/simulatedFleet.ts';

/** A session with a scripted server, whose ID is its name. */
export function sessionOf(name: string, server: ScriptedServer, clock = systemClock): ServerSession {
  return new ServerSession({
    server: { id: name, name, url: server.url },
    client: testClient({ baseUrl: server.url }),
    clock,
    memory: { get: () => undefined, set: () => undefined },
    paces: () => usualPaces,
    extraWords: () => new Map(),
    onStatusFailure: () => undefined,
  });
}
