import { DAY_MS } from './calendarDay.ts';
import type { DateTimeValue } from './dateTimeValue.ts';
import { type DescriptionInput, wallInZone } from './descriptionInput.ts';
import { localTime } from './localDateTime.ts';
import type { RecurrenceRule } from './recurrenceRule.ts';
import type { RuleView } from './ruleView.ts';
import type { ScheduleWords } from './words/scheduleWords.ts';

/** Where a rule ends, as clauses: "until 31 March 2027" or "10 times", or both; none when it goes on. */
export function ruleEnd(
  rule: RecurrenceRule,
  view: RuleView,
  input: DescriptionInput,
  words: ScheduleWords,
): readonly string[] {
  const { set, options } = input;
  const setEnd = options.dialect === 'django' ? set.end : undefined;
  const lastDays = [
    ...(rule.until ? [lastDayWall(rule.until, view, input)] : []),
    ...(setEnd ? [wallInZone(setEnd, input)] : []),
  ];
  return [
    ...(rule.count === undefined ? [] : [words.count(rule.count)]),
    ...(lastDays.length > 0 ? [words.until(words.date(Math.min(...lastDays)))] : []),
  ];
}

/** UNTIL at midnight, before the day's first run, means the day before. */
function lastDayWall(until: DateTimeValue, view: RuleView, input: DescriptionInput): number {
  const wallMs = until.form === 'utc' ? wallInZone(until, input) : until.wallMs;
  if (until.form === 'date' || view.times.kind === 'open' || view.times.kind === 'steps') {
    return wallMs;
  }
  const firstTime = view.times.kind === 'list' ? (view.times.times[0] ?? '') : view.times.first;
  return localTime(wallMs) < firstTime ? wallMs - DAY_MS : wallMs;
}
