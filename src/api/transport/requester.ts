import type * as z from 'zod/mini';
import manifest from '../../../package.json' with { type: 'json' };
import { untilAborted } from '../../base/delay.ts';
import { findDamagedFields } from '../../base/json.ts';
import { createRedactor, type Redact } from '../../base/redact.ts';
import {
  ApiErrorBase,
  type HttpMethod,
  HttpStatusError,
  NotSentError,
  type Operation,
  RedirectError,
  type RequestInfo,
  WriteInterrupted,
} from '../errors/apiError.ts';
import { looksLikeHtml, readErrorBody, requestIdOf } from '../errors/errorBody.ts';
import { normalizeBaseUrl } from '../model/server.ts';
import { CommandError } from './commandOutput.ts';
import type { ExtraHeaders, Headers } from './extraHeaders.ts';
import { checkResponse, readJsonResponse, readLongJsonResponse } from './jsonResponse.ts';
import { followable, isRedirect, redirection } from './redirects.ts';
import { type Exchange, exchangeFailure, recordWrite, type WriteRecord } from './requestLog.ts';
import type { Retry } from './retry.ts';
import { PausedError, type ServerPause } from './serverPause.ts';
import { normalizeToken, unreplacedVariable } from './token.ts';
import { type Connection, mayResend, type TransportResponse } from './transport.ts';

export interface RequesterOptions {
  /** `https://host[:port][/prefix]`, with or without a trailing slash (decision 1). */
  readonly baseUrl: string;
  /** Called before every request, so that a renewed token takes effect at once. */
  readonly getToken: () => string | undefined | Promise<string | undefined>;
  /** Those of a gateway; the ones of the API take precedence. */
  readonly headers: ExtraHeaders;
  readonly connection: Connection;
  /**
   * The connection that replaced a closed one to the same server. Interrupted reads and unsent requests are repeated
   * on it.
   */
  readonly reopened: () => Connection | undefined;
  readonly retry: Retry;
  readonly pause: ServerPause;
  /** The longest wait for headers, and for each further part of a body. */
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly maxResponseBytes: number;
  readonly now: () => number;
  readonly onExchange: (exchange: Exchange) => void;
  /** Called with the outcome of every write, before its caller gets it. */
  readonly onWrite: (record: WriteRecord) => void;
}

const userAgent = `device-automation/${manifest.version}`;

/** A call with its path and query on the server. */
interface Target {
  readonly call: Call;
  readonly path: string;
  readonly attempt: number;
}

export interface Call {
  readonly operation: Operation;
  readonly method: HttpMethod;
  /** API path with its trailing slash and optional query; appended to the base URL. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Disables retries of a read after a transient failure. */
  readonly once?: boolean | undefined;
}

export interface JsonResponse extends Pick<TransportResponse, 'header'> {
  readonly value: unknown;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Sends calls to one server: builds URLs, adds the token, retries, and parses responses and error responses. */
export class Requester {
  readonly baseUrl: URL;
  readonly connection: Connection;
  readonly #options: RequesterOptions;
  /** All tokens used so far: a hostile server may echo any of them. */
  readonly #tokens = new Set<string>();
  #redact: Redact = text => text;

  constructor(options: RequesterOptions) {
    const base = normalizeBaseUrl(options.baseUrl);
    if (base.kind !== 'ok') throw new TypeError(`not a usable base URL (${base.kind})`);
    this.baseUrl = new URL(base.url);
    this.connection = options.connection;
    this.#options = options;
  }

  /** A GET, retried after transient failures; resolves with the parsed JSON, unchecked. */
  async read(call: Call): Promise<unknown> {
    return (await this.readResponse(call)).value;
  }

  /** The same with the headers, which may describe a list. */
  readResponse(call: Call): Promise<JsonResponse> {
    const attemptRead = async (attempt: number): Promise<JsonResponse> => {
      const target = { call, path: this.#path(call), attempt };
      const response = await this.#send(target);
      const followed = this.#followed(target, response);
      if (followed === undefined)
        return { value: await this.#json(target, response), header: response.header };
      const other = await this.#send(followed);
      return { value: await this.#json(followed, other), header: other.header };
    };
    return call.once === true ? attemptRead(1) : this.#options.retry(attemptRead, call.signal);
  }

  /** A write. Sent exactly once and never retried (decision 21); callers read back after a lost response. */
  write(call: Call): Promise<unknown> {
    return recordWrite(
      () => this.#write(call),
      outcome => {
        const body = call.body === undefined ? '' : this.#redact(JSON.stringify(call.body));
        this.#options.onWrite({ request: this.info(call), body, outcome });
      },
    );
  }

  async #write(call: Call): Promise<unknown> {
    const damaged = findDamagedFields(call.body);
    if (damaged.length > 0) throw new NotSentError(this.info(call), { code: 'damagedText', fields: damaged });
    const target = { call, path: this.#path(call), attempt: 1 };
    const response = await this.#send(target);
    return call.method === 'DELETE' ? undefined : this.#json(target, response);
  }

  /** Reads or writes, depending on the method; the response is checked against the schema. */
  async checked<T extends object>(call: Call, schema: z.core.$ZodType<T>): Promise<T> {
    const value = await (call.method === 'GET' ? this.read(call) : this.write(call));
    return checkResponse(schema, value, this.info(call));
  }

  info(call: Pick<Call, 'operation' | 'method' | 'path'>): RequestInfo {
    return this.#infoAt({ call, path: this.#path(call) });
  }

  #path(call: Pick<Call, 'path'>): string {
    return this.baseUrl.pathname.replace(/\/$/, '') + call.path;
  }

  #infoAt({ call, path }: { call: Pick<Call, 'operation' | 'method'>; path: string }): RequestInfo {
    const { operation, method } = call;
    return { operation, method, origin: this.baseUrl.origin, path: this.#redact(path) };
  }

  /** Without a leading slash, the path would become part of the host. */
  #url(path: string): URL {
    if (!path.startsWith('/')) throw new TypeError('not an API path');
    return new URL(this.baseUrl.origin + path);
  }

  async #send(target: Target): Promise<TransportResponse> {
    const response = await this.#exchangeWithHeaders(target, this.connection).catch((error: unknown) => {
      const other = mayResend(error, target.call.method) ? this.#options.reopened() : undefined;
      if (other === undefined) throw error;
      return this.#exchangeWithHeaders(target, other);
    });
    return this.#checkStatus(target, response);
  }

  async #exchangeWithHeaders(target: Target, connection: Connection): Promise<TransportResponse> {
    const { headers } = this.#options;
    const used = await this.#headers(target);
    const response = await this.#exchange(target, connection, used);
    // Such a response may come from the gateway, as may a redirect to its sign-in page. A write is never repeated.
    const { status } = response;
    const isElsewhere = isRedirect(status) && this.#followed(target, response) === undefined;
    const isRejected = status === 401 || status === 403 || isElsewhere;
    if (!isRejected || !headers.reject(used) || target.call.method !== 'GET') return response;
    return this.#exchange(target, connection, await this.#headers(target));
  }

  async #headers(target: Target): Promise<Headers> {
    const { headers } = this.#options;
    const known = headers.known();
    if (known !== undefined) return known;
    try {
      const reading = headers.get();
      const { signal } = target.call;
      return await (signal === undefined ? reading : untilAborted(reading, signal));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw new NotSentError(this.#infoAt(target), { code: error.code });
    }
  }

  #checkStatus(target: Target, response: TransportResponse): TransportResponse {
    if (response.status >= 200 && response.status < 300) return response;
    if (!isRedirect(response.status)) throw this.#statusError(target, response);
    if (this.#followed(target, response) === undefined) throw this.#redirectError(target, response);
    return response;
  }

  async #token(target: Target): Promise<string> {
    const token = await this.#options.getToken();
    if (token === undefined || token.trim() === '')
      throw new NotSentError(this.#infoAt(target), { code: 'tokenMissing' });
    const usable = normalizeToken(token);
    if (usable === undefined) {
      const code = unreplacedVariable(token) === undefined ? 'tokenMalformed' : 'tokenUnreplaced';
      throw new NotSentError(this.#infoAt(target), { code });
    }
    if (!this.#tokens.has(usable)) {
      this.#tokens.add(usable).add(encodeURIComponent(usable));
      this.#redact = createRedactor(this.#tokens);
    }
    return usable;
  }

  async #exchange(
    target: Target,
    { transport, readOnly }: Connection,
    extraHeaders: Headers,
  ): Promise<TransportResponse> {
    target.call.signal?.throwIfAborted();
    if (readOnly && target.call.method !== 'GET')
      throw new NotSentError(this.#infoAt(target), { code: 'readOnly' });
    const { leftMs } = this.#options.pause;
    if (leftMs > 0) throw new PausedError(this.#infoAt(target), leftMs);
    const token = await this.#token(target);
    target.call.signal?.throwIfAborted();
    const { now, onExchange, timeoutMs, deadlineMs, maxResponseBytes } = this.#options;
    const { call, path, attempt } = target;
    const info = this.#infoAt(target);
    const startMs = now();
    const report = (outcome: Pick<Exchange, 'status' | 'bytes' | 'failure'>) =>
      onExchange({ method: info.method, path: info.path, attempt, durationMs: now() - startMs, ...outcome });
    const request = {
      info,
      url: this.#url(path),
      headers: { ...lowerCased(extraHeaders), ...requestHeaders(token, call.body !== undefined) },
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      signal: call.signal,
      idleTimeoutMs: timeoutMs,
      deadlineMs,
      maxResponseBytes,
    };
    const response = await transport.send(request).catch((error: unknown) => {
      report({ status: undefined, bytes: 0, failure: exchangeFailure(error) });
      const isCutOff = call.method !== 'GET' && !(error instanceof ApiErrorBase);
      throw isCutOff ? new WriteInterrupted(error) : error;
    });
    report({ status: response.status, bytes: response.long?.length ?? response.body.length, failure: '' });
    return response;
  }

  #statusError(target: Target, response: TransportResponse): HttpStatusError {
    const { status, body, header } = response;
    const { detail, fieldErrors, form, lacksToken } = readErrorBody(body, this.#redact);
    // Such a page may be Django's debug page, which contains settings and secrets.
    const isDebugPage = status >= 500 && (detail.length > 200 || (status === 500 && looksLikeHtml(body)));
    const error = new HttpStatusError(this.#infoAt(target), {
      status,
      detail: isDebugPage ? '' : detail,
      fieldErrors,
      retryAfterMs: parseRetryAfter(header('retry-after'), header('date'), this.#options.now()),
      requestId: requestIdOf(header, this.#redact),
      form,
      lacksToken,
      allowed: (header('allow') ?? '').toUpperCase().split(/[\s,]+/),
    });
    this.#options.pause.note(error);
    return error;
  }

  #followed(target: Target, response: TransportResponse): Target | undefined {
    if (target.call.method !== 'GET' || !isRedirect(response.status)) return undefined;
    const path = followable(this.baseUrl, target.path, response);
    return path === undefined ? undefined : { ...target, path };
  }

  #redirectError(target: Target, response: TransportResponse): RedirectError {
    const fields = redirection(this.baseUrl, target.path, response);
    return new RedirectError(this.#infoAt(target), { ...fields, target: this.#redact(fields.target) });
  }

  #json(target: Target, response: TransportResponse): unknown {
    const { long } = response;
    // A second redirect is never followed.
    if (isRedirect(response.status)) throw this.#redirectError(target, response);
    const info = this.#infoAt(target);
    return long === undefined
      ? readJsonResponse(response.body, info, this.#redact)
      : readLongJsonResponse(long, info, this.#redact);
  }
}

function lowerCased(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function requestHeaders(token: string, hasBody: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    // Gateways reject requests without one.
    'user-agent': userAgent,
    authorization: `Token ${token}`,
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  };
}

const shortestWaitMs = 1_000;
const longestWaitMs = 5 * 60_000;

/**
 * Parses `Retry-After` (RFC 9110 10.2.3: seconds or an HTTP date) into milliseconds, clamped to 1 s … 5 min;
 * `undefined` for anything else. A date is relative to the response's `Date`, because the local clock may be wrong.
 */
function parseRetryAfter(
  header: string | undefined,
  dateHeader: string | undefined,
  nowMs: number,
): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return clamp(Number(text) * 1_000);
  const dateMs = parseDate(text);
  return dateMs === undefined ? undefined : clamp(dateMs - (parseDate(dateHeader ?? '') ?? nowMs));
}

function parseDate(text: string): number | undefined {
  const dateMs = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : dateMs;
}

function clamp(delayMs: number): number {
  return Math.min(Math.max(delayMs, shortestWaitMs), longestWaitMs);
}
