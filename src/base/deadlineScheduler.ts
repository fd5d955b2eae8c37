import type { Clock, ScheduledCall } from './clock.ts';

/** Coalesces several requests into one scheduled call, at the earliest of their deadlines. */
export class DeadlineScheduler {
  readonly #clock: Clock;
  readonly #run: () => void;
  #call: ScheduledCall | undefined;
  #dueMs = 0;

  constructor(clock: Clock, run: () => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Runs after `delayMs`, or sooner if an earlier deadline is already scheduled. */
  within(delayMs: number): void {
    const dueMs = this.#clock.steadyMs() + delayMs;
    if (this.#call !== undefined && this.#dueMs <= dueMs) return;
    this.cancel();
    this.#dueMs = dueMs;
    this.#call = this.#clock.schedule(delayMs, () => {
      this.#call = undefined;
      this.#run();
    });
  }

  cancel(): void {
    this.#call?.dispose();
    this.#call = undefined;
  }
}
