import { ApiErrorBase, type HttpMethod, isAbort } from '../errors/apiError.ts';

/** One request and its response for a log: no headers, no bodies. */
export interface Exchange {
  readonly method: HttpMethod;
  readonly path: string;
  /** `undefined` without a response. */
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly bytes: number;
  readonly attempt: number;
  /** The reason for the failure, without secrets; '' when there was a response. */
  readonly failure: string;
}

/** Why a request failed, without secrets. */
export function exchangeFailure(error: unknown): string {
  if (isAbort(error)) return 'canceled';
  return error instanceof ApiErrorBase ? error.finding : 'failed';
}
