import { digits } from '../../../recurrence/text/dateTimeValue.ts';
import { hoursADay, type TimelineOverview, type TimelineRange } from './timelineOverview.ts';

/** A row of the calendar: an hour of each day, several hours without runs, or the days of a week. */
export interface GridRow {
  /** "03", or "03–06" for the hours from three until just before seven; empty for a week. */
  readonly head: string;
  /** The same for screen readers: "03:00", "03:00–06:59". */
  readonly label: string;
  /** Empty for folded hours. */
  readonly cells: readonly TimelineRange[];
}

/** Fewer hours are not worth folding. */
const foldedAtLeast = 3;

/**
 * The rows of a calendar: weeks for a month, otherwise hours. Consecutive hours without any runs are folded, so that the
 * others fit into the window; the hours in `open` always have their own row.
 */
export function gridRows(
  { query, days, runs }: Pick<TimelineOverview, 'query' | 'days' | 'runs'>,
  open: readonly number[] = [],
): GridRow[] {
  return query.span === 'month' ? weekRows(days.length) : hourRows(runs, days.length, open);
}

function weekRows(dayCount: number): GridRow[] {
  return Array.from({ length: dayCount / 7 }, (_, week) => ({
    head: '',
    label: '',
    cells: Array.from({ length: 7 }, (__, day) => dayRange(week * 7 + day)),
  }));
}

function hourRows(runs: readonly number[], dayCount: number, open: readonly number[]): GridRow[] {
  const days = Array.from({ length: dayCount }, (_, day) => day * hoursADay);
  const isQuiet = (hour: number) => !open.includes(hour) && days.every(day => (runs[day + hour] ?? 0) === 0);
  const rows: GridRow[] = [];
  for (let hour = 0; hour < hoursADay; ) {
    let end = hour;
    while (end < hoursADay && isQuiet(end)) end += 1;
    if (end - hour >= foldedAtLeast) {
      const label = `${hourText(hour)}–${digits(end - 1)}:59`;
      rows.push({ head: `${digits(hour)}–${digits(end - 1)}`, label, cells: [] });
      hour = end;
    } else {
      const cells = days.map(day => ({ from: day + hour, to: day + hour + 1 }));
      rows.push({ head: digits(hour), label: hourText(hour), cells });
      hour += 1;
    }
  }
  return rows;
}

export function dayRange(day: number): TimelineRange {
  return { from: day * hoursADay, to: (day + 1) * hoursADay };
}

/** "03:00". */
function hourText(hour: number): string {
  return `${digits(hour)}:00`;
}

/** "03:00–04:00". */
export function hourRangeText({ from, to }: TimelineRange): string {
  return `${hourText(from % hoursADay)}–${hourText(((to - 1) % hoursADay) + 1)}`;
}

export function sumIn(counts: readonly number[], { from, to }: TimelineRange): number {
  let sum = 0;
  for (let cell = from; cell < to; cell++) sum += counts[cell] ?? 0;
  return sum;
}

/** The shades of cells with runs, from the fewest to the most. */
export const shades = 8;

/** The shade of a cell: by orders of magnitude, because one hour may have a thousand runs, and another one or four. */
export function shadeOf(count: number, most: number): number {
  if (count === 0) return 0;
  return 1 + Math.round(((shades - 1) * Math.log(count)) / Math.log(Math.max(most, shades)));
}
