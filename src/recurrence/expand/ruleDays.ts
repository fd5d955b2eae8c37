import {
  type CalendarDate,
  calendarDate,
  dayNumber,
  daysInMonth,
  daysInYear,
  modulo,
  weekdayOf,
} from '../text/calendarDay.ts';
import { dayOfWall } from '../text/dateTimeValue.ts';
import type { RecurrenceRule, RuleDay } from '../text/recurrenceRule.ts';

/** The days a rule matches, including what RFC 5545 3.3.10 takes from DTSTART. */
export interface RuleDays {
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
  readonly yearDays: readonly number[];
  readonly weekNumbers: readonly number[];
  readonly weekdays: readonly number[];
  readonly nthDays: readonly Required<RuleDay>[];
  readonly nthWithin: 'month' | 'year';
  readonly weekStart: number;
  /** True when every day matches, so that nothing has to be checked. */
  readonly everyDay: boolean;
}

export interface DayFacts extends CalendarDate {
  readonly dayOfEpoch: number;
}

export function ruleDays(rule: RecurrenceRule, startWallMs: number): RuleDays {
  const startDay = dayOfWall(startWallMs);
  const start = calendarDate(startDay);
  const { freq } = rule;
  const countsDays = freq === 'MONTHLY' || freq === 'YEARLY';
  const noDays = rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length === 0;
  const noWeeks = rule.byWeekNo.length === 0;
  const borrowsWeekday = noDays && ((freq === 'WEEKLY' && noWeeks) || (freq === 'YEARLY' && !noWeeks));
  const borrowsMonthDay = noDays && noWeeks && countsDays;
  const borrowsMonth = borrowsMonthDay && freq === 'YEARLY' && rule.byMonth.length === 0;
  // RFC 5545 forbids numbered weekdays for other frequencies; the number is ignored, as in dateutil.
  const nthDays = countsDays ? rule.byDay.filter(hasNumber) : [];
  const plainDays = countsDays ? rule.byDay.filter(day => !hasNumber(day)) : rule.byDay;
  const months = borrowsMonth ? [start.month] : rule.byMonth;
  const monthDays = borrowsMonthDay ? [start.day] : rule.byMonthDay;
  const weekdays = borrowsWeekday ? [weekdayOf(startDay)] : plainDays.map(day => day.weekday);
  const limits = months.length + monthDays.length + weekdays.length + nthDays.length;
  return {
    months,
    monthDays,
    weekdays,
    nthDays,
    yearDays: rule.byYearDay,
    weekNumbers: rule.byWeekNo,
    nthWithin: freq === 'YEARLY' && rule.byMonth.length === 0 ? 'year' : 'month',
    weekStart: rule.weekStart,
    everyDay: limits + rule.byYearDay.length + rule.byWeekNo.length === 0,
  };
}

function hasNumber(day: RuleDay): day is Required<RuleDay> {
  return day.nth !== undefined;
}

export function dayFacts(dayOfEpoch: number): DayFacts {
  const { year, month, day } = calendarDate(dayOfEpoch);
  return { dayOfEpoch, year, month, day };
}

export function matchesMonth(days: RuleDays, month: number): boolean {
  return days.months.length === 0 || days.months.includes(month);
}

export function matchesDay(days: RuleDays, facts: DayFacts): boolean {
  return (
    matchesMonth(days, facts.month) &&
    matchesMonthDay(days.monthDays, facts) &&
    matchesWeekday(days, facts) &&
    matchesYearDay(days.yearDays, facts) &&
    matchesWeekNumber(days, facts)
  );
}

function matchesMonthDay(monthDays: readonly number[], { year, month, day }: DayFacts): boolean {
  return (
    monthDays.length === 0 ||
    monthDays.includes(day) ||
    ((monthDays[0] ?? 0) < 0 && monthDays.includes(day - daysInMonth(year, month) - 1))
  );
}

function matchesYearDay(yearDays: readonly number[], facts: DayFacts): boolean {
  if (yearDays.length === 0) return true;
  const dayOfYear = zeroBasedDayOfYear(facts) + 1;
  return yearDays.includes(dayOfYear) || yearDays.includes(dayOfYear - daysInYear(facts.year) - 1);
}

function matchesWeekday(days: RuleDays, facts: DayFacts): boolean {
  if (days.weekdays.length === 0 && days.nthDays.length === 0) return true;
  const weekday = weekdayOf(facts.dayOfEpoch);
  return days.weekdays.includes(weekday) || days.nthDays.some(nth => matchesNth(nth, weekday, days, facts));
}

function matchesNth(nth: Required<RuleDay>, weekday: number, days: RuleDays, facts: DayFacts): boolean {
  if (nth.weekday !== weekday) return false;
  const inMonth = days.nthWithin === 'month';
  const index = inMonth ? facts.day - 1 : zeroBasedDayOfYear(facts);
  const length = inMonth ? daysInMonth(facts.year, facts.month) : daysInYear(facts.year);
  const fromStart = Math.floor(index / 7) + 1;
  const fromEnd = -(Math.floor((length - 1 - index) / 7) + 1);
  return nth.nth === fromStart || nth.nth === fromEnd;
}

function matchesWeekNumber(days: RuleDays, { dayOfEpoch }: DayFacts): boolean {
  if (days.weekNumbers.length === 0) return true;
  // A week belongs to the year that contains its fourth day (RFC 5545 3.3.10: at least four days).
  const weekStartsOn = dayOfEpoch - modulo(weekdayOf(dayOfEpoch) - days.weekStart, 7);
  const fourthDay = dayFacts(weekStartsOn + 3);
  const dayOfYear = zeroBasedDayOfYear(fourthDay);
  const week = Math.floor(dayOfYear / 7) + 1;
  const weeksInYear = Math.floor((daysInYear(fourthDay.year) - 1 - (dayOfYear % 7)) / 7) + 1;
  return days.weekNumbers.includes(week) || days.weekNumbers.includes(week - weeksInYear - 1);
}

function zeroBasedDayOfYear({ dayOfEpoch, year }: DayFacts): number {
  return dayOfEpoch - dayNumber(year, 1, 1);
}
