import { hasEnded, saysNeverRan } from '../model/jobStatus.ts';
import { type OpenTimes, openTimes } from '../recurrence/expand/nextRuns.ts';
import type { PredictionWindow, Predictor } from '../recurrence/expand/predictor.ts';
import { dayMs } from '../recurrence/text/calendarDay.ts';
import type { FactsPeriod } from './jobFacts.ts';
import type { KindOf, Span } from './look.ts';
import { type RunDuration, runsOf, type SeenRun, shortestRunMs } from './seenRuns.ts';

/** What is known of one job. */
export interface JobPast {
  /** Of all writers. */
  readonly spans: readonly Span[];
  /** Oldest first. */
  readonly facts: readonly FactsPeriod[];
  /** When one of the writers asked the server to stop it. */
  readonly stopsMs: readonly number[];
}

/** A run that the schedule of its day planned. */
export interface PlannedRun {
  readonly atMs: number;
  /** The next one, before which this one must have begun. */
  readonly nextMs?: number;
  /** What the schedule leaves to the server. */
  readonly open: OpenTimes;
  /** The clock skips or repeats this time, so that only the server knows when it is. */
  readonly isAtClockChange?: boolean;
}

/** How closely a job was looked at in a period. */
interface Sighting {
  /** The longest time without a look; infinite if a look is missing at one of its ends. */
  readonly largestGapMs: number;
  /** The first look after its begin; infinite if there is none. */
  readonly firstMs: number;
}

/**
 * What came of a planned run, with the looks that show it. `seen`: it executed; `endedUnseen`: a new result shows that
 * it did; `late`: it began only after its time, but nearer to it than to the next one; `didNotRun`: proved, because the
 * server still said later that the job has never run; `waiting`: queued ever since; `notSeen`: looks were so close
 * together that the shortest run ever seen would have shown; `cannotTell`: they were not; `notWatched`: there were none;
 * `notJudged`: what was planned is not known, or its time is not over yet.
 */
export type Verdict =
  | { readonly kind: 'seen' | 'endedUnseen'; readonly run: SeenRun }
  /** How long after the planned time it began. */
  | { readonly kind: 'late'; readonly run: SeenRun; readonly late: RunDuration }
  | { readonly kind: 'didNotRun' | 'waiting' | 'notWatched' }
  | {
      readonly kind: 'notSeen' | 'cannotTell';
      readonly sighting: Sighting;
      /** A run that had begun earlier and was still executing at the planned time. */
      readonly earlier: SeenRun | undefined;
    }
  | {
      readonly kind: 'notJudged';
      /** `changed` at an unknown time around the planned one; `unread`: the schedule of that time is unknown. */
      readonly reason: 'zone' | 'clockChange' | 'disabled' | 'changed' | 'unread' | 'early';
    };

export interface JudgeOptions {
  readonly kindOf: KindOf;
  /** The server's time. */
  readonly nowMs: number;
  /** Whether the time zone of the server is known, for schedules that leave it open. */
  readonly isZoneKnown: boolean;
  /** The runs of the past, if the caller has them. */
  readonly runs?: readonly SeenRun[];
}

/** How late a run may begin. */
export const usualGraceMs = 600_000;
/** Clocks of a server and its scheduler differ by this much. */
const earlyMs = 2_000;
/** Only the newest runs say how short a run can be. */
const shortestOf = 50;

export function judge(planned: PlannedRun, past: JobPast, options: JudgeOptions): Verdict {
  const { kindOf, nowMs, isZoneKnown } = options;
  const { atMs, nextMs = Number.POSITIVE_INFINITY, open } = planned;
  if (open !== 'none' && !(open === 'zone' && isZoneKnown)) return { kind: 'notJudged', reason: 'zone' };
  const endMs = Math.min(atMs + usualGraceMs, nextMs);
  const runs = options.runs ?? runsOf(past.spans, kindOf, past.stopsMs);
  const run = runs.find(candidate => isStartOf(candidate, atMs, endMs, nextMs));
  if (run !== undefined) return { kind: run.wasSeenExecuting ? 'seen' : 'endedUnseen', run };
  const spans = past.spans.filter(({ word }) => kindOf(word) !== 'unknown');
  const queued = queuedIn(spans, kindOf, atMs - earlyMs, endMs);
  const begun = queued === undefined ? undefined : queuedVerdict(queued, spans, kindOf, runs);
  if (begun !== undefined) return begun;
  if (planned.isAtClockChange) return { kind: 'notJudged', reason: 'clockChange' };
  const unjudged = unjudgedFacts(past.facts, atMs, endMs);
  if (unjudged !== undefined) return unjudged;
  const late = lateVerdict(planned, endMs, runs);
  if (late !== undefined) return late;
  if (hadNeverRun(endMs, spans, runs, kindOf)) return { kind: 'didNotRun' };
  if (nowMs < endMs) return { kind: 'notJudged', reason: 'early' };
  const sighting = sightingIn(spans, atMs, endMs);
  if (sighting.firstMs > endMs) return { kind: 'notWatched' };
  const shortestMs = shortestRunMs(runs.slice(-shortestOf));
  const earlier = runs.find(other => firstSeenMs(other) < atMs && other.end.afterMs >= atMs);
  // Right after an earlier run, another one may have begun between two looks.
  const isClose =
    queued === undefined &&
    earlier === undefined &&
    shortestMs !== undefined &&
    sighting.largestGapMs <= shortestMs;
  return { kind: isClose ? 'notSeen' : 'cannotTell', sighting, earlier };
}

/** When this run, or the one before it that nobody could tell from it, had begun. */
function firstSeenMs({ start, firstSeenMs: earlierMs = start.byMs }: SeenRun): number {
  return earlierMs;
}

/** Whether the run can have begun at the planned time, and at no other one. */
function isStartOf(run: SeenRun, atMs: number, endMs: number, nextMs: number): boolean {
  const byMs = firstSeenMs(run);
  const { afterMs = byMs } = run.start;
  return byMs >= atMs - earlyMs && afterMs <= endMs && (byMs <= endMs || byMs < nextMs);
}

/** A run that began too late for this time, but nearer to it than to the next one. */
function lateVerdict(
  { atMs, nextMs = atMs + dayMs }: PlannedRun,
  endMs: number,
  runs: readonly SeenRun[],
): Verdict | undefined {
  for (const run of runs) {
    const { afterMs = 0 } = run.start;
    const byMs = firstSeenMs(run);
    if (afterMs > endMs && byMs - atMs < (nextMs - atMs) / 2)
      return { kind: 'late', run, late: { minMs: afterMs - atMs, maxMs: byMs - atMs } };
  }
  return undefined;
}

/**
 * Whether the server said after a time that the job has never run. Servers that say so of a job that was seen executing
 * or ended before mean something else by it.
 */
function hadNeverRun(
  sinceMs: number,
  spans: readonly Span[],
  runs: readonly SeenRun[],
  kindOf: KindOf,
): boolean {
  const claims = spans.filter(({ word }) => kindOf(word) === 'idle' && saysNeverRan(word));
  const lastMs = Math.max(...claims.map(span => span.lastMs));
  if (lastMs < sinceMs || runs.some(({ start }) => start.byMs <= lastMs)) return false;
  return !spans.some(({ word, firstMs }) => {
    const kind = kindOf(word);
    return (kind === 'running' || hasEnded(kind)) && firstMs <= lastMs;
  });
}

function unjudgedFacts(facts: readonly FactsPeriod[], atMs: number, endMs: number): Verdict | undefined {
  const index = facts.findLastIndex(({ readMs }) => readMs <= atMs);
  const [then, next] = [facts[index], facts[index + 1]];
  if (then === undefined) return { kind: 'notJudged', reason: 'unread' };
  if (!then.facts.isEnabled) return { kind: 'notJudged', reason: 'disabled' };
  const isChanged = next !== undefined && (next.facts.params !== then.facts.params || !next.facts.isEnabled);
  return isChanged && then.confirmedMs < endMs ? { kind: 'notJudged', reason: 'changed' } : undefined;
}

/** The first look of a period that shows the job queued. */
function queuedIn(spans: readonly Span[], kindOf: KindOf, fromMs: number, toMs: number): Span | undefined {
  const queued = spans.filter(
    ({ word, firstMs, lastMs }) => kindOf(word) === 'queued' && firstMs <= toMs && lastMs >= fromMs,
  );
  return queued.sort((a, b) => a.firstMs - b.firstMs)[0];
}

/** A job that was queued in time has begun, however long it then waits for its turn. */
function queuedVerdict(
  queued: Span,
  spans: readonly Span[],
  kindOf: KindOf,
  runs: readonly SeenRun[],
): Verdict | undefined {
  const { firstMs: fromMs } = queued;
  const others = spans
    .filter(({ word, firstMs }) => firstMs > fromMs && kindOf(word) !== 'queued')
    .map(({ firstMs }) => firstMs);
  if (others.length === 0) return { kind: 'waiting' };
  const nextMs = Math.min(...others);
  const run = runs.find(({ start }) => start.byMs >= fromMs && (start.afterMs ?? start.byMs) <= nextMs);
  return run && { kind: run.wasSeenExecuting ? 'seen' : 'endedUnseen', run };
}

/** How closely all writers together looked from `fromMs` to `toMs`. */
function sightingIn(spans: readonly Span[], fromMs: number, toMs: number): Sighting {
  const pieces = sightPieces(spans, fromMs, toMs);
  const looks = spans.flatMap(({ firstMs, lastMs }) => [firstMs, lastMs]).sort((a, b) => a - b);
  const firstMs = looks.find(ms => ms > fromMs) ?? Number.POSITIVE_INFINITY;
  // Between its first and its last look, a span has others at most its longest pause apart.
  const impliedMs = fromMs + (pieces[0]?.gapMs ?? Number.POSITIVE_INFINITY);
  return {
    largestGapMs: Math.max(...pieces.map(({ gapMs }) => gapMs)),
    firstMs: Math.min(firstMs, impliedMs),
  };
}

/** A part of a period with the longest time without a look in it; infinite before the first look and after the last. */
export interface SightPiece {
  readonly fromMs: number;
  readonly toMs: number;
  readonly gapMs: number;
}

/** How closely all writers looked, piece by piece; pieces of one pace are joined. For "nobody watched", see `gapMs`. */
export function sightPieces(spans: readonly Span[], fromMs: number, toMs: number): SightPiece[] {
  const near = spans
    .map(({ firstMs, lastMs, largestGapMs }) => ({
      firstMs: Math.min(firstMs, lastMs),
      lastMs: Math.max(firstMs, lastMs),
      largestGapMs,
    }))
    .sort((a, b) => a.firstMs - b.firstMs);
  const edges = [...new Set(near.flatMap(({ firstMs, lastMs }) => [firstMs, lastMs]))].sort((a, b) => a - b);
  const bounds = [Number.NEGATIVE_INFINITY, ...edges, Number.POSITIVE_INFINITY];
  const pieces: SightPiece[] = [];
  let open: typeof near = [];
  let next = 0;
  for (let index = 1; index < bounds.length; index++) {
    const [begin = 0, end = 0] = [bounds[index - 1], bounds[index]];
    for (let span = near[next]; span !== undefined && span.firstMs <= begin; span = near[++next])
      open.push(span);
    open = open.filter(({ lastMs }) => lastMs >= end);
    if (end <= fromMs || begin >= toMs) continue;
    const gapMs = Math.min(end - begin, ...open.map(({ largestGapMs }) => largestGapMs));
    const piece = { fromMs: Math.max(begin, fromMs), toMs: Math.min(end, toMs), gapMs };
    const last = pieces.at(-1);
    if (last?.gapMs === gapMs) pieces[pieces.length - 1] = { ...last, toMs: piece.toMs };
    else pieces.push(piece);
  }
  return pieces;
}

/**
 * The runs that were planned from `fromMs` until before `toMs`, by the schedule that the job had at each time. Periods
 * without a readable schedule have none.
 */
export function plannedRuns(
  facts: readonly FactsPeriod[],
  { predictor, fromMs, toMs, limit = 1_000 }: PlannedOptions,
): PlannedRun[] {
  const planned: PlannedRun[] = [];
  for (const [
    index,
    {
      facts: { params },
      readMs,
    },
  ] of facts.entries()) {
    const untilMs = Math.min(toMs, facts[index + 1]?.readMs ?? toMs);
    const sinceMs = Math.max(fromMs, readMs);
    if (params.trim() === '' || sinceMs >= untilMs) continue;
    const starts = (window: PredictionWindow) =>
      predictor.predict(params, { ...window, anchorMs: readMs }).occurrences;
    const times = starts({ fromMs: sinceMs, toMs: untilMs, limit });
    const after = starts({ fromMs: (times.at(-1)?.instantMs ?? 0) + 1, limit: 1, stopsAtLimit: true });
    const open = openTimes(predictor.parse(params), predictor.options.dialect);
    for (const [place, { instantMs: atMs, clockChange }] of times.entries()) {
      const next = times[place + 1] ?? after[0];
      const run = { atMs, open, isAtClockChange: clockChange !== undefined };
      planned.push(next === undefined ? run : { ...run, nextMs: next.instantMs });
    }
  }
  return planned;
}

export interface PlannedOptions {
  readonly predictor: Predictor;
  readonly fromMs: number;
  readonly toMs: number;
  /** The most runs of each schedule. */
  readonly limit?: number;
}
