import {
  calendarDate,
  dayMs,
  dayNumber,
  daysInMonth,
  hourMs,
  modulo,
  weekdayOf,
} from '../../../recurrence/text/calendarDay.ts';
import { dayOfWall } from '../../../recurrence/text/dateTimeValue.ts';
import type { TimeZone } from '../../../recurrence/text/timeZone.ts';
import { hoursADay, type SpanKind } from '../protocol/timelineOverview.ts';

/**
 * The days that a timeline shows, as hourly cells of a clock. Cell 0 is midnight of the first day. A month is shown in
 * whole weeks.
 */
export interface TimelineSpan {
  readonly kind: SpanKind;
  readonly zone: TimeZone;
  readonly fromMs: number;
  readonly toMs: number;
  /** Numbers of days on the clock: the one that was asked for, and the first one of the span. */
  readonly day: number;
  readonly firstDay: number;
  readonly dayCount: number;
}

/** The day, week or month that contains a day. A week begins with `weekStart`, where 0 is Monday. */
export function timelineSpan(kind: SpanKind, day: number, zone: TimeZone, weekStart: number): TimelineSpan {
  const [firstDay, dayCount] = daysOf(kind, day, weekStart);
  return {
    kind,
    zone,
    day,
    firstDay,
    dayCount,
    fromMs: zone.toInstant(firstDay * dayMs).instantMs,
    toMs: zone.toInstant((firstDay + dayCount) * dayMs).instantMs,
  };
}

function daysOf(
  kind: SpanKind,
  day: number,
  weekStart: number,
): readonly [firstDay: number, dayCount: number] {
  if (kind === 'day') return [day, 1];
  const startOfWeek = (of: number) => of - modulo(weekdayOf(of) - weekStart, 7);
  if (kind === 'week') return [startOfWeek(day), 7];
  const { year, month } = calendarDate(day);
  const first = dayNumber(year, month, 1);
  const start = startOfWeek(first);
  return [start, startOfWeek(first + daysInMonth(year, month) - 1) + 7 - start];
}

/** The number of the day that a clock shows. */
export function dayAt(instantMs: number, zone: TimeZone): number {
  return dayOfWall(zone.toWall(instantMs));
}

/** When the next cell begins. In zones half an hour off UTC, that is at half past in UTC. */
export function nextHourMs(nowMs: number, zone: TimeZone): number {
  return nowMs + hourMs - modulo(zone.toWall(nowMs), hourMs);
}

type Clock = Pick<TimelineSpan, 'zone' | 'firstDay'>;

/** The cell of an instant within the span. When the clock is set back, two hours share one cell. */
export function cellOf(instantMs: number, clock: Clock): number {
  return Math.floor(placeOf(instantMs, clock));
}

/** The place of an instant in cells and fractions of a cell, negative before the span. */
export function placeOf(instantMs: number, { zone, firstDay }: Clock): number {
  return zone.toWall(instantMs) / hourMs - firstDay * hoursADay;
}

/** Spans with the same key contain the same runs. */
export function spanKey({ fromMs, toMs, zone }: TimelineSpan): string {
  return `${fromMs} ${toMs} ${zone.id}`;
}
