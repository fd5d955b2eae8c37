import {
  ConnectionError,
  HttpStatusError,
  NotSentError,
  OutcomeError,
  RedirectError,
} from '../errors/apiError.ts';
import type { Device } from '../model/device.ts';

/** What forbids a write at the moment when it would be sent, whatever was so when a prompt was opened. */
export type Guard = 'readOnly' | 'becameProduction' | 'serverChanged';

/** A field whose stored value is not the one that was sent (decision 31). */
export interface StoredDifference {
  readonly field: string;
  readonly asked: unknown;
  readonly stored: unknown;
}

/** The object with the seen ID is another one, or no longer what the user agreed to change. */
type Mismatch =
  /** Others have changed these fields in the meantime. */
  | { readonly kind: 'conflict'; readonly fields: readonly string[] }
  | { readonly kind: 'anotherObject'; readonly name: string; readonly found: string }
  | { readonly kind: 'created'; readonly name: string };

/** Nothing was changed. */
type Refusal =
  | Mismatch
  /** These devices have no name that a request could use, so writing their list would lose them. */
  | { readonly kind: 'unnameable'; readonly devices: readonly Device[] }
  | { readonly kind: 'notSent'; readonly guard: Guard }
  /** The server has no object with this ID; `error` is its response. */
  | { readonly kind: 'gone'; readonly error: unknown }
  /** The object could not be read before, or the server rejected the write. */
  | { readonly kind: 'rejected'; readonly error: unknown };

/** Sent, but it is unknown whether it was done, or it can be sent again; see `OutcomeError`. */
interface Unknown {
  readonly kind: 'unknown';
  readonly error: unknown;
}

export type Refused = Refusal | Unknown;

interface StoredOtherwise {
  readonly kind: 'storedOtherwise';
  readonly differences: readonly StoredDifference[];
}

/** What came of a change; `before` is the object as it was read just before. */
export type ChangeResult<T> =
  | { readonly kind: 'done'; readonly before: T; readonly object: T }
  | (StoredOtherwise & { readonly before: T; readonly object: T })
  /** The server already had all of it. */
  | { readonly kind: 'nothingToDo'; readonly object: T }
  | Refused;

export type CreateResult<T> =
  | { readonly kind: 'done'; readonly object: T }
  | (StoredOtherwise & { readonly object: T })
  | Refused;

export type RemoveResult<T> =
  | { readonly kind: 'done'; readonly before: T }
  /** The server accepted the request and still returns the object. */
  | (StoredOtherwise & { readonly before: T })
  /** It had already been deleted. */
  | { readonly kind: 'nothingToDo' }
  | Refused;

/** A write that was not done as asked; the object on the server may have changed only if it stored something else. */
export class WriteError extends Error {
  override readonly name = 'WriteError';
  readonly failure: WriteFailure;

  constructor(failure: WriteFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

export type WriteFailure =
  | Exclude<Refusal, { readonly kind: 'gone' | 'rejected' }>
  | StoredOtherwise
  /** The group that a job gets as target is not the one that was seen. */
  | { readonly kind: 'otherTarget'; readonly id: number; readonly name: string }
  /** This job targets the group to be deleted, which was not known. */
  | { readonly kind: 'targeted'; readonly name: string }
  /** The devices were not added to the group they move to, so they stay in this one. */
  | { readonly kind: 'devicesNotAdded' }
  /** Another undo, in any window, is putting this back, or has done so. */
  | { readonly kind: 'held'; readonly name: string };

type Success = { readonly kind: 'done' | 'nothingToDo' };
type Outcome = Success | StoredOtherwise | Refused;

/** The result, unless nothing was sent or done; then throws the error of the server, or a `WriteError`. */
export function unlessRefused<R extends Outcome>(result: R): Exclude<R, Refused> {
  if (isTaken(result)) return result;
  throw errorOf(result);
}

/** The result, if the server stored what was asked; otherwise throws. */
export function orThrow<R extends Outcome>(result: R): Extract<R, Success> {
  if (isSuccess(result)) return result;
  throw errorOf(result);
}

/** The error that says how the result differs from what was asked; `undefined` if it does not. */
export function errorOf(result: Outcome): unknown {
  if (isSuccess(result)) return undefined;
  return 'error' in result ? result.error : new WriteError(result);
}

export function isStoredOtherwise(error: unknown): boolean {
  return error instanceof WriteError && error.failure.kind === 'storedOtherwise';
}

/**
 * Whether an error that ended a write proves that it was not done. Any other error, such as an abort or a programming
 * error, may have come after the server had done it.
 */
export function provesNothingDone(error: unknown): boolean {
  if (error instanceof WriteError) return error.failure.kind !== 'storedOtherwise';
  if (error instanceof OutcomeError) return error.outcome === 'notDone';
  if (error instanceof ConnectionError) return !error.mayHaveSent;
  return error instanceof HttpStatusError || error instanceof RedirectError || error instanceof NotSentError;
}

export function differencesIn(result: Success | StoredOtherwise): readonly StoredDifference[] {
  return isSuccess(result) ? [] : result.differences;
}

function isTaken<R extends Outcome>(result: R): result is Exclude<R, Refused> {
  return isSuccess(result) || result.kind === 'storedOtherwise';
}

function isSuccess<R extends Outcome>(result: R): result is Extract<R, Success> {
  return result.kind === 'done' || result.kind === 'nothingToDo';
}
