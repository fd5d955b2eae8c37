import { ascending } from '../../base/collections.ts';
import { type RuleDays, ruleDays } from '../expand/ruleDays.ts';
import { calendarDate, weekdayOf } from '../text/calendarDay.ts';
import { dayOfWall } from '../text/dateTimeValue.ts';
import { type Frequency, isSubDaily, type RecurrenceRule } from '../text/recurrenceRule.ts';
import { type RuleViewStart, type TimesView, timesView } from './timesView.ts';

/** A rule prepared for its description: implied parts are filled in, unusual spellings normalized. */
export interface RuleView extends Omit<RuleDays, 'everyDay'> {
  readonly freq: Frequency;
  readonly interval: number;
  readonly positions: readonly number[];
  readonly times: TimesView;
  readonly zoneLabel: string;
  /** Whether the runs depend on weeks not starting on Monday. */
  readonly weekStartMatters: boolean;
  /** Whether the rule runs on every day of its weeks, months or years. */
  readonly onEveryDay: boolean;
}

export function ruleView(rule: RecurrenceRule, start: RuleViewStart): RuleView {
  const plain = simplify(rule, start.wallMs);
  const days = start.wallMs === undefined ? daysWithoutStart(plain) : ruleDays(plain, start.wallMs);
  const takesEveryDay = start.wallMs !== undefined && !namesDays(days);
  const freq = plainFrequency(plain, days, takesEveryDay);
  const weekdays = ascending(days.weekdays);
  return {
    ...days,
    freq,
    weekdays,
    nthDays: [...days.nthDays].sort((a, b) => fromStartToEnd(a.nth, b.nth) || a.weekday - b.weekday),
    interval: plain.interval,
    positions: [...plain.bySetPos].sort(fromStartToEnd),
    times: timesView(plain, start),
    zoneLabel: start.zoneLabel,
    onEveryDay: takesEveryDay && freq !== 'DAILY',
    weekStartMatters: weekStartMatters(plain, weekdays, start.wallMs),
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
  const weekdays = rule.byDay.length > 0 ? filled.weekdays : [];
  return { ...filled, months: rule.byMonth, monthDays: rule.byMonthDay, weekdays };
}

const longerSteps = {
  SECONDLY: { own: 'bySecond', freq: 'MINUTELY', size: 60 },
  MINUTELY: { own: 'byMinute', freq: 'HOURLY', size: 60 },
  HOURLY: { own: 'byHour', freq: 'DAILY', size: 24 },
} as const;

/**
 * Steps of one that are limited to certain hours or minutes become a longer frequency with times, and steps as long
 * as a longer unit become steps of that unit: 1,440 minutes are a day, and every 12 months is every year in the month
 * of the start.
 */
function simplify(rule: RecurrenceRule, startWallMs: number | undefined): RecurrenceRule {
  const { freq, interval, bySetPos, byMonth, byWeekNo, byYearDay } = rule;
  if (bySetPos.length > 0) return rule;
  if (freq === 'MONTHLY' && interval % 12 === 0 && startWallMs !== undefined) {
    if (byMonth.length + byWeekNo.length + byYearDay.length > 0) return rule;
    const { month } = calendarDate(dayOfWall(startWallMs));
    return { ...rule, freq: 'YEARLY', interval: interval / 12, byMonth: [month] };
  }
  if (!isSubDaily(freq)) return rule;
  const { own, freq: longer, size } = longerSteps[freq];
  const isLimited = rule[own].length > 0;
  if (isLimited ? interval > 1 : interval % size !== 0) return rule;
  return simplify({ ...rule, freq: longer, interval: isLimited ? 1 : interval / size }, startWallMs);
}

/** `DAILY;BYDAY=MO`, `MONTHLY;BYDAY=MO` and `WEEKLY;BYDAY=MO` are all "every Monday". */
function plainFrequency(rule: RecurrenceRule, days: RuleDays, takesEveryDay: boolean): Frequency {
  const { freq } = rule;
  const countsInYear = days.yearDays.length > 0 || (days.nthDays.length > 0 && days.nthWithin === 'year');
  if (isSubDaily(freq) || rule.interval > 1 || rule.bySetPos.length > 0) return freq;
  if (countsInYear) return 'YEARLY';
  if (days.monthDays.length > 0 || days.nthDays.length > 0)
    return days.months.length > 0 ? 'YEARLY' : 'MONTHLY';
  if (days.weekdays.length > 0) return 'WEEKLY';
  return takesEveryDay ? 'DAILY' : freq;
}

function namesDays({ monthDays, nthDays, yearDays, weekdays }: RuleDays): boolean {
  return monthDays.length + nthDays.length + yearDays.length + weekdays.length > 0;
}

function weekStartMatters(
  { freq, interval, weekStart, byWeekNo, bySetPos }: RecurrenceRule,
  weekdays: readonly number[],
  startWallMs: number | undefined,
): boolean {
  if (weekStart === 0) return false;
  if (byWeekNo.length > 0) return true;
  const isCounted = freq === 'WEEKLY' && (interval > 1 || bySetPos.length > 0);
  const isStartOnly =
    startWallMs !== undefined && weekdays.join() === String(weekdayOf(dayOfWall(startWallMs)));
  return isCounted && !isStartOnly;
}

export function isWorkingWeek(weekdays: readonly number[]): boolean {
  return weekdays.join() === '0,1,2,3,4';
}

export function isWeekend(weekdays: readonly number[]): boolean {
  return weekdays.join() === '5,6';
}
