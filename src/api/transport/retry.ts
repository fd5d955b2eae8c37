import { type Delay, delay } from '../../util/delay.ts';
import { ConnectionError } from '../errors/connectionError.ts';
import { ContractError } from '../errors/contractError.ts';
import { HttpStatusError } from '../errors/httpStatusError.ts';

export interface RetryOptions {
  /** 0 ≤ random() < 1. */
  readonly random: () => number;
  readonly delay: Delay;
  /** Longest wait within one request; when the server requests a longer one, the request fails. */
  readonly maxWaitMs: number;
}

const maxAttempts = 3;
const firstBackoffMs = 250;
/** The budget is counted in tenths of a repeat: ten successes earn one. */
const budgetCapacity = 100;
const repeatCost = 10;

const retryStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const retryReasons: ReadonlySet<string> = new Set(['refused', 'unreachable', 'reset', 'other']);

export const defaultRetryOptions: RetryOptions = { random: Math.random, delay, maxWaitMs: 10_000 };

/**
 * Retries reads after transient failures (decision 21): at most 3 attempts with full jitter. All reads of a server
 * share one retry budget, so that an overloaded server is not flooded. While a server is down, reads are not
 * retried at all, until one succeeds.
 */
export class RetryPolicy {
  readonly #options: RetryOptions;
  #budget = budgetCapacity;
  /** The last read failed in all its attempts: the next ones are not retried, until one succeeds. */
  #isDown = false;

  constructor(options: RetryOptions = defaultRetryOptions) {
    this.#options = options;
  }

  async run<T>(attempt: (number: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let number = 1; ; number++) {
      try {
        const result = await attempt(number);
        this.#budget = Math.min(budgetCapacity, this.#budget + 1);
        this.#isDown = false;
        return result;
      } catch (error) {
        const waitMs = this.#waitBeforeNext(error, number);
        if (waitMs === undefined) {
          this.#isDown = isTransient(error);
          throw error;
        }
        signal?.throwIfAborted();
        await this.#options.delay(waitMs, signal);
      }
    }
  }

  /** How long to wait before the next attempt; `undefined` when there must be none. */
  #waitBeforeNext(error: unknown, attempt: number): number | undefined {
    if (this.#isDown || attempt >= maxAttempts || !isTransient(error)) return undefined;
    if (this.#budget < repeatCost) return undefined;
    const requestedMs = error instanceof HttpStatusError ? error.retryAfterMs : undefined;
    if (requestedMs !== undefined && requestedMs > this.#options.maxWaitMs) return undefined;
    this.#budget -= repeatCost;
    const jitterMs = this.#options.random() * firstBackoffMs * 2 ** (attempt - 1);
    return requestedMs === undefined ? jitterMs : requestedMs + jitterMs * 0.2;
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return retryReasons.has(error.reason) || error.code === 'EAI_AGAIN';
  if (error instanceof HttpStatusError) return retryStatuses.has(error.status);
  return error instanceof ContractError && error.problem.code === 'truncated';
}
