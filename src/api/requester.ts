import type * as z from 'zod';
import { isLoopback, normaliseBaseUrl } from '../model/server.ts';
import { parseJson } from '../util/json.ts';
import { createRedactor, type Redact } from '../util/redact.ts';
import { htmlTitle, looksLikeHtml, readErrorBody } from './errorBody.ts';
import {
  type Act,
  ApiErrorBase,
  ContractError,
  type HttpMethod,
  HttpStatusError,
  isAbort,
  RedirectError,
  type RequestInfo,
  TokenError,
} from './errors.ts';
import type { RetryPolicy } from './retry.ts';
import { parseRetryAfter } from './retryAfter.ts';
import { normaliseToken } from './token.ts';
import type { Transport, TransportResponse } from './transport.ts';

/** One request and its answer as a log may show it: no headers, no bodies. */
export interface Exchange {
  readonly method: HttpMethod;
  readonly path: string;
  /** Absent when no answer came. */
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly bytes: number;
  readonly attempt: number;
  /** Why it failed, without secrets; '' when an answer came. */
  readonly failure: string;
}

export interface RequesterOptions {
  readonly baseUrl: string;
  readonly getToken: () => string | undefined | Promise<string | undefined>;
  readonly transport: Transport;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly now: () => number;
  readonly onExchange: (exchange: Exchange) => void;
}

export interface Call {
  readonly act: Act;
  readonly method: HttpMethod;
  /** API path with its trailing slash, and a query where there is one; appended to the base URL. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Sends calls to one server: address, token, repeats, and the reading of answers and refusals. */
export class Requester {
  readonly baseUrl: URL;
  readonly #options: RequesterOptions;

  constructor(options: RequesterOptions) {
    const base = normaliseBaseUrl(options.baseUrl);
    if (base.kind !== 'ok') throw new TypeError(`not a usable base URL (${base.kind})`);
    this.baseUrl = new URL(base.url);
    this.#options = options;
  }

  /** A GET, repeated after passing faults; resolves with the parsed JSON, unchecked. */
  read(call: Call): Promise<unknown> {
    const info = this.info(call);
    return this.#options.retry.run(async attempt => {
      let response = await this.#send(info, call, attempt);
      const slash = this.#slashRedirect(info, response);
      if (slash !== undefined) response = await this.#send(slash, call, attempt);
      return this.#json(response.info, response);
    }, call.signal);
  }

  /** A write, sent exactly once and never repeated (decision 21); its callers read back a lost answer. */
  async write(call: Call): Promise<unknown> {
    const response = await this.#send(this.info(call), call, 1);
    return call.method === 'DELETE' ? undefined : this.#json(response.info, response);
  }

  /** Checks `value` against the contract; a mismatch names the place and what was expected there. */
  check<T>(call: Call, schema: z.ZodType<T>, value: unknown): T {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    throw new ContractError(this.info(call), 'shape', jsonPath(issue?.path ?? []), issue?.message ?? '');
  }

  info(call: Pick<Call, 'act' | 'method' | 'path'>): RequestInfo {
    const prefix = this.baseUrl.pathname.replace(/\/$/, '');
    return { act: call.act, method: call.method, origin: this.baseUrl.origin, path: prefix + call.path };
  }

  close(): Promise<void> {
    return this.#options.transport.close();
  }

  async #send(
    info: RequestInfo,
    call: Call,
    attempt: number,
  ): Promise<TransportResponse & { info: RequestInfo }> {
    const token = await this.#token(info);
    const response = await this.#exchange(info, call, attempt, token);
    if (response.status >= 200 && response.status < 300) return { ...response, info };
    if (isRedirect(response.status)) {
      if (this.#slashRedirect(info, response) !== undefined) return { ...response, info };
      throw this.#redirectError(info, response);
    }
    throw this.#statusError(info, response, createRedactor([token]));
  }

  async #token(info: RequestInfo): Promise<string> {
    const token = await this.#options.getToken();
    if (token === undefined || token === '') throw new TokenError(info, 'missing');
    const usable = normaliseToken(token);
    if (usable === undefined) throw new TokenError(info, 'malformed');
    return usable;
  }

  async #exchange(info: RequestInfo, call: Call, attempt: number, token: string): Promise<TransportResponse> {
    const { transport, now, onExchange, timeoutMs, maxResponseBytes } = this.#options;
    const startMs = now();
    const record = { method: info.method, path: info.path, attempt };
    try {
      const response = await transport.send({
        info,
        url: new URL(info.origin + info.path),
        headers: requestHeaders(token, call.body !== undefined),
        body: call.body === undefined ? undefined : JSON.stringify(call.body),
        signal: call.signal,
        idleTimeoutMs: timeoutMs,
        maxResponseBytes,
      });
      const { status, body } = response;
      onExchange({ ...record, status, durationMs: now() - startMs, bytes: body.length, failure: '' });
      return response;
    } catch (error) {
      onExchange({
        ...record,
        status: undefined,
        durationMs: now() - startMs,
        bytes: 0,
        failure: failureText(error),
      });
      throw error;
    }
  }

  #statusError(info: RequestInfo, response: TransportResponse, redact: Redact): HttpStatusError {
    const { detail, fieldErrors } = readErrorBody(response.body);
    return new HttpStatusError(info, {
      status: response.status,
      // A 5xx page may be Django's debug page, whose text holds settings and secrets.
      detail: response.status >= 500 && detail.length > 200 ? '' : redact(detail),
      fieldErrors: fieldErrors.map(error => ({ path: error.path, message: redact(error.message) })),
      retryAfterMs: parseRetryAfter(response.header('retry-after'), this.#options.now()),
    });
  }

  /** The same request at the place that a redirect of a read on the same origin names (decision 26). */
  #slashRedirect(info: RequestInfo, response: TransportResponse): RequestInfo | undefined {
    if (info.method !== 'GET' || !isRedirect(response.status)) return undefined;
    const target = redirectTarget(info, response);
    if (target === undefined || target.origin !== info.origin) return undefined;
    const path = target.pathname + target.search;
    return path === info.path ? undefined : { ...info, path };
  }

  #redirectError(info: RequestInfo, response: TransportResponse): RedirectError {
    const target = redirectTarget(info, response);
    const isUpgrade =
      this.baseUrl.protocol === 'http:' &&
      target?.protocol === 'https:' &&
      target.hostname === this.baseUrl.hostname &&
      !isLoopback(target.hostname);
    const httpsBase = isUpgrade ? target.origin + this.baseUrl.pathname.replace(/\/$/, '') : undefined;
    const shown = target === undefined ? '?' : target.origin + target.pathname;
    return new RedirectError(info, response.status, shown, httpsBase);
  }

  #json(info: RequestInfo, response: TransportResponse): unknown {
    // A second redirect is never followed.
    if (isRedirect(response.status)) throw this.#redirectError(info, response);
    const text = response.body;
    if (text.trim() === '') throw new ContractError(info, 'empty');
    try {
      return parseJson(text);
    } catch (error) {
      if (looksLikeHtml(text)) throw new ContractError(info, 'html', '', htmlTitle(text));
      throw new ContractError(info, isTruncation(error, text) ? 'truncated' : 'notJson');
    }
  }
}

function requestHeaders(token: string, hasBody: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    authorization: `Token ${token}`,
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function redirectTarget(info: RequestInfo, response: TransportResponse): URL | undefined {
  const location = response.header('location');
  const from = info.origin + info.path;
  return location !== undefined && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

function isTruncation(error: unknown, text: string): boolean {
  const startsAsJson = /^\s*[[{]/.test(text);
  return startsAsJson && error instanceof SyntaxError && /end of|unterminated/i.test(error.message);
}

function failureText(error: unknown): string {
  if (isAbort(error)) return 'cancelled';
  return error instanceof ApiErrorBase ? error.message : 'failed';
}

/** `results[3].name` from a list of keys. */
export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`,
    '',
  );
}
