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

/** Whether the server rejected the token, with 401 or a redirect to its sign-in page. */
export function isSignedOut(error: unknown): boolean {
  if (error instanceof RedirectError) return error.isSignIn;
  return error instanceof HttpStatusError && error.status === 401;
}

/** Whether there was no token to send. */
export function lacksToken(error: unknown): boolean {
  if (!(error instanceof NotSentError)) return false;
  return error.problem.code === 'tokenMissing' || error.problem.code === 'tokenMalformed';
}

/** Whether every request will fail until the user signs in. */
export function needsSignIn(error: unknown): boolean {
  return lacksToken(error) || isSignedOut(error);
}
