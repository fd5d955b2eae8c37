import { hasEnded, type StatusKind } from '../model/jobStatus.ts';
import type { KindOf, Span } from './look.ts';

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

/** Two looks at an executing job this close together are of one run, and so are those of a run that is long under way. */
const oneRunMs = 600_000;
const oneRunShare = 0.5;

/** A moment at which the word was seen: at `latestMs` or before, and at `earliestMs` or later. */
interface Sight {
  readonly word: string;
  readonly latestMs: number;
  readonly earliestMs: number;
  readonly atMs: number;
  /** The same writer saw the same word this long before; absent if nothing is known of that. */
  readonly gapMs?: number;
}

/**
 * The runs that the looks of all writers show, oldest first. The order of the spans does not matter, nor does a span
 * that is given twice.
 */
export function runsOf(spans: readonly Span[], kindOf: KindOf, stopsMs: readonly number[] = []): SeenRun[] {
  const reading = new RunReading(kindOf, stopsMs);
  for (const sight of sightsOf(spans)) reading.add(sight);
  return reading.end();
}

/** The first and last looks of all spans, and those in between that the others imply. */
function sightsOf(spans: readonly Span[]): Sight[] {
  const sights = spans.flatMap(edgesOf).sort((a, b) => a.atMs - b.atMs || compareSights(a, b));
  const byStart = spans.filter(span => span.lastMs > span.firstMs).sort((a, b) => a.firstMs - b.firstMs);
  const all: Sight[] = [];
  let open: Span[] = [];
  let next = 0;
  let before: Sight | undefined;
  for (const sight of sights) {
    if (before !== undefined) {
      const previous = before;
      for (
        let span = byStart[next];
        span !== undefined && span.firstMs <= previous.atMs;
        span = byStart[++next]
      )
        open.push(span);
      open = open.filter(({ lastMs }) => lastMs >= sight.atMs);
      for (const span of open) all.push(...lookBetween(span, previous, sight));
    }
    all.push(sight);
    before = sight;
  }
  return all;
}

function edgesOf({ word, firstMs, lastMs, largestGapMs }: Span): Sight[] {
  if (largestGapMs === 0) return [{ word, latestMs: firstMs, earliestMs: lastMs, atMs: firstMs }];
  return [
    { word, latestMs: firstMs, earliestMs: firstMs - largestGapMs, atMs: firstMs },
    { word, latestMs: lastMs + largestGapMs, earliestMs: lastMs, atMs: lastMs, gapMs: largestGapMs },
  ];
}

function compareSights(a: Sight, b: Sight): number {
  return a.earliestMs - b.earliestMs || (a.word < b.word ? -1 : Number(a.word > b.word));
}

/** The writer of the span looked at least once between two looks that are further apart than its longest pause. */
function lookBetween({ word, largestGapMs }: Span, before: Sight, after: Sight): Sight[] {
  if (word === before.word && word === after.word) return [];
  if (after.earliestMs - before.latestMs <= largestGapMs) return [];
  const latestMs = before.latestMs + largestGapMs;
  return [{ word, latestMs, earliestMs: after.earliestMs - largestGapMs, atMs: latestMs }];
}

/** A run that is being read, and the last look that saw it executing. */
interface RunUnderWay {
  readonly start: SeenRun['start'];
  lastSeenMs: number;
  /** A later look returned a word whose meaning is unknown. */
  isUncertain: boolean;
}

/** Reads looks in the order of time. */
class RunReading {
  readonly #kindOf: KindOf;
  readonly #stopsMs: readonly number[];
  readonly #runs: SeenRun[] = [];
  #run: RunUnderWay | undefined;
  /** The last look at which the job was not executing. */
  #idle: Sight | undefined;

  constructor(kindOf: KindOf, stopsMs: readonly number[]) {
    this.#kindOf = kindOf;
    this.#stopsMs = stopsMs;
  }

  add(sight: Sight): void {
    const kind = this.#kindOf(sight.word);
    if (kind === 'running') this.#executing(sight);
    else if (kind !== 'unknown') this.#notExecuting(sight, kind);
    else if (this.#run !== undefined) this.#run.isUncertain = true;
  }

  end(): SeenRun[] {
    const run = this.#run;
    if (run !== undefined) this.#finish(run, run.isUncertain ? 'lost' : 'executing', {});
    return this.#runs;
  }

  #executing({ latestMs, earliestMs, gapMs = Number.POSITIVE_INFINITY }: Sight): void {
    const run = this.#run;
    if (run !== undefined && isOneRun(run, Math.min(gapMs, latestMs - run.lastSeenMs))) {
      run.lastSeenMs = Math.max(run.lastSeenMs, earliestMs);
      run.isUncertain = false;
      return;
    }
    if (run !== undefined) this.#finish(run, 'lost', {});
    const afterMs = run === undefined ? this.#idle?.earliestMs : undefined;
    const start = afterMs === undefined ? { byMs: latestMs } : { afterMs, byMs: latestMs };
    this.#run = { start, lastSeenMs: earliestMs, isUncertain: false };
  }

  #notExecuting(sight: Sight, kind: StatusKind): void {
    const { word, latestMs: byMs } = sight;
    const result = hasEnded(kind) ? { word, kind } : {};
    const before = this.#idle;
    if (this.#run !== undefined) this.#finish(this.#run, hasEnded(kind) ? 'ended' : 'lost', result, byMs);
    else if (before !== undefined && before.word !== word && hasEnded(kind))
      this.#push({
        state: 'ended',
        start: { afterMs: before.earliestMs, byMs },
        end: { afterMs: before.earliestMs, byMs },
        wasSeenExecuting: false,
        ...result,
      });
    this.#run = undefined;
    this.#idle = sight;
  }

  #finish(
    { start, lastSeenMs }: RunUnderWay,
    state: SeenRun['state'],
    result: Pick<SeenRun, 'word' | 'kind'>,
    byMs?: number,
  ): void {
    const end = byMs === undefined ? { afterMs: lastSeenMs } : { afterMs: lastSeenMs, byMs };
    this.#push({ state, start, end, wasSeenExecuting: true, ...result });
  }

  #push(run: Omit<SeenRun, 'isStoppedByUs'>): void {
    const { start, end } = run;
    const isStoppedByUs = this.#stopsMs.some(
      atMs => atMs >= (start.afterMs ?? start.byMs) && atMs <= (end.byMs ?? end.afterMs),
    );
    this.#runs.push({ ...run, isStoppedByUs });
  }
}

function isOneRun({ start, lastSeenMs }: RunUnderWay, gapMs: number): boolean {
  return gapMs <= Math.max(oneRunMs, (lastSeenMs - start.byMs) * oneRunShare);
}

/** Runs known less precisely than this say nothing about how long runs usually take. */
const mostUncertain = 0.2;
const fewestRuns = 5;
const mostRuns = 20;

/**
 * The median of the last twenty successful runs whose duration is known well; `undefined` for fewer than five. Runs
 * seen from a distance would bias it: a long run is seen more often.
 */
export function typicalDurationMs(runs: readonly SeenRun[]): number | undefined {
  const durations: number[] = [];
  for (let index = runs.length - 1; index >= 0 && durations.length < mostRuns; index--) {
    const run = runs[index];
    if (run?.kind !== 'succeeded') continue;
    const { minMs, maxMs } = durationOf(run);
    if (maxMs === undefined || maxMs - minMs > mostUncertain * minMs) continue;
    durations.push((minMs + maxMs) / 2);
  }
  if (durations.length < fewestRuns) return undefined;
  durations.sort((a, b) => a - b);
  const middle = durations.length >> 1;
  const upper = durations[middle] ?? 0;
  return durations.length % 2 === 1 ? upper : (upper + (durations[middle - 1] ?? upper)) / 2;
}

/** The shortest that a run may have been, of five or more that ended; `undefined` for fewer. */
export function shortestRunMs(runs: readonly SeenRun[]): number | undefined {
  const ended = runs.filter(run => run.end.byMs !== undefined);
  return ended.length < fewestRuns ? undefined : Math.min(...ended.map(run => durationOf(run).minMs));
}
