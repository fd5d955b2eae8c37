import { ascending, groupBy } from '../../util/collections.ts';
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
  readonly zoneLabel: string;
  readonly days: string;
}

/** Names days, or spans of days, in the month of a date. */
type NameDays = (days: readonly string[], wallMs: number) => string;

/** A single run, or one that is excluded. */
export interface NamedDate {
  readonly wallMs: number;
  /** Without its zone; '' for an all-day date. */
  readonly time: string;
}

/** Two consecutive days are listed individually. */
const daysOfSpan = 3;

/** All dates as days of months, grouped by time. Times that share the same days are also grouped. */
export function groupDates(
  dates: readonly NamedDate[],
  zoneLabel: string,
  nameDays: NameDays,
): readonly DateGroup[] {
  const ofTimes = [...groupBy(dates, ({ time }) => time)].sort(([a], [b]) => (a < b ? -1 : 1));
  const timed = ofTimes.map(([time, alike]) => ({
    time,
    count: alike.length,
    days: monthsOf(alike, nameDays),
  }));
  const ofDays = groupBy(timed, ({ time, days }) => `${time === ''} ${days}`);
  return [...ofDays.values()].map(alike => ({
    count: alike.reduce((sum, { count }) => sum + count, 0),
    times: alike.map(({ time }) => time).filter(time => time !== ''),
    zoneLabel,
    days: alike[0]?.days ?? '',
  }));
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

function spans(days: readonly number[]): readonly string[] {
  const numberOf = (day: number) => String(calendarDate(day).day);
  return consecutiveSpans(days).flatMap(([first, last]) =>
    last - first + 1 < daysOfSpan
      ? ascending([first, last]).map(numberOf)
      : [`${numberOf(first)}–${numberOf(last)}`],
  );
}
