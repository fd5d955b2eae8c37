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
  readonly #request: TransportRequest;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #giveUp = () => this.#end(this.#request.signal?.reason);

  constructor(request: TransportRequest) {
    super();
    this.#request = request;
    const late = () => this.#end(new ConnectionError(request.info, 'tooSlow', 'ETIMEDOUT', true));
    this.#timer = setTimeout(late, request.deadlineMs);
    // Any number of requests may share a signal; each leaves it when it has ended.
    if (request.signal !== undefined) setMaxListeners(0, request.signal);
    request.signal?.addEventListener('abort', this.#giveUp, { once: true });
    if (request.signal?.aborted) this.#giveUp();
  }

  get aborted(): boolean {
    return this.reason !== undefined;
  }

  /** To be called when the request has ended, however it did. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#giveUp);
  }

  #end(reason: unknown): void {
    if (this.aborted) return;
    this.reason = reason;
    this.emit('abort');
  }
}
