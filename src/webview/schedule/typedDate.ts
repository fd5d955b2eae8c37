import { dayMs } from '../../recurrence/text/calendarDay.ts';
import { localDate, wallOf } from '../../recurrence/text/localDateTime.ts';

/**
 * Parses a typed date as `YYYY-MM-DD`; `undefined` if it is not one. A native date field would use the format of the
 * browser's region, unlike all other dates. `isComplete`: the user has left the field.
 */
export function typedDate(text: string, isComplete: boolean): string | undefined {
  const parts = partsOf(text.trim(), isComplete) ?? [];
  const date = parts.map(part => part.padStart(2, '0')).join('-');
  return isDate(date) ? date : undefined;
}

/** Year, month and day. */
function partsOf(text: string, isComplete: boolean): readonly string[] | undefined {
  // With dots, the day comes first in every country.
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (dotted !== null) return dotted.slice(1).reverse();
  const joined = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  // While typing, `2027-1-4` may still become `2027-1-14`.
  const ordered = isComplete ? /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/ : /^(\d{4})[-./](\d{2})[-./](\d{2})$/;
  return (joined ?? ordered.exec(text))?.slice(1);
}

export function isDate(date: string): boolean {
  return wallOf(date, '00:00') !== undefined;
}

/** The date this many days later, or earlier if negative. */
export function daysLater(date: string, days: number): string | undefined {
  const wallMs = wallOf(date, '00:00');
  return wallMs === undefined ? undefined : localDate(wallMs + days * dayMs);
}
