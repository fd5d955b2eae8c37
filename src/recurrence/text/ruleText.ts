import { remember } from '../../util/collections.ts';
import { isKeyOf } from '../../util/tables.ts';
import type { PropertyText } from './contentProperty.ts';
import { formatDateTime, parseDateTime } from './dateTimeValue.ts';
import type { ProblemList } from './problemList.ts';
import {
  type Frequency,
  frequencies,
  type RecurrenceRule,
  type RuleDay,
  weekdayCodes,
} from './recurrenceRule.ts';
import { numberParts, readNumbers, readRuleDays, readWeekday, readWholeNumber } from './rulePartValues.ts';

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
  const part = (name: string) => findPart(value, name);
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
  const parts = readParts(value, property, problems);
  const errorsBefore = problems.errorCount;
  const freq = readFrequency(parts, value, problems);
  const rule: Mutable<RecurrenceRule> = { ...emptyRule, freq: freq ?? 'DAILY' };
  for (const [name, text] of parts.values) {
    readPart(rule, name, text, problems);
  }
  return !parts.broken && problems.errorCount === errorsBefore ? rule : undefined;
}

function findPart(value: PropertyText, name: string): PropertyText | undefined {
  const isNamed = (part: PropertyText) => part.text.slice(0, name.length + 1).toUpperCase() === `${name}=`;
  return value
    .split(';')
    .find(isNamed)
    ?.slice(name.length + 1);
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

interface Parts {
  readonly values: Map<string, PropertyText>;
  readonly broken: boolean;
}

function readParts(value: PropertyText, property: string, problems: ProblemList): Parts {
  const values = new Map<string, PropertyText>();
  const errorsBefore = problems.errorCount;
  if (value.text === '') problems.error('ruleEmpty', property, value.range);
  let from = 0;
  for (const piece of value.text.split(';')) {
    const end = from + piece.length;
    const equals = piece.indexOf('=');
    const name = piece.slice(0, Math.max(0, equals)).toUpperCase();
    if (piece === '' && value.text !== '') {
      problems.warning('rulePartEmpty', property, value.slice(Math.max(0, from - 1), end + 1).range);
    } else if (piece !== '' && name === '') {
      problems.error('rulePartMalformed', property, value.slice(from, end).range);
    } else if (values.has(name)) {
      problems.error('rulePartTwice', name, value.slice(from + equals + 1, end).range);
    } else if (piece !== '') {
      if (!isKnownPart(name)) problems.error('rulePartUnknown', name, value.slice(from, from + equals).range);
      values.set(name, value.slice(from + equals + 1, end));
    }
    from = end + 1;
  }
  return { values, broken: problems.errorCount > errorsBefore };
}

const otherParts = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST'];

function isKnownPart(name: string): boolean {
  return otherParts.includes(name) || isKeyOf(numberParts, name);
}

function readFrequency(parts: Parts, value: PropertyText, problems: ProblemList): Frequency | undefined {
  const text = parts.values.get('FREQ');
  if (!text) {
    // An empty rule has already been reported.
    if (value.text !== '') problems.error('freqMissing', 'FREQ', value.slice(value.text.length).range);
    return undefined;
  }
  const name = /^[A-Za-z]+$/.test(text.text) ? text.text.toUpperCase() : '';
  const freq = frequencies.find(known => known === name);
  if (!freq) problems.error('freqUnknown', 'FREQ', text.range);
  return freq;
}

function readPart(
  rule: Mutable<RecurrenceRule>,
  name: string,
  text: PropertyText,
  problems: ProblemList,
): void {
  if (isKeyOf(numberParts, name)) {
    rule[numberParts[name].field] = readNumbers(name, text, problems);
  } else if (name === 'INTERVAL') {
    rule.interval = readWholeNumber(name, text, problems) ?? 1;
  } else if (name === 'COUNT') {
    rule.count = readWholeNumber(name, text, problems) ?? 1;
  } else if (name === 'BYDAY') {
    rule.byDay = readRuleDays(text, problems);
  } else if (name === 'WKST') {
    const weekday = readWeekday(text.text);
    rule.weekStart = weekday ?? 0;
    if (weekday === undefined) problems.error('weekdayInvalid', name, text.range);
  } else if (name === 'UNTIL') {
    readUntil(rule, text, problems);
  }
}

function readUntil(rule: Mutable<RecurrenceRule>, text: PropertyText, problems: ProblemList): void {
  const until = parseDateTime(text.text);
  if (until) {
    rule.until = until;
  } else {
    problems.error(text.text === '' ? 'dateTimeMissing' : 'dateTimeInvalid', 'UNTIL', text.range);
  }
}

/** A rule as text, with its parts in the order of RFC 5545 and without defaults. */
export function formatRule(rule: Partial<RecurrenceRule> & Pick<RecurrenceRule, 'freq'>): string {
  const lists = Object.entries(numberParts)
    .map(([name, { field }]) => [name, (rule[field] ?? []).join(',')] as const)
    .filter(([, values]) => values !== '');
  const parts: (readonly [string, string | undefined])[] = [
    ['FREQ', rule.freq],
    ['INTERVAL', (rule.interval ?? 1) > 1 ? String(rule.interval) : undefined],
    ['UNTIL', rule.until && formatDateTime(rule.until)],
    ['COUNT', rule.count === undefined ? undefined : String(rule.count)],
    ...lists.filter(([name]) => name !== 'BYSETPOS').reverse(),
    ['BYDAY', formatDays(rule.byDay)],
    ...lists.filter(([name]) => name === 'BYSETPOS'),
    ['WKST', rule.weekStart ? weekdayCodes[rule.weekStart] : undefined],
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(';');
}

function formatDays(days: readonly RuleDay[] | undefined): string | undefined {
  const names = (days ?? []).map(day => `${day.nth ?? ''}${weekdayCodes[day.weekday] ?? ''}`);
  return names.length > 0 ? names.join(',') : undefined;
}
