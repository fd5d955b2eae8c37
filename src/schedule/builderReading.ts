import { firstRunWall } from './builderRules.ts';
import type {
  BuilderEnd,
  BuilderRepeat,
  BuilderSchedule,
  BuilderZone,
  LocalDate,
  LocalTime,
  MonthDays,
  RepeatingSchedule,
} from './builderSchedule.ts';
import { calendarDate, DAY_MS, weekdayOf } from './calendarDay.ts';
import { type DateTimeValue, dayOfWall, timeOfDay, wallTime } from './dateTimeValue.ts';
import { localDate, localDateTime, localTime } from './localDateTime.ts';
import type { RecurrenceRule } from './recurrenceRule.ts';
import { isEmptySet, type RecurrenceSet } from './recurrenceSet.ts';
import { findTimeZone } from './timeZone.ts';

/** The set as the builder shows it; undefined when that would lose anything, which makes it custom. */
export function toBuilder(set: RecurrenceSet): BuilderSchedule | undefined {
  if (isEmptySet(set)) {
    return { kind: 'none' };
  }
  const { start } = set;
  const zone = start && builderZone(start);
  if (!start || !zone || !isPlain(set, start)) {
    return undefined;
  }
  const extraDates = ascending(set.dates.map(date => localDateTime(date.wallMs)));
  if (set.rules.length === 0) {
    const at = localDateTime(start.wallMs);
    return set.exceptionDates.length > 0 ? undefined : { kind: 'once', zone, at, extraDates };
  }
  const schedule = readRepeating(set, start, zone, extraDates);
  return schedule && withStartAsRun(schedule, start.wallMs);
}

/** Nothing that the builder has no place for, and every date written like the start. */
function isPlain(set: RecurrenceSet, start: DateTimeValue): boolean {
  const dates = [...set.dates, ...set.exceptionDates];
  return (
    set.problems.every(problem => problem.code === 'untilForm') &&
    set.end === undefined &&
    set.exceptionRules.length === 0 &&
    set.lines.every(line =>
      (line.property?.parameters ?? []).every(({ name }) => name === 'TZID' || name === 'VALUE'),
    ) &&
    dates.every(date => date.form === start.form && date.tzid === start.tzid)
  );
}

function builderZone(start: DateTimeValue): BuilderZone | undefined {
  if (start.form === 'date') {
    return undefined;
  }
  if (start.form === 'utc') {
    return { kind: 'utc' };
  }
  return start.tzid === undefined ? { kind: 'floating' } : { kind: 'named', tzid: start.tzid };
}

function readRepeating(
  set: RecurrenceSet,
  start: DateTimeValue,
  zone: BuilderZone,
  extraDates: readonly string[],
): RepeatingSchedule | undefined {
  const [first] = set.rules;
  const repeat = first && readRepeat(first, start.wallMs);
  if (!first || !repeat || !set.rules.every(rule => differsOnlyInTime(rule, first))) {
    return undefined;
  }
  const times = readTimes(set.rules, start.wallMs);
  const end = readEnd(first, times, { zone, hourly: repeat.unit === 'hour' });
  const exceptionDates = readExceptions(set.exceptionDates, times);
  const isHourlyWithMore = repeat.unit === 'hour' && set.exceptionDates.length > 0;
  const isCountedTwice = set.rules.length > 1 && first.count !== undefined;
  if (!end || !exceptionDates || isHourlyWithMore || isCountedTwice) {
    return undefined;
  }
  const { interval } = first;
  const startDate = localDate(start.wallMs);
  return {
    kind: 'repeating',
    zone,
    start: startDate,
    times,
    repeat,
    interval,
    end,
    exceptionDates,
    extraDates,
  };
}

function readRepeat(rule: RecurrenceRule, startWallMs: number): BuilderRepeat | undefined {
  const startDay = dayOfWall(startWallMs);
  const hasTimes = rule.byHour.length + rule.byMinute.length + rule.bySecond.length > 0;
  const hasMonths = rule.byMonth.length > 0;
  const hasNumbers = rule.byMonthDay.length > 0 || rule.byDay.some(day => day.nth !== undefined);
  if (rule.bySetPos.length + rule.byYearDay.length + rule.byWeekNo.length > 0) {
    return undefined;
  }
  switch (rule.freq) {
    case 'HOURLY':
      return hasTimes || hasMonths || hasNumbers || rule.byDay.length > 0 ? undefined : { unit: 'hour' };
    case 'DAILY':
      return hasMonths || hasNumbers || rule.byDay.length > 0 ? undefined : { unit: 'day' };
    case 'WEEKLY': {
      const weekdays = rule.byDay.length > 0 ? rule.byDay.map(day => day.weekday) : [weekdayOf(startDay)];
      const weekStartMatters = rule.interval > 1 && rule.weekStart !== 0;
      return hasMonths || hasNumbers || weekStartMatters ? undefined : { unit: 'week', weekdays };
    }
    case 'MONTHLY': {
      const on = readMonthDays(rule, startWallMs);
      return hasMonths || !on ? undefined : { unit: 'month', on };
    }
    case 'YEARLY': {
      const on = readMonthDays(rule, startWallMs);
      // A day without a month comes in every month of the year.
      const month = hasNumbers || hasMonths ? rule.byMonth[0] : calendarDate(startDay).month;
      return !on || month === undefined || rule.byMonth.length > 1 ? undefined : { unit: 'year', month, on };
    }
    default:
      return undefined;
  }
}

function readMonthDays(rule: RecurrenceRule, startWallMs: number): MonthDays | undefined {
  const [weekday, ...otherWeekdays] = rule.byDay;
  if (!weekday) {
    const { day } = calendarDate(dayOfWall(startWallMs));
    return { kind: 'days', days: rule.byMonthDay.length > 0 ? rule.byMonthDay : [day] };
  }
  const isSingle = otherWeekdays.length === 0 && rule.byMonthDay.length === 0;
  return isSingle && weekday.nth !== undefined && Math.abs(weekday.nth) <= 5
    ? { kind: 'weekday', nth: weekday.nth, weekday: weekday.weekday }
    : undefined;
}

function differsOnlyInTime(rule: RecurrenceRule, first: RecurrenceRule): boolean {
  const withoutTime = (full: RecurrenceRule) =>
    JSON.stringify({ ...full, byHour: [], byMinute: [], bySecond: [] });
  return withoutTime(rule) === withoutTime(first);
}

function readTimes(rules: readonly RecurrenceRule[], startWallMs: number): readonly LocalTime[] {
  const start = timeOfDay(startWallMs);
  const orElse = (values: readonly number[], fallback: number) => (values.length > 0 ? values : [fallback]);
  return ascending(
    rules.flatMap(rule =>
      orElse(rule.byHour, start.hour).flatMap(hour =>
        orElse(rule.byMinute, start.minute).flatMap(minute =>
          orElse(rule.bySecond, start.second).map(second => localTime(wallTime(0, hour, minute, second))),
        ),
      ),
    ),
  );
}

function readEnd(
  rule: RecurrenceRule,
  times: readonly LocalTime[],
  { zone, hourly }: { zone: BuilderZone; hourly: boolean },
): BuilderEnd | undefined {
  if (rule.count !== undefined) {
    return { kind: 'afterRuns', count: rule.count };
  }
  if (!rule.until) {
    return { kind: 'never' };
  }
  const wallMs = untilWall(rule.until, zone);
  if (wallMs === undefined) {
    return undefined;
  }
  const time = localTime(wallMs);
  if (time >= '23:59:59' || (!hourly && time >= (times.at(-1) ?? ''))) {
    return { kind: 'onDate', date: localDate(wallMs) };
  }
  const endsDayBefore = !hourly && time < (times[0] ?? '');
  return endsDayBefore ? { kind: 'onDate', date: localDate(wallMs - DAY_MS) } : undefined;
}

function untilWall(until: DateTimeValue, zone: BuilderZone): number | undefined {
  if (until.form !== (zone.kind === 'floating' ? 'floating' : 'utc')) {
    return undefined;
  }
  return zone.kind === 'named' ? findTimeZone(zone.tzid)?.toWall(until.wallMs) : until.wallMs;
}

/** Whole days only: a day on which some of the runs take place is beyond the builder. */
function readExceptions(
  exceptions: readonly DateTimeValue[],
  times: readonly LocalTime[],
): readonly LocalDate[] | undefined {
  const timesByDate = new Map<LocalDate, Set<LocalTime>>();
  for (const { wallMs } of exceptions) {
    const date = localDate(wallMs);
    timesByDate.set(date, (timesByDate.get(date) ?? new Set()).add(localTime(wallMs)));
  }
  const areWhole = [...timesByDate.values()].every(
    excluded => excluded.size === times.length && times.every(time => excluded.has(time)),
  );
  return areWhole ? ascending([...timesByDate.keys()]) : undefined;
}

/**
 * DTSTART is a run even where no rule gives it. The builder shows that one as an extra date, but only
 * where its rules then still mean the same without counting from it.
 */
function withStartAsRun(schedule: RepeatingSchedule, startWallMs: number): RepeatingSchedule | undefined {
  const firstRun = firstRunWall(schedule);
  if (firstRun === startWallMs) {
    return schedule;
  }
  // A start in the middle of a day leaves out the earlier times of that day only.
  const isMidDay = firstRun === undefined || firstRun < startWallMs;
  if (isMidDay || schedule.interval > 1 || schedule.end.kind === 'afterRuns') {
    return undefined;
  }
  return { ...schedule, extraDates: ascending([...schedule.extraDates, localDateTime(startWallMs)]) };
}

function ascending(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
