import { hasErrors, isEmptySet } from '../text/recurrenceSet.ts';
import { type OpenTimes, openTimes } from './openTimes.ts';
import { nextOccurrence, type Prediction, type Predictor } from './predictor.ts';
import type { Occurrence } from './setOccurrences.ts';

/** When a schedule runs next, as lists show it. */
type NextRun =
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
 * The states of many schedules, each expanded once, as a result holds until its next run has come. Give it a predictor
 * with a small budget, since one text must not hold up a slice, and without a cache.
 */
export function scheduleStates(predictor: Predictor): (text: string, nowMs: number) => ScheduleState {
  const remembered = new Map<string, Remembered>();
  return (text, nowMs) => {
    const known = remembered.get(text);
    if (known && known.computedAtMs <= nowMs && nowMs <= known.validUntilMs) return known.state;
    const state = readState(text, nowMs, predictor);
    const { nextRun } = state;
    if (remembered.size >= maxRememberedTexts) remembered.clear();
    if (text.length <= maxRememberedLength) {
      const validUntilMs = nextRun.kind === 'at' ? nextRun.occurrence.instantMs : Number.POSITIVE_INFINITY;
      remembered.set(text, { computedAtMs: nowMs, validUntilMs, state });
    }
    return state;
  };
}

function readState(text: string, nowMs: number, { parse, options }: Predictor): ScheduleState {
  const set = parse(text);
  const readable = hasErrors(set) ? 'unreadable' : 'readable';
  return {
    text: isEmptySet(set) ? 'empty' : readable,
    open: openTimes(set, options.dialect),
    nextRun: nextRunOf(nextOccurrence(set, nowMs, options)),
  };
}

function nextRunOf({ kind, occurrences: [occurrence] }: Prediction): NextRun {
  if (occurrence) return { kind: 'at', occurrence };
  return kind === 'cannotPredict' ? { kind: 'unknown' } : { kind: 'never' };
}

/** Enough for any usual text, and a few milliseconds at most. */
export const listBudgetSteps = 30_000;
