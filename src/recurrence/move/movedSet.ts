import { untilInstant, type ZoneReading, zoneOf } from '../expand/resolvedSet.ts';
import { dayMs, modulo } from '../text/calendarDay.ts';
import { type DateTimeValue, formatDateTime } from '../text/dateTimeValue.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import {
  hasErrors,
  isEmptySet,
  parseRecurrenceSet,
  type RecurrenceSet,
  writeRecurrenceSet,
} from '../text/recurrenceSet.ts';
import { type DateShift, shiftedDates, shiftedValue, within } from './dateShift.ts';
import {
  type PartChanges,
  type PropertyLine,
  rewritten,
  unchanged,
  withParts,
  withValues,
} from './lineText.ts';
import { type MovedSchedule, movedBy, ObstacleError } from './obstacle.ts';
import { ruleTimes, shiftedRules } from './ruleShift.ts';

/**
 * Moves every occurrence by a span on the wall clock of its zone, such as two hours. Whatever need not change stays
 * as written.
 */
export function moveBySpan(text: string, spanMs: number, reading: ZoneReading): MovedSchedule {
  return movedBy(() => shiftedText(readableSet(text, reading), spanMs, reading));
}

/** Moves every occurrence to another time of day, in milliseconds since midnight. */
export function moveToTime(text: string, timeMs: number, reading: ZoneReading): MovedSchedule {
  return movedBy(() => {
    const set = readableSet(text, reading);
    const before = onlyTime(set);
    const aligned = set.start === undefined ? set : readableSet(withStartAt(set, before), reading);
    return shiftedText(aligned, timeMs - before, reading);
  });
}

/** Parses a text that is to be moved. Throws when that is impossible. */
export function readableSet(text: string, { dialect }: ZoneReading): RecurrenceSet {
  const set = parseRecurrenceSet(text, dialect);
  if (isEmptySet(set)) throw new ObstacleError('none');
  if (hasErrors(set)) throw new ObstacleError('unreadable');
  return set;
}

function shiftedText(set: RecurrenceSet, spanMs: number, reading: ZoneReading): string {
  if (spanMs === 0) return writeRecurrenceSet(set);
  const zone = zoneOf(set.start, reading);
  const shift: DateShift = { spanMs, zone, reading };
  return rewritten(set, {
    dates: line => shiftedDates(line, shift),
    rule: (line, rule) => shiftedRule(line, rule, { ...shift, start: set.start }),
  });
}

interface RuleLineShift extends DateShift {
  readonly start: DateTimeValue | undefined;
}

function shiftedRule(line: PropertyLine, rule: RecurrenceRule, shift: RuleLineShift): string {
  if (shift.start?.form === 'date' && shift.spanMs % dayMs !== 0) throw new ObstacleError('dates');
  const until = shiftedUntil(rule, shift);
  const pieces = shiftedRules(rule, { spanMs: shift.spanMs, startWallMs: shift.start?.wallMs });
  return withValues(
    line,
    pieces.map(changes => withParts(line.property.value.text, new Map([...until, ...changes]))),
  );
}

/** UNTIL moved on the wall clock of the rule. A date becomes a time when the span is not a whole number of days. */
function shiftedUntil(rule: RecurrenceRule, shift: RuleLineShift): PartChanges {
  const { until } = rule;
  if (until === undefined) return new Map();
  const { spanMs, zone, reading, start } = shift;
  if (until.form === 'date' && spanMs % dayMs !== 0) {
    const lastWallMs = zone.toWall(untilInstant(rule, zone, reading)) + spanMs;
    const isLocal = start === undefined || (start.form === 'floating' && start.tzid === undefined);
    const wallMs = isLocal ? lastWallMs : zone.toInstant(lastWallMs).instantMs;
    return untilPart({ form: isLocal ? 'floating' : 'utc', wallMs });
  }
  // A floating UNTIL is on the clock of DTSTART or of the server, and both show it as written.
  if (until.form !== 'utc') return untilPart({ ...until, wallMs: until.wallMs + spanMs });
  return untilPart(shiftedValue(until, shift));
}

function untilPart(value: DateTimeValue): PartChanges {
  return new Map([['UNTIL', formatDateTime(within(value))]]);
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
  const { start } = set;
  if (start === undefined) return '';
  const wallMs = start.wallMs - modulo(start.wallMs, dayMs) + timeMs;
  const value = formatDateTime({ ...start, wallMs });
  return rewritten(set, {
    dates: line => (line.property.name === 'DTSTART' ? withValues(line, [value]) : unchanged(line)),
    rule: unchanged,
  });
}
