import type { Localizer } from '../../base/localizer.ts';
import { beginningMs, type Prediction, type PredictionWindow, predictSet } from '../expand/predictor.ts';
import { instantOf, type Occurrence, zoneOf } from '../expand/resolvedSet.ts';
import { dayMs, weekdayOf } from '../text/calendarDay.ts';
import { type Dialect, dayOfWall } from '../text/dateTimeValue.ts';
import { isEmptySet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone, utc } from '../text/timeZone.ts';
import { exampleTime } from './runTimes.ts';

const messages = {
  neverRuns: 'This schedule never runs.',
  ruleNeverRuns: 'The rule never runs; only single dates remain.',
  ended: 'This schedule has ended: it will not run again.',
  weekdayShifts: 'In your time zone it runs on another weekday, for example {when}.',
  skipped: 'Because of daylight saving time, this time does not occur on {when}.',
  doubled: 'Because of daylight saving time, this time occurs twice on {when}.',
  exceptionMissesRuns: 'The excluded date {when} matches no run and has no effect.',
} as const;

type WarningKind = keyof typeof messages;

/** Something in a readable schedule that its author may not have intended. */
export interface ScheduleWarning {
  readonly kind: WarningKind;
  /** An example, unless all runs are affected. */
  readonly instantMs?: number;
}

export interface WarningOptions {
  readonly dialect: Dialect;
  /** For times without a zone. */
  readonly zone: string;
  /** The time zone of the reader. */
  readonly readerZone: string;
  readonly nowMs: number;
}

const lookAheadMs = 400 * dayMs;
const maxChecked = 800;
/** For each of up to four checks. */
const warningBudgetSteps = 40_000;
const maxMissedExceptions = 3;
const maxCheckedExceptions = 20;
const exceptionBudgetSteps = 4_000;

export function scheduleWarnings(set: RecurrenceSet, options: WarningOptions): readonly ScheduleWarning[] {
  if (isEmptySet(set)) return [];
  const { dialect, zone, nowMs } = options;
  const predict = (window: PredictionWindow, budgetSteps = warningBudgetSteps, reading = set) =>
    predictSet(reading, { anchorMs: nowMs, ...window }, { dialect, zone, budgetSteps });
  const next = predict({ fromMs: nowMs, toMs: nowMs + lookAheadMs, limit: maxChecked });
  if (next.kind === 'cannotPredict') return [];
  if (next.occurrences.length === 0) {
    if (!isNone(predict({ fromMs: nowMs, limit: 1 }))) return [];
    return [{ kind: isNone(predict({ fromMs: beginningMs, limit: 1 })) ? 'neverRuns' : 'ended' }];
  }
  const firstWith = (kind: WarningKind, isFound: (run: Occurrence) => boolean): ScheduleWarning[] => {
    const first = next.occurrences.find(isFound);
    return first ? [{ kind, instantMs: first.instantMs }] : [];
  };
  const all = predict({ fromMs: beginningMs, limit: set.dates.length + 3 });
  const isBarren = all.kind === 'complete' && all.occurrences.every(({ source }) => source !== 'rule');
  const unexcepted = { ...set, exceptionDates: [] };
  const missed = upcomingExceptions(set, options).filter(instantMs =>
    isNone(predict({ fromMs: instantMs, toMs: instantMs + 1, limit: 1 }, exceptionBudgetSteps, unexcepted)),
  );
  return [
    ...(set.rules.length > 0 && isBarren ? [{ kind: 'ruleNeverRuns' } as const] : []),
    ...firstWith('weekdayShifts', weekdayShift(set, options)),
    ...firstWith('skipped', ({ clockChange }) => clockChange === 'skipped'),
    ...firstWith('doubled', ({ clockChange }) => clockChange === 'doubled'),
    ...missed
      .slice(0, maxMissedExceptions)
      .map(instantMs => ({ kind: 'exceptionMissesRuns', instantMs }) as const),
  ];
}

function isNone(prediction: Prediction): boolean {
  return prediction.kind === 'complete' && prediction.occurrences.length === 0;
}

/** Whether a run of a rule with certain days falls on another weekday in the reader's zone than in the text. */
function weekdayShift(
  set: RecurrenceSet,
  { dialect, zone, readerZone }: WarningOptions,
): (run: Occurrence) => boolean {
  const reader = findTimeZone(readerZone);
  const written = zoneOf(set.start, { dialect, zone: findTimeZone(zone) ?? utc });
  const namesDays = set.rules.some(
    rule => rule.byDay.length + rule.byMonthDay.length > 0 || rule.freq === 'WEEKLY',
  );
  if (!reader || !namesDays) return () => false;
  const weekday = (wallMs: number) => weekdayOf(dayOfWall(wallMs));
  return ({ instantMs, source }) =>
    source === 'rule' && weekday(written.toWall(instantMs)) !== weekday(reader.toWall(instantMs));
}

/** A bare date among times is reported as a separate problem. */
function upcomingExceptions(set: RecurrenceSet, { dialect, zone, nowMs }: WarningOptions): readonly number[] {
  if (set.start === undefined) return [];
  const reading = { dialect, zone: findTimeZone(zone) ?? utc };
  return set.exceptionDates
    .filter(({ form }) => form !== 'date' || set.start?.form === 'date')
    .map(value => instantOf(value, reading).instantMs)
    .filter(instantMs => instantMs >= nowMs)
    .slice(0, maxCheckedExceptions);
}

/** `readerZone` is the zone of the example. */
export function scheduleWarningText(
  { kind, instantMs }: ScheduleWarning,
  localizer: Localizer,
  readerZone: string,
): string {
  const when = instantMs === undefined ? '' : exampleTime(instantMs, localizer, readerZone);
  return localizer.t(messages[kind], { when });
}
