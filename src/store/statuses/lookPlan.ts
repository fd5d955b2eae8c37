import { isActive, type StatusKind } from '../../api/model/jobStatus.ts';

/**
 * When to look at a job whose run is planned: soon after, then with growing pauses, until it executes or its time is
 * over. Uniform polling misses most runs of a large fleet; these few looks see most of them.
 */
export const awaitedForMs = 600_000;
export const lookDelaysMs: readonly number[] = [
  5_000,
  15_000,
  35_000,
  75_000,
  155_000,
  315_000,
  awaitedForMs,
];

/** A planned run is judged this long after it must have begun: until then, looks may still show that it did. */
export const judgedAfterMs = 300_000;

/** While a job executes, it is looked at after a tenth of the time that it has been executing. */
const followShare = 0.1;
const followLeastMs = 13_500;
const followMostMs = 600_000;

/** What the plan needs to know of a job. All times are of one clock. */
export interface LookedAt {
  /** Of its last look; `undefined` if it was never looked at. */
  readonly kind: StatusKind | undefined;
  readonly lookMs: number;
  /** Since when it has the status of the last look. */
  readonly sinceMs: number;
  /** Its last planned run before the look, and its next one. */
  readonly plannedMs: number | undefined;
  readonly nextMs: number | undefined;
}

/** When the job is to be looked at next because of its schedule, or because it executes; `undefined` for no such time. */
export function nextLookMs({ kind, lookMs, sinceMs, plannedMs, nextMs }: LookedAt): number | undefined {
  if (kind !== undefined && isActive(kind) && kind !== 'unknown') return lookMs + followMs(lookMs - sinceMs);
  // A run that was seen since its planned time is over: there is nothing to wait for.
  const isOver = plannedMs !== undefined && sinceMs >= plannedMs && kind !== undefined;
  const series = plannedMs === undefined || isOver ? undefined : inSeries(plannedMs, lookMs);
  const next = nextMs === undefined ? undefined : inSeries(nextMs, lookMs);
  return series === undefined || (next !== undefined && next < series) ? next : series;
}

function inSeries(plannedMs: number, lookMs: number): number | undefined {
  const delayMs = lookDelaysMs.find(ms => plannedMs + ms > lookMs);
  return delayMs === undefined ? undefined : plannedMs + delayMs;
}

function followMs(executingMs: number): number {
  return Math.min(followMostMs, Math.max(followLeastMs, executingMs * followShare));
}
