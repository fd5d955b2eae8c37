import { ascending, groupBy } from '../../base/collections.ts';
import { calendarDate, dayMs } from '../text/calendarDay.ts';
import { dayOfWall } from '../text/dateTimeValue.ts';
import { consecutiveSpans } from './timesView.ts';

/** Runs of a schedule without rules, runs in addition to its rules, or excluded runs of its rules. */
export type DateKind = 'runs' | 'additional' | 'excluded';

/** Runs at the same times on the same days. */
export interface DateGroup {
  readonly count: number;
  /** Empty for all-day dates. */
  readonly times: readonly string[];
  readonly days: string;
}

/** A single run, or one that is excluded. */
export interface NamedDate {
  readonly wallMs: number;
  /** Without its zone; '' for an all-day date. */
  readonly time: string;
}

/** Names days, or spans of days, in the month of a date. */
type NameDays = (days: readonly string[], wallMs: number) => string;

/** All dates as days of months, grouped by time. Times that share the same days are also grouped. */
export function groupDates(dates: readonly NamedDate[], nameDays: NameDays): readonly DateGroup[] {
  const groups = new Map<string, DateGroup>();
  const ofTimes = groupBy(dates, ({ time }) => time);
  for (const time of ascending(ofTimes.keys())) {
    const alike = ofTimes.get(time) ?? [];
    const days = monthsOf(alike, nameDays);
    const key = `${time === ''} ${days}`;
    const { count, times } = groups.get(key) ?? { count: 0, times: [] };
    groups.set(key, { count: count + alike.length, times: time === '' ? [] : [...times, time], days });
  }
  return [...groups.values()];
}

/** "January 1–5, 9 and 20, 2027; February 3, 2027". */
function monthsOf(dates: readonly NamedDate[], nameDays: NameDays): string {
  const days = dates.map(({ wallMs }) => dayOfWall(wallMs)).sort((a, b) => a - b);
  const months = groupBy(days, day => {
    const { year, month } = calendarDate(day);
    return `${year}-${month}`;
  });
  return [...months.values()].map(ofMonth => nameDays(spans(ofMonth), (ofMonth[0] ?? 0) * dayMs)).join('; ');
}

/** Two consecutive days are listed individually. */
function spans(days: readonly number[]): readonly string[] {
  const numberOf = (day: number) => calendarDate(day).day;
  return consecutiveSpans(days).flatMap(([first, last]) =>
    last - first > 1
      ? `${numberOf(first)}–${numberOf(last)}`
      : ascending([first, last]).map(day => String(numberOf(day))),
  );
}
