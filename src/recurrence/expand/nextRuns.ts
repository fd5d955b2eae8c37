import { remember } from '../../util/collections.ts';
import { hasErrors, isEmptySet } from '../text/recurrenceSet.ts';
import { type OpenTimes, openTimes } from './openTimes.ts';
import { nextOccurrence, type Prediction, type Predictor } from './predictor.ts';
import type { Occurrence } from './resolvedSet.ts';

/** The next run of a schedule, for lists. */
type NextRun =
  | { readonly kind: 'at'; readonly occurrence: Occurrence }
  /** No schedule, or all of its runs are past. */
  | { readonly kind: 'never' }
  | { readonly kind: 'unknown' };

/** The state of a schedule in a list, without its description. */
export interface ScheduleState {
  readonly text: 'empty' | 'unreadable' | 'readable';
  /** Whether the text leaves times to the server, which makes the next run an estimate. */
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
 * Computes the states of many schedules. Each schedule is expanded once, because its state stays valid until its next
 * run. The predictor needs a small budget, so that no text delays a slice, and no cache.
 */
export function scheduleStates(predictor: Predictor): (text: string, nowMs: number) => ScheduleState {
  const remembered = new Map<string, Remembered>();
  return (text, nowMs) => {
    const known = remembered.get(text);
    if (known && known.computedAtMs <= nowMs && nowMs <= known.validUntilMs) return known.state;
    const state = readState(text, nowMs, predictor);
    const { nextRun } = state;
    const validUntilMs = nextRun.kind === 'at' ? nextRun.occurrence.instantMs : Number.POSITIVE_INFINITY;
    if (text.length <= maxRememberedLength)
      remember(remembered, maxRememberedTexts, text, { computedAtMs: nowMs, validUntilMs, state });
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

/** Enough for any ordinary text, and a few milliseconds at most. */
export const listBudgetSteps = 30_000;
