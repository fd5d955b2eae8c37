import type { Device } from '../model/device.ts';

/** What a request was for; the sentence of an error names it. */
export type Act =
  | 'listJobs'
  | 'getJob'
  | 'getJobStatus'
  | 'createJob'
  | 'replaceJob'
  | 'updateJob'
  | 'stopJobs'
  | 'deleteJob'
  | 'listGroups'
  | 'getGroup'
  | 'createGroup'
  | 'replaceGroup'
  | 'updateGroup'
  | 'deleteGroup';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The request an error is about: never its headers, never its body. */
export interface RequestInfo {
  readonly act: Act;
  readonly method: HttpMethod;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
}

/** Base of all errors of the client; narrow by `kind` with `isApiError`. */
export abstract class ApiErrorBase extends Error {
  abstract readonly kind: string;
  readonly request: RequestInfo;

  constructor(request: RequestInfo, message: string, options?: ErrorOptions) {
    super(`${request.method} ${request.path}: ${message}`, options);
    this.request = request;
    this.name = new.target.name;
  }
}

export type ConnectionReason =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  | 'tls'
  | 'proxy'
  | 'connectTimeout'
  | 'headersTimeout'
  | 'bodyTimeout'
  | 'reset'
  | 'closed'
  | 'other';

/** No complete answer came back. */
export class ConnectionError extends ApiErrorBase {
  override readonly kind = 'connection';
  readonly reason: ConnectionReason;
  /** Node's, OpenSSL's or undici's code, for example `ECONNREFUSED`. */
  readonly code: string;
  /** False only when it is certain that no byte of the request left this machine (decision 21). */
  readonly mayHaveSent: boolean;

  constructor(request: RequestInfo, reason: ConnectionReason, code: string, mayHaveSent: boolean) {
    super(request, `${reason} (${code})`);
    this.reason = reason;
    this.code = code;
    this.mayHaveSent = mayHaveSent;
  }
}

/** A refusal at one field of the body that was sent; `path` leads to it. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The server answered with a status other than 2xx. */
export class HttpStatusError extends ApiErrorBase {
  override readonly kind = 'http';
  readonly status: number;
  /** The server's own words as plain text, redacted; '' when it gave none (decision 18). */
  readonly detail: string;
  readonly fieldErrors: readonly FieldError[];
  /** How long the server asks to wait (`Retry-After`), clamped to 1 s … 5 min. */
  readonly retryAfterMs: number | undefined;

  constructor(
    request: RequestInfo,
    answer: Pick<HttpStatusError, 'status' | 'detail' | 'fieldErrors' | 'retryAfterMs'>,
  ) {
    super(request, `HTTP ${answer.status}${answer.detail === '' ? '' : `: ${answer.detail}`}`);
    this.status = answer.status;
    this.detail = answer.detail;
    this.fieldErrors = answer.fieldErrors;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

export type ContractProblem = 'html' | 'notJson' | 'empty' | 'truncated' | 'shape' | 'otherObject';

/** A 2xx answer that is not what the contract says (decision 3). */
export class ContractError extends ApiErrorBase {
  override readonly kind = 'contract';
  readonly problem: ContractProblem;
  /** Where in the JSON, for example `results[3].name`; '' for the whole body. */
  readonly at: string;
  /** What was expected there, or the title of an HTML page that came instead. */
  readonly detail: string;

  constructor(request: RequestInfo, problem: ContractProblem, at = '', detail = '') {
    super(request, `${problem}${at === '' ? '' : ` at ${at}`}${detail === '' ? '' : `: ${detail}`}`);
    this.problem = problem;
    this.at = at;
    this.detail = detail;
  }
}

/** The server sent us elsewhere, and going there is not safe (decision 26). */
export class RedirectError extends ApiErrorBase {
  override readonly kind = 'redirect';
  readonly status: number;
  /** Origin and path of the target, without query and user info. */
  readonly target: string;
  /** The base URL to offer when the target is the same host by https; else `undefined`. */
  readonly httpsBaseUrl: string | undefined;

  constructor(request: RequestInfo, status: number, target: string, httpsBaseUrl?: string) {
    super(request, `HTTP ${status} to ${target}`);
    this.status = status;
    this.target = target;
    this.httpsBaseUrl = httpsBaseUrl;
  }
}

/** The body grew over the ceiling and was cut off unread (decision 25). */
export class ResponseTooLargeError extends ApiErrorBase {
  override readonly kind = 'tooLarge';
  readonly limitBytes: number;

  constructor(request: RequestInfo, limitBytes: number) {
    super(request, `the response is larger than ${limitBytes} bytes`);
    this.limitBytes = limitBytes;
  }
}

/** The chain of `next` links repeats itself or does not end (decision 7). */
export class PaginationError extends ApiErrorBase {
  override readonly kind = 'pagination';
  readonly reason: 'loop' | 'tooManyPages';

  constructor(request: RequestInfo, reason: 'loop' | 'tooManyPages') {
    super(request, reason === 'loop' ? 'a page links to a page already read' : 'too many pages');
    this.reason = reason;
  }
}

/** There is no usable token; nothing was sent. */
export class TokenError extends ApiErrorBase {
  override readonly kind = 'token';
  readonly reason: 'missing' | 'malformed';

  constructor(request: RequestInfo, reason: 'missing' | 'malformed') {
    super(request, `the token is ${reason}`);
    this.reason = reason;
  }
}

/** Plain HTTP to another host, without the person's consent (decision 2); nothing was sent. */
export class PlainHttpError extends ApiErrorBase {
  override readonly kind = 'plainHttp';

  constructor(request: RequestInfo) {
    super(request, 'plain HTTP was not agreed to');
  }
}

/** The server is marked read-only; nothing was sent. */
export class ReadOnlyError extends ApiErrorBase {
  override readonly kind = 'readOnly';

  constructor(request: RequestInfo) {
    super(request, 'the server is marked read-only');
  }
}

/** The request would have dropped devices that no request can name (decision 13); nothing was sent. */
export class UnwritableDevicesError extends ApiErrorBase {
  override readonly kind = 'unwritableDevices';
  readonly devices: readonly Device[];

  constructor(request: RequestInfo, devices: readonly Device[]) {
    super(request, `${devices.length} devices have neither host name nor address`);
    this.devices = devices;
  }
}

/** The answer to a write was lost, and reading back did not show it done (decision 21). */
export class OutcomeError extends ApiErrorBase {
  override readonly kind = 'outcome';
  readonly outcome: 'notDone' | 'unknown';
  /** Ids of objects that may be what a lost create made. */
  readonly candidateIds: readonly number[];

  constructor(
    request: RequestInfo,
    outcome: 'notDone' | 'unknown',
    cause: unknown,
    candidateIds: readonly number[] = [],
  ) {
    super(
      request,
      outcome === 'notDone' ? 'the answer was lost; it was not done' : 'the outcome is unknown',
      { cause },
    );
    this.outcome = outcome;
    this.candidateIds = candidateIds;
  }
}

/**
 * A write was cut off by its caller after it may have been sent: `cause` is the signal's reason. Never leaves
 * the client; `ReadBack` establishes what became of the write.
 */
export class WriteInterrupted extends Error {
  override readonly name = 'WriteInterrupted';

  constructor(reason: unknown) {
    super('the write was interrupted', { cause: reason });
  }
}

export type ApiError =
  | ConnectionError
  | HttpStatusError
  | ContractError
  | RedirectError
  | ResponseTooLargeError
  | PaginationError
  | TokenError
  | ReadOnlyError
  | PlainHttpError
  | UnwritableDevicesError
  | OutcomeError;

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiErrorBase;
}

/** Whether the person or the program cancelled: no failure, nothing to report. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

export function isNotFound(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status === 404;
}
