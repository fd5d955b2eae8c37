import { hoursAndMinutes } from '../../../base/clockFormat.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { calendarDate, dayMs, modulo } from '../../../recurrence/text/calendarDay.ts';
import { dayOfWall } from '../../../recurrence/text/dateTimeValue.ts';
import { findTimeZone, type TimeZone, utc } from '../../../recurrence/text/timeZone.ts';

/** How times are written for a reader. */
export interface MomentWords {
  readonly localizer: Localizer;
  readonly zone: TimeZone;
  readonly nowMs: number;
}

/** `readerZone`: the IANA name of the reader's zone. */
export function momentWords(readerZone: string, nowMs: number, localizer: Localizer): MomentWords {
  return { localizer, zone: findTimeZone(readerZone) ?? utc, nowMs };
}

/** "Jan 9", "Jan 9, 18:00", or "18:00" for today; with the year if it is not this one. */
export function momentText(instantMs: number, { localizer, zone, nowMs }: MomentWords): string {
  const [wallMs, nowWallMs] = [zone.toWall(instantMs), zone.toWall(nowMs)];
  const yearOf = (ms: number) => calendarDate(dayOfWall(ms)).year;
  const isToday = dayOfWall(wallMs) === dayOfWall(nowWallMs);
  const format = new Intl.DateTimeFormat(localizer.language, {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    ...(yearOf(wallMs) === yearOf(nowWallMs) ? {} : { year: 'numeric' }),
    ...(modulo(wallMs, dayMs) === 0 && !isToday ? {} : hoursAndMinutes),
    timeZone: zone.id,
  });
  return format.format(instantMs);
}
