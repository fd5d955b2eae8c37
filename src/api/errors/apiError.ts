import { ApiErrorBase } from './apiErrorBase.ts';
import { HttpStatusError } from './httpStatusError.ts';
import { NotSentError } from './notSentError.ts';
import type { PartialStopError } from './partialStopError.ts';
import { RedirectError } from './redirectError.ts';
import type { RequestError } from './requestError.ts';

export type ApiError = RequestError | PartialStopError;

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiErrorBase;
}

/** Whether the user or the program cancelled: not a failure, and nothing to report. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

export function isStatus404(error: unknown): error is HttpStatusError {
  return error instanceof HttpStatusError && error.status === 404;
}

/** Whether the server itself returned the 404: a proxy may return such a page for every object. */
export function isNotFound(error: unknown): boolean {
  return isStatus404(error) && (error.form === 'json' || error.form === 'none');
}

/** Whether the server rejects the token: with 401, or with a redirect to its sign-in page. */
export function isSignedOut(error: unknown): boolean {
  if (error instanceof RedirectError) return error.isSignIn;
  return error instanceof HttpStatusError && error.status === 401;
}

/** Whether there is no token that could be sent. */
export function lacksToken(error: unknown): boolean {
  if (!(error instanceof NotSentError)) return false;
  return error.problem.code === 'tokenMissing' || error.problem.code === 'tokenMalformed';
}

/** Whether nothing works until a user signs in. */
export function needsSignIn(error: unknown): boolean {
  return lacksToken(error) || isSignedOut(error);
}
