import { ConnectionError, ContractError, type RequestInfo } from '../errors/apiError.ts';
import { decodeForDisplay, decodeText, isPlainUtf8 } from './responseText.ts';

export interface TransportRequest {
  readonly info: RequestInfo;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The longest wait for the response headers, and for each further part of the body. */
  readonly idleTimeoutMs: number;
  readonly deadlineMs: number;
  readonly maxResponseBytes: number;
}

export interface TransportResponse extends ResponseBody {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
}

/**
 * Sends one request and reads the whole response. Never follows redirects and never retries. Rejects with
 * `ConnectionError`, `ContractError` or the signal's reason.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}

export interface Connection {
  readonly transport: Transport;
  readonly readOnly: boolean;
}

/**
 * Whether the request may be sent again on a new connection after we closed the old one: reads always, writes only if
 * no byte of them was sent.
 */
export function mayResend(error: unknown, method: string): boolean {
  if (!(error instanceof ConnectionError) || error.reason !== 'closed') return false;
  return method === 'GET' || !error.mayHaveSent;
}

/** A response as received, for examining a server. */
export interface SeenResponse {
  readonly path: string;
  readonly status: number;
  readonly body: string;
  /** The server's clock (`Date`) in ms since 1970; `undefined` if the response has no such header. */
  readonly serverTimeMs: number | undefined;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

export function observeResponse(
  transport: Transport,
  onResponse: (response: SeenResponse) => void,
  now: () => number = Date.now,
): Transport {
  return {
    send: async request => {
      const sentAtMs = now();
      const response = await transport.send(request);
      const { status, body } = response;
      const time = Date.parse(response.header('date') ?? '');
      onResponse({
        path: request.info.path,
        status,
        body,
        serverTimeMs: Number.isNaN(time) ? undefined : time,
        sentAtMs,
        receivedAtMs: now(),
      });
      return response;
    },
    close: () => transport.close(),
  };
}

/** Longer bodies stay bytes, because decoding and parsing them in one go could delay other work. */
export const longestText = 256 * 1024;
/** JSON that is mostly text, as in any real list, is parsed in one go up to this length. */
const longestSparse = 1024 * 1024;
/** More of an error message would not be shown. */
const longestError = 256 * 1024;

/** Most bodies are shorter. */
const usualBytes = 32 * 1024;

/** A complete body: as text, or as bytes if it is long. */
export interface ResponseBody {
  readonly body: string;
  readonly long?: Uint8Array;
}

/** What decides how a body is read. */
export interface BodyHeaders extends Pick<TransportResponse, 'status'> {
  readonly contentType: string | undefined;
}

/** Collects a body as it arrives. Its buffer doubles, because joining all parts at the end could delay other work. */
export class BodyCollector {
  readonly #request: Pick<TransportRequest, 'info' | 'maxResponseBytes'>;
  readonly #headers: BodyHeaders;
  #buffer = Buffer.allocUnsafe(usualBytes);
  #length = 0;

  constructor(request: Pick<TransportRequest, 'info' | 'maxResponseBytes'>, headers: BodyHeaders) {
    this.#request = request;
    this.#headers = headers;
  }

  /** Adds a part; false when no more is needed. Throws `ContractError` when the body is too long. */
  add(chunk: Uint8Array): boolean {
    const { info, maxResponseBytes: maxBytes } = this.#request;
    const length = this.#length + chunk.length;
    if (length > maxBytes) throw new ContractError(info, { code: 'tooLarge', limitBytes: maxBytes });
    if (length > this.#buffer.length) {
      const longer = Buffer.allocUnsafe(Math.max(length, 2 * this.#buffer.length));
      longer.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = longer;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
    return this.#headers.status < 300 || length < longestError;
  }

  get body(): ResponseBody {
    return readBody(this.#buffer.subarray(0, this.#length), this.#headers, this.#request.info);
  }
}

/** Throws `ContractError` if the text of a successful response cannot be decoded. */
export function readBody(
  bytes: Buffer,
  { status, contentType }: BodyHeaders,
  info: RequestInfo,
): ResponseBody {
  if (status >= 300) return { body: decodeForDisplay(bytes.subarray(0, longestError), contentType) };
  if (bytes.length <= longestText || (bytes.length <= longestSparse && isSparse(bytes)))
    return { body: decodeText(bytes, contentType, info) };
  const long = isPlainUtf8(bytes) ? bytes : Buffer.from(decodeText(bytes, contentType, info));
  return { body: '', long };
}

/** About five of a hundred bytes of real jobs and groups start an object, a list or the value of a key. */
const mostDense = 0.09;

function isSparse(bytes: Uint8Array): boolean {
  let count = 0;
  // Iterating with `for … of` takes nine times as long, a fifth of the time for reading a long list.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    // [ { :
    if (byte === 0x5b || byte === 0x7b || byte === 0x3a) count += 1;
  }
  return count <= mostDense * bytes.length;
}
