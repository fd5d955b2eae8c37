import { dayMs, hourMs, minuteMs } from '../../../recurrence/text/calendarDay.ts';

const units: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/^(?:d|days?|д|дн|дней|день|дня|сут)$/, dayMs],
  [/^(?:h|hours?|hrs?|ч|час|часа|часов)$/, hourMs],
  [/^(?:m|min|mins|minutes?|м|мин|минут|минуты|минута)$/, minuteMs],
];
const earlier = /^(?:earlier|раньше)$/;
const later = /^(?:later|позже)$/;
const longestMs = 366 * dayMs;

/**
 * Parses a time span: "2h", "-30 min", "1d 2h", "+1:30", "2 hours earlier". `undefined` for anything else, for zero,
 * and for more than a year.
 */
export function parseSpan(text: string): number | undefined {
  const [, sign = '', rest = ''] = /^([+\-−–]?)(.*)$/.exec(text.trim().toLowerCase()) ?? [];
  const words = rest.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  const isBackwards = earlier.test(last);
  if (sign !== '' && isBackwards) return undefined;
  const span = spanOf((isBackwards || later.test(last) ? words.slice(0, -1) : words).join(' '));
  if (span === undefined || span === 0 || span > longestMs) return undefined;
  return isBackwards || (sign !== '' && sign !== '+') ? -span : span;
}

function spanOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,3}):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined && minutes !== undefined) return (Number(hours) * 60 + Number(minutes)) * minuteMs;
  const pieces = [...text.matchAll(/(\d{1,5})\s*([a-zа-я]+)\s*/g)];
  if (pieces.length === 0 || pieces.map(([all]) => all).join('') !== text) return undefined;
  let span = 0;
  for (const [, count, unit = ''] of pieces) {
    const unitMs = units.find(([pattern]) => pattern.test(unit))?.[1];
    if (unitMs === undefined) return undefined;
    span += Number(count) * unitMs;
  }
  return span;
}

/** The span in whole units, largest first, for sentences: 1 day, 2 hours and 30 minutes. */
export function spanParts(spanMs: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.round(Math.abs(spanMs) / minuteMs);
  return { days: Math.floor(minutes / 1_440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
}
