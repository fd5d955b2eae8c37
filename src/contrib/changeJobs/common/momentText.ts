import { hoursAndMinutes } from '../../../base/clockFormat.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { dayMs, modulo } from '../../../recurrence/text/calendarDay.ts';
import type { TimeZone } from '../../../recurrence/text/timeZone.ts';

/** How times are written for a reader. */
export interface MomentWords {
  readonly localizer: Localizer;
  readonly zone: TimeZone;
  readonly nowMs: number;
}

/** "Jan 9", or "Jan 9, 18:00"; with the year if it is not this one. */
export function momentText(instantMs: number, { localizer, zone, nowMs }: MomentWords): string {
  const wallMs = zone.toWall(instantMs);
  const isThisYear = new Date(wallMs).getUTCFullYear() === new Date(zone.toWall(nowMs)).getUTCFullYear();
  const format = new Intl.DateTimeFormat(localizer.language, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...(modulo(wallMs, dayMs) === 0 ? {} : hoursAndMinutes),
    timeZone: zone.id,
  });
  return format.format(instantMs);
}
