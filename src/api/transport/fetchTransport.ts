import { setMaxListeners } from 'node:events';
import { untilAborted } from '../../util/delay.ts';
import {
  ConnectionError,
  type ConnectionReason,
  ContractError,
  NotSentError,
  type RequestInfo,
} from '../errors/apiError.ts';
import { connectionFailure } from '../errors/connectionFailure.ts';
import { disablesCertificates } from './environmentTls.ts';
import { BodyCollector, type ResponseBody } from './responseBody.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

export type Fetch = typeof globalThis.fetch;

const maxInFlight = 8;

/**
 * The transport based on `fetch` (decision 27). VS Code patches the global one, so PAC files, Kerberos proxies and
 * its own proxy sign-in dialog work, but it also controls connections and certificates.
 */
export function createFetchTransport(fetch: Fetch = globalThis.fetch, environment = process.env): Transport {
  const closing = new AbortController();
  const semaphore = new Semaphore(maxInFlight);
  return {
    send: async request => {
      if (closing.signal.aborted) throw toClosedError(request.info, false);
      if (request.url.protocol === 'https:' && disablesCertificates(environment))
        throw new NotSentError(request.info, { code: 'unverifiedTls' });
      const whole = new TimeLimit(request.deadlineMs);
      try {
        await semaphore.enter(request.signal);
        try {
          return await sendWithFetch(request, fetch, { closing: closing.signal, whole: whole.signal });
        } finally {
          semaphore.leave();
        }
      } finally {
        whole.stop();
      }
    },
    close: async () => closing.abort(),
  };
}

async function sendWithFetch(
  request: TransportRequest,
  fetch: Fetch,
  { closing, whole }: { readonly closing: AbortSignal; readonly whole: AbortSignal },
): Promise<TransportResponse> {
  request.signal?.throwIfAborted();
  if (closing.aborted) throw toClosedError(request.info, false);
  if (whole.aborted) throw toTimeoutError(request.info, 'tooSlow', false);
  const idle = new TimeLimit(request.idleTimeoutMs);
  const signals = [request.signal, closing, whole, idle.signal].filter(signal => signal !== undefined);
  const signal = AbortSignal.any(signals);
  let hasHeaders = false;
  try {
    const response = await fetch(request.url, {
      method: request.info.method,
      headers: { ...request.headers },
      // Redirects that `fetch` follows would bypass our checks (decision 26).
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    hasHeaders = true;
    idle.restart();
    // Node's own `fetch` never settles for a damaged compressed body, not even when its signal is aborted.
    const body = await untilAborted(readBody(request, response, idle), signal);
    return { status: response.status, header: name => response.headers.get(name) ?? undefined, ...body };
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason;
    if (closing.aborted) throw toClosedError(request.info, true);
    if (whole.aborted) throw toTimeoutError(request.info, 'tooSlow', true);
    if (idle.signal.aborted) {
      throw toTimeoutError(request.info, hasHeaders ? 'bodyTimeout' : 'headersTimeout', true);
    }
    if (error instanceof ContractError) throw error;
    throw connectionFailure(request.info, error);
  } finally {
    idle.stop();
  }
}

async function readBody(
  request: TransportRequest,
  response: Response,
  idle: TimeLimit,
): Promise<ResponseBody> {
  const { info, maxResponseBytes: maxBytes } = request;
  if (response.body === null) return { body: '' };
  const collector = new BodyCollector({ info, maxBytes, status: response.status });
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return collector.body;
      idle.restart();
      if (!collector.add(value)) break;
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  }
  await reader.cancel();
  return collector.body;
}

function toClosedError(info: RequestInfo, mayHaveSent: boolean): ConnectionError {
  return new ConnectionError(info, 'closed', 'UND_ERR_CLOSED', mayHaveSent);
}

function toTimeoutError(info: RequestInfo, reason: ConnectionReason, mayHaveSent: boolean): ConnectionError {
  return new ConnectionError(info, reason, 'ETIMEDOUT', mayHaveSent);
}

/** Aborts its signal unless it is restarted in time. */
class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  #timer: ReturnType<typeof setTimeout>;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#controller.abort(), this.#timeoutMs);
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
    if (this.#free > 0) this.#free -= 1;
    else await this.#place(signal);
  }

  #place(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      if (signal?.aborted) return reject(signal.reason);
      // Many requests may share a signal; each removes its listener when its turn comes.
      if (signal !== undefined) setMaxListeners(0, signal);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(enter);
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
