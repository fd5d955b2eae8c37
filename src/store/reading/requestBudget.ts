import type { Clock } from '../../base/clock.ts';

const minuteMs = 60_000;

/** Limits requests that nobody waits for to a number per minute on average; a minute's requests may be sent at once. */
export class RequestBudget {
  readonly #clock: Clock;
  readonly #perMinute: () => number;
  #left: number;
  #asOfMs: number;

  constructor(clock: Clock, perMinute: () => number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#left = perMinute();
    this.#asOfMs = clock.steadyMs();
  }

  /** Takes this many requests from the budget; 0 if there are not as many left. */
  take(count: number): number {
    this.#refill();
    if (this.#left < count) return 0;
    this.#left -= count;
    return count;
  }

  /** How long it takes until this many requests are left. */
  msUntil(count: number): number {
    this.#refill();
    return Math.max(0, Math.ceil(((count - this.#left) * minuteMs) / this.#perMinute()));
  }

  #refill(): void {
    const nowMs = this.#clock.steadyMs();
    const perMinute = this.#perMinute();
    const gained = ((nowMs - this.#asOfMs) * perMinute) / minuteMs;
    this.#left = Math.min(perMinute, this.#left + gained);
    this.#asOfMs = nowMs;
  }
}
