import type { Device } from '../model/device.ts';
import type { Mismatch } from '../model/mismatch.ts';

export const operationTexts = {
  listJobs: 'read jobs',
  getJob: 'read job',
  getJobStatus: 'read job status',
  createJob: 'create job',
  replaceJob: 'replace job',
  updateJob: 'change job',
  stopJobs: 'stop jobs',
  deleteJob: 'delete job',
  listGroups: 'read groups',
  getGroup: 'read group',
  createGroup: 'create group',
  replaceGroup: 'replace group',
  updateGroup: 'change group',
  deleteGroup: 'delete group',
  searchDevices: 'search devices',
} as const;

export type Operation = keyof typeof operationTexts;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestInfo {
  readonly operation: Operation;
  readonly method: HttpMethod;
  /** Scheme, host and port. */
  readonly origin: string;
  /** With the query. */
  readonly path: string;
}

/** Base of all errors of the client; narrow by `kind` with `isApiError`. */
export abstract class ApiErrorBase extends Error {
  abstract readonly kind: string;
  readonly request: RequestInfo;
  /** The message without the request, for texts that already name it. */
  readonly finding: string;

  constructor(request: RequestInfo, finding: string, options?: ErrorOptions) {
    super(`${request.method} ${request.path}: ${finding}`, options);
    this.finding = finding;
    this.request = request;
    this.name = new.target.name;
  }
}

export type ConnectionReason =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  /** The files of the client certificate cannot be used. */
  | 'clientFile'
  /** The server requires one from the client. */
  | 'clientCertificate'
  | 'handshake'
  | 'tls'
  | 'proxy'
  | 'connectTimeout'
  | 'headersTimeout'
  | 'bodyTimeout'
  | 'tooSlow'
  | 'reset'
  /** The server closed a secure connection without ever responding. */
  | 'unanswered'
  | 'closed'
  | 'other';

export class ConnectionError extends ApiErrorBase {
  override readonly kind = 'connection';
  readonly reason: ConnectionReason;
  /** Node's, OpenSSL's or undici's code, for example `ECONNREFUSED`. */
  readonly code: string;
  /** False only when it is certain that no byte of the request left this machine (decision 21). */
  readonly mayHaveSent: boolean;
  /** The path of the certificate file at fault, as the user wrote it; '' if there is none. */
  readonly file: string;

  constructor(
    request: RequestInfo,
    reason: ConnectionReason,
    cause: string | Pick<ConnectionError, 'code' | 'file'>,
    mayHaveSent: boolean,
  ) {
    const { code, file } = typeof cause === 'string' ? { code: cause, file: '' } : cause;
    super(request, `${reason} (${code})`);
    this.file = file;
    this.reason = reason;
    this.code = code;
    this.mayHaveSent = mayHaveSent;
  }
}

/** An error about one field of the request body; `path` leads to it. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The form of the body of an error response; `text` is anything else. */
export type BodyForm = 'json' | 'html' | 'text' | 'none';

export class HttpStatusError extends ApiErrorBase {
  override readonly kind = 'http';
  readonly status: number;
  /** The server's own message as plain text, redacted; '' when there is none (decision 18). */
  readonly detail: string;
  readonly fieldErrors: readonly FieldError[];
  /** The delay that the server requested (`Retry-After`), clamped to 1 s … 5 min. */
  readonly retryAfterMs: number | undefined;
  /** Identifies the request in the server's log; '' if the response has none. */
  readonly requestId: string;
  /** A body other than JSON may come from a proxy and say nothing about jobs and groups. */
  readonly form: BodyForm;
  /** A 401 because the request had no token when it reached the server. */
  readonly lacksToken: boolean;
  /** The methods that the server allows (`Allow`); empty if it does not say. */
  readonly allowed: readonly string[];

  constructor(
    request: RequestInfo,
    response: Pick<HttpStatusError, 'status' | 'detail' | 'fieldErrors' | 'retryAfterMs'> &
      Partial<Pick<HttpStatusError, 'requestId' | 'form' | 'lacksToken' | 'allowed'>>,
  ) {
    super(request, `HTTP ${response.status}${response.detail === '' ? '' : `: ${response.detail}`}`);
    this.status = response.status;
    this.detail = response.detail;
    this.fieldErrors = response.fieldErrors;
    this.retryAfterMs = response.retryAfterMs;
    this.requestId = response.requestId ?? '';
    this.form = response.form ?? 'json';
    this.lacksToken = response.lacksToken ?? false;
    this.allowed = response.allowed ?? [];
  }
}

/** The server redirects to a place that is not safe to follow (decision 26). */
export class RedirectError extends ApiErrorBase {
  override readonly kind = 'redirect';
  readonly status: number;
  /** Origin and path of the target, without query and user info. */
  readonly target: string;
  /** The base URL to suggest if the target is the same host over HTTPS. */
  readonly httpsBaseUrl: string | undefined;
  /** The target is a sign-in page, as after the end of a session. */
  readonly isSignIn: boolean;

  constructor(
    request: RequestInfo,
    fields: Pick<RedirectError, 'status' | 'target'> &
      Partial<Pick<RedirectError, 'httpsBaseUrl' | 'isSignIn'>>,
  ) {
    const { status, target, httpsBaseUrl, isSignIn = false } = fields;
    super(request, `HTTP ${status} to ${target}`);
    this.status = status;
    this.target = target;
    this.httpsBaseUrl = httpsBaseUrl;
    this.isSignIn = isSignIn;
  }

  /** The target is at another origin than the server: a gateway in front of it may have redirected. */
  get isElsewhere(): boolean {
    return URL.canParse(this.target) && new URL(this.target).origin !== this.request.origin;
  }
}

export type ContractProblem =
  | {
      readonly code:
        | 'notJson'
        | 'empty'
        | 'truncated'
        /** More elements, keys or levels than any list or object of the API has. */
        | 'excessive'
        /** A `next` link leads back to a page that was already read. */
        | 'pageLoop'
        | 'tooManyPages';
    }
  /** The response describes an object other than the one with this ID; `undefined` for a create. */
  | { readonly code: 'otherObject'; readonly id: number | undefined }
  | { readonly code: 'html'; readonly title: string }
  | { readonly code: 'invalidJson'; readonly line: number; readonly column: number }
  | { readonly code: 'unknownCharset' | 'damagedText'; readonly charset: string }
  | { readonly code: 'tooLarge'; readonly limitBytes: number }
  | { readonly code: 'shape'; readonly mismatch: Mismatch };

/** A response that the client cannot use: it does not fit the API, or exceeds the limits of the client. */
export class ContractError extends ApiErrorBase {
  override readonly kind = 'contract';
  readonly problem: ContractProblem;

  constructor(request: RequestInfo, problem: ContractProblem) {
    super(request, logText(problem));
    this.problem = problem;
  }
}

function logText(problem: ContractProblem): string {
  if (problem.code === 'html') return `html: ${problem.title}`;
  if (problem.code === 'tooLarge') return `larger than ${problem.limitBytes} bytes`;
  return problem.code === 'shape' ? `shape: ${JSON.stringify(problem.mismatch)}` : problem.code;
}

export type NotSentProblem =
  | { readonly code: 'tokenMissing' | 'tokenMalformed' | 'tokenUnreplaced' }
  | { readonly code: 'readOnly' }
  /** The command for extra headers gave none. */
  | { readonly code: 'commandMissing' | 'commandSlow' | 'commandFailed' | 'commandOutput' }
  /** Plain HTTP to a host other than loopback, without the user's consent. */
  | { readonly code: 'plainHttp' }
  /** VS Code's own connections cannot send the client certificate of the server. */
  | { readonly code: 'clientCertificateUnused' }
  /** The environment disables the check of certificates, and this transport cannot override that. */
  | { readonly code: 'unverifiedTls' }
  /**
   * The text contains U+FFFD: it was damaged before it got here, and sending it would damage the server's copy, too.
   */
  | { readonly code: 'damagedText'; readonly fields: readonly string[] }
  /** The request would have lost devices that no request can name. */
  | { readonly code: 'unwritableDevices'; readonly devices: readonly Device[] };

/** The client itself rejected the request; nothing was sent. */
export class NotSentError extends ApiErrorBase {
  override readonly kind = 'notSent';
  readonly problem: NotSentProblem;

  constructor(request: RequestInfo, problem: NotSentProblem) {
    super(request, `not sent: ${problem.code}`);
    this.problem = problem;
  }
}

/** The response to a write was lost, and reading back did not confirm that it was done (decision 21). */
export class OutcomeError extends ApiErrorBase {
  override readonly kind = 'outcome';
  readonly outcome: 'notDone' | 'unknown';
  readonly candidateIds: readonly number[];

  constructor(
    request: RequestInfo,
    outcome: 'notDone' | 'unknown',
    cause: unknown,
    candidateIds: readonly number[] = [],
  ) {
    super(
      request,
      outcome === 'notDone' ? 'the response was lost; it was not done' : 'the outcome is unknown',
      { cause },
    );
    this.outcome = outcome;
    this.candidateIds = candidateIds;
  }
}

/** A stop of too many jobs for one request was sent in parts, and one part failed. */
export class PartialStopError extends ApiErrorBase {
  override readonly kind = 'partialStop';
  readonly requestedIds: readonly number[];
  /** Jobs of the failed part; `reason` says whether it may have reached the server. */
  readonly failedIds: readonly number[];
  readonly unsentIds: readonly number[];
  readonly reason: RequestError;

  constructor(
    request: RequestInfo,
    ids: Pick<PartialStopError, 'requestedIds' | 'failedIds' | 'unsentIds'>,
    reason: RequestError,
  ) {
    super(request, `${ids.failedIds.length + ids.unsentIds.length} jobs were not stopped: ${reason.message}`);
    this.requestedIds = ids.requestedIds;
    this.failedIds = ids.failedIds;
    this.unsentIds = ids.unsentIds;
    this.reason = reason;
  }
}

/**
 * The caller aborted a write that may already have been sent; `cause` is the signal's reason. Never leaves the
 * client: `ReadBack` determines the outcome of the write.
 */
export class WriteInterrupted extends Error {
  override readonly name = 'WriteInterrupted';

  constructor(reason: unknown) {
    super('the write was interrupted', { cause: reason });
  }
}

export type RequestError =
  | ConnectionError
  | HttpStatusError
  | ContractError
  | RedirectError
  | NotSentError
  | OutcomeError;

export type ApiError = RequestError | PartialStopError;

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiErrorBase;
}

/** Whether the user or the program canceled, which is not a failure and must not be reported. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

export function isStatus404(error: unknown): error is HttpStatusError {
  return error instanceof HttpStatusError && error.status === 404;
}

/** Whether the 404 comes from the server itself: a proxy may return such a page for every object. */
export function isNotFound(error: unknown): boolean {
  return isStatus404(error) && (error.form === 'json' || error.form === 'none');
}

/** Resolves with the response, or with `undefined` if the server has no such object. */
export async function ifFound<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Whether the server itself does not permit the operation. A web page comes from a gateway, which knows no tokens. */
export function isForbidden(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status === 403 && error.form !== 'html';
}

/** Whether the server rejects changes of single fields (PATCH), but allows replacing the object (PUT). */
export function allowsOnlyReplacing(error: unknown): error is HttpStatusError {
  return (
    error instanceof HttpStatusError &&
    error.request.method === 'PATCH' &&
    (error.status === 405 || error.status === 501) &&
    error.allowed.includes('PUT')
  );
}

/** Whether the server rejected the token, with 401 or a redirect to its sign-in page. */
export function isSignedOut(error: unknown): boolean {
  if (error instanceof RedirectError) return error.isSignIn;
  return error instanceof HttpStatusError && error.status === 401;
}

export function lacksToken(error: unknown): boolean {
  if (!(error instanceof NotSentError)) return false;
  return ['tokenMissing', 'tokenMalformed', 'tokenUnreplaced'].includes(error.problem.code);
}

/** Whether every request will fail until the user signs in. */
export function needsSignIn(error: unknown): boolean {
  return lacksToken(error) || isSignedOut(error);
}
