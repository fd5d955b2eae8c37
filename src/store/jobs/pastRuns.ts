import type { History } from '../../history/history.ts';
import type { Span } from '../../history/look.ts';
import { durationOf, runsOf, type SeenRun, typicalDurationMs } from '../../history/seenRuns.ts';
import { type JobPast, judge, type PlannedRun, plannedRuns, type Verdict } from '../../history/verdicts.ts';
import type { Job } from '../../model/job.ts';
import type { ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import { dayMs, hourMs, minuteMs } from '../../recurrence/text/calendarDay.ts';

import type { Slices } from '../../util/slices.ts';
import { sinceTimeMs } from '../sinceTime.ts';
import type { HistoryCondition } from './jobFilter.ts';

/** How a run compares with the typical duration; `stuck`: so long that it may never end. */
export type RunPace = 'usual' | 'long' | 'stuck' | 'short';

/** A run that was seen, or a planned one that was not although it would have been. */
export type PastRun = { readonly kind: 'seen'; readonly run: SeenRun; readonly pace: RunPace } | UnseenRun;
interface UnseenRun {
  readonly kind: UnseenKind;
  readonly atMs: number;
}
export type UnseenKind = Extract<Verdict['kind'], 'didNotRun' | 'notSeen'>;

/** What is known of the runs of a server, and when its jobs are to run. */
export interface PastRunSource {
  readonly history: Pick<History, 'runs' | 'past' | 'kindOf'>;
  readonly outlook: Pick<ScheduleOutlook, 'predictor' | 'isZoneKnown'>;
  /** The server's time. */
  readonly nowMs: number;
}

const long = { times: 3, moreMs: 2 * minuteMs };
const stuckTimes = 10;
const shortTimes = 1 / 3;

export function runPace(run: SeenRun, typicalMs: number | undefined): RunPace {
  if (typicalMs === undefined) return 'usual';
  const { minMs, maxMs } = durationOf(run);
  if (minMs >= Math.max(long.times * typicalMs, typicalMs + long.moreMs))
    return run.state === 'executing' && minMs >= stuckTimes * typicalMs ? 'stuck' : 'long';
  const isShort = run.kind === 'succeeded' && maxMs !== undefined && maxMs < shortTimes * typicalMs;
  return isShort ? 'short' : 'usual';
}

/** The newest run of a job as far as it is known: how long it took, or has been executing at least. */
export function newestRun(history: Pick<History, 'runs'>, jobId: number) {
  const runs = history.runs(jobId);
  const run = runs.at(-1);
  if (run === undefined) return undefined;
  const typicalMs = typicalDurationMs(runs);
  return { run, typicalMs, elapsedMs: durationOf(run).minMs, pace: runPace(run, typicalMs) };
}

/** The runs of a job that may have ended since then, and the planned ones that are known to be missing; newest first. */
export function pastRuns(
  jobId: number,
  source: PastRunSource,
  sinceMs = Number.NEGATIVE_INFINITY,
): readonly PastRun[] {
  const runs = source.history.runs(jobId);
  const typicalMs = typicalDurationMs(runs);
  const seen = runs
    .filter(run => mayEndSince(run, sinceMs))
    .map((run): PastRun => ({ kind: 'seen', run, pace: runPace(run, typicalMs) }));
  return [...seen, ...unseenRuns(jobId, source, sinceMs)].sort((a, b) => pastRunMs(b) - pastRunMs(a));
}

/** When it began at the latest, or was to begin. */
export function pastRunMs(past: PastRun): number {
  return past.kind === 'seen' ? past.run.start.byMs : past.atMs;
}

/** Whether the run may have ended at that time or later. */
function mayEndSince({ state, end }: SeenRun, sinceMs: number): boolean {
  return state === 'executing' || (end.byMs ?? end.afterMs) >= sinceMs;
}

/** Planned runs are judged as far back as there are not too many of them. */
const judgedPeriodsMs = [30 * dayMs, 7 * dayMs, dayMs, 3 * hourMs];
const judgedAtMost = 200;

/** The planned runs since a time that are known to be missing, oldest first. */
export function unseenRuns(
  jobId: number,
  { history, outlook, nowMs }: PastRunSource,
  sinceMs: number,
): readonly UnseenRun[] {
  const past = history.past(jobId);
  if (past.spans.length === 0) return [];
  const planned = plannedSince(judgedPeriodsMs);
  const [oldest] = planned;
  if (oldest === undefined) return [];
  const options = { kindOf: history.kindOf, nowMs, isZoneKnown: outlook.isZoneKnown };
  const recent = pastSince(past, oldest.atMs - hourMs);
  const recentRuns = runsOf(recent.spans, history.kindOf);
  return planned.flatMap((run): UnseenRun[] => {
    // Most were seen, so that it need not be known how short a run can be.
    const shown = judge(run, recent, { ...options, runs: recentRuns }).kind;
    if (shown === 'seen' || shown === 'endedUnseen' || shown === 'notJudged') return [];
    const { kind } = judge(run, recent, { ...options, runs: history.runs(jobId) });
    return kind === 'didNotRun' || kind === 'notSeen' ? [{ kind, atMs: run.atMs }] : [];
  });

  function plannedSince([periodMs = 0, ...shorter]: readonly number[]): readonly PlannedRun[] {
    const fromMs = Math.max(sinceMs, nowMs - periodMs);
    const { predictor } = outlook;
    const runs = plannedRuns(past.facts, { predictor, fromMs, toMs: nowMs, limit: judgedAtMost });
    return runs.length < judgedAtMost || shorter.length === 0 ? runs : plannedSince(shorter);
  }
}

/** What was seen since a time, and the last look before it. */
function pastSince(past: JobPast, sinceMs: number): JobPast {
  const last = newestSpan(past.spans.filter(({ lastMs }) => lastMs < sinceMs));
  const spans = past.spans.filter(({ lastMs }) => lastMs >= sinceMs);
  return { ...past, spans: last === undefined ? spans : [last, ...spans] };
}

function newestSpan(spans: readonly Span[]): Span | undefined {
  return spans.reduce<Span | undefined>(
    (newest, span) => (newest === undefined || span.lastMs > newest.lastMs ? span : newest),
    undefined,
  );
}

/** Whether a job has a run as the condition of a filter describes it. */
export function hasRun(jobId: number, { term, since }: HistoryCondition, source: PastRunSource): boolean {
  const { history, nowMs } = source;
  const { kindOf } = history;
  const past = history.past(jobId);
  const sinceMs = since && sinceTimeMs(since, nowMs);
  // It takes long to derive all runs of a job, so the looks are asked first.
  const recent = sinceMs === undefined ? past : pastSince(past, sinceMs);
  const wasExecuting = recent.spans.some(({ word }) => kindOf(word) === 'running');
  switch (term) {
    case 'never':
      return past.spans.length > 0 && !wasExecuting && history.runs(jobId).length === 0;
    case 'notseen': {
      const newest = unseenRuns(jobId, source, sinceMs ?? nowMs - 7 * dayMs).at(-1);
      if (newest === undefined) return false;
      return sinceMs !== undefined || newest.atMs > (history.runs(jobId).at(-1)?.start.byMs ?? 0);
    }
    case 'long': {
      const isExecuting = kindOf(newestSpan(past.spans)?.word ?? '') === 'running';
      if (sinceMs === undefined ? !isExecuting : !wasExecuting) return false;
      const runs = history.runs(jobId).filter(run => mayEndSince(run, sinceMs ?? nowMs));
      const typicalMs = typicalDurationMs(runs.length === 0 ? [] : history.runs(jobId));
      return runs.some(run => ['long', 'stuck'].includes(runPace(run, typicalMs)));
    }
    default:
      return runsOf(recent.spans, kindOf).some(
        run => run.kind === term && mayEndSince(run, sinceMs ?? nowMs),
      );
  }
}

/** The earliest of the times in conditions; `undefined` if they have none. */
export function earliestSince(conditions: readonly HistoryCondition[], nowMs: number): number | undefined {
  const times = conditions.flatMap(({ since }) => (since === undefined ? [] : sinceTimeMs(since, nowMs)));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** How many jobs were looked at before and after the times in conditions: of the others, too little is known. */
export async function countWatched(
  jobs: readonly Pick<Job, 'id'>[],
  conditions: readonly HistoryCondition[],
  { history, nowMs }: PastRunSource,
  slices: Slices,
): Promise<number> {
  const sinceMs = earliestSince(conditions, nowMs);
  let count = 0;
  for (const { id } of jobs) {
    if (slices.isOver) await slices.rest();
    const { spans } = history.past(id);
    const isWatched =
      sinceMs === undefined
        ? spans.length > 0
        : spans.some(({ firstMs }) => firstMs <= sinceMs) && spans.some(({ lastMs }) => lastMs >= sinceMs);
    if (isWatched) count += 1;
  }
  return count;
}
