import { EventEmitter, setMaxListeners } from 'node:events';
import { ConnectionError } from '../errors/connectionError.ts';
import type { TransportRequest } from './transport.ts';

/**
 * Aborts one request when its caller does, or when it takes longer than `deadlineMs` in total: a server that sends a
 * byte now and then never exceeds an idle timeout. undici accepts it as a signal; an `AbortController` per request
 * would cost as much as the rest of a status request.
 */
export class RequestLimit extends EventEmitter {
  /** The reason for aborting, for undici and for callers; `undefined` before. */
  reason: unknown;
  readonly #timer: ReturnType<typeof setTimeout>;
  #leave: () => void = () => undefined;

  constructor(request: TransportRequest) {
    super();
    const late = () => this.#end(new ConnectionError(request.info, 'tooSlow', 'ETIMEDOUT', true));
    this.#timer = setTimeout(late, request.deadlineMs);
    const { signal } = request;
    if (signal === undefined) return;
    // Many requests may share a signal; each removes its listener when it ends.
    setMaxListeners(0, signal);
    const giveUp = () => this.#end(signal.reason);
    signal.addEventListener('abort', giveUp);
    this.#leave = () => signal.removeEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
  }

  get aborted(): boolean {
    return this.reason !== undefined;
  }

  /** Must be called when the request has ended, however it ended. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#leave();
  }

  #end(reason: unknown): void {
    if (this.aborted) return;
    this.reason = reason;
    this.emit('abort');
  }
}
