import type { Frequency } from '../../text/recurrenceRule.ts';
import { isWorkingWeek, type RuleView } from '../ruleView.ts';
import { intlFormats } from './intlFormats.ts';

/**
 * Dates as VS Code writes them, "January 1, 2027"; `en-GB` lists have no comma before "and", which reads better in
 * long sentences.
 */
export const formats = intlFormats('en', 'en-GB');

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const shortWeekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
export const allMonthNames =
  'January February March April May June July August September October November December'.split(' ');
const ordinalWords = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
export const unitNames: Readonly<Record<Frequency, string>> = {
  SECONDLY: 'second',
  MINUTELY: 'minute',
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

export function every({ freq, interval }: Pick<RuleView, 'freq' | 'interval'>): string {
  return interval === 1 ? `every ${unitNames[freq]}` : `every ${interval} ${unitNames[freq]}s`;
}

export function names(weekdays: readonly number[]): string {
  return formats.and(weekdays.map(day => weekdayNames[day] ?? ''));
}

/** "Monday, Tuesday or Friday". */
export function eitherName(weekdays: readonly number[]): string {
  return formats.or(weekdays.map(day => weekdayNames[day] ?? ''));
}

export function pluralNames(weekdays: readonly number[]): string {
  return isWorkingWeek(weekdays) ? 'weekdays' : formats.and(weekdays.map(day => `${weekdayNames[day]}s`));
}

export function shortNames(weekdays: readonly number[]): string {
  return weekdays.map(day => shortWeekdayNames[day]).join(', ');
}

export function monthNames(months: readonly number[]): string {
  return formats.and(months.map(month => allMonthNames[month - 1] ?? ''));
}

export function ordinal(number: number): string {
  const tens = Math.floor(number / 10) % 10;
  const suffix = tens === 1 ? undefined : ['th', 'st', 'nd', 'rd'][number % 10];
  return `${number}${suffix ?? 'th'}`;
}

/** "third", "23rd", "last", "third to last". */
export function ordinalWord(number: number): string {
  if (number === -1) return 'last';
  const word = ordinalWords[Math.abs(number)] ?? ordinal(Math.abs(number));
  return number > 0 ? word : `${word}-to-last`;
}
