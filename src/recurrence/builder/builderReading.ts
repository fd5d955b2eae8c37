import { ascending } from '../../util/collections.ts';
import { calendarDate, weekdayOf } from '../text/calendarDay.ts';
import {
  type DateTimeValue,
  dayOfWall,
  type LocalTime,
  localDate,
  localDateTime,
} from '../text/dateTimeValue.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import { isEmptySet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { readEnd, readExceptions, readTimes } from './builderParts.ts';
import { firstRunFrom, firstRunWall } from './builderRules.ts';
import type {
  BuilderRepeat,
  BuilderSchedule,
  BuilderZone,
  MonthDays,
  RepeatingSchedule,
} from './builderSchedule.ts';

/** Converts a set for the builder; `undefined` when anything would be lost, which makes the schedule custom. */
export function toBuilder(set: RecurrenceSet): BuilderSchedule | undefined {
  if (isEmptySet(set)) return { kind: 'none' };
  const { start } = set;
  if (!start) return withoutStart(set);
  const zone = builderZone(start);
  if (!zone || !isPlain(set, start)) return undefined;
  const extraDates = ascending(set.dates.map(date => localDateTime(date.wallMs)));
  if (set.rules.length === 0) {
    const at = localDateTime(start.wallMs);
    return set.exceptionDates.length > 0 ? undefined : { kind: 'once', zone, at, extraDates };
  }
  const schedule = readRepeating(set, start, zone, extraDates);
  return schedule && withStartAsRun(schedule, start.wallMs);
}

/** Rules without DTSTART: what they leave open stays open, as far as the builder can show it. */
function withoutStart(set: RecurrenceSet): RepeatingSchedule | undefined {
  const [first] = set.rules;
  const others = set.dates.length + set.exceptionDates.length;
  if (!first || others > 0 || !isPlain(set, { form: 'floating', wallMs: 0 })) return undefined;
  const times = namesItsDays(first) ? openTimesOf(set.rules) : undefined;
  const zone = { kind: 'floating' } as const;
  const read = times && readRules(set.rules, { times, zone, startWallMs: 0 });
  return read && { ...read, zone, start: '', isStartOpen: true, exceptionDates: [], extraDates: [] };
}

/** Whether the rule itself determines its days, without DTSTART. */
function namesItsDays({ freq, byDay, byMonthDay, byMonth, interval, weekStart }: RecurrenceRule): boolean {
  if (freq === 'WEEKLY') return byDay.length > 0 && (interval === 1 || weekStart === 0);
  if (freq === 'MONTHLY') return byDay.length + byMonthDay.length > 0;
  return freq !== 'YEARLY' || (byMonth.length === 1 && byDay.length + byMonthDay.length > 0);
}

/** The times of rules without DTSTART: none, or times with hour and minute. */
function openTimesOf(rules: readonly RecurrenceRule[]): readonly LocalTime[] | undefined {
  const isNone = rules.every(rule => rule.byHour.length + rule.byMinute.length + rule.bySecond.length === 0);
  if (isNone) return rules.length === 1 ? [] : undefined;
  const areWhole = rules.every(
    rule => rule.byHour.length > 0 && rule.byMinute.length > 0 && rule.bySecond.length === 0,
  );
  return areWhole ? readTimes(rules, 0) : undefined;
}

/** Whether the builder can show every part, and all dates have the same form as DTSTART. */
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
  if (start.form === 'date') return undefined;
  if (start.form === 'utc') return { kind: 'utc' };
  return start.tzid === undefined ? { kind: 'floating' } : { kind: 'named', tzid: start.tzid };
}

function readRepeating(
  set: RecurrenceSet,
  start: DateTimeValue,
  zone: BuilderZone,
  extraDates: readonly string[],
): RepeatingSchedule | undefined {
  const { wallMs: startWallMs } = start;
  const read = readRules(set.rules, { times: readTimes(set.rules, startWallMs), zone, startWallMs });
  const exceptionDates = read && readExceptions(set.exceptionDates, read.times);
  const isHourlyWithMore = read?.repeat.unit === 'hour' && set.exceptionDates.length > 0;
  if (!read || !exceptionDates || isHourlyWithMore) return undefined;
  return { ...read, zone, start: localDate(startWallMs), exceptionDates, extraDates };
}

interface RuleReading {
  readonly times: readonly LocalTime[];
  readonly zone: BuilderZone;
  readonly startWallMs: number;
}

/** What the rules have in common; `undefined` when they differ in more than their times. */
function readRules(
  rules: readonly RecurrenceRule[],
  { times, zone, startWallMs }: RuleReading,
): Pick<RepeatingSchedule, 'kind' | 'times' | 'repeat' | 'interval' | 'end'> | undefined {
  const [first] = rules;
  const repeat = first && readRepeat(first, startWallMs);
  if (!first || !repeat || !rules.every(rule => differsOnlyInTime(rule, first))) return undefined;
  const end = readEnd(first, times, { zone, hourly: repeat.unit === 'hour' || times.length === 0 });
  const isCountedTwice = rules.length > 1 && first.count !== undefined;
  return !end || isCountedTwice
    ? undefined
    : { kind: 'repeating', times, repeat, interval: first.interval, end };
}

function readRepeat(rule: RecurrenceRule, startWallMs: number): BuilderRepeat | undefined {
  const startDay = dayOfWall(startWallMs);
  const hasTimes = rule.byHour.length + rule.byMinute.length + rule.bySecond.length > 0;
  const hasMonths = rule.byMonth.length > 0;
  const hasNumbers = rule.byMonthDay.length > 0 || rule.byDay.some(day => day.nth !== undefined);
  if (rule.bySetPos.length + rule.byYearDay.length + rule.byWeekNo.length > 0) return undefined;
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
      // A day without a month occurs in every month of the year.
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

/**
 * DTSTART is a run even when no rule produces it. The builder shows it as an extra date, provided that the rules mean
 * the same without counting from it.
 */
function withStartAsRun(schedule: RepeatingSchedule, startWallMs: number): RepeatingSchedule | undefined {
  const firstRun = firstRunWall(schedule);
  if (firstRun === startWallMs) return schedule;
  // A start in the middle of a day only skips the earlier times of that day.
  const isMidDay = firstRun === undefined || firstRun < startWallMs;
  if (isMidDay || schedule.end.kind === 'afterRuns') return undefined;
  const extraDates = ascending([...schedule.extraDates, localDateTime(startWallMs)]);
  if (schedule.interval === 1) return { ...schedule, extraDates };
  // The interval counts from DTSTART here, but from the first run of the rules in the builder.
  const counted = firstRunFrom(schedule, startWallMs);
  if (counted === undefined || dayOfWall(counted) === dayOfWall(startWallMs)) return undefined;
  return { ...schedule, start: localDate(counted), extraDates };
}
