import { remember } from '../../base/collections.ts';
import type { Dialect } from '../text/dateTimeValue.ts';
import { hasErrors, parseRecurrenceSet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone } from '../text/timeZone.ts';
import { type Occurrence, resolveSet } from './resolvedSet.ts';
import { setOccurrences } from './setOccurrences.ts';
import { BudgetSpentError, WorkBudget } from './workBudget.ts';

export interface PredictorOptions {
  readonly dialect: Dialect;
  /** IANA name of the zone for dates and for times without a zone. */
  readonly zone: string;
  /** The maximum cost of one prediction, in steps of about a tenth of a microsecond. */
  readonly budgetSteps?: number;
}

export interface PredictionWindow {
  readonly fromMs: number;
  /** Exclusive; without it the window has no end. */
  readonly toMs?: number;
  readonly limit?: number;
  /** For less than half the cost, does not find out whether more would follow. */
  readonly stopsAtLimit?: boolean;
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

export type Predictor = ReturnType<typeof createPredictor>;

/** Before every date that a text can hold. */
export const beginningMs = -62_200_000_000_000;

const defaultBudgetSteps = 250_000;
const defaultLimit = 1000;
const maxRememberedTexts = 200;
const maxRememberedLength = 4000;

/** Predicts when a schedule runs. Texts are parsed once; each prediction stays within the work budget. */
export function createPredictor(options: PredictorOptions) {
  const remembered = new Map<string, RecurrenceSet>();
  const parse = (text: string): RecurrenceSet => {
    const known = remembered.get(text);
    if (known) return known;
    const set = parseRecurrenceSet(text, options.dialect);
    if (text.length <= maxRememberedLength) remember(remembered, maxRememberedTexts, text, set);
    return set;
  };
  const predict = (text: string, window: PredictionWindow) => predictSet(parse(text), window, options);
  return { options, parse, predict };
}

export function predictSet(
  set: RecurrenceSet,
  window: PredictionWindow,
  { dialect, zone: zoneId, budgetSteps = defaultBudgetSteps }: PredictorOptions,
): Prediction {
  const { fromMs, toMs = Number.POSITIVE_INFINITY, limit = defaultLimit, anchorMs = fromMs } = window;
  const zone = findTimeZone(zoneId);
  if (!zone || hasErrors(set)) {
    return { kind: 'cannotPredict', reason: zone ? 'invalidText' : 'unknownZone', occurrences: [] };
  }
  const work = new WorkBudget(budgetSteps);
  const occurrences: Occurrence[] = [];
  try {
    const resolved = resolveSet(set, { dialect, zone, anchorMs }, work);
    for (const occurrence of setOccurrences(resolved, fromMs, work)) {
      if (occurrence.instantMs >= toMs) break;
      if (occurrences.length >= limit) return { kind: 'limited', occurrences };
      occurrences.push(occurrence);
      if (window.stopsAtLimit && occurrences.length >= limit) return { kind: 'limited', occurrences };
    }
    return { kind: 'complete', occurrences };
  } catch (error) {
    if (!(error instanceof BudgetSpentError)) throw error;
    return occurrences.length > 0
      ? { kind: 'tooMany', occurrences }
      : { kind: 'cannotPredict', reason: 'searchTooLong', occurrences };
  }
}
