import { type RuleView, sharedWeekday } from '../ruleView.ts';
import { formats, names, ordinal, ordinalWord, weekdayNames } from './enNouns.ts';

/** "the 1st, 15th and last day". */
export function numberedDays(days: readonly number[]): string {
  const fromStart = days.filter(day => day > 0).map(ordinal);
  const fromEnd = days.filter(day => day < 0).map(ordinalWord);
  return `the ${formats.and([...fromStart, ...fromEnd])}${fromEnd.length > 0 ? ' day' : ''}`;
}

/** "the first and last Monday and every Tuesday": numbered and plain weekdays combined, either of which may match. */
export function numberedWeekdays({ nthDays, weekdays }: RuleView): string {
  const shared = sharedWeekday(nthDays);
  const numbered =
    shared === undefined
      ? nthDays.map(day => `the ${ordinalWord(day.nth)} ${weekdayNames[day.weekday]}`)
      : [`the ${formats.and(nthDays.map(day => ordinalWord(day.nth)))} ${weekdayNames[shared]}`];
  return formats.and([...numbered, ...(weekdays.length > 0 ? [`every ${names(weekdays)}`] : [])]);
}

/** "days 4 and 100 and the last day". */
export function yearDays({ yearDays: days }: RuleView): string {
  const fromEnd = days.filter(day => day < 0).map(day => `the ${ordinalWord(day)} day`);
  return formats.and([...counted('day', days), ...fromEnd]);
}

/** "weeks 1 and 20 of the year". */
export function weekNumbers({ weekNumbers: weeks }: RuleView): string {
  const fromEnd = weeks.filter(week => week < 0).map(week => `the ${ordinalWord(week)} week`);
  return `${formats.and([...counted('week', weeks), ...fromEnd])} of the year`;
}

function counted(unit: string, numbers: readonly number[]): string[] {
  const fromStart = numbers.filter(number => number > 0);
  if (fromStart.length === 0) return [];
  return [`${unit}${fromStart.length > 1 ? 's' : ''} ${formats.and(fromStart.map(String))}`];
}
