import type { PassingText, ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';
import type { Clock, ScheduledCall } from '../util/clock.ts';

export interface ScheduleRowsOptions {
  readonly outlook: Pick<ScheduleOutlook, 'row'>;
  readonly clock: Clock;
  /** Resolves when the host has done what else was waiting. */
  readonly yieldToHost: () => Promise<void>;
  /** Milliseconds of some steady clock, by which slices are measured. */
  readonly steadyMs: () => number;
  /** The words of these schedules are not what they were. */
  readonly onChanged: (schedules: ReadonlySet<string>) => void;
}

/** So much of a turn may be spent on the rows that are asked for in it: enough for those in view. */
const turnMs = 12;
const sliceMs = 8;
/** However many rows there are, they are looked through at most this often. */
const leastWaitMs = 15_000;
/** No text is made for longer; one that seems to be was made before somebody set the clock back. */
const longestFreshMs = 60 * 60_000;

/**
 * The words of schedules for the rows of a list: worked out in slices, kept by text, and made anew when they
 * pass ("in 5 min"). One timer serves all rows.
 */
export class ScheduleRows {
  readonly #options: ScheduleRowsOptions;
  readonly #texts = new Map<string, PassingText>();
  readonly #waiting = new Set<string>();
  #turnEndsMs: number | undefined;
  #isWorking = false;
  #isDisposed = false;
  #timer: ScheduledCall | undefined;
  #timerDueMs = 0;

  constructor(options: ScheduleRowsOptions) {
    this.#options = options;
  }

  /** '' while it is being worked out; `onChanged` tells when it is there. */
  text(schedule: string): string {
    const known = this.#texts.get(schedule);
    if (known !== undefined) return known.text;
    if (this.#hasTime()) return this.#workOut(schedule).text;
    this.#waiting.add(schedule);
    void this.#work();
    return '';
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  /** Rows are asked for many at a time; what does not fit into the turn has to wait. */
  #hasTime(): boolean {
    const { steadyMs, yieldToHost } = this.#options;
    if (this.#turnEndsMs === undefined) {
      this.#turnEndsMs = steadyMs() + turnMs;
      void yieldToHost().then(() => {
        this.#turnEndsMs = undefined;
      });
    }
    return steadyMs() < this.#turnEndsMs;
  }

  #workOut(schedule: string): PassingText {
    const made = this.#options.outlook.row(schedule, this.#options.clock.now());
    this.#texts.set(schedule, made);
    this.#expect(made.freshUntilMs);
    return made;
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const { steadyMs, yieldToHost, onChanged } = this.#options;
    const changed = new Set<string>();
    while (this.#waiting.size > 0) {
      await yieldToHost();
      if (this.#isDisposed) return;
      const endsMs = steadyMs() + sliceMs;
      for (const schedule of this.#waiting) {
        this.#waiting.delete(schedule);
        const before = this.#texts.get(schedule)?.text;
        if (this.#workOut(schedule).text !== before) changed.add(schedule);
        if (steadyMs() >= endsMs) break;
      }
    }
    this.#isWorking = false;
    if (changed.size > 0) onChanged(changed);
  }

  /** Makes sure that the timer goes off when a text made to be right until then passes. */
  #expect(freshUntilMs: number): void {
    if (this.#isDisposed || (this.#timer !== undefined && this.#timerDueMs <= freshUntilMs)) return;
    const { clock } = this.#options;
    const dueMs = Math.max(freshUntilMs + 1, clock.now() + leastWaitMs);
    if (this.#timer !== undefined && this.#timerDueMs <= dueMs) return;
    this.#timer?.dispose();
    this.#timerDueMs = dueMs;
    this.#timer = clock.schedule(dueMs - clock.now(), () => this.#lookThrough());
  }

  #lookThrough(): void {
    this.#timer = undefined;
    const nowMs = this.#options.clock.now();
    for (const [schedule, { freshUntilMs }] of this.#texts) {
      if (freshUntilMs <= nowMs || freshUntilMs > nowMs + longestFreshMs) this.#waiting.add(schedule);
      else this.#expect(freshUntilMs);
    }
    void this.#work();
  }
}
