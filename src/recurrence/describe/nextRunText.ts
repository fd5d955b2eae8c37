import type { Localizer } from '../../util/localizer.ts';
import { calendarDate, DAY_MS, weekdayOf } from '../text/calendarDay.ts';
import { dayOfWall, digits, timeOfDay } from '../text/dateTimeValue.ts';
import { findTimeZone, UTC } from '../text/timeZone.ts';
import { wordsFor } from './words/wordsFor.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOURS_COUNTED = 12;

/** When a run comes, for a list: "in 2 h", "Mon 03:00", "12 Dec 03:00"; `zone` is the reader's. */
export function describeNextRun(nextMs: number, nowMs: number, localizer: Localizer, zone: string): string {
  const words = wordsFor(localizer.language);
  const minutes = Math.round((nextMs - nowMs) / MINUTE_MS);
  if (minutes < 1) {
    return words.now;
  }
  if (minutes < 60) {
    return words.inMinutes(minutes);
  }
  if (nextMs - nowMs < HOURS_COUNTED * HOUR_MS) {
    return words.inHours(Math.round(minutes / 60));
  }
  const timeZone = findTimeZone(zone) ?? UTC;
  const wallMs = timeZone.toWall(nextMs);
  const nowWallMs = timeZone.toWall(nowMs);
  const { hour, minute } = timeOfDay(wallMs);
  const time = `${digits(hour)}:${digits(minute)}`;
  // From a week on the name of the day would be taken for the nearer one.
  if (dayOfWall(wallMs) - dayOfWall(nowWallMs) < 7) {
    return words.weekdayTime(weekdayOf(dayOfWall(wallMs)), time);
  }
  const isThisYear = calendarDate(dayOfWall(wallMs)).year === calendarDate(dayOfWall(nowWallMs)).year;
  const isSoon = wallMs - nowWallMs < 180 * DAY_MS;
  return isThisYear || isSoon ? words.briefDateTime(wallMs, time) : words.briefDate(wallMs);
}
