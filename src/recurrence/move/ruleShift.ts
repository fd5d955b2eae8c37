import { ascending, groupBy } from '../../util/collections.ts';
import { type TimeGroup, timeGroups } from '../builder/builderTimes.ts';
import { timeSlots } from '../expand/ruleTimes.ts';
import { dayMs, hourMs, minuteMs, modulo } from '../text/calendarDay.ts';
import { dayOfWall, localTime, timeOfDay, wallTime } from '../text/dateTimeValue.ts';
import { isSubDaily, type RecurrenceRule } from '../text/recurrenceRule.ts';
import { type DayShift, shiftDays, shiftLimits } from './dayShift.ts';
import type { PartChanges } from './lineText.ts';
import { ObstacleError } from './obstacle.ts';

/**
 * The changes that move all times of a rule by a span; several if the moved times need several rules. Throws when no
 * rule can express the moved times. `startWallMs` is the wall time of DTSTART before it is moved.
 */
export function shiftRules(
  rule: RecurrenceRule,
  spanMs: number,
  startWallMs: number | undefined,
): readonly PartChanges[] {
  if (!isSubDaily(rule.freq)) return shiftSlots(rule, spanMs, startWallMs);
  if (startWallMs === undefined) throw new ObstacleError('open');
  return [shiftSteps(rule, spanMs)];
}

/** A rule that steps by hours, minutes or seconds moves with DTSTART; only its limits must be adjusted. */
function shiftSteps(rule: RecurrenceRule, spanMs: number): PartChanges {
  const { byHour, byMinute, bySecond, byDay, byMonth, byMonthDay, byYearDay, byWeekNo } = rule;
  const limitsDays = [byDay, byMonth, byMonthDay, byYearDay, byWeekNo].some(({ length }) => length > 0);
  if (byHour.length + byMinute.length + bySecond.length > 0 && spanMs % hourMs !== 0)
    throw new ObstacleError('days');
  if (limitsDays && byHour.length === 0 && spanMs % dayMs !== 0) throw new ObstacleError('days');
  const hours = byHour.map(hour => hour + Math.floor(spanMs / hourMs));
  const shifts = byHour.length === 0 ? [spanMs / dayMs] : hours.map(hour => Math.floor(hour / 24));
  const [days = 0, ...others] = new Set(shifts);
  if (limitsDays && others.length > 0) throw new ObstacleError('days');
  const moved = ascending(hours.map(hour => modulo(hour, 24))).join(',');
  return new Map([
    ...(limitsDays ? shiftLimits(rule, days) : []),
    ...(moved === byHour.join(',') ? [] : [['BYHOUR', moved] as const]),
  ]);
}

function shiftSlots(
  rule: RecurrenceRule,
  spanMs: number,
  startWallMs: number | undefined,
): readonly PartChanges[] {
  if (startWallMs === undefined) checkOpenTimes(rule, spanMs);
  const slots = timeSlots(rule, startWallMs ?? 0).map(slotMs => slotMs + spanMs);
  const start =
    startWallMs === undefined
      ? undefined
      : { day: dayOfWall(startWallMs), movedDay: dayOfWall(startWallMs + spanMs) };
  const pieces = piecesOf(rule, slots);
  if (pieces.length > 1 && (rule.count !== undefined || rule.bySetPos.length > 0))
    throw new ObstacleError('count');
  return pieces.map(piece => {
    const days: DayShift = { days: piece.days, start };
    return new Map([...shiftDays(rule, days), ...timeParts(rule, piece, (startWallMs ?? 0) + spanMs)]);
  });
}

/** Times of day that one rule can express, and by how many days they have moved. */
interface Piece extends TimeGroup {
  readonly days: number;
}

function piecesOf(rule: RecurrenceRule, slots: readonly number[]): readonly Piece[] {
  const byDays = groupBy(slots, slotMs => (isEveryDay(rule) ? 0 : dayOfWall(slotMs)));
  return [...byDays].flatMap(([days, ofDay]) => {
    const times = ascending(ofDay.map(slotMs => modulo(slotMs, dayMs)));
    return timeGroups(times.map(localTime)).map(group => ({ days, ...group }));
  });
}

/** The rule runs on any day that a time moves to, so only the times of day matter. */
function isEveryDay(rule: RecurrenceRule): boolean {
  const { byDay, byMonth, byMonthDay, byYearDay, byWeekNo, bySetPos } = rule;
  const limits = [byDay, byMonth, byMonthDay, byYearDay, byWeekNo, bySetPos];
  return rule.freq === 'DAILY' && rule.interval === 1 && limits.every(({ length }) => length === 0);
}

/** Times that the text leaves to the server must not change. */
function checkOpenTimes({ byHour, byMinute, bySecond }: RecurrenceRule, spanMs: number): void {
  const isOpen =
    (byHour.length === 0 && spanMs % dayMs !== 0) ||
    (byMinute.length === 0 && spanMs % hourMs !== 0) ||
    (bySecond.length === 0 && spanMs % minuteMs !== 0);
  if (isOpen) throw new ObstacleError('open');
}

/** A part is written if it was written before, or if DTSTART no longer implies it. */
function timeParts(rule: RecurrenceRule, piece: Piece, movedStartMs: number): [string, string][] {
  const start = timeOfDay(movedStartMs);
  const parts = [
    ['BYHOUR', piece.hours, rule.byHour, start.hour],
    ['BYMINUTE', piece.minutes, rule.byMinute, start.minute],
    ['BYSECOND', piece.seconds, rule.bySecond, start.second],
  ] as const;
  return parts.flatMap(([name, moved, written, implied]) => {
    const before = written.length > 0 ? written : [implied];
    return moved.join() === before.join() ? [] : [[name, moved.join()]];
  });
}

/** The times of day of a rule in milliseconds; `undefined` when they differ from day to day. */
export function ruleTimes(
  rule: RecurrenceRule,
  startWallMs: number | undefined,
): readonly number[] | undefined {
  if (isSubDaily(rule.freq)) return undefined;
  if (startWallMs === undefined && (rule.byHour.length === 0 || rule.byMinute.length === 0))
    throw new ObstacleError('open');
  return timeSlots(rule, startWallMs ?? wallTime(0));
}
