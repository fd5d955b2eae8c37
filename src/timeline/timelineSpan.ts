import { hoursADay, type SpanKind } from '../protocol/timelineOverview.ts';
import { dayMs, hourMs } from '../recurrence/text/calendarDay.ts';
import { dayOfWall } from '../recurrence/text/dateTimeValue.ts';
import type { TimeZone } from '../recurrence/text/timeZone.ts';

const daysOf: Readonly<Record<SpanKind, number>> = { day: 1, week: 7, month: 30 };

/**
 * The time that a timeline shows, starting with the current hour, as hourly cells on the reader's clock. Cell 0 is
 * midnight of the first day; the span covers `firstCell` up to but not including `endCell`.
 */
export interface TimelineSpan {
  readonly kind: SpanKind;
  readonly fromMs: number;
  readonly toMs: number;
  readonly zone: TimeZone;
  /** Day number of the first day on the reader's clock. */
  readonly firstDay: number;
  readonly dayCount: number;
  readonly firstCell: number;
  readonly endCell: number;
}

export function timelineSpan(kind: SpanKind, nowMs: number, zone: TimeZone): TimelineSpan {
  const wallMs = zone.toWall(nowMs);
  const fromMs = nowMs - (wallMs - Math.floor(wallMs / hourMs) * hourMs);
  const toMs = fromMs + daysOf[kind] * dayMs;
  const firstDay = dayOfWall(zone.toWall(fromMs));
  const lastMs = toMs - 1;
  const dayCount = dayOfWall(zone.toWall(lastMs)) - firstDay + 1;
  return {
    kind,
    fromMs,
    toMs,
    zone,
    firstDay,
    dayCount,
    firstCell: cellOf(fromMs, { zone, firstDay }),
    endCell: cellOf(lastMs, { zone, firstDay }) + 1,
  };
}

/** When the next cell begins. In zones half an hour off UTC, that is at half past in UTC. */
export function nextHourMs(nowMs: number, zone: TimeZone): number {
  return nowMs + hourMs - (zone.toWall(nowMs) % hourMs);
}

/** The cell of an instant within the span. When the clock is set back, two hours share one cell. */
export function cellOf(
  instantMs: number,
  { zone, firstDay }: Pick<TimelineSpan, 'zone' | 'firstDay'>,
): number {
  return Math.floor(zone.toWall(instantMs) / hourMs) - firstDay * hoursADay;
}

/** Spans with the same key contain the same runs. */
export function spanKey({ kind, fromMs, zone }: TimelineSpan): string {
  return `${kind} ${fromMs} ${zone.id}`;
}
