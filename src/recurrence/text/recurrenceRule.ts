import type { DateTimeValue } from './dateTimeValue.ts';

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
