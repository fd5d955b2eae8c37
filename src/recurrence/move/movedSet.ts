import { instantOf, untilInstant, type ZoneReading, zoneOf } from '../expand/resolvedSet.ts';
import { dayMs, modulo } from '../text/calendarDay.ts';
import { type DateTimeValue, formatDateTime } from '../text/dateTimeValue.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import { type RecurrenceSet, writeRecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone, type TimeZone } from '../text/timeZone.ts';
import { type MovedSchedule, moveText, ObstacleError, readableSet, rewritten } from './rewriting.ts';
import { ruleTimes, shiftRules } from './ruleShift.ts';

/**
 * Moves every occurrence by a span on the wall clock of its zone, such as two hours. Whatever need not change stays
 * as written.
 */
export function moveBySpan(text: string, spanMs: number, reading: ZoneReading): MovedSchedule {
  return moveText(text, reading, set => shiftText(set, spanMs, reading));
}

/** Moves every occurrence to another time of day, in milliseconds since midnight. */
export function moveToTime(text: string, timeMs: number, reading: ZoneReading): MovedSchedule {
  return moveText(text, reading, set => {
    const before = onlyTime(set);
    const aligned = set.start === undefined ? set : readableSet(withStartAt(set, before), reading);
    return shiftText(aligned, timeMs - before, reading);
  });
}

/** How far dates move on the wall clock of the set's zone, and how they are read. */
interface DateShift {
  readonly spanMs: number;
  readonly zone: TimeZone;
  readonly reading: ZoneReading;
}

function shiftText(set: RecurrenceSet, spanMs: number, reading: ZoneReading): string {
  if (spanMs === 0) return writeRecurrenceSet(set);
  const { start } = set;
  const shift: DateShift = { spanMs, zone: zoneOf(start, reading), reading };
  return rewritten(set, {
    date: value => shiftValue(value, shift),
    rule: rule => {
      if (start?.form === 'date' && spanMs % dayMs !== 0) throw new ObstacleError('dates');
      const until = shiftUntil(rule, start, shift);
      const ends = until === undefined ? [] : [['UNTIL', formatDateTime(until)] as const];
      return shiftRules(rule, spanMs, start?.wallMs).map(changes => new Map([...ends, ...changes]));
    },
  });
}

/** The value moved on the wall clock of the set's zone; it keeps its form. */
function shiftValue(value: DateTimeValue, { spanMs, zone, reading }: DateShift): DateTimeValue {
  if (value.form === 'date' && spanMs % dayMs !== 0) throw new ObstacleError('dates');
  const own = zoneOf(value, reading);
  if (value.form === 'date' || own.id === zone.id) return at(value, value.wallMs + spanMs);
  const movedWallMs = zone.toWall(instantOf(value, reading).instantMs) + spanMs;
  return at(value, own.toWall(zone.toInstant(movedWallMs).instantMs));
}

/** UNTIL moved on the wall clock of the rule. A date becomes a time when the span is not a whole number of days. */
function shiftUntil(
  rule: RecurrenceRule,
  start: DateTimeValue | undefined,
  shift: DateShift,
): DateTimeValue | undefined {
  const { until } = rule;
  const { spanMs, zone, reading } = shift;
  if (until?.form === 'date' && spanMs % dayMs !== 0) {
    const lastWallMs = zone.toWall(untilInstant(rule, zone, reading)) + spanMs;
    const isLocal = start === undefined || (start.form === 'floating' && start.tzid === undefined);
    return isLocal
      ? at({ form: 'floating' }, lastWallMs)
      : at({ form: 'utc' }, zone.toInstant(lastWallMs).instantMs);
  }
  // A floating UNTIL is on the clock of DTSTART or of the server, and both show it as written.
  return until?.form === 'utc' ? shiftValue(until, shift) : until && at(until, until.wallMs + spanMs);
}

const latestMs = Date.UTC(9999, 11, 31);
const earliestMs = Date.parse('0001-01-02T00:00:00Z');

function at(value: Omit<DateTimeValue, 'wallMs'>, wallMs: number): DateTimeValue {
  if (wallMs < earliestMs || wallMs > latestMs) throw new ObstacleError('range');
  return { ...value, wallMs };
}

/** The only time of day of a set. Throws when its occurrences have several. */
function onlyTime(set: RecurrenceSet): number {
  const { start, rules, exceptionRules, dates, exceptionDates } = set;
  if (start?.form === 'date') throw new ObstacleError('dates');
  const ruled = [...rules, ...exceptionRules].map(rule => ruleTimes(rule, start?.wallMs));
  if (ruled.includes(undefined)) throw new ObstacleError('times');
  const timeOf = ({ wallMs }: DateTimeValue) => modulo(wallMs, dayMs);
  const times = new Set([
    ...ruled.flatMap(slots => slots ?? []),
    ...[...dates, ...exceptionDates, ...(set.end === undefined ? [] : [set.end])].map(timeOf),
    ...(start === undefined || canAlign(set) ? [] : [timeOf(start)]),
  ]);
  const [only, ...others] = times;
  const isOfOneForm = [...dates, ...exceptionDates].every(
    ({ form, tzid }) => form === start?.form && tzid === start.tzid,
  );
  if (only === undefined || others.length > 0 || !isOfOneForm) throw new ObstacleError('times');
  return only;
}

/**
 * Whether DTSTART may have a time that differs from the rules: its occurrence stays on the same day, and nothing
 * counts from it.
 */
function canAlign({ rules, exceptionRules, exceptionDates, end }: RecurrenceSet): boolean {
  const exceptions = exceptionRules.length + exceptionDates.length;
  return rules.length > 0 && exceptions === 0 && end === undefined && rules.every(isUncounted);
}

function isUncounted({ count, bySetPos }: RecurrenceRule): boolean {
  return count === undefined && bySetPos.length === 0;
}

/** The text with DTSTART moved to another time on the same day. */
function withStartAt(set: RecurrenceSet, timeMs: number): string {
  return rewritten(set, {
    date: (value, name) =>
      name === 'DTSTART' ? { ...value, wallMs: value.wallMs - modulo(value.wallMs, dayMs) + timeMs } : value,
    rule: () => [new Map()],
  });
}

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
