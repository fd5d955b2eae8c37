import type { PassingText, ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';
import type { Clock, ScheduledCall } from '../util/clock.ts';

export interface ScheduleRowsOptions {
  readonly outlook: Pick<ScheduleOutlook, 'row'>;
  readonly clock: Clock;
  /** Resolves after other pending work of the host. */
  readonly yieldToHost: () => Promise<void>;
  /**
   * For the first rows of a window: resolves once VS Code has them. Their texts come after them, since the first text
   * takes as long as all else of the rows: languages and time zones are loaded with it.
   */
  readonly rowsSent?: () => Promise<void>;
  /** Milliseconds of some steady clock, by which slices are measured. */
  readonly steadyMs: () => number;
  /** The texts of these schedules have changed. */
  readonly onChanged: (schedules: ReadonlySet<string>) => void;
}

/** The time per turn for requested rows: enough for those in view. */
const turnMs = 12;
const sliceMs = 8;
/** However many rows there are, they are checked at most this often. */
const leastWaitMs = 15_000;
/** No text is valid for longer; one that seems to be was made before the clock was set back. */
const longestFreshMs = 60 * 60_000;

/**
 * The texts of schedules for the rows of a list: computed in slices, cached by schedule, and renewed when they
 * expire ("in 5 min"). One timer serves all rows.
 */
export class ScheduleRows {
  readonly #options: ScheduleRowsOptions;
  readonly #texts = new Map<string, PassingText>();
  readonly #waiting = new Set<string>();
  #turnEndsMs: number | undefined;
  #waitsForRows: boolean;
  #isWorking = false;
  #isDisposed = false;
  #timer: ScheduledCall | undefined;
  #timerDueMs = 0;

  constructor(options: ScheduleRowsOptions) {
    this.#options = options;
    this.#waitsForRows = options.rowsSent !== undefined;
  }

  /** '' while it is being computed; `onChanged` fires when it is ready. */
  text(schedule: string): string {
    const known = this.#texts.get(schedule);
    if (known !== undefined) return known.text;
    if (!this.#waitsForRows && this.#hasTime()) return this.#workOut(schedule).text;
    this.#waiting.add(schedule);
    void this.#work();
    return '';
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  /** Rows are requested in bulk; those that do not fit into the turn wait. */
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
    const { steadyMs, yieldToHost, rowsSent, onChanged } = this.#options;
    const changed = new Set<string>();
    if (this.#waitsForRows) await rowsSent?.();
    this.#waitsForRows = false;
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

  /** Schedules the timer for when a text expires. */
  #expect(freshUntilMs: number): void {
    if (this.#isDisposed) return;
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
