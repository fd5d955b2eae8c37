import { type Delay, delay } from '../../util/delay.ts';
import { ConnectionError } from '../errors/connectionError.ts';
import { ContractError } from '../errors/contractError.ts';
import { HttpStatusError } from '../errors/httpStatusError.ts';

export interface RetryOptions {
  /** 0 ≤ random() < 1. */
  readonly random: () => number;
  readonly delay: Delay;
  /** Longest wait inside one request; a server that asks for more gets an error instead. */
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
 * Repeats reads after passing faults (decision 21): at most 3 attempts with full jitter, all reads of a
 * server drawing on one budget so that a sick server is not met with a storm. A server that is down is not
 * asked three times by everybody: after one read in vain each asks once, until an answer comes.
 */
export class RetryPolicy {
  readonly #options: RetryOptions;
  #budget = budgetCapacity;
  /** The last read failed in all its attempts: the next ones ask once, until one is answered. */
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
          this.#isDown = isPassing(error);
          throw error;
        }
        signal?.throwIfAborted();
        await this.#options.delay(waitMs, signal);
      }
    }
  }

  /** How long to wait before the next attempt; `undefined` when there must be none. */
  #waitBeforeNext(error: unknown, attempt: number): number | undefined {
    if (this.#isDown || attempt >= maxAttempts || !isPassing(error)) return undefined;
    if (this.#budget < repeatCost) return undefined;
    const asked = error instanceof HttpStatusError ? error.retryAfterMs : undefined;
    if (asked !== undefined && asked > this.#options.maxWaitMs) return undefined;
    this.#budget -= repeatCost;
    const jitterMs = this.#options.random() * firstBackoffMs * 2 ** (attempt - 1);
    return asked === undefined ? jitterMs : asked + jitterMs * 0.2;
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return retryReasons.has(error.reason) || error.code === 'EAI_AGAIN';
  if (error instanceof HttpStatusError) return retryStatuses.has(error.status);
  return error instanceof ContractError && error.problem.code === 'truncated';
}
