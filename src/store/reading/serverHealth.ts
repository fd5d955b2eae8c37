import { HttpStatusError } from '../../api/errors/apiError.ts';
import type { Clock } from '../../base/clock.ts';

const slowMs = 1_000;
const verySlowMs = 3_000;
const mostSlowdown = 8;
const leastShare = 1 / 16;
const recoveryPerMinute = 1.5;

/** Estimates from latency and rejections how many requests a server can handle. */
export class ServerHealth {
  readonly #clock: Clock;
  #latencyMs = 0;
  #share = 1;
  #shareAsOfMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  responded(latencyMs: number): void {
    this.#latencyMs += (latencyMs - this.#latencyMs) * 0.2;
  }

  /**
   * A 429 or 503 halves the request rate, which recovers minute by minute. Requests that were already pending do not
   * reduce it further.
   */
  failed(error: unknown, sentMs: number): void {
    if (!(error instanceof HttpStatusError) || (error.status !== 429 && error.status !== 503)) return;
    if (sentMs < this.#shareAsOfMs) return;
    const share = this.#currentShare();
    this.#share = Math.max(leastShare, share / 2);
    this.#shareAsOfMs = this.#clock.steadyMs();
  }

  /** The fraction of the usual rate at which to read, at most 1. */
  get share(): number {
    const slowdown = Math.min(mostSlowdown, Math.max(1, this.#latencyMs / slowMs));
    return this.#currentShare() / slowdown;
  }

  /** The maximum number of concurrent requests. */
  mostInFlight(usual: number): number {
    if (this.#latencyMs > verySlowMs) return Math.ceil(usual / 4);
    return this.#latencyMs > slowMs ? Math.ceil(usual / 2) : usual;
  }

  #currentShare(): number {
    const minutes = (this.#clock.steadyMs() - this.#shareAsOfMs) / 60_000;
    return Math.min(1, this.#share * recoveryPerMinute ** Math.max(0, minutes));
  }
}
