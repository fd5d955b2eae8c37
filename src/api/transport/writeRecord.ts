import { ConnectionError } from '../errors/connectionError.ts';
import { ContractError } from '../errors/contractError.ts';
import { HttpStatusError } from '../errors/httpStatusError.ts';
import { OutcomeError } from '../errors/outcomeError.ts';
import { RedirectError } from '../errors/redirectError.ts';
import type { RequestInfo } from '../errors/requestInfo.ts';
import { WriteInterrupted } from '../errors/writeInterrupted.ts';

/**
 * `lost`: it may have been carried out, but no usable answer came; a second record then tells what a look at
 * the server showed (`foundDone`, `foundNotDone`), or that it stays `unknown`.
 */
export type WriteOutcome = 'done' | 'notSent' | 'refused' | 'lost' | 'foundDone' | 'foundNotDone' | 'unknown';

/** One write as a log may keep it: no headers, and the body without secrets. */
export interface WriteRecord {
  readonly request: RequestInfo;
  /** JSON text; '' where nothing was sent along. */
  readonly body: string;
  readonly outcome: WriteOutcome;
}

/** Runs a write and tells how it ended; what it resolves or rejects with is passed on. */
export async function recorded<T>(send: () => Promise<T>, tell: (outcome: WriteOutcome) => void): Promise<T> {
  try {
    const result = await send();
    safely(tell, 'done');
    return result;
  } catch (error) {
    safely(tell, failureOutcome(error));
    throw error;
  }
}

/** The same for the look at the server that follows a lost answer. */
export async function recordedLook<T>(
  look: () => Promise<T>,
  tell: (outcome: WriteOutcome) => void,
): Promise<T> {
  try {
    const result = await look();
    safely(tell, 'foundDone');
    return result;
  } catch (error) {
    // A failure of the server is thrown as it was when the look showed that nothing was done.
    const isNotDone = !(error instanceof OutcomeError) || error.outcome === 'notDone';
    safely(tell, isNotDone ? 'foundNotDone' : 'unknown');
    throw error;
  }
}

/** Whoever listens must not change what becomes of a write. */
function safely(tell: (outcome: WriteOutcome) => void, outcome: WriteOutcome): void {
  try {
    tell(outcome);
  } catch {
    // The record is lost; the write itself is told to its caller as it ended.
  }
}

function failureOutcome(error: unknown): WriteOutcome {
  if (error instanceof WriteInterrupted) return 'lost';
  if (error instanceof ConnectionError) return error.mayHaveSent ? 'lost' : 'notSent';
  // A server may fail after the deed.
  if (error instanceof HttpStatusError) return error.status >= 500 ? 'lost' : 'refused';
  if (error instanceof RedirectError) return 'refused';
  return error instanceof ContractError ? 'lost' : 'notSent';
}
