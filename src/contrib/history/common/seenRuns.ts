import { hasEnded, type StatusKind } from '../../../api/model/jobStatus.ts';
import { byCodePoint, getOrAdd } from '../../../base/collections.ts';
import { type KindOf, type Look, type Span, shortestRestMs } from './look.ts';

/**
 * A run of a job as far as looks show it. `executing`: it was when last seen; `ended`: a later look shows its result;
 * `lost`: it had ended at a later look, or may have, but how is unknown.
 */
export interface SeenRun {
  readonly state: 'executing' | 'ended' | 'lost';
  /** Without `afterMs` it was already executing when first seen: it has run at least since `byMs`. */
  readonly start: { readonly afterMs?: number; readonly byMs: number };
  /** Without `byMs` it was not yet seen ended, or nobody saw until when it ran. */
  readonly end: { readonly afterMs: number; readonly byMs?: number };
  /**
   * When the job was first seen executing, if that may have been an earlier run, because of a pause between looks in which
   * that one may have ended and this one begun.
   */
  readonly firstSeenMs?: number;
  /** False if only a new result shows that there was a run. */
  readonly wasSeenExecuting: boolean;
  /** How it ended: the server's word and its kind; `undefined` while executing, and if unknown. */
  readonly word?: string;
  readonly kind?: StatusKind;
  /** Whether one of the writers asked the server to stop it. */
  readonly isStoppedByUs: boolean;
}

/** How long a run took; without `maxMs` at least `minMs`. */
export interface RunDuration {
  readonly minMs: number;
  readonly maxMs?: number;
}

/** `nowMs` is the server's time: an executing run that was seen this moment has run until now. */
export function durationOf({ start, end }: SeenRun): RunDuration {
  const minMs = Math.max(0, end.afterMs - start.byMs);
  if (start.afterMs === undefined || end.byMs === undefined) return { minMs };
  return { minMs, maxMs: Math.max(minMs, end.byMs - start.afterMs) };
}

/**
 * Looks at an executing job this far apart may be of one run, and so may those of a run that is long under way. It only
 * counts if the usual duration is not known: a longer pause than that is between two runs.
 */
const oneRunMs = 600_000;
const oneRunShare = 0.5;

/** A word that was seen between two moments, or of several looks: first until `latestMs`, last since `earliestMs`. */
interface Sight extends Look {
  /** `undefined` if its place among the looks of its writer is not known. */
  readonly writer: string | undefined;
  /** Until when the same writer saw the same word, and the longest pause between its looks. */
  readonly until?: { readonly atMs: number; readonly gapMs: number };
}

/**
 * The runs that the looks of all writers show, oldest first. The order of the spans does not matter, nor does a span
 * that is given twice.
 */
export function runsOf(spans: readonly Span[], kindOf: KindOf, stopsMs: readonly number[] = []): SeenRun[] {
  // A job has few words, and looking one up takes longer than all the rest.
  const kinds = new Map<string, StatusKind>();
  const known: KindOf = word => getOrAdd(kinds, word, () => kindOf(word));
  const sights = sightsOf(spans, known);
  const read = (usualMs: number | undefined) => {
    const reading = new RunReading(known, stopsMs, usualMs);
    for (const sight of sights) reading.add(sight);
    return { runs: reading.end(), hasPauses: reading.hasPauses };
  };
  const { runs, hasPauses } = read(undefined);
  const usualMs = hasPauses ? typicalDurationMs(runs) : undefined;
  return usualMs === undefined ? runs : read(usualMs).runs;
}

/** The first and last looks of all spans, and those in between that they imply. */
function sightsOf(spans: readonly Span[], kindOf: KindOf): Sight[] {
  const sorted = spans.toSorted(compareSpans);
  const distinct = sorted.filter((span, index) => {
    const before = sorted[index - 1];
    return before === undefined || compareSpans(before, span) !== 0;
  });
  const known = distinct.filter(({ word }) => kindOf(word) !== 'unknown');
  const sights = edgesOf(known);
  const implied = impliedLooks(known, sights);
  const unknown = distinct.filter(({ word }) => kindOf(word) === 'unknown');
  if (implied.length + unknown.length === 0) return sights;
  return [...sights, ...implied, ...edgesOf(unknown)].sort(compareSights);
}

function compareSpans(a: Span, b: Span): number {
  return (
    a.firstMs - b.firstMs ||
    a.lastMs - b.lastMs ||
    a.largestGapMs - b.largestGapMs ||
    a.slackMs - b.slackMs ||
    byCodePoint(a.word, b.word) ||
    byCodePoint(a.writer, b.writer)
  );
}

/**
 * Between two looks that are further apart than the longest pause of a span, its writer has looked at least once. Of
 * several such writers only the one that looked most often counts, because the order of their looks is unknown.
 */
function impliedLooks(spans: readonly Span[], sights: readonly Sight[]): Sight[] {
  const implied: Sight[] = [];
  let open: Span[] = [];
  let next = 0;
  for (let index = 1; index < sights.length; index++) {
    const [before, after] = [sights[index - 1], sights[index]];
    if (before === undefined || after === undefined) continue;
    for (let span = spans[next]; span && span.firstMs <= before.latestMs; span = spans[++next])
      if (span.lastMs > span.firstMs) open.push(span);
    if (open.length > 0) open = open.filter(({ lastMs }) => lastMs >= after.earliestMs);
    const closest = closestOf(open);
    if (closest === undefined) continue;
    const { word, largestGapMs: gapMs } = closest;
    const isNews = word !== before.word || word !== after.word;
    if (isNews && after.earliestMs - before.latestMs > gapMs)
      implied.push({
        word,
        latestMs: before.latestMs + gapMs,
        earliestMs: after.earliestMs - gapMs,
        writer: undefined,
      });
  }
  return implied;
}

/** The span with the shortest pauses. */
function closestOf(spans: readonly Span[]): Span | undefined {
  let closest: Span | undefined;
  for (const span of spans) {
    const order =
      closest && (span.largestGapMs - closest.largestGapMs || byCodePoint(span.word, closest.word));
    if (order === undefined || order < 0) closest = span;
  }
  return closest;
}

function edgesOf(spans: readonly Span[]): Sight[] {
  const edges: Sight[] = [];
  for (const { word, firstMs, lastMs, largestGapMs: gapMs, slackMs, writer } of spans) {
    if (gapMs === 0) {
      edges.push({ word, earliestMs: lastMs, latestMs: firstMs, writer });
      continue;
    }
    const until = { atMs: lastMs + slackMs, gapMs };
    edges.push(
      { word, earliestMs: firstMs - slackMs, latestMs: firstMs, writer, until },
      { word, earliestMs: lastMs, latestMs: lastMs + slackMs, writer },
    );
  }
  return edges.sort(compareSights);
}

/** A total order, so that the order of the spans does not matter. */
function compareSights(a: Sight, b: Sight): number {
  return (
    a.latestMs - b.latestMs ||
    a.earliestMs - b.earliestMs ||
    byCodePoint(a.word, b.word) ||
    (a.until?.atMs ?? 0) - (b.until?.atMs ?? 0) ||
    (a.until?.gapMs ?? 0) - (b.until?.gapMs ?? 0) ||
    byCodePoint(a.writer ?? '', b.writer ?? '')
  );
}

/** A run that is being read, and the last look that saw it executing. */
interface RunUnderWay {
  readonly start: SeenRun['start'];
  lastSeenMs: number;
  /** Since when looks were so close together that this is one run, and for how long they once were. */
  oneSinceMs: number;
  longestOneMs: number;
  writer: string | undefined;
  /** That look was at this time or before. */
  latestMs: number;
  readonly until: NonNullable<Sight['until']>[];
  /** A later look returned a word whose meaning is unknown. */
  isUncertain: boolean;
}

/**
 * Reads looks in the order of time, which is that of each writer. Two writers may look within one second, so that the
 * order of their looks is unknown: it is then assumed such that the job has not started and ended in between.
 */
class RunReading {
  readonly #kindOf: KindOf;
  readonly #stopsMs: readonly number[];
  readonly #usualMs: number | undefined;
  /** Whether the usual duration matters. */
  hasPauses = false;
  readonly #runs: SeenRun[] = [];
  #run: RunUnderWay | undefined;
  /** The last look at which the job was not executing, whether it showed the end of a run, and when it was not before. */
  #idle: { readonly sight: Sight; readonly afterMs: number; readonly isEnd: boolean } | undefined;

  constructor(kindOf: KindOf, stopsMs: readonly number[], usualMs: number | undefined) {
    this.#kindOf = kindOf;
    this.#stopsMs = stopsMs;
    this.#usualMs = usualMs;
  }

  add(sight: Sight): void {
    const kind = this.#kindOf(sight.word);
    if (kind === 'running') this.#executing(sight);
    else if (kind !== 'unknown') this.#notExecuting(sight, kind);
    else if (this.#run !== undefined) this.#run.isUncertain = true;
  }

  end(): SeenRun[] {
    const run = this.#run;
    if (run !== undefined) this.#push(run.isUncertain ? 'lost' : 'executing', run);
    return this.#runs;
  }

  #executing(sight: Sight): void {
    const { latestMs, earliestMs, writer, until } = sight;
    const [run, idle] = [this.#run, this.#idle];
    const isOne = run !== undefined && this.#isOneRun(run, latestMs);
    if (run !== undefined && (isOne || this.#mayBeOneRun(run, latestMs))) {
      if (!isOne) run.oneSinceMs = latestMs;
      if (until !== undefined) run.until.push(until);
      run.writer = writer;
      run.lastSeenMs = Math.max(run.lastSeenMs, earliestMs);
      run.longestOneMs = Math.max(run.longestOneMs, run.lastSeenMs - run.oneSinceMs);
      run.latestMs = latestMs;
      run.isUncertain = false;
      return;
    }
    if (run === undefined && idle?.isEnd && until === undefined && mayFollow(idle.sight, sight)) return;
    if (run !== undefined) this.#push('lost', run);
    const afterMs = run === undefined ? idle?.afterMs : undefined;
    const start = afterMs === undefined ? { byMs: latestMs } : { afterMs, byMs: latestMs };
    const untils = until === undefined ? [] : [until];
    const first = { oneSinceMs: latestMs, longestOneMs: 0, isUncertain: false };
    this.#run = { start, lastSeenMs: earliestMs, writer, latestMs, until: untils, ...first };
  }

  /** Whether a job that was seen executing at `nowMs`, too, did not rest in between. */
  #isOneRun(run: RunUnderWay, nowMs: number): boolean {
    const { lastSeenMs, oneSinceMs, longestOneMs, until, isUncertain } = run;
    const knownMs = Math.max(longestOneMs, this.#usualMs ?? 0);
    const isOne =
      !isUncertain &&
      (nowMs - lastSeenMs <= shortestRestMs(knownMs) ||
        // The longest pause of a writer that looks less and less often was its last one.
        until.some(
          ({ atMs, gapMs }) =>
            atMs >= nowMs && gapMs <= shortestRestMs(Math.max(knownMs, atMs - gapMs - oneSinceMs)),
        ));
    this.hasPauses ||= !isOne;
    return isOne;
  }

  #mayBeOneRun({ start, lastSeenMs, until }: RunUnderWay, nowMs: number): boolean {
    const usualMs = start.afterMs === undefined ? undefined : this.#usualMs;
    const longestMs = (seenMs: number) => usualMs ?? Math.max(oneRunMs, (seenMs - start.byMs) * oneRunShare);
    return (
      nowMs - lastSeenMs <= longestMs(lastSeenMs) ||
      until.some(({ atMs, gapMs }) => atMs >= nowMs && gapMs <= longestMs(atMs))
    );
  }

  #notExecuting(sight: Sight, kind: StatusKind): void {
    const { word, earliestMs, until } = sight;
    const [run, before] = [this.#run, this.#idle?.sight];
    if (run !== undefined) {
      const first = { writer: run.writer, latestMs: run.start.byMs };
      if (until === undefined && mayFollow(first, sight)) return;
      this.#push(hasEnded(kind) ? 'ended' : 'lost', run, sight);
    } else if (before !== undefined && before.word !== word) {
      if (mayFollow(before, sight)) return;
      if (hasEnded(kind)) this.#push('ended', undefined, sight);
    }
    const afterMs = run === undefined ? Math.max(this.#idle?.afterMs ?? 0, earliestMs) : earliestMs;
    this.#run = undefined;
    this.#idle = { sight, afterMs, isEnd: run !== undefined };
  }

  /** Without `run`, the job was never seen executing, but it has another result. */
  #push(state: SeenRun['state'], run: RunUnderWay | undefined, ending?: Sight): void {
    const byMs = ending?.latestMs;
    const afterMs = run?.lastSeenMs ?? this.#idle?.afterMs ?? 0;
    const end = byMs === undefined ? { afterMs } : { afterMs, byMs };
    const first = run?.start ?? { afterMs, byMs: byMs ?? afterMs };
    const start = { ...first, byMs: run?.oneSinceMs ?? first.byMs };
    const firstSeen = start.byMs === first.byMs ? {} : { firstSeenMs: first.byMs };
    const word = state === 'ended' ? ending?.word : undefined;
    const result = word === undefined ? {} : { word, kind: this.#kindOf(word) };
    const fromMs = start.afterMs ?? start.byMs;
    const isStoppedByUs = this.#stopsMs.some(atMs => atMs >= fromMs && atMs <= (byMs ?? afterMs));
    const wasSeenExecuting = run !== undefined;
    this.#runs.push({ state, start, end, ...firstSeen, wasSeenExecuting, ...result, isStoppedByUs });
  }
}

/** Whether the first of these looks may in truth be the later one. */
function mayFollow(one: Pick<Sight, 'writer' | 'latestMs'>, next: Sight): boolean {
  const isOrdered = one.writer !== undefined && one.writer === next.writer;
  return next.earliestMs < one.latestMs && !isOrdered;
}

/** Runs known less precisely than this say nothing about how long runs usually take. */
const mostUncertain = 0.2;
/** Of short runs, that is too much to ask. */
const mostUncertainMs = 60_000;
const fewestRuns = 5;
const mostRuns = 20;

/**
 * The median of the last twenty successful runs whose duration is known well, or else to a minute; `undefined` for fewer
 * than five. Runs seen from a distance would bias it: a long run is seen more often.
 */
export function typicalDurationMs(runs: readonly SeenRun[]): number | undefined {
  return medianDurationMs(runs, 0) ?? medianDurationMs(runs, mostUncertainMs);
}

function medianDurationMs(runs: readonly SeenRun[], uncertainMs: number): number | undefined {
  const durations: number[] = [];
  for (let index = runs.length - 1; index >= 0 && durations.length < mostRuns; index--) {
    const run = runs[index];
    if (run?.kind !== 'succeeded') continue;
    const { minMs, maxMs } = durationOf(run);
    if (maxMs === undefined || maxMs - minMs > Math.max(uncertainMs, mostUncertain * minMs)) continue;
    durations.push((minMs + maxMs) / 2);
  }
  if (durations.length < fewestRuns) return undefined;
  durations.sort((a, b) => a - b);
  const middle = durations.length >> 1;
  const upper = durations[middle] ?? 0;
  return durations.length % 2 === 1 ? upper : (upper + (durations[middle - 1] ?? upper)) / 2;
}

/** How long a run took is unknown if it may be this many times as long as what was seen of it. */
const roughly = 4;

/**
 * The shortest that a run may have been, of five or more whose duration is roughly known; `undefined` for fewer. Of the
 * others, only those count that were shorter for certain.
 */
export function shortestRunMs(runs: readonly SeenRun[]): number | undefined {
  const bounded = runs.map(durationOf).filter(({ maxMs }) => maxMs !== undefined);
  const known = bounded.filter(({ minMs, maxMs = 0 }) => maxMs <= roughly * minMs);
  if (known.length < fewestRuns) return undefined;
  const shortestMs = Math.min(...known.map(({ minMs }) => minMs));
  const shorter = bounded.filter(({ maxMs = 0 }) => maxMs < shortestMs);
  return Math.min(shortestMs, ...shorter.map(({ minMs }) => minMs));
}
