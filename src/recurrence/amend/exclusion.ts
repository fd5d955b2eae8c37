import { predictSet } from '../expand/predictor.ts';
import { type ZoneReading, zoneOf } from '../expand/resolvedSet.ts';
import { dayMs, hourMs } from '../text/calendarDay.ts';
import { formatRule, type RecurrenceRule } from '../text/recurrenceRule.ts';
import { hasErrors, isEmptySet, parseRecurrenceSet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import type { TimeZone } from '../text/timeZone.ts';
import { type Additions, addLines, type EndingRule, endingRule, noAdditions } from './additions.ts';

/** From an instant up to, but not including, another. */
export interface Window {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Why the runs of a window cannot be excluded:
 * - `unreadable`: the text cannot be read; `open`: it has no start, so the server decides when it runs
 * - `tooMany`: they would need more exceptions than `mostExceptionDates`
 * - `end`: a server that reads texts as Django does runs at DTEND, even if a date excludes it
 * - `unknown`: its runs are too many to search, or the result would not be certain
 */
export type ExclusionObstacle = 'unreadable' | 'open' | 'tooMany' | 'end' | 'unknown';

export type Exclusion =
  | {
      readonly kind: 'excluded';
      readonly text: string;
      readonly added: Additions;
      /** How many runs are excluded; at most `mostCounted`. */
      readonly runs: number;
      /** A COUNT counts the excluded runs, too, so the last run stays the same. */
      readonly isCounted: boolean;
    }
  /** Nothing would run in the window. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'blocked'; readonly obstacle: ExclusionObstacle; readonly runs: number };

export const mostExceptionDates = 300;
export const mostCounted = 10_000;
const budgetSteps = 2_000_000;
/** Nobody writes more rules; with them, dates are shorter. */
const mostRules = 8;

/**
 * Excludes the runs of a window, and no others from its start on. Where it begins in the past, each rule gets an EXRULE
 * that ends with the window; otherwise each run gets an EXDATE.
 */
export function excludeRuns(text: string, window: Window, nowMs: number, reading: ZoneReading): Exclusion {
  const set = parseRecurrenceSet(text, reading.dialect);
  const blocked = (obstacle: ExclusionObstacle, runs = 0) => ({ kind: 'blocked', obstacle, runs }) as const;
  if (isEmptySet(set)) return { kind: 'unchanged' };
  if (hasErrors(set)) return blocked('unreadable');
  if (set.rules.length > 0 && set.start === undefined) return blocked('open');
  const runs = runsIn(set, window, reading, mostCounted);
  if (runs === undefined) return blocked('unknown');
  if (runs.length === 0) return { kind: 'unchanged' };
  const { rules, start } = set;
  const zone = zoneOf(start, reading);
  const exceptionRules =
    window.fromMs <= nowMs && rules.length <= mostRules
      ? rules.flatMap(rule => pausingRule(rule, window, zone, reading) ?? [])
      : [];
  const ruledText = () => addLines(set, { ...noAdditions, exceptionRules }, reading);
  const left = exceptionRules.length === 0 ? runs : runsIn(parse(ruledText()), window, reading, mostCounted);
  if (left === undefined) return blocked('unknown');
  if (left.length > mostExceptionDates) return blocked('tooMany', runs.length);
  const wanted = { exceptionRules, exceptionDates: left, dates: [] };
  const textAfter = addLines(set, wanted, reading);
  const after = parse(textAfter);
  const still = runsIn(after, window, reading, 1);
  if (still?.length !== 0) return blocked(set.end === undefined ? 'unknown' : 'end');
  if (!isSameFrom(window.untilMs, set, after)) return blocked('unknown');
  const isCounted = rules.some(({ count }) => count !== undefined);
  // An UNTIL that is a date means the end of its day.
  const written = after.exceptionRules.slice(set.exceptionRules.length);
  const added = { ...wanted, exceptionRules: written.map(rule => endingRule(rule, zone, reading)) };
  return { kind: 'excluded', text: textAfter, added, runs: runs.length, isCounted };

  function parse(result: string): RecurrenceSet {
    return parseRecurrenceSet(result, reading.dialect);
  }

  function isSameFrom(fromMs: number, one: RecurrenceSet, other: RecurrenceSet): boolean {
    const [had, has] = [one, other].map(each => firstRuns(each, fromMs, reading, 3));
    return had !== undefined && String(had) === String(has);
  }
}

/** The rule as an EXRULE that ends with the window; `undefined` if it has ended before. */
function pausingRule(
  rule: RecurrenceRule,
  { fromMs, untilMs }: Window,
  zone: TimeZone,
  reading: ZoneReading,
): EndingRule | undefined {
  const { count: _, ...uncounted } = rule;
  const own = endingRule(uncounted, zone, reading);
  return own.untilMs < fromMs ? undefined : { ...own, untilMs: Math.min(own.untilMs, untilMs - 1000) };
}

/** The instants of the runs in a window, the first ones if there are more than `most`; `undefined` if unknown. */
function runsIn(
  set: RecurrenceSet,
  { fromMs, untilMs }: Window,
  { dialect, zone }: ZoneReading,
  most: number,
): readonly number[] | undefined {
  const { kind, occurrences } = predictSet(
    set,
    { fromMs, toMs: untilMs, limit: most, stopsAtLimit: true },
    { dialect, zone: zone.id, budgetSteps },
  );
  return kind === 'cannotPredict' || kind === 'tooMany'
    ? undefined
    : occurrences.map(({ instantMs }) => instantMs);
}

function firstRuns(
  set: RecurrenceSet,
  fromMs: number,
  reading: ZoneReading,
  most: number,
): readonly number[] | undefined {
  return runsIn(set, { fromMs, untilMs: Number.POSITIVE_INFINITY }, reading, most);
}

/** The first run at or after an instant. */
export function firstRunFrom(text: string, fromMs: number, reading: ZoneReading): number | undefined {
  return firstRuns(parseRecurrenceSet(text, reading.dialect), fromMs, reading, 1)?.[0];
}

/** The last run before an instant, if there was one in the year before it. */
export function lastRunBefore(text: string, untilMs: number, reading: ZoneReading): number | undefined {
  const set = parseRecurrenceSet(text, reading.dialect);
  for (const spanMs of [hourMs, dayMs, 31 * dayMs, 366 * dayMs]) {
    const runs = runsIn(set, { fromMs: untilMs - spanMs, untilMs }, reading, mostCounted);
    const last = runs?.at(-1);
    if (last !== undefined) return last;
  }
  return undefined;
}

/** The EXRULEs of a set that repeat one of its rules up to an end, as a pause does. */
export function pausingRules(set: RecurrenceSet, reading: ZoneReading): readonly EndingRule[] {
  const zone = zoneOf(set.start, reading);
  const own = new Set(set.rules.map(pausedRule));
  return set.exceptionRules
    .filter(({ count, until }) => count === undefined && until !== undefined)
    .map(rule => endingRule(rule, zone, reading))
    .filter(({ rule }) => own.has(rule));
}

/** A rule as its pauses repeat it: without its own end. */
export function pausedRule({ count: _, until: __, ...endless }: RecurrenceRule): string {
  return formatRule(endless);
}
