import { remember } from '../../util/collections.ts';
import type { Dialect } from '../text/dialect.ts';
import { hasErrors, parseRecurrenceSet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone } from '../text/timeZone.ts';
import { type Occurrence, type ResolvedSet, resolveSet } from './resolvedSet.ts';
import { setOccurrences } from './setOccurrences.ts';
import { BudgetSpentError, WorkBudget } from './workBudget.ts';

export interface PredictorOptions {
  readonly dialect: Dialect;
  /** IANA name of the zone for dates and for times without a zone. */
  readonly zone: string;
  /** The maximum cost of one prediction, in steps of about a tenth of a microsecond. */
  readonly budgetSteps?: number;
  /** How many parsed texts are cached; 0 if each is requested only once. */
  readonly rememberedTexts?: number;
}

export interface PredictionWindow {
  readonly fromMs: number;
  /** Exclusive; without it the window has no end. */
  readonly toMs?: number;
  readonly limit?: number;
  /** Replaces a missing DTSTART; defaults to `fromMs`. */
  readonly anchorMs?: number;
}

/**
 * Whatever the kind, the occurrences are correct and have no gaps from the start of the window. `complete`: the whole
 * window; `limited`: the requested number, with possibly more to come; `tooMany`: there were too many dates for the
 * budget.
 */
export type Prediction = { readonly occurrences: readonly Occurrence[] } & (
  | { readonly kind: 'complete' | 'limited' | 'tooMany' }
  | {
      readonly kind: 'cannotPredict';
      /** The text has an error, the search would take too long, or the name of the zone is unknown. */
      readonly reason: 'invalidText' | 'searchTooLong' | 'unknownZone';
    }
);

export interface Predictor {
  readonly options: PredictorOptions;
  parse(text: string): RecurrenceSet;
  predict(text: string, window: PredictionWindow): Prediction;
}

/** Before every date that a text can hold. */
export const beginningMs = -62_200_000_000_000;

const defaultBudgetSteps = 250_000;
const defaultLimit = 1000;
const maxRememberedTexts = 200;
const maxRememberedLength = 4000;

/** Predicts when a schedule runs. Texts are parsed once; each prediction stays within the work budget. */
export function createPredictor(options: PredictorOptions): Predictor {
  const remembered = new Map<string, RecurrenceSet>();
  const mostTexts = options.rememberedTexts ?? maxRememberedTexts;
  const parse = (text: string): RecurrenceSet => {
    const known = remembered.get(text);
    if (known) return known;
    const set = parseRecurrenceSet(text, options.dialect);
    const isKept = mostTexts > 0 && text.length <= maxRememberedLength;
    return isKept ? remember(remembered, mostTexts, text, set) : set;
  };
  return { options, parse, predict: (text, window) => predictSet(parse(text), window, options) };
}

/** The first occurrence at or after `fromMs`, for less than half the cost of a prediction. */
export function nextOccurrence(set: RecurrenceSet, fromMs: number, options: PredictorOptions): Prediction {
  return within(set, fromMs, options, (resolved, occurrences, work) => {
    for (const occurrence of setOccurrences(resolved, fromMs, work)) {
      occurrences.push(occurrence);
      return 'limited';
    }
    return 'complete';
  });
}

export function predictSet(
  set: RecurrenceSet,
  window: PredictionWindow,
  options: PredictorOptions,
): Prediction {
  return within(set, window.anchorMs ?? window.fromMs, options, (resolved, occurrences, work) =>
    collect(resolved, window, occurrences, work),
  );
}

/** Lets `fill` collect occurrences until the budget is spent. */
function within(
  set: RecurrenceSet,
  anchorMs: number,
  options: PredictorOptions,
  fill: (set: ResolvedSet, occurrences: Occurrence[], work: WorkBudget) => 'complete' | 'limited',
): Prediction {
  const zone = findTimeZone(options.zone);
  if (!zone || hasErrors(set)) {
    return { kind: 'cannotPredict', reason: zone ? 'invalidText' : 'unknownZone', occurrences: [] };
  }
  const work = new WorkBudget(options.budgetSteps ?? defaultBudgetSteps);
  const occurrences: Occurrence[] = [];
  try {
    const resolved = resolveSet(set, { dialect: options.dialect, zone, anchorMs }, work);
    return { kind: fill(resolved, occurrences, work), occurrences };
  } catch (error) {
    if (!(error instanceof BudgetSpentError)) throw error;
    return occurrences.length > 0
      ? { kind: 'tooMany', occurrences }
      : { kind: 'cannotPredict', reason: 'searchTooLong', occurrences };
  }
}

function collect(
  set: ResolvedSet,
  { fromMs, toMs = Number.POSITIVE_INFINITY, limit = defaultLimit }: PredictionWindow,
  occurrences: Occurrence[],
  work: WorkBudget,
): 'complete' | 'limited' {
  for (const occurrence of setOccurrences(set, fromMs, work)) {
    if (occurrence.instantMs >= toMs) return 'complete';
    if (occurrences.length >= limit) return 'limited';
    occurrences.push(occurrence);
  }
  return 'complete';
}
