import { setMaxListeners } from 'node:events';
import { untilAborted } from '../../base/delay.ts';
import { ConnectionError, type ConnectionReason, ContractError, NotSentError } from '../errors/apiError.ts';
import { connectionFailure } from '../errors/connectionFailure.ts';
import {
  BodyCollector,
  type ResponseBody,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';

export type Fetch = typeof globalThis.fetch;

const maxInFlight = 8;

/** Whether the environment disables the check of certificates in this process (decision 36). */
export function disablesCertificates(environment: Readonly<Record<string, string | undefined>>): boolean {
  return environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
}

/**
 * The transport based on `fetch` (decision 27). VS Code patches the global one, so PAC files, Kerberos proxies and
 * its own proxy sign-in dialog work, but it also controls connections and certificates.
 */
export function createFetchTransport(fetch: Fetch = globalThis.fetch, environment = process.env): Transport {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const semaphore = new Semaphore(maxInFlight);
  let isUnanswered = true;
  return {
    send: async request => {
      if (request.url.protocol === 'https:' && disablesCertificates(environment))
        throw new NotSentError(request.info, { code: 'unverifiedTls' });
      const sending = new FetchSending(request, closing.signal);
      try {
        await semaphore.enter(request.signal);
        try {
          const response = await sending.send(fetch, () => isUnanswered);
          isUnanswered = false;
          return response;
        } finally {
          semaphore.leave();
        }
      } finally {
        sending.end();
      }
    },
    close: async () => closing.abort(),
  };
}

class FetchSending {
  readonly #request: TransportRequest;
  readonly #ending = new AbortController();
  readonly #closing: AbortSignal;
  readonly #close = () => this.#fail('closed', 'UND_ERR_CLOSED');
  readonly #deadline: ReturnType<typeof setTimeout>;
  #progress: 'notSent' | 'sent' | 'hasHeaders' = 'notSent';

  constructor(request: TransportRequest, closing: AbortSignal) {
    this.#request = request;
    this.#closing = closing;
    this.#deadline = setTimeout(() => this.#fail('tooSlow'), request.deadlineMs);
    closing.addEventListener('abort', this.#close);
    if (closing.aborted) this.#close();
  }

  async send(fetch: Fetch, isUnanswered: () => boolean): Promise<TransportResponse> {
    const { info, url, headers, body, signal: cancel, idleTimeoutMs } = this.#request;
    const signal = AbortSignal.any([...(cancel === undefined ? [] : [cancel]), this.#ending.signal]);
    signal.throwIfAborted();
    this.#progress = 'sent';
    const idle = setTimeout(
      () => this.#fail(this.#progress === 'hasHeaders' ? 'bodyTimeout' : 'headersTimeout'),
      idleTimeoutMs,
    );
    try {
      const response = await fetch(url, {
        method: info.method,
        headers: { ...headers },
        // Redirects that `fetch` follows would bypass our checks (decision 26).
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        signal,
        ...(body === undefined ? {} : { body }),
      });
      this.#progress = 'hasHeaders';
      idle.refresh();
      // Node's own `fetch` never settles for a damaged compressed body, not even when its signal is aborted.
      const received = await untilAborted(this.#read(response, idle), signal);
      return {
        status: response.status,
        header: name => response.headers.get(name) ?? undefined,
        ...received,
      };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ContractError) throw error;
      throw connectionFailure(info, error, isUnanswered() && this.#progress !== 'hasHeaders');
    } finally {
      clearTimeout(idle);
    }
  }

  end(): void {
    clearTimeout(this.#deadline);
    this.#closing.removeEventListener('abort', this.#close);
  }

  async #read(
    { body, status, headers }: Response,
    idle: ReturnType<typeof setTimeout>,
  ): Promise<ResponseBody> {
    if (body === null) return { body: '' };
    const collector = new BodyCollector(this.#request, {
      status,
      contentType: headers.get('content-type') ?? undefined,
    });
    // Leaving the loop cancels the body.
    for await (const chunk of body) {
      idle.refresh();
      if (!collector.add(chunk)) break;
    }
    return collector.body;
  }

  #fail(reason: ConnectionReason, code = 'ETIMEDOUT'): void {
    this.#ending.abort(new ConnectionError(this.#request.info, reason, code, this.#progress !== 'notSent'));
  }
}

/** Admits a limited number of holders; others wait in order, or until they are aborted. */
class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  async enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    let admit = (): void => undefined;
    const turn = new Promise<void>(resolve => {
      admit = resolve;
    });
    this.#waiting.push(admit);
    if (signal === undefined) return turn;
    // Many requests may share a signal; each removes its listener when its turn comes.
    setMaxListeners(0, signal);
    await untilAborted(turn, signal).catch((reason: unknown) => {
      const place = this.#waiting.indexOf(admit);
      if (place < 0) this.leave();
      else this.#waiting.splice(place, 1);
      throw reason;
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
