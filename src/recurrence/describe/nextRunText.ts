import type { Localizer } from '../../util/localizer.ts';
import { calendarDate, dayMs, hourMs, minuteMs, weekdayOf } from '../text/calendarDay.ts';
import { dayOfWall, digits, timeOfDay } from '../text/dateTimeValue.ts';
import { findTimeZone, utc } from '../text/timeZone.ts';
import { wordsFor } from './words/wordsFor.ts';

const hoursCounted = 12;

/** The next run for a list, in the reader's `zone`: "in 2 h", "Mon 03:00", "Dec 12 03:00". */
export function describeNextRun(nextMs: number, nowMs: number, localizer: Localizer, zone: string): string {
  const words = wordsFor(localizer.language);
  const minutes = Math.round((nextMs - nowMs) / minuteMs);
  if (minutes < 1) return words.now;
  if (minutes < 60) return words.inMinutes(minutes);
  if (nextMs - nowMs < hoursCounted * hourMs) return words.inHours(Math.round(minutes / 60));
  const timeZone = findTimeZone(zone) ?? utc;
  const wallMs = timeZone.toWall(nextMs);
  const nowWallMs = timeZone.toWall(nowMs);
  const { hour, minute } = timeOfDay(wallMs);
  const time = `${digits(hour)}:${digits(minute)}`;
  // A week or more ahead, a weekday would be taken for the nearest one of that name.
  if (dayOfWall(wallMs) - dayOfWall(nowWallMs) < 7) {
    return words.weekdayTime(weekdayOf(dayOfWall(wallMs)), time);
  }
  return isNear(wallMs, nowWallMs) ? words.briefDateTime(wallMs, time) : words.briefDate(wallMs);
}

/** Whether the day and month are enough, without the year. */
export function isNear(wallMs: number, nowWallMs: number): boolean {
  const yearOf = (wall: number) => calendarDate(dayOfWall(wall)).year;
  return yearOf(wallMs) === yearOf(nowWallMs) || Math.abs(wallMs - nowWallMs) < 180 * dayMs;
}
