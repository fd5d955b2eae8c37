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
  ReadOnlyError,
  RedirectError,
  type RequestInfo,
  TokenError,
  WriteInterrupted,
} from './errors.ts';
import type { RetryPolicy } from './retry.ts';
import { parseRetryAfter } from './retryAfter.ts';
import { normaliseToken } from './token.ts';
import type { Transport, TransportResponse } from './transport.ts';
import { recorded, type WriteRecord } from './writeRecord.ts';

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
  readonly readOnly: boolean;
  readonly now: () => number;
  readonly onExchange: (exchange: Exchange) => void;
  readonly onWrite: (record: WriteRecord) => void;
}

/** A call at its place on the server: path and query behind the origin. */
interface Target {
  readonly call: Call;
  readonly path: string;
  readonly attempt: number;
}

export interface Call {
  readonly act: Act;
  readonly method: HttpMethod;
  /** API path with its trailing slash, and a query where there is one; appended to the base URL. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** A read that is not repeated after a passing fault. */
  readonly once?: boolean | undefined;
}

/** Sends calls to one server: address, token, repeats, and the reading of answers and refusals. */
export class Requester {
  readonly baseUrl: URL;
  readonly #options: RequesterOptions;
  /** All tokens in use so far: a hostile server may send any of them back. */
  readonly #tokens = new Set<string>();
  #redact: Redact = text => text;

  constructor(options: RequesterOptions) {
    const base = normaliseBaseUrl(options.baseUrl);
    if (base.kind !== 'ok') throw new TypeError(`not a usable base URL (${base.kind})`);
    this.baseUrl = new URL(base.url);
    this.#options = options;
  }

  /** A GET, repeated after passing faults; resolves with the parsed JSON, unchecked. */
  read(call: Call): Promise<unknown> {
    const attemptRead = async (attempt: number): Promise<unknown> => {
      const target = { call, path: this.#path(call), attempt };
      const response = await this.#send(target);
      const slash = this.#slashRedirect(target, response);
      if (slash === undefined) return this.#json(target, response);
      return this.#json(slash, await this.#send(slash));
    };
    return call.once === true ? attemptRead(1) : this.#options.retry.run(attemptRead, call.signal);
  }

  /** A write, sent exactly once and never repeated (decision 21); its callers read back a lost answer. */
  write(call: Call): Promise<unknown> {
    return recorded(
      () => this.#write(call),
      outcome => {
        const body = call.body === undefined ? '' : this.#redact(JSON.stringify(call.body));
        this.#options.onWrite({ request: this.info(call), body, outcome });
      },
    );
  }

  async #write(call: Call): Promise<unknown> {
    if (this.#options.readOnly) throw new ReadOnlyError(this.info(call));
    const target = { call, path: this.#path(call), attempt: 1 };
    const response = await this.#send(target);
    return call.method === 'DELETE' ? undefined : this.#json(target, response);
  }

  /** Checks `value` against the contract; a mismatch names the place and what was expected there. */
  check<T>(call: Call, schema: z.ZodType<T>, value: unknown): T {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    throw new ContractError(this.info(call), 'shape', jsonPath(issue?.path ?? []), issue?.message ?? '');
  }

  /** The request as errors may show it. */
  info(call: Pick<Call, 'act' | 'method' | 'path'>): RequestInfo {
    return this.#infoAt({ call, path: this.#path(call) });
  }

  close(): Promise<void> {
    return this.#options.transport.close();
  }

  #path(call: Pick<Call, 'path'>): string {
    return this.baseUrl.pathname.replace(/\/$/, '') + call.path;
  }

  #infoAt({ call, path }: { call: Pick<Call, 'act' | 'method'>; path: string }): RequestInfo {
    const { act, method } = call;
    return { act, method, origin: this.baseUrl.origin, path: this.#redact(path) };
  }

  /** Behind the origin only a path may come: anything else would become part of the host. */
  #url(path: string): URL {
    const url = new URL(this.baseUrl.origin + path);
    if (!path.startsWith('/') || url.origin !== this.baseUrl.origin) throw new TypeError('not an API path');
    return url;
  }

  async #send(target: Target): Promise<TransportResponse> {
    target.call.signal?.throwIfAborted();
    const token = await this.#token(target);
    target.call.signal?.throwIfAborted();
    const response = await this.#exchange(target, token);
    if (response.status >= 200 && response.status < 300) return response;
    if (!isRedirect(response.status)) throw this.#statusError(target, response);
    if (this.#slashRedirect(target, response) === undefined) throw this.#redirectError(target, response);
    return response;
  }

  async #token(target: Target): Promise<string> {
    const token = await this.#options.getToken();
    if (token === undefined || token.trim() === '') throw new TokenError(this.#infoAt(target), 'missing');
    const usable = normaliseToken(token);
    if (usable === undefined) throw new TokenError(this.#infoAt(target), 'malformed');
    if (!this.#tokens.has(usable)) {
      this.#tokens.add(usable).add(encodeURIComponent(usable));
      this.#redact = createRedactor(this.#tokens);
    }
    return usable;
  }

  async #exchange(target: Target, token: string): Promise<TransportResponse> {
    const { transport, now, onExchange, timeoutMs, maxResponseBytes } = this.#options;
    const { call, path, attempt } = target;
    const info = this.#infoAt(target);
    const startMs = now();
    const tell = (outcome: Pick<Exchange, 'status' | 'bytes' | 'failure'>) =>
      onExchange({ method: info.method, path: info.path, attempt, durationMs: now() - startMs, ...outcome });
    const response = await transport
      .send({
        info,
        url: this.#url(path),
        headers: requestHeaders(token, call.body !== undefined),
        body: call.body === undefined ? undefined : JSON.stringify(call.body),
        signal: call.signal,
        idleTimeoutMs: timeoutMs,
        maxResponseBytes,
      })
      .catch((error: unknown) => {
        tell({ status: undefined, bytes: 0, failure: failureText(error) });
        const isCutOff = call.method !== 'GET' && !(error instanceof ApiErrorBase);
        throw isCutOff ? new WriteInterrupted(error) : error;
      });
    tell({ status: response.status, bytes: response.body.length, failure: '' });
    return response;
  }

  #statusError(target: Target, response: TransportResponse): HttpStatusError {
    const { detail, fieldErrors } = readErrorBody(response.body, this.#redact);
    return new HttpStatusError(this.#infoAt(target), {
      status: response.status,
      // A 5xx page may be Django's debug page, whose text holds settings and secrets.
      detail: response.status >= 500 && detail.length > 200 ? '' : detail,
      fieldErrors,
      retryAfterMs: parseRetryAfter(response.header('retry-after'), this.#options.now()),
    });
  }

  /** The same request at the place that a redirect of a read on the same origin names (decision 26). */
  #slashRedirect(target: Target, response: TransportResponse): Target | undefined {
    if (target.call.method !== 'GET' || !isRedirect(response.status)) return undefined;
    const place = this.#redirectPlace(target, response);
    // The origin of a `blob:` address is that of the address inside it.
    if (place?.protocol !== this.baseUrl.protocol || place.origin !== this.baseUrl.origin) return undefined;
    const path = place.pathname + place.search;
    return path === target.path ? undefined : { ...target, path };
  }

  #redirectError(target: Target, response: TransportResponse): RedirectError {
    const place = this.#redirectPlace(target, response);
    const isUpgrade =
      this.baseUrl.protocol === 'http:' &&
      place?.protocol === 'https:' &&
      place.hostname === this.baseUrl.hostname &&
      !isLoopback(place.hostname);
    const httpsBase = isUpgrade ? place.origin + this.baseUrl.pathname.replace(/\/$/, '') : undefined;
    const shown = place === undefined ? '?' : this.#redact(place.origin + place.pathname);
    return new RedirectError(this.#infoAt(target), response.status, shown, httpsBase);
  }

  #redirectPlace(target: Target, response: TransportResponse): URL | undefined {
    const location = response.header('location');
    const from = this.baseUrl.origin + target.path;
    return location !== undefined && URL.canParse(location, from) ? new URL(location, from) : undefined;
  }

  #json(target: Target, response: TransportResponse): unknown {
    // A second redirect is never followed.
    if (isRedirect(response.status)) throw this.#redirectError(target, response);
    const info = this.#infoAt(target);
    const text = response.body;
    if (text.trim() === '') throw new ContractError(info, 'empty');
    try {
      return parseJson(text);
    } catch {
      // What it is instead is told by the text itself; the parser's own message would quote it.
      if (looksLikeHtml(text)) throw new ContractError(info, 'html', '', htmlTitle(text, this.#redact));
      throw new ContractError(info, breaksOff(text) ? 'truncated' : 'notJson');
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

/** Whether JSON text ends while a string, a list or an object in it is still open. */
function breaksOff(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isInString = !isInString;
    else if (isInString) index += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return isInString || depth > 0;
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
