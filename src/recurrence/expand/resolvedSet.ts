import { dayMs } from '../text/calendarDay.ts';
import type { DateTimeValue, Dialect } from '../text/dateTimeValue.ts';
import { formatRule, type RecurrenceRule, type RuleDay, weekdayCodes } from '../text/recurrenceRule.ts';
import type { RecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone, type TimeZone, utc, type ZonedInstant } from '../text/timeZone.ts';
import { RuleExpansion } from './ruleOccurrences.ts';
import type { WorkBudget } from './workBudget.ts';

/** The origins of occurrences: a rule, an RDATE, DTSTART or DTEND. */
const occurrenceSources = ['rule', 'date', 'start', 'end'] as const;
type OccurrenceSource = (typeof occurrenceSources)[number];

export interface Occurrence extends ZonedInstant {
  readonly source: OccurrenceSource;
}

export interface ResolvedRule {
  readonly expansion: RuleExpansion;
  /** The last instant at which the rule may run: UNTIL, or DTEND in a dialect where that ends rules. */
  readonly lastMs: number;
}

/** A set with resolved zones: rules on the wall clock of one zone, everything else as instants. */
export interface ResolvedSet {
  readonly zone: TimeZone;
  readonly rules: readonly ResolvedRule[];
  readonly exceptionRules: readonly ResolvedRule[];
  /** Ascending; for equal instants, the more informative source comes first. */
  readonly points: readonly Occurrence[];
  readonly exceptions: ReadonlySet<number>;
}

export interface ReadingOptions {
  readonly dialect: Dialect;
  /** For dates and times without a zone. */
  readonly zone: TimeZone;
  /** Replaces a missing DTSTART, but is not an occurrence itself. */
  readonly anchorMs: number;
}

export type ZoneReading = Pick<ReadingOptions, 'dialect' | 'zone'>;

export function resolveSet(set: RecurrenceSet, options: ReadingOptions, work: WorkBudget): ResolvedSet {
  const zone = zoneOf(set.start, options);
  const startWallMs = set.start?.wallMs ?? Math.floor(zone.toWall(options.anchorMs) / 1000) * 1000;
  const endsAtMs = lastInstant(set, options);
  const resolve = (rule: RecurrenceRule): ResolvedRule => ({
    expansion: new RuleExpansion(effectiveRule(rule, set.start, options.dialect), startWallMs, work),
    lastMs: Math.min(endsAtMs, untilInstant(rule, zone, options)),
  });
  const { rules, exceptionRules } = distinctRules(set, work);
  work.spend(set.dates.length + set.exceptionDates.length);
  return {
    zone,
    rules: rules.map(resolve),
    exceptionRules: exceptionRules.map(resolve),
    points: singlePoints(set, endsAtMs, options),
    exceptions: exceptionInstants(set.exceptionDates, endsAtMs, options),
  };
}

/** The zone for this value and for the rules that start at it, or for rules without a start. */
export function zoneOf(value: DateTimeValue | undefined, options: ZoneReading): TimeZone {
  if (value?.form === 'utc') return utc;
  const named = value?.tzid !== undefined && options.dialect === 'rfc' ? findTimeZone(value.tzid) : undefined;
  return named ?? options.zone;
}

export function instantOf(value: DateTimeValue, options: ZoneReading): ZonedInstant {
  return zoneOf(value, options).toInstant(value.wallMs);
}

const formattingCost = 20;

/**
 * Hostile sets repeat a rule thousands of times, but a union needs each only once. A rule that is also an exception
 * produces nothing, so searching it would be futile.
 */
function distinctRules(
  set: RecurrenceSet,
  work: WorkBudget,
): Pick<RecurrenceSet, 'rules' | 'exceptionRules'> {
  if (set.rules.length < 2 && set.exceptionRules.length === 0) return set;
  work.spend((set.rules.length + set.exceptionRules.length) * formattingCost);
  const byText = (rules: readonly RecurrenceRule[]) => new Map(rules.map(rule => [formatRule(rule), rule]));
  const exceptionRules = byText(set.exceptionRules);
  const rules = [...byText(set.rules)].filter(([text]) => !exceptionRules.has(text)).map(([, rule]) => rule);
  return { rules, exceptionRules: [...exceptionRules.values()] };
}

/** The instant after which the set has no more runs. */
export function lastInstant(set: RecurrenceSet, options: ZoneReading): number {
  const ends = options.dialect === 'django' && set.end;
  return ends ? instantOf(ends, options).instantMs : Number.POSITIVE_INFINITY;
}

const everyWeekday: readonly RuleDay[] = weekdayCodes.map((_name, weekday) => ({ weekday }));

/** The rule as its dialect reads it: with parts added or removed. */
export function effectiveRule(
  rule: RecurrenceRule,
  start: DateTimeValue | undefined,
  dialect: Dialect,
): RecurrenceRule {
  if (dialect === 'rfc') {
    // RFC 5545 3.3.10: these parts are ignored when DTSTART is a date.
    return start?.form === 'date' ? { ...rule, byHour: [], byMinute: [], bySecond: [] } : rule;
  }
  const { freq, byWeekNo, byDay, byMonthDay, byYearDay } = rule;
  const namesDays = byDay.length + byMonthDay.length + byYearDay.length > 0;
  // Where RFC 5545 takes the weekday from DTSTART, python-dateutil takes the whole week.
  return freq === 'YEARLY' && byWeekNo.length > 0 && !namesDays ? { ...rule, byDay: everyWeekday } : rule;
}

/** The last instant that UNTIL permits. */
export function untilInstant(rule: RecurrenceRule, startZone: TimeZone, options: ZoneReading): number {
  const { until } = rule;
  if (!until) return Number.POSITIVE_INFINITY;
  if (until.form === 'utc') return until.wallMs;
  if (options.dialect === 'django') return options.zone.toInstant(until.wallMs).instantMs;
  const lastWallMs = until.form === 'date' ? until.wallMs + dayMs - 1000 : until.wallMs;
  return startZone.toInstant(lastWallMs).instantMs;
}

const noInstants: ReadonlySet<number> = new Set();

function exceptionInstants(
  dates: readonly DateTimeValue[],
  endsAtMs: number,
  options: ReadingOptions,
): ReadonlySet<number> {
  // A tenth of the time of a next run would go into empty sets.
  if (dates.length === 0) return noInstants;
  const instants = dates.map(value => instantOf(value, options).instantMs);
  // Exceptions at DTEND are dropped as well: that server runs at DTEND even when a date excludes it.
  return new Set(instants.filter(instantMs => instantMs < endsAtMs));
}

function singlePoints(
  { dates, start, end }: RecurrenceSet,
  endsAtMs: number,
  options: ReadingOptions,
): Occurrence[] {
  const points: Occurrence[] = [];
  const add = (source: OccurrenceSource, value: DateTimeValue) => {
    const { instantMs, clockChange } = instantOf(value, options);
    if (instantMs <= endsAtMs) points.push({ instantMs, source, ...(clockChange && { clockChange }) });
  };
  for (const date of dates) add('date', date);
  if (start) add('start', start);
  if (end && options.dialect === 'django') add('end', end);
  return points.sort(
    (a, b) =>
      a.instantMs - b.instantMs || occurrenceSources.indexOf(a.source) - occurrenceSources.indexOf(b.source),
  );
}
