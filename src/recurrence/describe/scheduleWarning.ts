import type { Localizer } from '../../util/localizer.ts';
import { beginningMs, type Prediction, predictSet } from '../expand/predictor.ts';
import { instantOf, type Occurrence, zoneOf } from '../expand/resolvedSet.ts';
import { dayMs, weekdayOf } from '../text/calendarDay.ts';
import type { Dialect } from '../text/dateTimeValue.ts';
import { dayOfWall } from '../text/dateTimeValue.ts';
import { isEmptySet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone, type TimeZone, utc } from '../text/timeZone.ts';
import { exampleTime } from './runTimes.ts';

const messages = {
  neverRuns: 'This schedule never runs.',
  /** Only DTSTART or single dates run; the rules never do. */
  ruleNeverRuns: 'The rule never runs; only single dates remain.',
  ended: 'This schedule has ended: it will not run again.',
  /** In the reader's zone the run falls on a different weekday than in the text. */
  weekdayShifts: 'In your time zone it runs on another weekday, for example {when}.',
  /** An excluded date on which nothing would run. */
  exceptionMissesRuns: 'The excluded date {when} matches no run and has no effect.',
  skipped: 'Because of daylight saving time, this time does not occur on {when}.',
  doubled: 'Because of daylight saving time, this time occurs twice on {when}.',
} as const;

/** Something in a readable schedule that its author may not have intended. */
export interface ScheduleWarning {
  readonly kind: keyof typeof messages;
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

export function scheduleWarnings(set: RecurrenceSet, options: WarningOptions): readonly ScheduleWarning[] {
  if (isEmptySet(set)) return [];
  const predict = (fromMs: number, toMs: number | undefined, limit: number) =>
    predictSet(
      set,
      { fromMs, limit, anchorMs: options.nowMs, ...(toMs !== undefined && { toMs }) },
      { dialect: options.dialect, zone: options.zone, budgetSteps: warningBudgetSteps },
    );
  const next = predict(options.nowMs, options.nowMs + lookAheadMs, maxChecked);
  if (next.kind === 'cannotPredict') return [];
  if (next.occurrences.length === 0) {
    const isOver = isNone(predict(options.nowMs, undefined, 1));
    const ending = isNone(predict(beginningMs, undefined, 1)) ? 'neverRuns' : 'ended';
    return isOver ? [{ kind: ending }] : [];
  }
  return [
    ...ruleWarning(set, predict(beginningMs, undefined, set.dates.length + 3)),
    ...weekdayWarning(set, next.occurrences, options),
    ...clockWarnings(next.occurrences),
    ...findMissedExceptions(set, options),
  ];
}

function isNone(prediction: Prediction): boolean {
  return prediction.kind === 'complete' && prediction.occurrences.length === 0;
}

function ruleWarning(set: RecurrenceSet, all: Prediction): ScheduleWarning[] {
  const isBarren = all.kind === 'complete' && all.occurrences.every(({ source }) => source !== 'rule');
  return set.rules.length > 0 && isBarren ? [{ kind: 'ruleNeverRuns' }] : [];
}

function weekdayWarning(
  set: RecurrenceSet,
  occurrences: readonly Occurrence[],
  { dialect, zone, readerZone }: WarningOptions,
): ScheduleWarning[] {
  const reader = findTimeZone(readerZone);
  const written = zoneOf(set.start, { dialect, zone: findTimeZone(zone) ?? utc });
  const namesDays = set.rules.some(
    rule => rule.byDay.length + rule.byMonthDay.length > 0 || rule.freq === 'WEEKLY',
  );
  if (!reader || !namesDays) return [];
  const shifted = occurrences.find(
    ({ instantMs, source }) =>
      source === 'rule' && weekdayIn(written, instantMs) !== weekdayIn(reader, instantMs),
  );
  return shifted ? [{ kind: 'weekdayShifts', instantMs: shifted.instantMs }] : [];
}

function weekdayIn(zone: TimeZone, instantMs: number): number {
  return weekdayOf(dayOfWall(zone.toWall(instantMs)));
}

function clockWarnings(occurrences: readonly Occurrence[]): ScheduleWarning[] {
  return (['skipped', 'doubled'] as const).flatMap(kind => {
    const first = occurrences.find(({ clockChange }) => clockChange === kind);
    return first ? [{ kind, instantMs: first.instantMs }] : [];
  });
}

const maxMissedExceptions = 3;
const maxCheckedExceptions = 20;
const exceptionBudgetSteps = 4_000;

/** A bare date among times is reported as a separate problem. */
function findMissedExceptions(
  set: RecurrenceSet,
  { dialect, zone, nowMs }: WarningOptions,
): ScheduleWarning[] {
  if (set.start === undefined) return [];
  const reading = { dialect, zone: findTimeZone(zone) ?? utc };
  const all = { ...set, exceptionDates: [] };
  const isMissed = (instantMs: number) =>
    isNone(
      predictSet(
        all,
        { fromMs: instantMs, toMs: instantMs + 1, limit: 1 },
        { dialect, zone, budgetSteps: exceptionBudgetSteps },
      ),
    );
  return set.exceptionDates
    .filter(({ form }) => form !== 'date' || set.start?.form === 'date')
    .map(value => instantOf(value, reading).instantMs)
    .filter(instantMs => instantMs >= nowMs)
    .slice(0, maxCheckedExceptions)
    .filter(isMissed)
    .slice(0, maxMissedExceptions)
    .map(instantMs => ({ kind: 'exceptionMissesRuns', instantMs }));
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
