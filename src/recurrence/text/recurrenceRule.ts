import { type DateTimeValue, formatDateTime } from './dateTimeValue.ts';

export const frequencies = [
  'SECONDLY',
  'MINUTELY',
  'HOURLY',
  'DAILY',
  'WEEKLY',
  'MONTHLY',
  'YEARLY',
] as const;

export type Frequency = (typeof frequencies)[number];

/** Whether a rule steps by less than a day, so that it can run several times a day. */
export function isSubDaily(freq: Frequency): freq is 'HOURLY' | 'MINUTELY' | 'SECONDLY' {
  return freq === 'HOURLY' || freq === 'MINUTELY' || freq === 'SECONDLY';
}

export const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** 0 is Monday, 6 is Sunday. */
type Weekday = number;

export interface RuleDay {
  readonly weekday: Weekday;
  /** The n-th such weekday of the month or year, counted from the end if negative. */
  readonly nth?: number;
}

/** Lists are sorted and have no duplicates; a missing part is an empty list. */
export interface RecurrenceRule {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count?: number;
  readonly until?: DateTimeValue;
  readonly bySecond: readonly number[];
  readonly byMinute: readonly number[];
  readonly byHour: readonly number[];
  readonly byDay: readonly RuleDay[];
  readonly byMonthDay: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byWeekNo: readonly number[];
  readonly byMonth: readonly number[];
  readonly bySetPos: readonly number[];
  readonly weekStart: Weekday;
}

/** A rule with nothing but a frequency. */
export const emptyRule: RecurrenceRule = {
  freq: 'DAILY',
  interval: 1,
  bySecond: [],
  byMinute: [],
  byHour: [],
  byDay: [],
  byMonthDay: [],
  byYearDay: [],
  byWeekNo: [],
  byMonth: [],
  bySetPos: [],
  weekStart: 0,
};

/** A rule as text, with its parts in the order of RFC 5545 and without defaults. */
export function formatRule(rule: RecurrenceRule): string {
  const { interval, until, weekStart } = rule;
  const parts = [
    ['FREQ', rule.freq],
    ['INTERVAL', interval > 1 ? interval : ''],
    ['UNTIL', until ? formatDateTime(until) : ''],
    ['COUNT', rule.count ?? ''],
    ['BYMONTH', rule.byMonth],
    ['BYWEEKNO', rule.byWeekNo],
    ['BYYEARDAY', rule.byYearDay],
    ['BYMONTHDAY', rule.byMonthDay],
    ['BYHOUR', rule.byHour],
    ['BYMINUTE', rule.byMinute],
    ['BYSECOND', rule.bySecond],
    ['BYDAY', rule.byDay.map(formatRuleDay)],
    ['BYSETPOS', rule.bySetPos],
    ['WKST', weekStart === 0 ? '' : (weekdayCodes[weekStart] ?? '')],
  ] as const;
  return parts.flatMap(([name, value]) => (String(value) === '' ? [] : [`${name}=${value}`])).join(';');
}

/** `MO`, or `-1MO` with a number. */
export function formatRuleDay({ nth, weekday }: RuleDay): string {
  return `${nth ?? ''}${weekdayCodes[weekday] ?? ''}`;
}

/** The days in the order of a rule. */
export function sortRuleDays(days: Iterable<RuleDay>): RuleDay[] {
  return [...days].sort((a, b) => (a.nth ?? 0) - (b.nth ?? 0) || a.weekday - b.weekday);
}
