import { type Delay, delay } from '../../base/delay.ts';
import { ConnectionError, ContractError, HttpStatusError } from '../errors/apiError.ts';

export interface RetryOptions {
  /** 0 ≤ random() < 1. */
  readonly random: () => number;
  readonly delay: Delay;
  /** The longest wait within one request. If the server asks for more, the request fails. */
  readonly maxWaitMs: number;
}

const maxAttempts = 3;
const firstBackoffMs = 250;
/** Counted in tenths of a retry: ten successes earn one. */
const budgetCapacity = 100;
const repeatCost = 10;

const retryStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const retryReasons: ReadonlySet<string> = new Set(['refused', 'unreachable', 'reset', 'unanswered', 'other']);

export const defaultRetryOptions: RetryOptions = { random: Math.random, delay, maxWaitMs: 10_000 };

export type Retry = <T>(attempt: (number: number) => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Retries reads after transient failures (decision 21): at most 3 attempts with full jitter. All reads of a server
 * share one retry budget, so as not to flood an overloaded server. While a server is down, reads are not retried
 * until one succeeds.
 */
export function retryPolicy({ random, delay: wait, maxWaitMs }: RetryOptions): Retry {
  let budget = budgetCapacity;
  /** The last read failed in all attempts, so reads are not retried until one succeeds. */
  let isDown = false;
  /** The delay before the next attempt; `undefined` if there must be none. */
  const waitBeforeNext = (error: unknown, attempt: number): number | undefined => {
    if (isDown || attempt >= maxAttempts || !isTransient(error) || budget < repeatCost) return undefined;
    const requestedMs = error instanceof HttpStatusError ? error.retryAfterMs : undefined;
    if (requestedMs !== undefined && requestedMs > maxWaitMs) return undefined;
    budget -= repeatCost;
    const jitterMs = random() * firstBackoffMs * 2 ** (attempt - 1);
    return requestedMs === undefined ? jitterMs : requestedMs + jitterMs * 0.2;
  };
  return async (attempt, signal) => {
    for (let number = 1; ; number++) {
      try {
        const result = await attempt(number);
        budget = Math.min(budgetCapacity, budget + 1);
        isDown = false;
        return result;
      } catch (error) {
        const waitMs = waitBeforeNext(error, number);
        if (waitMs === undefined) {
          isDown = isTransient(error);
          throw error;
        }
        signal?.throwIfAborted();
        await wait(waitMs, signal);
      }
    }
  };
}

function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return retryReasons.has(error.reason) || error.code === 'EAI_AGAIN';
  if (error instanceof HttpStatusError) return retryStatuses.has(error.status);
  return error instanceof ContractError && error.problem.code === 'truncated';
}
