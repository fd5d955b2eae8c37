import type { Clock } from '../../base/clock.ts';
import { DeadlineScheduler } from '../../base/deadlineScheduler.ts';
import type { ExpiringText, ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';

export interface ScheduleRowsOptions {
  readonly outlook: Pick<ScheduleOutlook, 'row'>;
  readonly clock: Clock;
  /** Resolves after other pending work of the extension host. */
  readonly yieldToHost: () => Promise<void>;
  /**
   * Resolves once VS Code has received the first rows of a window. Their texts follow later, because the first text
   * loads languages and time zones, which takes as long as everything else in the rows.
   */
  readonly rowsSent?: () => Promise<void>;
  /** Called when the texts of these schedules have changed. */
  readonly onChanged: (schedules: ReadonlySet<string>) => void;
}

/** The time per turn for requested rows, which is enough for the visible ones. */
const turnMs = 12;
const sliceMs = 8;
/** Rows are checked at most this often, however many there are. */
const leastWaitMs = 15_000;
/** No text is valid for longer. If one seems to be, the clock was set back. */
const longestFreshMs = 60 * 60_000;

/**
 * The texts of schedules in the rows of a list: computed in slices, cached by schedule, and refreshed when they
 * expire ("in 5 min"). All rows share one timer.
 */
export class ScheduleRows {
  readonly #options: ScheduleRowsOptions;
  readonly #texts = new Map<string, ExpiringText>();
  readonly #waiting = new Set<string>();
  #turnEndsMs: number | undefined;
  #waitsForRows: boolean;
  #isWorking = false;
  #isDisposed = false;
  readonly #refresh: DeadlineScheduler;

  constructor(options: ScheduleRowsOptions) {
    this.#options = options;
    this.#refresh = new DeadlineScheduler(options.clock, () => this.#refreshExpired());
    this.#waitsForRows = options.rowsSent !== undefined;
  }

  /** '' while the text is being computed; `onChanged` is called when it is ready. */
  text(schedule: string): string {
    const known = this.#texts.get(schedule);
    if (known !== undefined) return known.text;
    if (!this.#waitsForRows && this.#hasTime()) return this.#compute(schedule).text;
    this.#waiting.add(schedule);
    void this.#work();
    return '';
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#refresh.cancel();
  }

  /** Rows are requested in bulk; those that exceed the time of this turn wait. */
  #hasTime(): boolean {
    const { clock, yieldToHost } = this.#options;
    if (this.#turnEndsMs === undefined) {
      this.#turnEndsMs = clock.steadyMs() + turnMs;
      void yieldToHost().then(() => {
        this.#turnEndsMs = undefined;
      });
    }
    return clock.steadyMs() < this.#turnEndsMs;
  }

  #compute(schedule: string): ExpiringText {
    const made = this.#options.outlook.row(schedule, this.#options.clock.now());
    this.#texts.set(schedule, made);
    this.#expect(made.freshUntilMs);
    return made;
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const { clock, yieldToHost, rowsSent, onChanged } = this.#options;
    const changed = new Set<string>();
    if (this.#waitsForRows) await rowsSent?.();
    this.#waitsForRows = false;
    while (this.#waiting.size > 0) {
      await yieldToHost();
      if (this.#isDisposed) return;
      const endsMs = clock.steadyMs() + sliceMs;
      for (const schedule of this.#waiting) {
        this.#waiting.delete(schedule);
        const before = this.#texts.get(schedule)?.text;
        if (this.#compute(schedule).text !== before) changed.add(schedule);
        if (clock.steadyMs() >= endsMs) break;
      }
    }
    this.#isWorking = false;
    if (changed.size > 0) onChanged(changed);
  }

  /** Schedules the timer for the expiry of a text. */
  #expect(freshUntilMs: number): void {
    if (!this.#isDisposed)
      this.#refresh.within(Math.max(freshUntilMs + 1 - this.#options.clock.now(), leastWaitMs));
  }

  #refreshExpired(): void {
    const nowMs = this.#options.clock.now();
    for (const [schedule, { freshUntilMs }] of this.#texts) {
      if (freshUntilMs <= nowMs || freshUntilMs > nowMs + longestFreshMs) this.#waiting.add(schedule);
      else this.#expect(freshUntilMs);
    }
    void this.#work();
  }
}
