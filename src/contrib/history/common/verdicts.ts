import { hasEnded, isActive, saysNeverRan } from '../../../api/model/jobStatus.ts';
import { type OpenTimes, openTimes } from '../../../recurrence/expand/nextRuns.ts';
import type { PredictionWindow, Predictor } from '../../../recurrence/expand/predictor.ts';
import { dayMs } from '../../../recurrence/text/calendarDay.ts';
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
  /** The one before, to which a run may belong as well; estimated if only later ones were asked for. */
  readonly previousMs?: number;
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
/** A look shortly before the planned time shows that nothing of an earlier one began after it. */
const lookLeadMs = 5_000;
/** Only the newest runs say how short a run can be. */
const shortestOf = 50;

export function judge(planned: PlannedRun, past: JobPast, options: JudgeOptions): Verdict {
  const { kindOf, nowMs, isZoneKnown } = options;
  const { atMs, nextMs = Number.POSITIVE_INFINITY, open } = planned;
  if (open !== 'none' && !(open === 'zone' && isZoneKnown)) return { kind: 'notJudged', reason: 'zone' };
  const endMs = Math.min(atMs + usualGraceMs, nextMs);
  const runs = options.runs ?? runsOf(past.spans, kindOf, past.stopsMs);
  const spans = past.spans.filter(({ word }) => kindOf(word) !== 'unknown');
  const window = { fromMs: atMs - earlyMs, endMs, nextMs, previousEndMs: previousEndOf(planned) };
  const near = runs.filter(
    other => firstSeenMs(other) >= window.fromMs && (other.start.afterMs ?? 0) <= endMs,
  );
  const run = near.find(other => isIn(window, firstSeenMs(other), beginOf(other, spans, kindOf)));
  if (run !== undefined) return { kind: run.wasSeenExecuting ? 'seen' : 'endedUnseen', run };
  const queued = queuedIn(spans, kindOf, window.fromMs, endMs);
  const begun =
    queued !== undefined && isIn(window, queued.firstMs, beginBy(queued.firstMs, spans, kindOf))
      ? queuedVerdict(queued, spans, kindOf, runs)
      : undefined;
  if (begun !== undefined) return begun;
  if (planned.isAtClockChange) return { kind: 'notJudged', reason: 'clockChange' };
  const unjudged = unjudgedFacts(past.facts, atMs, endMs);
  if (unjudged !== undefined) return unjudged;
  const after = runs.find(({ start }) => (start.afterMs ?? 0) > endMs);
  const begin = after && beginOf(after, spans, kindOf);
  const late = lateVerdict(planned, { ...(after && begin && { run: after, begin }), endMs }, spans, kindOf);
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
    near.length === 0 &&
    !mayHaveBegun(window, spans, kindOf) &&
    (begin === undefined || begin.afterMs >= lateUntilMs(planned)) &&
    shortestMs !== undefined &&
    sighting.largestGapMs <= shortestMs;
  return { kind: isClose ? 'notSeen' : 'cannotTell', sighting, earlier };
}

/** When a run that was planned must have begun, and when the run before it must have. */
interface Window {
  readonly fromMs: number;
  readonly endMs: number;
  readonly nextMs: number;
  readonly previousEndMs: number;
}

/** A job began to be queued or to execute after the last look that shows neither, and by the first one that does. */
interface Begin {
  readonly afterMs: number;
  readonly byMs: number;
}

function previousEndOf({ atMs, previousMs = Number.NEGATIVE_INFINITY }: PlannedRun): number {
  return Math.min(previousMs + usualGraceMs, atMs);
}

/** Whether what a look shows belongs to this planned run, and cannot belong to another one. */
function isIn({ fromMs, endMs, nextMs, previousEndMs }: Window, lookMs: number, { afterMs, byMs }: Begin) {
  const mayBeOfEarlier = afterMs < previousEndMs - lookLeadMs;
  return lookMs >= fromMs && afterMs <= endMs && (byMs <= endMs || byMs < nextMs) && !mayBeOfEarlier;
}

function beginOf(run: SeenRun, spans: readonly Span[], kindOf: KindOf): Begin {
  const byMs = firstSeenMs(run);
  if (run.start.afterMs !== undefined) return beginBy(byMs, spans, kindOf);
  // A run that was executing at the first look of all is hardly an old one, one that was lost from sight may be.
  const isFirst = spans.every(({ firstMs }) => firstMs >= byMs);
  return { afterMs: isFirst ? byMs - 2 * usualGraceMs : Number.NEGATIVE_INFINITY, byMs };
}

/** When what a look shows began: executing, or being queued before that. */
function beginBy(lookMs: number, spans: readonly Span[], kindOf: KindOf): Begin {
  const before = spans.filter(({ firstMs }) => firstMs < lookMs);
  const isQueued = ({ word }: Span) => kindOf(word) === 'queued';
  const others = before.filter(span => !isQueued(span)).map(({ lastMs }) => Math.min(lastMs, lookMs));
  const afterMs = Math.max(...others);
  const queued = before.filter(span => isQueued(span) && span.firstMs > afterMs);
  return { afterMs, byMs: Math.min(lookMs, ...queued.map(({ firstMs }) => firstMs)) };
}

/** Whether the next thing that began after the planned time may have begun within it. */
function mayHaveBegun({ fromMs, endMs }: Window, spans: readonly Span[], kindOf: KindOf): boolean {
  const active = spans.filter(({ word, firstMs }) => firstMs >= fromMs && isActive(kindOf(word)));
  const firstMs = Math.min(...active.map(span => span.firstMs));
  return active.length > 0 && beginBy(firstMs, spans, kindOf).afterMs <= endMs;
}

/** When this run, or the one before it that nobody could tell from it, had begun. */
function firstSeenMs({ start, firstSeenMs: earlierMs = start.byMs }: SeenRun): number {
  return earlierMs;
}

/** Until when a run that begins late is nearer to this time than to the next one. */
export function lateUntilMs({ atMs, nextMs = atMs + dayMs }: PlannedRun): number {
  return (atMs + nextMs) / 2;
}

/** A run that began too late for this time, or was queued too late, but nearer to it than to the next one. */
function lateVerdict(
  planned: PlannedRun,
  { run, begin, endMs }: { readonly run?: SeenRun; readonly begin?: Begin; readonly endMs: number },
  spans: readonly Span[],
  kindOf: KindOf,
): Verdict | undefined {
  const { atMs } = planned;
  const untilMs = lateUntilMs(planned);
  if (run !== undefined && begin !== undefined && begin.afterMs > endMs && begin.byMs < untilMs)
    return { kind: 'late', run, late: { minMs: begin.afterMs - atMs, maxMs: begin.byMs - atMs } };
  const queued = queuedIn(spans, kindOf, endMs, untilMs);
  if (queued === undefined || beginBy(queued.firstMs, spans, kindOf).afterMs <= endMs) return undefined;
  const waiting = queuedVerdict(queued, spans, kindOf, []);
  return waiting?.kind === 'waiting' ? waiting : undefined;
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
      const nextMs = (times[place + 1] ?? after[0])?.instantMs;
      const previousMs =
        times[place - 1]?.instantMs ?? (nextMs === undefined ? undefined : 2 * atMs - nextMs);
      planned.push({
        atMs,
        open,
        isAtClockChange: clockChange !== undefined,
        ...(nextMs === undefined ? {} : { nextMs }),
        ...(previousMs === undefined ? {} : { previousMs }),
      });
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
