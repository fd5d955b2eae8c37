import { subscribe } from 'node:diagnostics_channel';
import * as z from 'zod';
import type { HeldServers } from './heldServers.ts';

const RequestMessage = z.looseObject({ request: z.looseObject({}) });
const turns = 4;
const isFileRequest = /^(FSReq|CloseReq)/;

/** Knows when nothing more happens until a request is moved on. */
export class Stillness {
  readonly #servers: HeldServers;
  readonly #requests = new Set<unknown>();

  constructor(servers: HeldServers) {
    this.#servers = servers;
    subscribe('undici:request:create', message => this.#requests.add(requestOf(message)));
    for (const name of ['undici:request:trailers', 'undici:request:error'])
      subscribe(name, message => this.#requests.delete(requestOf(message)));
  }

  /** The requests of a window that was killed are nobody's. */
  forget(): void {
    this.#requests.clear();
  }

  async reached(): Promise<void> {
    for (let still = 0, all = 0; still < turns; still = this.#isStill() ? still + 1 : 0) {
      // Spinning would keep a busy machine from what is waited for.
      await new Promise(resolve => (all < 2_000 ? setImmediate(resolve) : setTimeout(resolve, 1)));
      all += 1;
      if (all > 60_000)
        throw new Error(
          `still busy: ${this.#requests.size} requests, ${process.getActiveResourcesInfo().join(', ')}`,
        );
    }
  }

  #isStill(): boolean {
    if (this.#servers.receiving > 0 || this.#requests.size > this.#servers.open.length) return false;
    return !process.getActiveResourcesInfo().some(name => isFileRequest.test(name));
  }
}

function requestOf(message: unknown): unknown {
  const reading = RequestMessage.safeParse(message);
  return reading.success && typeof message === 'object' && message !== null && 'request' in message
    ? message.request
    : undefined;
}
