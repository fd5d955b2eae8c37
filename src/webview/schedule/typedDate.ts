import { localDate, wallOf } from '../../recurrence/text/localDateTime.ts';

const dayMs = 86_400_000;

/** Year, month and day in this order; `2027-1-4` may still become `2027-1-14`. */
const begun = /^\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})\s*$/;
const whole = /^\s*(\d{4})(?:[-./](\d{2})[-./]|(\d{2}))(\d{2})\s*$/;
/** With dots the day comes first in every country. */
const dotted = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*$/;

/**
 * The date that a person typed, as `YYYY-MM-DD`; `undefined` for no date. A native date field would show the order of
 * the browser's region next to the dates of everything else. `isComplete`: the person has left the field.
 */
export function typedDate(text: string, isComplete: boolean): string | undefined {
  const [year, month, day] = partsOf(text, isComplete) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

function partsOf(text: string, isComplete: boolean): readonly (string | undefined)[] | undefined {
  const [, year, month, joined, day] = whole.exec(text) ?? [];
  if (year !== undefined) return [year, month ?? joined, day];
  const [, dottedDay, dottedMonth, dottedYear] = dotted.exec(text) ?? [];
  if (dottedYear !== undefined) return [dottedYear, dottedMonth, dottedDay];
  return isComplete ? begun.exec(text)?.slice(1) : undefined;
}

export function isDate(date: string): boolean {
  return wallOf(date, '00:00') !== undefined;
}

/** The date this many days later, or earlier. */
export function daysLater(date: string, days: number): string | undefined {
  const wallMs = wallOf(date, '00:00');
  return wallMs === undefined ? undefined : localDate(wallMs + days * dayMs);
}
