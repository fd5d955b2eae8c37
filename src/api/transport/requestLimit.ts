import { EventEmitter, setMaxListeners } from 'node:events';
import { ConnectionError } from '../errors/connectionError.ts';
import type { TransportRequest } from './transport.ts';

/**
 * Ends one request when its caller aborts it, or when the whole of it takes longer than `deadlineMs`: a server that
 * sends a byte now and then never exceeds an idle timeout. undici accepts it as a signal; an `AbortController` for
 * each request would cost as much as all the rest of a status request.
 */
export class RequestLimit extends EventEmitter {
  /** Why it was ended, for undici and for callers; `undefined` until then. */
  reason: unknown;
  readonly #timer: ReturnType<typeof setTimeout>;
  #leave: () => void = () => undefined;

  constructor(request: TransportRequest) {
    super();
    const late = () => this.#end(new ConnectionError(request.info, 'tooSlow', 'ETIMEDOUT', true));
    this.#timer = setTimeout(late, request.deadlineMs);
    const { signal } = request;
    if (signal === undefined) return;
    // Any number of requests may share a signal; each leaves it when it has ended.
    setMaxListeners(0, signal);
    const giveUp = () => this.#end(signal.reason);
    signal.addEventListener('abort', giveUp);
    this.#leave = () => signal.removeEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
  }

  get aborted(): boolean {
    return this.reason !== undefined;
  }

  /** To be called when the request has ended, however it did. */
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
