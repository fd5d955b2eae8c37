import { ascending } from '../../util/collections.ts';
import { type RuleDays, ruleDays } from '../expand/ruleDays.ts';
import { calendarDate, weekdayOf } from '../text/calendarDay.ts';
import { dayOfWall } from '../text/dateTimeValue.ts';
import { type Frequency, isSubDaily, type RecurrenceRule, type RuleDay } from '../text/recurrenceRule.ts';
import { type TimesStart, type TimesView, timesView } from './timesView.ts';

/** A rule prepared for its description: implied parts are filled in, unusual spellings normalized. */
export interface RuleView extends Omit<RuleDays, 'weekStart' | 'everyDay'> {
  readonly freq: Frequency;
  readonly interval: number;
  readonly positions: readonly number[];
  readonly times: TimesView;
  /** Follows the time: ` UTC` or ` (Europe/Moscow)`. */
  readonly zoneLabel: string;
  /** Set if the runs depend on weeks not starting on Monday. */
  readonly weekStart?: number;
  /** Whether every day of the week, month or year matches. */
  readonly everyDay: boolean;
}

export interface RuleViewStart extends TimesStart {
  readonly zoneLabel: string;
}

export function ruleView(rule: RecurrenceRule, start: RuleViewStart): RuleView {
  const plain = simplify(rule, start.wallMs);
  const days = start.wallMs === undefined ? daysWithoutStart(plain) : ruleDays(plain, start.wallMs);
  const freq = plainFrequency(plain, days, start);
  const weekdays = ascending(days.weekdays);
  return {
    freq,
    months: days.months,
    monthDays: days.monthDays,
    yearDays: days.yearDays,
    weekNumbers: days.weekNumbers,
    weekdays,
    nthDays: [...days.nthDays].sort((a, b) => fromStartToEnd(a.nth, b.nth) || a.weekday - b.weekday),
    nthWithin: days.nthWithin,
    interval: plain.interval,
    positions: [...plain.bySetPos].sort(fromStartToEnd),
    times: timesView(plain, start),
    zoneLabel: start.zoneLabel,
    everyDay: start.wallMs !== undefined && freq !== 'DAILY' && takesEveryDay(days),
    ...(weekStartMatters(plain, weekdays, start) && { weekStart: plain.weekStart }),
  };
}

/** Sorts as first, second, second to last, last. */
function fromStartToEnd(a: number, b: number): number {
  return Math.sign(b) - Math.sign(a) || a - b;
}

/**
 * Without DTSTART nothing can be filled in: `ruleDays` gets the epoch instead, and what it fills in is removed again.
 */
function daysWithoutStart(rule: RecurrenceRule): RuleDays {
  const filled = ruleDays(rule, 0);
  return {
    ...filled,
    months: rule.byMonth,
    monthDays: rule.byMonthDay,
    weekdays: rule.byDay.length > 0 ? filled.weekdays : [],
  };
}

/**
 * Steps of one that are limited to certain hours or minutes become a longer frequency with times, and steps as long
 * as a longer unit become steps of that unit: 1,440 minutes are a day.
 */
function simplify(rule: RecurrenceRule, startWallMs: number | undefined): RecurrenceRule {
  if (rule.bySetPos.length > 0) return rule;
  const longer = longerStep(rule, startWallMs);
  return longer ? simplify(longer, startWallMs) : rule;
}

const longerSteps = {
  SECONDLY: { own: 'bySecond', freq: 'MINUTELY', size: 60 },
  MINUTELY: { own: 'byMinute', freq: 'HOURLY', size: 60 },
  HOURLY: { own: 'byHour', freq: 'DAILY', size: 24 },
} as const;

function longerStep(rule: RecurrenceRule, startWallMs: number | undefined): RecurrenceRule | undefined {
  const { freq, interval } = rule;
  if (freq === 'MONTHLY' && interval % 12 === 0) return yearsOfMonths(rule, startWallMs);
  if (!isSubDaily(freq)) return undefined;
  const { own, freq: longer, size } = longerSteps[freq];
  if (rule[own].length > 0) return interval === 1 ? { ...rule, freq: longer } : undefined;
  return interval % size === 0 ? { ...rule, freq: longer, interval: interval / size } : undefined;
}

/** Every 12 months is every year in the month of the start. */
function yearsOfMonths(rule: RecurrenceRule, startWallMs: number | undefined): RecurrenceRule | undefined {
  if (startWallMs === undefined || rule.byMonth.length + rule.byWeekNo.length + rule.byYearDay.length > 0)
    return undefined;
  const { month } = calendarDate(dayOfWall(startWallMs));
  return { ...rule, freq: 'YEARLY', interval: rule.interval / 12, byMonth: [month] };
}

/** `DAILY;BYDAY=MO`, `MONTHLY;BYDAY=MO` and `WEEKLY;BYDAY=MO` are all "every Monday". */
function plainFrequency(rule: RecurrenceRule, days: RuleDays, start: RuleViewStart): Frequency {
  const { freq } = rule;
  const countsInYear = days.yearDays.length > 0 || (days.nthDays.length > 0 && days.nthWithin === 'year');
  if (isSubDaily(freq) || rule.interval > 1 || rule.bySetPos.length > 0) return freq;
  if (countsInYear) return 'YEARLY';
  if (days.monthDays.length > 0 || days.nthDays.length > 0)
    return days.months.length > 0 ? 'YEARLY' : 'MONTHLY';
  if (days.weekdays.length > 0) return 'WEEKLY';
  return start.wallMs !== undefined && takesEveryDay(days) ? 'DAILY' : freq;
}

function takesEveryDay(days: RuleDays): boolean {
  return days.monthDays.length + days.nthDays.length + days.yearDays.length + days.weekdays.length === 0;
}

function weekStartMatters(rule: RecurrenceRule, weekdays: readonly number[], start: RuleViewStart): boolean {
  if (rule.weekStart === 0) return false;
  if (rule.byWeekNo.length > 0) return true;
  const isCounted = rule.freq === 'WEEKLY' && (rule.interval > 1 || rule.bySetPos.length > 0);
  const isStartOnly =
    start.wallMs !== undefined && weekdays.join() === String(weekdayOf(dayOfWall(start.wallMs)));
  return isCounted && !isStartOnly;
}

const workingDays = '0,1,2,3,4';
const weekend = '5,6';

export function isWorkingWeek(weekdays: readonly number[]): boolean {
  return weekdays.join() === workingDays;
}

export function isWeekend(weekdays: readonly number[]): boolean {
  return weekdays.join() === weekend;
}

/** Whether the weekdays limit the days at all. */
export function isSomeDays(weekdays: readonly number[]): boolean {
  return weekdays.length > 0 && weekdays.length < 7;
}

/** The weekday of all numbered days; `undefined` when they differ. */
export function findSharedWeekday(days: readonly Required<RuleDay>[]): number | undefined {
  const [first] = days;
  return first && days.every(day => day.weekday === first.weekday) ? first.weekday : undefined;
}

/** True for February 29, which only leap years have. */
export function isLeapDay({ months, monthDays }: RuleView): boolean {
  return months.join() === '2' && monthDays.join() === '29';
}
