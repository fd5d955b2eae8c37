import type { Job } from '../../../api/model/job.ts';
import type { StatusKind } from '../../../api/model/jobStatus.ts';
import { getOrAdd } from '../../../base/collections.ts';
import type { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import { dayMs, hourMs, minuteMs } from '../../../recurrence/text/calendarDay.ts';
import { type SinceTime, sinceTimeMs } from '../../../store/filter/sinceTime.ts';
import type { History } from './history.ts';
import { factsOf } from './jobFacts.ts';
import type { Span } from './look.ts';
import { durationOf, type RunDuration, runsOf, type SeenRun, typicalDurationMs } from './seenRuns.ts';
import { type JobPast, judge, type PlannedRun, plannedRuns, usualGraceMs, type Verdict } from './verdicts.ts';

/** How a run compares with the typical duration; `stuck`: so long that it may never end. */
export type RunPace = 'usual' | 'long' | 'stuck' | 'short';

/** A run that was seen, or a planned one that was not although it would have been. */
export type PastRun = PastSeenRun | UnseenRun;
interface PastSeenRun {
  readonly kind: 'seen';
  readonly run: SeenRun;
  readonly pace: RunPace;
  /** When it was planned, and how much later it began; absent unless it is known to have begun late. */
  readonly late?: LateBy;
}
interface LateBy extends RunDuration {
  readonly plannedMs: number;
}
interface UnseenRun {
  readonly kind: UnseenKind;
  readonly atMs: number;
}
type UnseenKind = Extract<Verdict['kind'], 'didNotRun' | 'notSeen'>;

/** What is known of the runs of a server, and when its jobs are to run. */
export interface PastRunSource {
  readonly history: Pick<History, 'runs' | 'past' | 'kindOf' | 'version'>;
  readonly outlook: Pick<ScheduleOutlook, 'predictor' | 'isZoneKnown'>;
  /** The server's time. */
  readonly nowMs: number;
}

const long = { times: 3, moreMs: 2 * minuteMs };
const stuckTimes = 10;
/** The typical duration may be known to a minute only. */
const short = { times: 1 / 3, lessMs: minuteMs / 2 };

function runPace(run: SeenRun, typicalMs: number | undefined): RunPace {
  if (typicalMs === undefined) return 'usual';
  const { minMs, maxMs } = durationOf(run);
  if (minMs >= Math.max(long.times * typicalMs, typicalMs + long.moreMs))
    return run.state === 'executing' && minMs >= stuckTimes * typicalMs ? 'stuck' : 'long';
  const isShort =
    run.kind === 'succeeded' &&
    maxMs !== undefined &&
    maxMs < Math.min(short.times * typicalMs, typicalMs - short.lessMs);
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
  const { missing, late } = judgedRuns(jobId, source, sinceMs);
  const seen = runs
    .filter(run => mayEndUntilMs(run) >= sinceMs)
    .map(run => pastSeenRun(run, typicalMs, late));
  return [...seen, ...missing].sort((a, b) => pastRunMs(b) - pastRunMs(a));
}

/** The run of a job that was first seen executing, or ended, at this time. */
export function seenRunAt(jobId: number, byMs: number, source: PastRunSource): PastSeenRun | undefined {
  const runs = source.history.runs(jobId);
  const run = runs.find(({ start }) => start.byMs === byMs);
  const { late } = judgedRuns(jobId, source, Number.NEGATIVE_INFINITY);
  return run && pastSeenRun(run, typicalDurationMs(runs), late);
}

function pastSeenRun(run: SeenRun, typicalMs: number | undefined, lateRuns: Judged['late']): PastSeenRun {
  const late = lateRuns.get(run.start.byMs);
  return { kind: 'seen', run, pace: runPace(run, typicalMs), ...(late === undefined ? {} : { late }) };
}

/** When it began at the latest, or was to begin. */
export function pastRunMs(past: PastRun): number {
  return past.kind === 'seen' ? past.run.start.byMs : past.atMs;
}

/** The latest time at which it may have ended. */
function mayEndUntilMs({ state, end }: SeenRun): number {
  return state === 'executing' ? Number.POSITIVE_INFINITY : (end.byMs ?? end.afterMs);
}

/** Planned runs are judged as far back as there are not too many of them. */
const judgedPeriodsMs = [30 * dayMs, 7 * dayMs, dayMs, 3 * hourMs];
const judgedAtMost = 200;

/** What was derived for a job from all that was known of it, and is true until more is known. */
interface Derived {
  readonly version: number;
  readonly outlook?: PastRunSource['outlook'];
  /** The latest end that a run may have had which took long. */
  longUntilMs?: number;
  /** Until when runs with each result may have ended, of those since a time. */
  results?: { readonly sinceMs: number; readonly endMs: ReadonlyMap<StatusKind, number> };
  unseen?: Judged;
}

/** Planned runs that are missing or began late, of those that were judged. */
interface Judged {
  /** Oldest first. */
  readonly missing: readonly UnseenRun[];
  /** By the latest time at which the run began. */
  readonly late: ReadonlyMap<number, LateBy>;
  /** Since when they were wanted, and from when on they were judged. */
  readonly sinceMs: number;
  readonly fromMs: number;
  /** The time of the judgment; there are looks after it if the clocks differ. */
  readonly nowMs: number;
  readonly lastLookMs: number;
}

const derivedOf = new WeakMap<PastRunSource['history'], Map<number, Derived>>();

function derived(jobId: number, { history, outlook }: Pick<PastRunSource, 'history' | 'outlook'>): Derived {
  const all = getOrAdd(derivedOf, history, () => new Map<number, Derived>());
  const version = history.version(jobId);
  const known = all.get(jobId);
  if (known !== undefined && known.version === version && known.outlook === outlook) return known;
  const next = { version, outlook };
  all.set(jobId, next);
  return next;
}

/** The planned runs since a time that are known to be missing, oldest first. */
export function unseenRuns(jobId: number, source: PastRunSource, sinceMs: number): readonly UnseenRun[] {
  return judgedRuns(jobId, source, sinceMs).missing;
}

function judgedRuns(jobId: number, source: PastRunSource, sinceMs: number): Pick<Judged, 'missing' | 'late'> {
  const memory = derived(jobId, source);
  // Without further looks, nothing is known of the runs that were planned since then.
  if (memory.unseen === undefined || !hasJudged(memory.unseen, sinceMs, source.nowMs))
    memory.unseen = { ...judgeSince(jobId, source, sinceMs), sinceMs, nowMs: source.nowMs };
  const { missing, late } = memory.unseen;
  return { missing: missing.filter(({ atMs }) => atMs >= sinceMs), late };
}

function hasJudged(judged: Judged, sinceMs: number, nowMs: number): boolean {
  if (judged.lastLookMs > judged.nowMs && nowMs > judged.nowMs) return false;
  if (sinceMs >= judged.fromMs || sinceMs === judged.sinceMs) return true;
  // The same time ago.
  return sinceMs > judged.sinceMs && sinceMs - judged.sinceMs <= nowMs - judged.nowMs;
}

function judgeSince(
  jobId: number,
  { history, outlook, nowMs }: PastRunSource,
  sinceMs: number,
): Omit<Judged, 'sinceMs' | 'nowMs'> {
  const { facts, spans } = history.past(jobId, nowMs);
  const lastLookMs = Math.max(...spans.map(({ lastMs }) => lastMs));
  const late = new Map<number, LateBy>();
  const missing: UnseenRun[] = [];
  let [fromMs, planned]: [number, readonly PlannedRun[]] = [Number.NEGATIVE_INFINITY, []];
  for (const periodMs of spans.length === 0 ? [] : judgedPeriodsMs) {
    fromMs = Math.max(sinceMs, nowMs - periodMs);
    const { predictor } = outlook;
    planned = plannedRuns(facts, { predictor, fromMs, toMs: nowMs, limit: judgedAtMost });
    if (planned.length < judgedAtMost) break;
  }
  const [oldest] = planned;
  if (oldest === undefined) return { fromMs, missing, late, lastLookMs };
  const options = { kindOf: history.kindOf, nowMs, isZoneKnown: outlook.isZoneKnown };
  const recent = history.past(jobId, oldest.atMs - hourMs);
  const recentRuns = runsOf(recent.spans, history.kindOf);
  let past: JobPast | undefined;
  for (const run of planned) {
    // Most were seen, so that neither all looks nor all runs need be known.
    const shown = judge(run, recent, { ...options, runs: recentRuns }).kind;
    if (shown === 'seen' || shown === 'endedUnseen' || shown === 'notJudged') continue;
    past ??= history.past(jobId);
    const verdict = judge(run, past, { ...options, runs: history.runs(jobId) });
    const { kind } = verdict;
    if (kind === 'late') late.set(verdict.run.start.byMs, { plannedMs: run.atMs, ...verdict.late });
    if (kind === 'didNotRun' || kind === 'notSeen') missing.push({ kind, atMs: run.atMs });
  }
  return { fromMs, missing, late, lastLookMs };
}

const lastPlannedWithinMs = [hourMs, dayMs, 7 * dayMs, 31 * dayMs];
const lastPlannedOf = 100;

/** A planned run that nobody saw begin in time, and why. */
export interface LastPlanned {
  readonly atMs: number;
  readonly verdict: Verdict;
  /** The server did not respond, or not with a status, when the run was to begin. */
  readonly hasFailed: boolean;
}

/**
 * The last planned run of a job whose time is over, if nobody saw it begin in time; `undefined` also if it is not known
 * when it was planned. Before the job was first read, its schedule is taken to be the one that was read then.
 */
export function lastPlanned(
  job: Job,
  { history, outlook, nowMs }: PastRunSource & { readonly history: Pick<History, 'failures'> },
): LastPlanned | undefined {
  const past = history.past(job.id);
  const { predictor, isZoneKnown } = outlook;
  const [first = { facts: factsOf(job), readMs: nowMs, confirmedMs: nowMs }, ...rest] = past.facts;
  const options = { kindOf: history.kindOf, nowMs, isZoneKnown, runs: history.runs(job.id) };
  for (const periodMs of lastPlannedWithinMs) {
    const fromMs = nowMs - periodMs;
    const facts = [{ ...first, readMs: Math.min(first.readMs, fromMs) }, ...rest];
    const planned = plannedRuns(facts, { predictor, fromMs, toMs: nowMs, limit: lastPlannedOf });
    // The newest are beyond the limit.
    if (planned.length >= lastPlannedOf) return undefined;
    for (const { atMs, ...run } of planned.reverse()) {
      const verdict = judge({ atMs, ...run }, { ...past, facts }, options);
      const reason = verdict.kind === 'notJudged' ? verdict.reason : undefined;
      if (reason === 'early') continue;
      const isKnown = atMs >= first.readMs || verdict.kind === 'notWatched';
      if ('run' in verdict || !isKnown || reason === 'zone' || reason === 'disabled') return undefined;
      return { atMs, verdict, hasFailed: history.failures(job.id, atMs, atMs + usualGraceMs).length > 0 };
    }
  }
  return undefined;
}

export type PastRunTerm = 'failed' | 'succeeded' | 'stopped' | 'notseen' | 'long' | 'never';
/** A condition of a filter about the runs that were seen. */
export interface HistoryCondition {
  readonly term: PastRunTerm;
  readonly since?: SinceTime;
}

/** Whether a job has a run as the condition of a filter describes it. */
export function hasRun(jobId: number, { term, since }: HistoryCondition, source: PastRunSource): boolean {
  const { history, nowMs } = source;
  const { kindOf } = history;
  const sinceMs = since && sinceTimeMs(since, nowMs);
  // It takes long to derive all runs of a job, so the looks since then are asked first.
  const looks = () => history.past(jobId, sinceMs).spans;
  const isExecuting = ({ word }: Span) => kindOf(word) === 'running';
  switch (term) {
    case 'never': {
      const spans = looks();
      return spans.length > 0 && !spans.some(isExecuting) && history.runs(jobId).length === 0;
    }
    case 'notseen': {
      const newest = unseenRuns(jobId, source, sinceMs ?? nowMs - 7 * dayMs).at(-1);
      if (newest === undefined) return false;
      return sinceMs !== undefined || newest.atMs > (history.runs(jobId).at(-1)?.start.byMs ?? 0);
    }
    case 'long': {
      const recent = sinceMs === undefined ? history.past(jobId, nowMs).spans : looks();
      return recent.some(isExecuting) && longUntilMs(jobId, source) >= (sinceMs ?? nowMs);
    }
    default:
      return (lastEnds(jobId, source, sinceMs ?? nowMs).get(term) ?? 0) >= (sinceMs ?? nowMs);
  }
}

/** The latest end of the runs with each result; those that ended before a time may be missing. */
function lastEnds(jobId: number, source: PastRunSource, sinceMs: number): ReadonlyMap<StatusKind, number> {
  const memory = derived(jobId, source);
  if (memory.results !== undefined && memory.results.sinceMs <= sinceMs) return memory.results.endMs;
  const { history } = source;
  const endMs = new Map<StatusKind, number>();
  for (const run of runsOf(history.past(jobId, sinceMs).spans, history.kindOf))
    if (run.kind !== undefined) endMs.set(run.kind, Math.max(endMs.get(run.kind) ?? 0, mayEndUntilMs(run)));
  memory.results = { sinceMs, endMs };
  return endMs;
}

function longUntilMs(jobId: number, source: PastRunSource): number {
  const memory = derived(jobId, source);
  if (memory.longUntilMs !== undefined) return memory.longUntilMs;
  const runs = source.history.runs(jobId);
  const typicalMs = typicalDurationMs(runs);
  const long = runs.filter(run => ['long', 'stuck'].includes(runPace(run, typicalMs)));
  memory.longUntilMs = Math.max(...long.map(mayEndUntilMs));
  return memory.longUntilMs;
}
