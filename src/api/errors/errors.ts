import { ApiErrorBase, type RequestInfo } from './requestInfo.ts';
import type {
  DamagedTextError,
  PlainHttpError,
  ReadOnlyError,
  TokenError,
  UnwritableDevicesError,
} from './unsentErrors.ts';

export { type Act, ApiErrorBase, type HttpMethod, type RequestInfo } from './requestInfo.ts';
export {
  DamagedTextError,
  PlainHttpError,
  ReadOnlyError,
  TokenError,
  UnwritableDevicesError,
} from './unsentErrors.ts';

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
  | 'tooSlow'
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

/** What the body of a refusal is; `text` is anything else. */
export type BodyForm = 'json' | 'html' | 'text' | 'none';

/** The server answered with a status other than 2xx. */
export class HttpStatusError extends ApiErrorBase {
  override readonly kind = 'http';
  readonly status: number;
  /** The server's own words as plain text, redacted; '' when it gave none (decision 18). */
  readonly detail: string;
  readonly fieldErrors: readonly FieldError[];
  /** How long the server asks to wait (`Retry-After`), clamped to 1 s … 5 min. */
  readonly retryAfterMs: number | undefined;
  /** By which whoever runs the server finds the request in its log; '' when the server gave none. */
  readonly requestId: string;
  /** What is not JSON may be the page of a proxy, which knows nothing of jobs and groups. */
  readonly form: BodyForm;

  constructor(
    request: RequestInfo,
    answer: Pick<HttpStatusError, 'status' | 'detail' | 'fieldErrors' | 'retryAfterMs'> & {
      readonly requestId?: string;
      readonly form?: BodyForm;
    },
  ) {
    super(request, `HTTP ${answer.status}${answer.detail === '' ? '' : `: ${answer.detail}`}`);
    this.status = answer.status;
    this.detail = answer.detail;
    this.fieldErrors = answer.fieldErrors;
    this.retryAfterMs = answer.retryAfterMs;
    this.requestId = answer.requestId ?? '';
    this.form = answer.form ?? 'json';
  }
}

export type ContractProblem =
  | 'html'
  | 'notJson'
  | 'empty'
  | 'truncated'
  /** More elements, keys or levels than any list or object of the API has. */
  | 'excessive'
  | 'shape'
  | 'otherObject';

/** A 2xx response that does not fit its schema (decision 3). */
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
  /** It leads to a page to sign in on, as a server does whose session is over. */
  readonly isSignIn: boolean;

  constructor(request: RequestInfo, status: number, target: string, httpsBaseUrl?: string, isSignIn = false) {
    super(request, `HTTP ${status} to ${target}`);
    this.status = status;
    this.target = target;
    this.httpsBaseUrl = httpsBaseUrl;
    this.isSignIn = isSignIn;
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

/** A stop that was too long for one request went in parts, of which one failed. */
export class PartialStopError extends ApiErrorBase {
  override readonly kind = 'partialStop';
  /** Jobs that the server was asked to stop. */
  readonly askedIds: readonly number[];
  /** Jobs of the part that failed, of which `reason` says whether the server may have been asked. */
  readonly failedIds: readonly number[];
  /** Jobs of the parts after that one: nothing was sent of them. */
  readonly unsentIds: readonly number[];
  readonly reason: ApiError;

  constructor(
    request: RequestInfo,
    ids: Pick<PartialStopError, 'askedIds' | 'failedIds' | 'unsentIds'>,
    reason: ApiError,
  ) {
    super(request, `${ids.failedIds.length + ids.unsentIds.length} jobs were not stopped: ${reason.message}`);
    this.askedIds = ids.askedIds;
    this.failedIds = ids.failedIds;
    this.unsentIds = ids.unsentIds;
    this.reason = reason;
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
  | DamagedTextError
  | UnwritableDevicesError
  | PartialStopError
  | OutcomeError;

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiErrorBase;
}

/** Whether the person or the program cancelled: no failure, nothing to report. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

export function isNotFound(error: unknown): error is HttpStatusError {
  return error instanceof HttpStatusError && error.status === 404;
}

/** Whether the server itself says that there is no such object: a proxy's page may say so of all that there is. */
export function isGone(error: unknown): boolean {
  return isNotFound(error) && (error.form === 'json' || error.form === 'none');
}

/** Whether the server does not take the token: by 401, or by leading to its page to sign in on. */
export function isSignedOut(error: unknown): boolean {
  if (error instanceof RedirectError) return error.isSignIn;
  return error instanceof HttpStatusError && error.status === 401;
}
