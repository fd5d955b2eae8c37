import { instantOf, untilInstant, type ZoneReading, zoneOf } from '../expand/resolvedSet.ts';
import { type DateTimeValue, formatDateTime } from '../text/dateTimeValue.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import { findTimeZone } from '../text/timeZone.ts';
import { rewritten } from './lineText.ts';
import { type MovedSchedule, moveText, ObstacleError } from './obstacle.ts';

/** The target zone of a schedule's times: UTC, the server's zone, or a named one. */
export type ZoneChoice =
  | { readonly kind: 'utc' }
  | { readonly kind: 'server' }
  | { readonly kind: 'named'; readonly tzid: string };

/** Moves the schedule to another zone with the same clock times: 03:00 UTC becomes 03:00 in Berlin. */
export function moveToZone(text: string, to: ZoneChoice, reading: ZoneReading): MovedSchedule {
  return moveText(text, reading, set => {
    const { start, dates, exceptionDates } = set;
    if (start === undefined) throw new ObstacleError('open');
    // The duration of a period may not survive a change of zone.
    const hasPeriods = set.lines.some(
      ({ property }) => property?.name === 'RDATE' && property.value.text.includes('/'),
    );
    if (hasPeriods || [start, ...dates, ...exceptionDates].some(({ form }) => form === 'date'))
      throw new ObstacleError('dates');
    const from = zoneOf(start, reading);
    const form = to.kind === 'utc' ? 'utc' : 'floating';
    const zone = to.kind === 'named' ? findTimeZone(to.tzid) : undefined;
    const movedDate = (value: DateTimeValue): DateTimeValue => {
      const isOwn = zoneOf(value, reading).id === from.id;
      return { form, wallMs: isOwn ? value.wallMs : from.toWall(instantOf(value, reading).instantMs) };
    };
    /** RFC 5545 3.3.10: a rule whose times are in a named zone has its UNTIL in UTC. */
    const movedUntil = (rule: RecurrenceRule): DateTimeValue => {
      const wallMs = from.toWall(untilInstant(rule, from, reading));
      return zone === undefined
        ? { form, wallMs }
        : { form: 'utc', wallMs: zone.toInstant(wallMs).instantMs };
    };
    return rewritten(set, {
      date: movedDate,
      rule: rule => {
        const hasTime = rule.until !== undefined && rule.until.form !== 'date';
        return [new Map(hasTime ? [['UNTIL', formatDateTime(movedUntil(rule))]] : [])];
      },
      tzid: to.kind === 'named' ? to.tzid : '',
    });
  });
}
