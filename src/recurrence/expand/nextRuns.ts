import { hasErrors, isEmptySet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { type OpenTimes, openTimes } from './openTimes.ts';
import { nextOccurrence, type Predictor } from './predictor.ts';
import type { Occurrence } from './setOccurrences.ts';

/** When a schedule runs next, as lists show it. */
export type NextRun =
  | { readonly kind: 'at'; readonly occurrence: Occurrence }
  /** No schedule, or all of its dates have passed. */
  | { readonly kind: 'never' }
  | { readonly kind: 'unknown' };

/** The state of a schedule in a list, without its sentence. */
export interface ScheduleState {
  readonly text: 'empty' | 'unreadable' | 'readable';
  /** Whether the text leaves times to the server: then the next run is an estimate. */
  readonly open: OpenTimes;
  readonly nextRun: NextRun;
}

const maxRememberedTexts = 20_000;
const maxRememberedLength = 4000;

interface Remembered {
  readonly computedAtMs: number;
  readonly validUntilMs: number;
  readonly state: ScheduleState;
}

/**
 * Next runs of many schedules. A result holds until that run has come, so each text is expanded once;
 * give it a predictor with a small budget, since one text must not hold up a slice, and without a cache.
 */
export class NextRuns {
  readonly #predictor: Predictor;
  readonly #remembered = new Map<string, Remembered>();

  constructor(predictor: Predictor) {
    this.#predictor = predictor;
  }

  get(text: string, nowMs: number): ScheduleState {
    const known = this.#remembered.get(text);
    if (known && known.computedAtMs <= nowMs && nowMs <= known.validUntilMs) return known.state;
    const state = this.#read(text, nowMs);
    const { nextRun } = state;
    if (this.#remembered.size >= maxRememberedTexts) this.#remembered.clear();
    if (text.length <= maxRememberedLength) {
      const validUntilMs = nextRun.kind === 'at' ? nextRun.occurrence.instantMs : Number.POSITIVE_INFINITY;
      this.#remembered.set(text, { computedAtMs: nowMs, validUntilMs, state });
    }
    return state;
  }

  #read(text: string, nowMs: number): ScheduleState {
    const { dialect } = this.#predictor.options;
    const set = this.#predictor.parse(text);
    const readable = hasErrors(set) ? 'unreadable' : 'readable';
    return {
      text: isEmptySet(set) ? 'empty' : readable,
      open: openTimes(set, dialect),
      nextRun: this.#predict(set, nowMs),
    };
  }

  #predict(set: RecurrenceSet, nowMs: number): NextRun {
    const prediction = nextOccurrence(set, nowMs, this.#predictor.options);
    const occurrence = prediction.occurrences[0];
    if (occurrence) return { kind: 'at', occurrence };
    return prediction.kind === 'cannotPredict' ? { kind: 'unknown' } : { kind: 'never' };
  }
}

/** Enough for any usual text, and a few milliseconds at most. */
export const listBudgetSteps = 30_000;
