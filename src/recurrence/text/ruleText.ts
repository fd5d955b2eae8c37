import { ascending, remember } from '../../base/collections.ts';
import { isKeyOf, keysOf } from '../../base/tables.ts';
import type { PropertyText } from './contentLine.ts';
import { type DateTimeValue, parseDateTime } from './dateTimeValue.ts';
import type { ProblemCode, ProblemList } from './recurrenceProblem.ts';
import {
  emptyRule,
  type Frequency,
  formatRuleDay,
  frequencies,
  type RecurrenceRule,
  type RuleDay,
  sortRuleDays,
  weekdayCodes,
} from './recurrenceRule.ts';

/** One parsed RRULE or EXRULE, with the ranges of its parts in the text. */
export interface RuleText {
  /** `undefined` when the text has an error. */
  readonly rule: RecurrenceRule | undefined;
  /** The value of the part with this name (in capitals), for reporting problems with it. */
  readonly part: (name: string) => PropertyText | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Jobs that start at different times often share a rule, so rules without problems are cached. */
const rememberedRules = new Map<string, RecurrenceRule>();
const maxRememberedRules = 2000;
const maxRememberedLength = 500;

/** Reads `FREQ=WEEKLY;BYDAY=MO`; `property` is RRULE or EXRULE. */
export function readRuleText(value: PropertyText, property: string, problems: ProblemList): RuleText {
  const part = (name: string) =>
    value
      .split(';')
      .find(({ text }) => text.slice(0, name.length + 1).toUpperCase() === `${name}=`)
      ?.slice(name.length + 1);
  const remembered = rememberedRules.get(value.text);
  if (remembered) return { rule: remembered, part };
  const problemsBefore = problems.count;
  const rule = readRule(value, property, problems);
  if (rule && problems.count === problemsBefore && value.text.length <= maxRememberedLength)
    remember(rememberedRules, maxRememberedRules, value.text, rule);
  return { rule, part };
}

/** `undefined` when the text has an error. */
function readRule(value: PropertyText, property: string, problems: ProblemList): RecurrenceRule | undefined {
  const errorsBefore = problems.errorCount;
  const parts = readParts(value, property, problems);
  const freq = readFrequency(parts.get('FREQ'), value, problems);
  const rule: Mutable<RecurrenceRule> = { ...emptyRule, freq: freq ?? 'DAILY' };
  for (const [name, text] of parts) readPart(rule, name, text, problems);
  return problems.errorCount === errorsBefore ? rule : undefined;
}

function readParts(
  value: PropertyText,
  property: string,
  problems: ProblemList,
): ReadonlyMap<string, PropertyText> {
  const values = new Map<string, PropertyText>();
  if (value.text === '') {
    problems.error('ruleEmpty', property, value.range);
    return values;
  }
  let from = 0;
  for (const piece of value.text.split(';')) {
    const equals = piece.indexOf('=');
    const name = piece.slice(0, Math.max(0, equals)).toUpperCase();
    const end = from + piece.length;
    if (piece === '') {
      problems.warning('rulePartEmpty', property, value.slice(Math.max(0, from - 1), end + 1).range);
    } else if (name === '') {
      problems.error('rulePartMalformed', property, value.slice(from, end).range);
    } else if (values.has(name)) {
      problems.error('rulePartTwice', name, value.slice(from + equals + 1, end).range);
    } else {
      if (!isKnownPart(name)) problems.error('rulePartUnknown', name, value.slice(from, from + equals).range);
      values.set(name, value.slice(from + equals + 1, end));
    }
    from = end + 1;
  }
  return values;
}

function isKnownPart(name: string): boolean {
  return ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST'].includes(name) || isKeyOf(numberParts, name);
}

function readFrequency(
  part: PropertyText | undefined,
  value: PropertyText,
  problems: ProblemList,
): Frequency | undefined {
  if (!part) {
    // An empty rule has already been reported.
    if (value.text !== '') problems.error('freqMissing', 'FREQ', value.slice(value.text.length).range);
    return undefined;
  }
  const freq = frequencies.find(known => known === asciiCapitals(part.text));
  if (!freq) problems.error('freqUnknown', 'FREQ', part.range);
  return freq;
}

/** In capitals; '' for anything but ASCII letters, because some other letters have ASCII capitals. */
function asciiCapitals(text: string): string {
  return /^[A-Za-z]+$/.test(text) ? text.toUpperCase() : '';
}

function readPart(
  rule: Mutable<RecurrenceRule>,
  name: string,
  part: PropertyText,
  problems: ProblemList,
): void {
  if (isKeyOf(numberParts, name)) {
    rule[numberParts[name].field] = readNumbers(name, part, problems);
  } else if (name === 'INTERVAL') {
    rule.interval = readWholeNumber(name, part, problems);
  } else if (name === 'COUNT') {
    rule.count = readWholeNumber(name, part, problems);
  } else if (name === 'BYDAY') {
    rule.byDay = readRuleDays(part, problems);
  } else if (name === 'WKST') {
    const weekday = readWeekday(part.text);
    rule.weekStart = weekday ?? 0;
    if (weekday === undefined) problems.error('weekdayInvalid', name, part.range);
  } else if (name === 'UNTIL') {
    const until = parseDateTime(part.text);
    if (until) rule.until = until;
    else problems.error(part.text === '' ? 'dateTimeMissing' : 'dateTimeInvalid', name, part.range);
  }
}

/** Lists of numbers. Signed ones count from the end if negative, and have no zero. */
const numberParts = {
  BYSECOND: { field: 'bySecond', min: 0, max: 60, signed: false, problem: 'outOfRangeSecond' },
  BYMINUTE: { field: 'byMinute', min: 0, max: 59, signed: false, problem: 'outOfRangeMinute' },
  BYHOUR: { field: 'byHour', min: 0, max: 23, signed: false, problem: 'outOfRangeHour' },
  BYMONTHDAY: { field: 'byMonthDay', min: 1, max: 31, signed: true, problem: 'outOfRangeMonthDay' },
  BYYEARDAY: { field: 'byYearDay', min: 1, max: 366, signed: true, problem: 'outOfRangeYearDay' },
  BYWEEKNO: { field: 'byWeekNo', min: 1, max: 53, signed: true, problem: 'outOfRangeWeek' },
  BYMONTH: { field: 'byMonth', min: 1, max: 12, signed: false, problem: 'outOfRangeMonth' },
  BYSETPOS: { field: 'bySetPos', min: 1, max: 366, signed: true, problem: 'outOfRangePosition' },
} as const;

/** The numbers of a list part, sorted and without duplicates. */
function readNumbers(
  name: keyof typeof numberParts,
  part: PropertyText,
  problems: ProblemList,
): readonly number[] {
  const { min, max, signed, problem } = numberParts[name];
  const pattern = signed ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/;
  const numbers = part.split(',').flatMap(item => {
    const number = pattern.test(item.text) ? Number(item.text) : Number.NaN;
    const size = signed ? Math.abs(number) : number;
    // RFC 5545 3.3.12: a clock without leap seconds reads second 60 as 59.
    if (size >= min && size <= max) return name === 'BYSECOND' ? Math.min(number, 59) : number;
    problems.error(problem, name, item.range);
    return [];
  });
  return ascending(numbers);
}

/** Any larger interval or count has the same effect, and this one is an exact number. */
const largestNumber = 1e12;

function readWholeNumber(name: string, part: PropertyText, problems: ProblemList): number {
  const number = /^\d+$/.test(part.text) ? Number(part.text) : 0;
  if (number < 1) problems.error('wholeNumber', name, part.range);
  return Math.min(number, largestNumber);
}

function readRuleDays(part: PropertyText, problems: ProblemList): readonly RuleDay[] {
  const days = part.split(',').flatMap(item => {
    const day = readRuleDay(item.text);
    if (!day)
      problems.error(/\d/.test(item.text) ? 'weekdayNumberInvalid' : 'weekdayInvalid', 'BYDAY', item.range);
    return day ?? [];
  });
  return sortRuleDays(new Map(days.map(day => [formatRuleDay(day), day])).values());
}

function readRuleDay(text: string): RuleDay | undefined {
  const [, number, code = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/i.exec(text) ?? [];
  const weekday = readWeekday(code);
  if (weekday === undefined) return undefined;
  if (number === undefined) return { weekday };
  const nth = Number(number);
  return nth === 0 || Math.abs(nth) > 53 ? undefined : { weekday, nth };
}

function readWeekday(text: string): number | undefined {
  const codes: readonly string[] = weekdayCodes;
  const weekday = codes.indexOf(asciiCapitals(text));
  return weekday === -1 ? undefined : weekday;
}

/** Parts that RFC 5545 3.3.10 forbids for a frequency, but that still have one likely reading. */
const forbiddenParts: readonly (readonly [keyof typeof numberParts, readonly Frequency[]])[] = [
  ['BYMONTHDAY', ['WEEKLY']],
  ['BYYEARDAY', ['DAILY', 'WEEKLY', 'MONTHLY']],
  ['BYWEEKNO', ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY']],
];

/** Reports combinations that RFC 5545 forbids, within a rule and between a rule and the start. */
export function checkRule(
  { rule, part }: RuleText,
  start: DateTimeValue | undefined,
  problems: ProblemList,
): void {
  if (!rule) return;
  const { freq, until, byDay, bySetPos } = rule;
  const isGiven = (name: keyof typeof numberParts) => rule[numberParts[name].field].length > 0;
  const warn = (isWrong: boolean, code: ProblemCode, name: string): void => {
    const value = isWrong ? part(name) : undefined;
    if (value) problems.warning(code, name, value.range);
  };
  for (const [name, forbidden] of forbiddenParts)
    warn(forbidden.includes(freq) && isGiven(name), 'partForbidden', name);
  const picksNothing =
    bySetPos.length > 0 &&
    byDay.length === 0 &&
    keysOf(numberParts).every(name => name === 'BYSETPOS' || !isGiven(name));
  warn(picksNothing, 'setPosAlone', 'BYSETPOS');
  warn(rule.count !== undefined && until !== undefined, 'countAndUntil', 'UNTIL');
  for (const name of ['BYHOUR', 'BYMINUTE', 'BYSECOND'] as const)
    warn(start?.form === 'date' && isGiven(name), 'timeBesideDate', name);
  warn(until !== undefined && start !== undefined && !untilFits(until, start), 'untilForm', 'UNTIL');
  const takesNumbers = freq === 'MONTHLY' || (freq === 'YEARLY' && rule.byWeekNo.length === 0);
  if (takesNumbers || byDay.every(({ nth }) => nth === undefined)) return;
  const numbered = part('BYDAY')
    ?.split(',')
    .find(item => readRuleDay(item.text)?.nth !== undefined);
  if (numbered) problems.warning('weekdayNumberForbidden', 'BYDAY', numbered.range);
}

function untilFits(until: DateTimeValue, start: DateTimeValue): boolean {
  if (start.form === 'floating' && start.tzid === undefined) return until.form === 'floating';
  return until.form === (start.form === 'date' ? 'date' : 'utc');
}
