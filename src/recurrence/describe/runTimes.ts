import { hours24, hoursAndMinutes } from '../../util/clockFormat.ts';
import type { Localizer } from '../../util/localizer.ts';
import { localTime } from '../text/localDateTime.ts';
import { findTimeZone, type TimeZone, utc } from '../text/timeZone.ts';

/** An instant on the reader's own clock, and in UTC as servers write it. */
export interface RunTime {
  readonly local: string;
  readonly utc: string;
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
