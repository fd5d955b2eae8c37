import { remember } from '../../base/collections.ts';
import type { Dialect } from '../text/dateTimeValue.ts';
import { hasErrors, isEmptySet, parseRecurrenceSet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { type PredictorOptions, predictSet } from './predictor.ts';

/**
 * What a text leaves to the server: the start of its rules (`start`) or the zone of its times (`zone`). Times in UTC
 * leave nothing open.
 */
export type OpenTimes = 'none' | 'zone' | 'start';

export function openTimes(set: RecurrenceSet, dialect: Dialect): OpenTimes {
  if (isEmptySet(set)) return 'none';
  if (set.start === undefined && set.rules.length > 0) return 'start';
  const values = [...(set.start ? [set.start] : []), ...set.dates];
  const isOpen = values.some(
    ({ form, tzid }) =>
      form === 'date' || (form === 'floating' && (tzid === undefined || dialect === 'django')),
  );
  return isOpen ? 'zone' : 'none';
}

/** The state of a schedule in a list, without its description. Open times make the next run an estimate. */
export type ScheduleState = { readonly open: OpenTimes } & (
  | { readonly kind: 'at'; readonly instantMs: number }
  /** `never`: all of its runs are past. `unknown`: the search would take too long. */
  | { readonly kind: 'empty' | 'unreadable' | 'never' | 'unknown' }
);

/** Enough for any ordinary text, and a few milliseconds at most. */
const listBudgetSteps = 30_000;
const maxRememberedTexts = 20_000;
const maxRememberedLength = 4000;

interface Remembered {
  readonly computedAtMs: number;
  readonly state: ScheduleState;
}

/**
 * Computes the states of many schedules. Each schedule is expanded once, because its state stays valid until its next
 * run. The budget is small, so that no text delays a slice.
 */
export function scheduleStates(options: PredictorOptions): (text: string, nowMs: number) => ScheduleState {
  const remembered = new Map<string, Remembered>();
  return (text, nowMs) => {
    const known = remembered.get(text);
    if (known && known.computedAtMs <= nowMs && !isPast(known.state, nowMs)) return known.state;
    const state = readState(text, nowMs, { budgetSteps: listBudgetSteps, ...options });
    if (text.length <= maxRememberedLength)
      remember(remembered, maxRememberedTexts, text, { computedAtMs: nowMs, state });
    return state;
  };
}

function isPast(state: ScheduleState, nowMs: number): boolean {
  return state.kind === 'at' && state.instantMs < nowMs;
}

function readState(text: string, nowMs: number, options: PredictorOptions): ScheduleState {
  const set = parseRecurrenceSet(text, options.dialect);
  const open = openTimes(set, options.dialect);
  if (isEmptySet(set)) return { kind: 'empty', open };
  if (hasErrors(set)) return { kind: 'unreadable', open };
  const prediction = predictSet(set, { fromMs: nowMs, limit: 1, stopsAtLimit: true }, options);
  const [next] = prediction.occurrences;
  if (next) return { kind: 'at', instantMs: next.instantMs, open };
  return { kind: prediction.kind === 'cannotPredict' ? 'unknown' : 'never', open };
}
