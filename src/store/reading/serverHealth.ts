import { HttpStatusError } from '../../api/errors/httpStatusError.ts';
import type { Clock } from '../../util/clock.ts';

const slowMs = 1_000;
const verySlowMs = 3_000;
const mostSlowdown = 8;
const leastShare = 1 / 16;
const recoveryPerMinute = 1.5;

/** How much a server can take at the moment, by how fast and how willingly it answers. */
export class ServerHealth {
  readonly #clock: Clock;
  #latencyMs = 0;
  #share = 1;
  #shareAsOfMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  answered(latencyMs: number): void {
    this.#latencyMs += (latencyMs - this.#latencyMs) * 0.2;
  }

  /**
   * A 429 or 503 halves what is asked of the server; it grows again minute by minute. Requests that were under
   * way when it was halved say nothing of what is asked since.
   */
  failed(error: unknown, sentMs: number): void {
    if (!(error instanceof HttpStatusError) || (error.status !== 429 && error.status !== 503)) return;
    if (sentMs < this.#shareAsOfMs) return;
    const share = this.#currentShare();
    this.#share = Math.max(leastShare, share / 2);
    this.#shareAsOfMs = this.#clock.steadyMs();
  }

  /** Part of the ordinary rate at which to read, at most 1. */
  get share(): number {
    const slowdown = Math.min(mostSlowdown, Math.max(1, this.#latencyMs / slowMs));
    return this.#currentShare() / slowdown;
  }

  /** How many requests to have on their way at a time. */
  mostInFlight(usual: number): number {
    if (this.#latencyMs > verySlowMs) return Math.ceil(usual / 4);
    return this.#latencyMs > slowMs ? Math.ceil(usual / 2) : usual;
  }

  #currentShare(): number {
    const minutes = (this.#clock.steadyMs() - this.#shareAsOfMs) / 60_000;
    return Math.min(1, this.#share * recoveryPerMinute ** Math.max(0, minutes));
  }
}
