import { hours24, hoursAndMinutes } from '../../base/clockFormat.ts';
import type { Localizer } from '../../base/localizer.ts';
import { calendarDate, dayMs, hourMs, minuteMs, weekdayOf } from '../text/calendarDay.ts';
import { dayOfWall, localTime } from '../text/dateTimeValue.ts';
import { findTimeZone, type TimeZone, utc } from '../text/timeZone.ts';
import { wordsFor } from './words/wordsFor.ts';

/** An instant on the reader's own clock, and in UTC as servers write it. */
export interface RunTime {
  readonly local: string;
  readonly utc: string;
  /** Both clocks show the same. */
  readonly isInUtc: boolean;
}

/**
 * Formats run times for one reader. The day is repeated only if it differs in UTC. The `Intl` formats are reused,
 * because creating them is slow.
 */
export function runTimes({ language }: Localizer, readerZone: string): (instantMs: number) => RunTime {
  const zone = findTimeZone(readerZone) ?? utc;
  const format = (options: Intl.DateTimeFormatOptions, timeZone: string) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone });
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const local = format({ ...day, ...hoursAndMinutes }, zone.id);
  const localDay = format(day, zone.id);
  const utcTime = format({ ...hoursAndMinutes, timeZoneName: 'short' }, 'UTC');
  const utcDay = format(day, 'UTC');
  return instantMs => {
    const isSameDay = localDay.format(instantMs) === utcDay.format(instantMs);
    const time = utcTime.format(instantMs);
    return {
      local: local.format(instantMs) + findRepeatedOffset(instantMs, zone),
      utc: isSameDay ? time : `${utcDay.format(instantMs)}, ${time}`,
      isInUtc: zone.toWall(instantMs) === instantMs,
    };
  };
}

/** An instant with its weekday, as the example in a note. In UTC when the reader's zone is unknown. */
export function exampleTime(instantMs: number, { language }: Localizer, readerZone: string): string {
  const timeZone = findTimeZone(readerZone) ? readerZone : 'UTC';
  const styles = { dateStyle: 'full', timeStyle: 'short', ...hours24, timeZone } as const;
  return new Intl.DateTimeFormat(language, styles).format(instantMs);
}

/** " UTC+2" in an hour that the clock shows twice because it is set back, otherwise ''. */
export function findRepeatedOffset(instantMs: number, zone: TimeZone): string {
  const wallMs = zone.toWall(instantMs);
  return zone.toInstant(wallMs).clockChange === 'doubled' ? ` ${offsetName(wallMs - instantMs)}` : '';
}

function offsetName(offsetMs: number): string {
  if (offsetMs === 0) return 'UTC';
  const [hours = '', minutes = ''] = localTime(Math.abs(offsetMs)).split(':');
  return `UTC${offsetMs < 0 ? '−' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}

/** The last hours before a run are counted. */
const countedMs = 12 * hourMs;

/** The next run for a list, in the reader's `zone`: "in 2 h", "Mon 03:00", "Dec 12 03:00". */
export function describeNextRun(nextMs: number, nowMs: number, localizer: Localizer, zone: string): string {
  const words = wordsFor(localizer.language);
  const minutes = Math.round((nextMs - nowMs) / minuteMs);
  if (minutes < 1) return words.now;
  if (minutes < 60) return words.inMinutes(minutes);
  if (nextMs - nowMs < countedMs) return words.inHours(Math.round(minutes / 60));
  const timeZone = findTimeZone(zone) ?? utc;
  const wallMs = timeZone.toWall(nextMs);
  const nowWallMs = timeZone.toWall(nowMs);
  const time = localTime(wallMs).slice(0, '00:00'.length);
  // A week or more ahead, a weekday would be taken for the nearest one of that name.
  if (dayOfWall(wallMs) - dayOfWall(nowWallMs) < 7) {
    return words.weekdayTime(weekdayOf(dayOfWall(wallMs)), time);
  }
  return isNear(wallMs, nowWallMs) ? words.briefDateTime(wallMs, time) : words.briefDate(wallMs);
}

/** The instant at which "in 5 min", "in 2 h" or "Mon 03:00" becomes outdated, at most an hour ahead. */
export function freshUntil(nextMs: number, nowMs: number): number {
  const leftMs = nextMs - nowMs;
  if (leftMs <= minuteMs) return nextMs;
  const stepMs = leftMs < hourMs ? minuteMs : hourMs;
  const stepsLeft = Math.round(leftMs / stepMs);
  const changesMs = leftMs < countedMs ? nextMs - (stepsLeft - 0.5) * stepMs : nextMs - countedMs;
  return Math.min(Math.max(changesMs, nowMs + minuteMs / 2), nowMs + hourMs);
}

/** Whether the day and month are enough, without the year. */
export function isNear(wallMs: number, nowWallMs: number): boolean {
  const yearOf = (wall: number) => calendarDate(dayOfWall(wall)).year;
  return yearOf(wallMs) === yearOf(nowWallMs) || Math.abs(wallMs - nowWallMs) < 180 * dayMs;
}
