import { ascending, groupBy } from '../../base/collections.ts';
import { timeSlots } from '../expand/ruleTimes.ts';
import { calendarDate, dayMs, weekdayOf } from '../text/calendarDay.ts';
import {
  type DateTimeValue,
  dayOfWall,
  type LocalDate,
  type LocalDateTime,
  type LocalTime,
  localDate,
  localDateTime,
  localTime,
} from '../text/dateTimeValue.ts';
import { isSubDaily, type RecurrenceRule } from '../text/recurrenceRule.ts';
import { isEmptySet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone } from '../text/timeZone.ts';
import { firstRunFrom, firstRunWall } from './builderRules.ts';
import {
  type BuilderEnd,
  type BuilderRepeat,
  type BuilderSchedule,
  type BuilderZone,
  dayAfter,
  type MonthDays,
  newSchedule,
  nightly,
  type RepeatingSchedule,
} from './builderSchedule.ts';

/** Converts a set for the builder; `undefined` when anything would be lost, which makes the schedule custom. */
export function toBuilder(set: RecurrenceSet): BuilderSchedule | undefined {
  if (isEmptySet(set)) return { kind: 'none' };
  const { start, rules } = set;
  if (start?.form === 'date' || !isPlain(set)) return undefined;
  const zone = zoneOf(start);
  const extraDates = dateTimesOf(set.dates);
  if (start && rules.length === 0) {
    const at = localDateTime(start.wallMs);
    return set.exceptionDates.length > 0 ? undefined : { kind: 'once', zone, at, extraDates };
  }
  const times = start ? readTimes(rules, start.wallMs) : openTimesOf(set);
  const read = times && readRules(rules, times, zone, start?.wallMs ?? 0);
  const exceptionDates = read && readExceptions(set.exceptionDates, read.times);
  const isHourlyWithMore = read?.repeat.unit === 'hour' && set.exceptionDates.length > 0;
  if (!read || !exceptionDates || isHourlyWithMore) return undefined;
  const common = { ...read, zone, exceptionDates, extraDates };
  return start
    ? withStartAsRun({ ...common, start: localDate(start.wallMs) }, start.wallMs)
    : { ...common, start: '', isStartOpen: true };
}

/** Whether the builder can show every part, and all dates have the same form as DTSTART. */
function isPlain(set: RecurrenceSet): boolean {
  return (
    set.problems.every(({ code }) => code === 'untilForm' || code === 'ownLine') &&
    set.end === undefined &&
    set.exceptionRules.length === 0 &&
    set.lines.every(line =>
      (line.property?.parameters ?? []).every(({ name }) => name === 'TZID' || name === 'VALUE'),
    ) &&
    [...set.dates, ...set.exceptionDates].every(date => isLikeStart(date, set))
  );
}

function isLikeStart({ form, tzid }: DateTimeValue, { start }: RecurrenceSet): boolean {
  return form === start?.form && tzid === start.tzid;
}

function zoneOf(start: DateTimeValue | undefined): BuilderZone {
  if (start?.form === 'utc') return { kind: 'utc' };
  return start?.tzid === undefined ? { kind: 'floating' } : { kind: 'named', tzid: start.tzid };
}

function dateTimesOf(dates: readonly DateTimeValue[]): readonly LocalDateTime[] {
  return ascending(dates.map(({ wallMs }) => localDateTime(wallMs)));
}

/**
 * The times of rules without DTSTART: none, or times with hour and minute. `undefined` if DTSTART would determine more
 * than the builder can leave open.
 */
function openTimesOf({ rules, dates, exceptionDates }: RecurrenceSet): readonly LocalTime[] | undefined {
  const [first] = rules;
  if (!first || dates.length + exceptionDates.length > 0 || !namesItsDays(first)) return undefined;
  const isNone = rules.every(rule => rule.byHour.length + rule.byMinute.length + rule.bySecond.length === 0);
  if (isNone) return rules.length === 1 ? [] : undefined;
  const areWhole = rules.every(
    rule => rule.byHour.length > 0 && rule.byMinute.length > 0 && rule.bySecond.length === 0,
  );
  return areWhole ? readTimes(rules, 0) : undefined;
}

/** Whether the rule itself determines its days, without DTSTART. */
function namesItsDays({ freq, byDay, byMonthDay, byMonth, interval, weekStart }: RecurrenceRule): boolean {
  if (freq === 'WEEKLY') return byDay.length > 0 && (interval === 1 || weekStart === 0);
  if (freq === 'MONTHLY') return byDay.length + byMonthDay.length > 0;
  return freq !== 'YEARLY' || (byMonth.length === 1 && byDay.length + byMonthDay.length > 0);
}

/** What the rules have in common; `undefined` when they differ in more than their times. */
function readRules(
  rules: readonly RecurrenceRule[],
  times: readonly LocalTime[],
  zone: BuilderZone,
  startWallMs: number,
): Pick<RepeatingSchedule, 'kind' | 'times' | 'repeat' | 'interval' | 'end'> | undefined {
  const withoutTime = (rule: RecurrenceRule) =>
    JSON.stringify({ ...rule, byHour: [], byMinute: [], bySecond: [] });
  const [first, ...others] = rules;
  const repeat = first && readRepeat(first, startWallMs);
  if (!first || !repeat || others.some(rule => withoutTime(rule) !== withoutTime(first))) return undefined;
  const end = readEnd(first, zone, repeat.unit === 'hour' ? [] : times);
  const isCountedTwice = others.length > 0 && first.count !== undefined;
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

/** The times of day of the rules, as the builder shows them. */
function readTimes(rules: readonly RecurrenceRule[], startWallMs: number): readonly LocalTime[] {
  return ascending(
    rules.flatMap(rule =>
      isSubDaily(rule.freq) ? localTime(startWallMs) : timeSlots(rule, startWallMs).map(localTime),
    ),
  );
}

/** The end of a rule with these times; `undefined` when it is in the middle of a day. */
function readEnd(
  rule: RecurrenceRule,
  zone: BuilderZone,
  times: readonly LocalTime[],
): BuilderEnd | undefined {
  if (rule.count !== undefined) return { kind: 'afterRuns', count: rule.count };
  if (!rule.until) return { kind: 'never' };
  const wallMs = untilWall(rule.until, zone);
  if (wallMs === undefined) return undefined;
  const time = localTime(wallMs);
  if (time >= (times.at(-1) ?? '23:59:59')) return { kind: 'onDate', date: localDate(wallMs) };
  return time < (times[0] ?? '') ? { kind: 'onDate', date: localDate(wallMs - dayMs) } : undefined;
}

function untilWall(until: DateTimeValue, zone: BuilderZone): number | undefined {
  if (until.form !== (zone.kind === 'floating' ? 'floating' : 'utc')) return undefined;
  return zone.kind === 'named' ? findTimeZone(zone.tzid)?.toWall(until.wallMs) : until.wallMs;
}

/** The excluded days. `undefined` when a day is excluded only partly, which the builder cannot show. */
function readExceptions(
  exceptions: readonly DateTimeValue[],
  times: readonly LocalTime[],
): readonly LocalDate[] | undefined {
  const byDate = groupBy(exceptions, ({ wallMs }) => localDate(wallMs));
  const areWhole = [...byDate.values()].every(
    ofDay => ascending(ofDay.map(({ wallMs }) => localTime(wallMs))).join() === times.join(),
  );
  return areWhole ? ascending(byDate.keys()) : undefined;
}

const maxTimes = 24;

/** The schedule that replaces a text the builder cannot show. Start, times of day, zone, end and dates carry over. */
export function replacementOf(set: RecurrenceSet, today: LocalDate): RepeatingSchedule {
  const { start, rules } = set;
  const namesTimes = ({ byHour }: RecurrenceRule) => byHour.length > 0;
  const zone: BuilderZone = start || rules.some(namesTimes) ? zoneOf(start) : { kind: 'utc' };
  const startWallMs = start?.form === 'date' ? undefined : start?.wallMs;
  const areDaily = rules.every(
    rule => !isSubDaily(rule.freq) && (startWallMs !== undefined || namesTimes(rule)),
  );
  const read = areDaily ? readTimes(rules, startWallMs ?? 0) : [];
  const startTime = startWallMs === undefined ? nightly : localTime(startWallMs);
  const times = read.length > 0 && read.length <= maxTimes ? read : [startTime];
  const isLike = (date: DateTimeValue) => isLikeStart(date, set);
  return {
    ...newSchedule(zone, start ? localDate(start.wallMs) : dayAfter(today), startTime),
    times,
    end: (rules[0] && readEnd(rules[0], zone, times)) ?? { kind: 'never' },
    exceptionDates: readExceptions(set.exceptionDates.filter(isLike), times) ?? [],
    extraDates: dateTimesOf(set.dates.filter(isLike)),
  };
}
