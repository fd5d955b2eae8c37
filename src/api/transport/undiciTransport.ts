import { EventEmitter, setMaxListeners } from 'node:events';
import type { Dispatcher, request as undiciRequest } from 'undici';
import { ConnectionError, ContractError, type RequestInfo } from '../errors/apiError.ts';
import { connectionFailure } from '../errors/connectionFailure.ts';
import {
  BodyCollector,
  longestText,
  type ResponseBody,
  readBody,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';

/** The transport based on undici (decision 27). It loads undici at once, while the caller still gets the token. */
export function createUndiciTransport(createDispatcher: () => Promise<Dispatcher>): Transport {
  let own: Promise<Dispatcher> | undefined;
  let isClosed = false;
  const history = { isUnanswered: true };
  const created = (): Promise<Dispatcher> => {
    own ??= createDispatcher().catch((error: unknown) => {
      // The cause, such as a missing CA file, may be fixed before the next request.
      own = undefined;
      throw error;
    });
    return own;
  };
  const early = setImmediate(() => void created().catch(() => undefined));
  const dispatcher = async (info: RequestInfo): Promise<Dispatcher> => {
    checkOpen(info);
    const found = await created().catch((error: unknown) => {
      const failure = connectionFailure(info, error);
      throw new ConnectionError(info, failure.reason, failure, false);
    });
    checkOpen(info);
    return found;
  };
  const checkOpen = (info: RequestInfo): void => {
    if (isClosed) throw new ConnectionError(info, 'closed', 'UND_ERR_CLOSED', false);
  };
  return {
    send: async request => sendWithUndici(request, await dispatcher(request.info), history),
    close: async () => {
      isClosed = true;
      clearImmediate(early);
      await (await own?.catch(() => undefined))?.destroy();
    },
  };
}

let send: typeof undiciRequest | undefined;

async function sendWithUndici(
  request: TransportRequest,
  dispatcher: Dispatcher,
  history: { isUnanswered: boolean },
): Promise<TransportResponse> {
  request.signal?.throwIfAborted();
  // `import()` of a loaded module still costs more than reading a short response.
  send ??= (await import('undici')).request;
  const limit = new RequestLimit(request);
  try {
    const response = await send(request.url, {
      method: request.info.method,
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: limit,
      dispatcher,
      headersTimeout: request.idleTimeoutMs,
      bodyTimeout: request.idleTimeoutMs,
    });
    history.isUnanswered = false;
    const header = (name: string) => headerValue(name, response.headers[name]);
    return { status: response.statusCode, header, ...(await receiveBody(request, response, header)) };
  } catch (error) {
    if (limit.aborted) throw limit.reason;
    if (error instanceof ContractError || error instanceof ConnectionError) throw error;
    throw connectionFailure(request.info, error, history.isUnanswered);
  } finally {
    limit.stop();
  }
}

/** Several `Link` fields are one list. */
function headerValue(name: string, value: string | string[] | undefined): string | undefined {
  if (!Array.isArray(value)) return value;
  return name === 'link' ? value.join(', ') : value[0];
}

async function receiveBody(
  request: TransportRequest,
  response: Dispatcher.ResponseData,
  header: (name: string) => string | undefined,
): Promise<ResponseBody> {
  const headers = { status: response.statusCode, contentType: header('content-type') };
  // The HTTP parser enforces a declared length, so the fast path is safe if that is within the limit.
  const declaredBytes = Number(header('content-length') ?? Number.NaN);
  if (declaredBytes <= Math.min(request.maxResponseBytes, longestText))
    return readBody(Buffer.from(await response.body.arrayBuffer()), headers, request.info);
  const collector = new BodyCollector(request, headers);
  // Leaving the loop destroys the body.
  for await (const chunk of response.body) {
    if (chunk instanceof Uint8Array && !collector.add(chunk)) break;
  }
  return collector.body;
}

/**
 * Aborts one request when its caller does, or when it takes longer than `deadlineMs` in total: a server that sends a
 * byte now and then never exceeds an idle timeout. undici accepts it as a signal; an `AbortController` per request
 * would cost as much as the rest of a status request.
 */
class RequestLimit extends EventEmitter {
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
