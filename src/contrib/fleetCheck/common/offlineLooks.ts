import { dayMs, hourMs } from '../../../recurrence/text/calendarDay.ts';

interface Seen {
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly looks: number;
}

/** Looks that follow each other more closely count as one. */
const leastApartMs = hourMs;
const leastLooks = 3;
const leastMs = dayMs;

/**
 * Since when all devices of a job were offline at each look. A single look proves nothing: computers are switched off at
 * night. Nothing of this is stored, because the next window may be opened a week later.
 */
export class OfflineLooks {
  readonly #seen = new Map<number, Seen>();
  #beganMs: number | undefined;

  /** Whether there were looks for so long that any job can be judged. */
  areEnough(asOfMs: number): boolean {
    return this.#beganMs !== undefined && asOfMs - this.#beganMs >= leastMs;
  }

  note(job: number, isOffline: boolean, asOfMs: number): void {
    this.#beganMs ??= asOfMs;
    if (!isOffline) {
      this.#seen.delete(job);
      return;
    }
    const seen = this.#seen.get(job);
    if (seen === undefined) this.#seen.set(job, { sinceMs: asOfMs, lastMs: asOfMs, looks: 1 });
    else if (asOfMs - seen.lastMs >= leastApartMs)
      this.#seen.set(job, { ...seen, lastMs: asOfMs, looks: seen.looks + 1 });
  }

  /** The first of at least three looks over a day that all found every device offline. */
  sinceMs(job: number): number | undefined {
    const seen = this.#seen.get(job);
    const isProved = seen !== undefined && seen.looks >= leastLooks && seen.lastMs - seen.sinceMs >= leastMs;
    return isProved ? seen.sinceMs : undefined;
  }
}
