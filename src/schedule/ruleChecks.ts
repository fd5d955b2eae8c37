import type { DateTimeValue } from './dateTimeValue.ts';
import type { ProblemList } from './problemList.ts';
import type { ProblemCode } from './recurrenceProblem.ts';
import type { Frequency, RecurrenceRule } from './recurrenceRule.ts';
import { readRuleDay } from './rulePartValues.ts';
import type { RuleText } from './ruleText.ts';

/** Where RFC 5545 3.3.10 forbids a part; each has one likely reading all the same. */
const FORBIDDEN: Readonly<Record<string, readonly Frequency[]>> = {
  BYMONTHDAY: ['WEEKLY'],
  BYYEARDAY: ['DAILY', 'WEEKLY', 'MONTHLY'],
  BYWEEKNO: ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'],
};

/** Warns of combinations that RFC 5545 forbids, in one rule and between it and the start. */
export function checkRule(text: RuleText, start: DateTimeValue | undefined, problems: ProblemList): void {
  const { rule, parts } = text;
  if (!rule) {
    return;
  }
  const warn = (code: ProblemCode, part: string): void => {
    const value = parts.get(part);
    if (value) {
      problems.warning(code, part, value.range);
    }
  };
  for (const [part, frequencies] of Object.entries(FORBIDDEN)) {
    if (frequencies.includes(rule.freq)) {
      warn('partForbidden', part);
    }
  }
  if (![...parts.keys()].some(name => name.startsWith('BY') && name !== 'BYSETPOS')) {
    warn('setPosAlone', 'BYSETPOS');
  }
  if (rule.count !== undefined) {
    warn('countAndUntil', 'UNTIL');
  }
  if (start?.form === 'date') {
    for (const part of ['BYHOUR', 'BYMINUTE', 'BYSECOND']) {
      warn('timeBesideDate', part);
    }
  }
  if (start && rule.until && !untilFits(rule.until, start)) {
    warn('untilForm', 'UNTIL');
  }
  checkNumberedDays(text, rule, problems);
}

function untilFits(until: DateTimeValue, start: DateTimeValue): boolean {
  if (start.form === 'floating' && start.tzid === undefined) {
    return until.form === 'floating';
  }
  return until.form === (start.form === 'date' ? 'date' : 'utc');
}

function checkNumberedDays({ parts }: RuleText, rule: RecurrenceRule, problems: ProblemList): void {
  const takesNumbers = rule.freq === 'MONTHLY' || (rule.freq === 'YEARLY' && rule.byWeekNo.length === 0);
  if (takesNumbers || rule.byDay.every(day => day.nth === undefined)) {
    return;
  }
  const numbered = parts
    .get('BYDAY')
    ?.split(',')
    .find(item => readRuleDay(item.text)?.nth !== undefined);
  if (numbered) {
    problems.warning('weekdayNumberForbidden', 'BYDAY', numbered.range);
  }
}
