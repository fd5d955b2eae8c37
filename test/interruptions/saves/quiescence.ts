import { subscribe } from 'node:diagnostics_channel';
import { isRecord } from '../../../src/base/json.ts';
import { type HeldServers, slotHeader } from './heldServers.ts';
import { arePausesOver } from './pauses.ts';
import { setup } from './vscode.ts';

/** The members of undici's request that are used here. */
interface OpenRequest {
  addHeader(name: string, value: string): unknown;
}

const turns = 4;
const isFileRequest = /^(FSReq|CloseReq)/;
/** Detects when nothing more will happen until a request is advanced. */
export class Quiescence {
  readonly #servers: HeldServers;
  /** Each request with the window it is from. */
  readonly #requests = new Map<OpenRequest, number>();

  constructor(servers: HeldServers) {
    this.#servers = servers;
    subscribe('undici:request:create', message => this.#begun(requestOf(message)));
    for (const name of ['undici:request:trailers', 'undici:request:error'])
      subscribe(name, message => this.#requests.delete(requestOf(message)));
  }

  /** Drops the requests of a killed window. */
  forget(killed: number): void {
    for (const [request, slot] of this.#requests) if (slot === killed) this.#requests.delete(request);
  }

  async reached(): Promise<void> {
    for (let still = 0, all = 0; still < turns; still = this.#isStill() ? still + 1 : 0) {
      // A busy loop would slow down what is awaited.
      await new Promise(resolve => (all < 2_000 ? setImmediate(resolve) : setTimeout(resolve, 1)));
      all += 1;
      if (all > 60_000)
        throw new Error(
          `still busy: ${this.#requests.size} requests, ${process.getActiveResourcesInfo().join(', ')}`,
        );
    }
  }

  #begun(request: OpenRequest): void {
    const { slot } = setup.current;
    request.addHeader(slotHeader, String(slot));
    this.#requests.set(request, slot);
  }

  #isStill(): boolean {
    if (!arePausesOver() || this.#servers.receiving > 0 || this.#requests.size > this.#servers.open.length)
      return false;
    return !process.getActiveResourcesInfo().some(name => isFileRequest.test(name));
  }
}

function requestOf(message: unknown): OpenRequest {
  const request = isRecord(message) ? message['request'] : undefined;
  if (!isOpenRequest(request)) throw new Error('undici reports its requests otherwise.');
  return request;
}

function isOpenRequest(value: unknown): value is OpenRequest {
  return isRecord(value) && typeof value['addHeader'] === 'function';
}
