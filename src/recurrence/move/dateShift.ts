import { instantOf, type ZoneReading, zoneOf } from '../expand/resolvedSet.ts';
import { dayMs } from '../text/calendarDay.ts';
import { parameterOf } from '../text/contentProperty.ts';
import { type DateTimeValue, formatDateTime, parseDateTime } from '../text/dateTimeValue.ts';
import type { TimeZone } from '../text/timeZone.ts';
import { type PropertyLine, withValues } from './lineText.ts';
import { ObstacleError } from './obstacle.ts';

/** How far dates move on the wall clock of the set's zone, and how they are read. */
export interface DateShift {
  readonly spanMs: number;
  readonly zone: TimeZone;
  readonly reading: ZoneReading;
}

const latestMs = Date.UTC(9999, 11, 31);
const earliestMs = Date.parse('0001-01-02T00:00:00Z');

/** A DTSTART, DTEND, RDATE or EXDATE line with its dates moved. */
export function shiftedDates(line: PropertyLine, shift: DateShift): string {
  const { property } = line;
  const tzid = parameterOf(property, 'TZID')?.value;
  const values = property.value.text.split(',').map(item => shiftedItem(item, tzid, shift));
  return withValues(line, [values.join(',')]);
}

/** A moved date, or a moved period, whose end may be a duration. */
function shiftedItem(item: string, tzid: string | undefined, shift: DateShift): string {
  return item
    .split('/')
    .map(text => {
      const value = parseDateTime(text, tzid);
      return value === undefined ? text : formatDateTime(shiftedValue(value, shift));
    })
    .join('/');
}

/** The value moved on the wall clock of the set's zone; it keeps its form. */
export function shiftedValue(value: DateTimeValue, { spanMs, zone, reading }: DateShift): DateTimeValue {
  if (value.form === 'date') {
    if (spanMs % dayMs !== 0) throw new ObstacleError('dates');
    return within({ ...value, wallMs: value.wallMs + spanMs });
  }
  const own = zoneOf(value, reading);
  if (own.id === zone.id) return within({ ...value, wallMs: value.wallMs + spanMs });
  const { instantMs } = instantOf(value, reading);
  const moved = zone.toInstant(zone.toWall(instantMs) + spanMs).instantMs;
  return within({ ...value, wallMs: own.toWall(moved) });
}

export function within(value: DateTimeValue): DateTimeValue {
  if (value.wallMs < earliestMs || value.wallMs > latestMs) throw new ObstacleError('range');
  return value;
}
