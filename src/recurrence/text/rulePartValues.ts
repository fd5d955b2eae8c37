import { ascending } from '../../util/collections.ts';
import type { PropertyText } from './contentProperty.ts';
import type { ProblemList } from './problemList.ts';
import type { ProblemCode } from './recurrenceProblem.ts';
import { type RuleDay, weekdayCodes } from './recurrenceRule.ts';

interface NumberRange {
  readonly field: string;
  readonly min: number;
  readonly max: number;
  /** Negative numbers count from the end, and zero is invalid. */
  readonly signed: boolean;
  readonly problem: ProblemCode;
}

export const numberParts = {
  BYSECOND: { field: 'bySecond', min: 0, max: 60, signed: false, problem: 'outOfRangeSecond' },
  BYMINUTE: { field: 'byMinute', min: 0, max: 59, signed: false, problem: 'outOfRangeMinute' },
  BYHOUR: { field: 'byHour', min: 0, max: 23, signed: false, problem: 'outOfRangeHour' },
  BYMONTHDAY: { field: 'byMonthDay', min: 1, max: 31, signed: true, problem: 'outOfRangeMonthDay' },
  BYYEARDAY: { field: 'byYearDay', min: 1, max: 366, signed: true, problem: 'outOfRangeYearDay' },
  BYWEEKNO: { field: 'byWeekNo', min: 1, max: 53, signed: true, problem: 'outOfRangeWeek' },
  BYMONTH: { field: 'byMonth', min: 1, max: 12, signed: false, problem: 'outOfRangeMonth' },
  BYSETPOS: { field: 'bySetPos', min: 1, max: 366, signed: true, problem: 'outOfRangePosition' },
} as const satisfies Record<string, NumberRange>;

export type NumberPart = keyof typeof numberParts;

/** Any larger interval or count has the same effect, and this one is an exact number. */
const largestNumber = 1e12;

export function readWholeNumber(
  part: string,
  value: PropertyText,
  problems: ProblemList,
): number | undefined {
  const number = /^\d+$/.test(value.text) ? Number(value.text) : 0;
  if (number < 1) {
    problems.error('wholeNumber', part, value.range);
    return undefined;
  }
  return Math.min(number, largestNumber);
}

/** The numbers of a list part, sorted and without duplicates. */
export function readNumbers(part: NumberPart, value: PropertyText, problems: ProblemList): readonly number[] {
  const range: NumberRange = numberParts[part];
  const pattern = range.signed ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/;
  const numbers = readList(value, item => {
    const number = pattern.test(item) ? Number(item) : Number.NaN;
    const size = range.signed ? Math.abs(number) : number;
    return size >= range.min && size <= range.max ? number : undefined;
  });
  for (const wrong of numbers.wrong) {
    problems.error(range.problem, part, wrong.range);
  }
  // RFC 5545 3.3.12: a clock without leap seconds reads second 60 as 59.
  const values = part === 'BYSECOND' ? numbers.values.map(second => Math.min(second, 59)) : numbers.values;
  return ascending(values);
}

const ruleDayPattern = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/i;

export function readRuleDays(value: PropertyText, problems: ProblemList): readonly RuleDay[] {
  const days = readList(value, readRuleDay);
  for (const wrong of days.wrong) {
    problems.error(/\d/.test(wrong.text) ? 'weekdayNumberInvalid' : 'weekdayInvalid', 'BYDAY', wrong.range);
  }
  const byName = new Map(days.values.map(day => [`${day.nth ?? ''}/${day.weekday}`, day]));
  return [...byName.values()].sort((a, b) => (a.nth ?? 0) - (b.nth ?? 0) || a.weekday - b.weekday);
}

export function readRuleDay(text: string): RuleDay | undefined {
  const match = ruleDayPattern.exec(text);
  if (!match) return undefined;
  const weekday = readWeekday(match[2] ?? '');
  const nth = match[1] === undefined ? undefined : Number(match[1]);
  if (weekday === undefined || nth === 0 || Math.abs(nth ?? 0) > 53) return undefined;
  return nth === undefined ? { weekday } : { weekday, nth };
}

const weekdayNumbers: ReadonlyMap<string, number> = new Map(weekdayCodes.map((name, index) => [name, index]));

export function readWeekday(text: string): number | undefined {
  // Some non-ASCII letters have ASCII capitals.
  return /^[A-Za-z]{2}$/.test(text) ? weekdayNumbers.get(text.toUpperCase()) : undefined;
}

interface ReadList<T> {
  readonly values: readonly T[];
  readonly wrong: readonly PropertyText[];
}

function readList<T>(list: PropertyText, read: (item: string) => T | undefined): ReadList<T> {
  const values: T[] = [];
  const wrong: PropertyText[] = [];
  for (const item of list.split(',')) {
    const value = read(item.text);
    if (value === undefined) wrong.push(item);
    else values.push(value);
  }
  return { values, wrong };
}
