import { hoursADay } from '../../protocol/timelineOverview.ts';
import { digits } from '../../recurrence/text/dateTimeValue.ts';

/** The hours in one row: a single one, or several in which nothing runs on any day. */
export interface HourRow {
  readonly from: number;
  /** The hour after the last one. */
  readonly to: number;
}

/** Fewer hours are not worth folding. */
const foldedAtLeast = 3;

/**
 * The rows of the heat map. Consecutive hours without any runs are folded, so that the others fit into the window;
 * the hours in `kept` always have their own row.
 */
export function hourRows(runs: readonly number[], dayCount: number, kept: readonly number[] = []): HourRow[] {
  const isQuiet = (hour: number) =>
    !kept.includes(hour) &&
    !Array.from({ length: dayCount }, (_, day) => runs[day * hoursADay + hour] ?? 0).some(count => count > 0);
  const rows: HourRow[] = [];
  for (let hour = 0; hour < hoursADay; ) {
    let end = hour;
    while (end < hoursADay && isQuiet(end)) end += 1;
    const to = end - hour >= foldedAtLeast ? end : hour + 1;
    rows.push({ from: hour, to });
    hour = to;
  }
  return rows;
}

export function isFolded({ from, to }: HourRow): boolean {
  return to - from > 1;
}

/** "03", or "03–06" for the hours from three until just before seven. */
export function hourRowTitle({ from, to }: HourRow): string {
  return to - from === 1 ? digits(from) : `${digits(from)}–${digits(to - 1)}`;
}

/** The same for screen readers: "03:00", "03:00–06:59". */
export function hourRowLabel({ from, to }: HourRow): string {
  return to - from === 1 ? hourText(from) : `${digits(from)}:00–${digits(to - 1)}:59`;
}

/** "03:00". */
export function hourText(hour: number): string {
  return `${digits(hour)}:00`;
}
