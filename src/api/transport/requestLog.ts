import {
  ApiErrorBase,
  ConnectionError,
  ContractError,
  type HttpMethod,
  HttpStatusError,
  isAbort,
  OutcomeError,
  RedirectError,
  type RequestInfo,
  WriteInterrupted,
} from '../errors/apiError.ts';
import { PausedError } from './serverPause.ts';

/**
 * `lost`: the write may have been done, but there was no usable response. A second record then has the result of
 * reading back: `foundDone`, `foundNotDone` or `unknown`.
 */
export type WriteOutcome = 'done' | 'notSent' | 'refused' | 'lost' | 'foundDone' | 'foundNotDone' | 'unknown';

/** One write for a log: no headers, and the body without secrets. */
export interface WriteRecord {
  readonly request: RequestInfo;
  /** JSON text; '' if the request had no body. */
  readonly body: string;
  readonly outcome: WriteOutcome;
}

/** Runs a write and reports its outcome; settles like the write. */
export async function recordWrite<T>(
  send: () => Promise<T>,
  report: (outcome: WriteOutcome) => void,
): Promise<T> {
  try {
    const result = await send();
    safely(report, 'done');
    return result;
  } catch (error) {
    safely(report, failureOutcome(error));
    throw error;
  }
}

/** The same for reading back after a lost response. */
export async function recordReadBack<T>(
  readBack: () => Promise<T>,
  report: (outcome: WriteOutcome) => void,
): Promise<T> {
  try {
    const result = await readBack();
    safely(report, 'foundDone');
    return result;
  } catch (error) {
    // The server's own error is rethrown if reading back showed that nothing was done.
    const isNotDone = !(error instanceof OutcomeError) || error.outcome === 'notDone';
    safely(report, isNotDone ? 'foundNotDone' : 'unknown');
    throw error;
  }
}

/** A failing listener must not change the outcome of a write. */
function safely(report: (outcome: WriteOutcome) => void, outcome: WriteOutcome): void {
  try {
    report(outcome);
  } catch {
    // The record is lost, but the caller still gets the outcome of the write.
  }
}

function failureOutcome(error: unknown): WriteOutcome {
  if (error instanceof WriteInterrupted) return 'lost';
  if (error instanceof ConnectionError) return error.mayHaveSent ? 'lost' : 'notSent';
  if (error instanceof PausedError) return 'notSent';
  // A server may fail after it has done the write.
  if (error instanceof HttpStatusError) return error.status >= 500 ? 'lost' : 'refused';
  if (error instanceof RedirectError) return 'refused';
  return error instanceof ContractError ? 'lost' : 'notSent';
}

/** One request and its response for a log: no headers, no bodies. */
export interface Exchange {
  readonly method: HttpMethod;
  readonly path: string;
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly bytes: number;
  readonly attempt: number;
  /** The reason for the failure, without secrets; '' when there was a response. */
  readonly failure: string;
}

export function exchangeFailure(error: unknown): string {
  if (isAbort(error)) return 'canceled';
  return error instanceof ApiErrorBase ? error.finding : 'failed';
}
