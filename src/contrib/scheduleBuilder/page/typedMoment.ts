import { dayMs } from '../../../recurrence/text/calendarDay.ts';
import { localDate, wallOf } from '../../../recurrence/text/dateTimeValue.ts';

/** Parses a typed date as `YYYY-MM-DD`; `undefined` if it is not one. `isComplete`: the user has left the field. */
export function readTypedDate(text: string, isComplete: boolean): string | undefined {
  const typed = text.trim();
  // With dots, the day comes first in every country.
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed)?.slice(1).reverse();
  const joined = /^(\d{4})(\d{2})(\d{2})$/.exec(typed);
  // While typing, `2027-1-4` may still become `2027-1-14`.
  const ordered = isComplete ? /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/ : /^(\d{4})[-./](\d{2})[-./](\d{2})$/;
  const parts = dotted ?? (joined ?? ordered.exec(typed))?.slice(1) ?? [];
  const date = parts.map(part => part.padStart(2, '0')).join('-');
  return isDate(date) ? date : undefined;
}

export function isDate(date: string): boolean {
  return wallOf(date, '00:00') !== undefined;
}

/** The date this many days later, or earlier if negative. */
export function daysLater(date: string, days: number): string | undefined {
  const wallMs = wallOf(date, '00:00');
  return wallMs === undefined ? undefined : localDate(wallMs + days * dayMs);
}

/**
 * Parses a typed time of day as `HH:MM` or `HH:MM:SS`; `undefined` if it is not one. `isComplete`: the user has left
 * the field, so a single number is an hour rather than the start of one.
 */
export function readTypedTime(text: string, isComplete: boolean): string | undefined {
  const typed = text.trim();
  const found = /^(\d{1,2})(?:[:.](\d{2}))?(?:[:.](\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i.exec(typed);
  // Four digits, such as 0330.
  const [, hours, minutes, seconds, half] = found ?? /^(\d{2})(\d{2})$/.exec(typed) ?? [];
  if (minutes === undefined && half === undefined && !isComplete) return undefined;
  const hour = hourOf(Number(hours), half?.toLowerCase());
  if (hour === undefined || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return undefined;
  const parts = [String(hour).padStart(2, '0'), minutes ?? '00', seconds];
  return parts.filter(part => part !== undefined).join(':');
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'p' ? 12 : 0) : undefined;
}
