import type { DateTimeValue } from './dateTimeValue.ts';
import type { ProblemList } from './problemList.ts';
import type { ProblemCode } from './recurrenceProblem.ts';
import type { Frequency, RecurrenceRule } from './recurrenceRule.ts';
import { readRuleDay } from './rulePartValues.ts';
import type { RuleText } from './ruleText.ts';

/** Parts that RFC 5545 3.3.10 forbids for a frequency, but that still have one likely reading. */
const forbiddenParts = [
  { part: 'BYMONTHDAY', field: 'byMonthDay', frequencies: ['WEEKLY'] },
  { part: 'BYYEARDAY', field: 'byYearDay', frequencies: ['DAILY', 'WEEKLY', 'MONTHLY'] },
  {
    part: 'BYWEEKNO',
    field: 'byWeekNo',
    frequencies: ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'],
  },
] as const satisfies readonly { part: string; field: string; frequencies: readonly Frequency[] }[];

const timeParts = { BYHOUR: 'byHour', BYMINUTE: 'byMinute', BYSECOND: 'bySecond' } as const;

/** Reports combinations that RFC 5545 forbids, within a rule and between a rule and the start. */
export function checkRule(
  { rule, part }: RuleText,
  start: DateTimeValue | undefined,
  problems: ProblemList,
): void {
  if (!rule) return;
  const warn = (code: ProblemCode, name: string): void => {
    const value = part(name);
    if (value) problems.warning(code, name, value.range);
  };
  for (const { part: name, field, frequencies } of forbiddenParts) {
    if (rule[field].length > 0 && frequencies.some(freq => freq === rule.freq)) warn('partForbidden', name);
  }
  if (rule.bySetPos.length > 0 && !picksSomething(rule)) warn('setPosAlone', 'BYSETPOS');
  if (rule.count !== undefined && rule.until) warn('countAndUntil', 'UNTIL');
  if (start?.form === 'date') {
    for (const [name, field] of Object.entries(timeParts)) {
      if (rule[field].length > 0) warn('timeBesideDate', name);
    }
  }
  if (start && rule.until && !untilFits(rule.until, start)) warn('untilForm', 'UNTIL');
  warnOfNumberedDays(rule, part, problems);
}

/** Whether any part except BYSETPOS selects days or times. */
function picksSomething(rule: RecurrenceRule): boolean {
  const { byMonth, byWeekNo, byYearDay, byMonthDay, byDay, byHour, byMinute, bySecond } = rule;
  return [byMonth, byWeekNo, byYearDay, byMonthDay, byDay, byHour, byMinute, bySecond].some(
    list => list.length > 0,
  );
}

function untilFits(until: DateTimeValue, start: DateTimeValue): boolean {
  if (start.form === 'floating' && start.tzid === undefined) return until.form === 'floating';
  return until.form === (start.form === 'date' ? 'date' : 'utc');
}

function warnOfNumberedDays(rule: RecurrenceRule, part: RuleText['part'], problems: ProblemList): void {
  const takesNumbers = rule.freq === 'MONTHLY' || (rule.freq === 'YEARLY' && rule.byWeekNo.length === 0);
  if (takesNumbers || rule.byDay.every(day => day.nth === undefined)) return;
  const numbered = part('BYDAY')
    ?.split(',')
    .find(item => readRuleDay(item.text)?.nth !== undefined);
  if (numbered) problems.warning('weekdayNumberForbidden', 'BYDAY', numbered.range);
}
