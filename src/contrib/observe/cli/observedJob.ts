import type { Job } from '../../../api/model/job.ts';
import { isActive, type StatusKind } from '../../../api/model/jobStatus.ts';
import { jsonEqual } from '../../../base/json.ts';
import type { Predictor } from '../../../recurrence/expand/predictor.ts';
import { hourMs } from '../../../recurrence/text/calendarDay.ts';
import { awaitedForMs, judgedAfterMs, nextLookMs } from '../../../store/statuses/lookPlan.ts';
import type { History } from '../../history/common/history.ts';
import { factsOf, isOfAnotherJob } from '../../history/common/jobFacts.ts';
import type { Look } from '../../history/common/look.ts';
import { runsOf, type SeenRun, shortestRunMs, typicalDurationMs } from '../../history/common/seenRuns.ts';
import {
  judge,
  lateUntilMs,
  type PlannedRun,
  plannedRuns,
  usualGraceMs,
  type Verdict,
} from '../../history/common/verdicts.ts';
import { count, type JobMetrics, type RunResult, type VerdictKind } from './fleetMetrics.ts';

/** Something that was seen of a job, to report. Times are the server's. */
export type JobNews =
  | { readonly kind: 'started' | 'ended'; readonly run: SeenRun }
  | { readonly kind: 'judged'; readonly planned: PlannedRun; readonly verdict: Verdict };

interface JudgedPeriod {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly isLast?: boolean;
}

export interface JobRules {
  readonly history: History;
  readonly predictor: Predictor;
  /** Whether the zone of the predictor is the server's. */
  readonly isZoneKnown: boolean;
}

/** The server's time is not known more exactly than this; an earlier one is of a clock that was set back. */
export const setBackMs = 5_000;
const leadMs = 3_000;
const closestMs = 20_000;
/** Of the shortest run, because the server's time of a look is not known exactly. */
const closeShare = 0.8;
/** The runs that are kept of each job, and those that are read again when something new was seen. */
const newestRuns = 50;
const changingRuns = 8;
/** A run that has not begun by then is called missing, although it may still come. */
const longestLateMs = hourMs;
/** A look before the planned time shows what was before it. */
const beforeMs = hourMs;
/** A schedule of every second has no more planned runs in a day. */
const mostPlanned = 86_400;

/** One job of the observed fleet: when to look at it next, and what is new. */
export class ObservedJob implements JobMetrics {
  readonly #rules: JobRules;
  readonly counts = { results: new Map<RunResult, number>(), verdicts: new Map<VerdictKind, number>() };
  #job: Job;
  #status:
    | { readonly word: string; readonly kind: StatusKind; readonly sinceMs: number; readMs: number }
    | undefined;
  #plannedMs: number | undefined;
  #nextMs: number | undefined;
  #judgedMs = Number.NEGATIVE_INFINITY;
  #runs: readonly SeenRun[] = [];
  #typicalMs: number | undefined;
  /** How close together looks must be to prove that there was no run; infinite if that is not possible. */
  #closeMs = Number.POSITIVE_INFINITY;
  /** Until when the ends of runs have been reported, and the start of the run that was reported last. */
  #reportedMs: number;
  #executingSinceMs: number | undefined;
  /** Ends that are stored, but later than the time then was, because a clock was ahead. */
  #laterEndsMs: ReadonlySet<number | undefined> = new Set();

  constructor(job: Job, nowMs: number, rules: JobRules) {
    this.#rules = rules;
    this.#job = job;
    rules.history.read(job, nowMs);
    this.#reportedMs = nowMs;
    this.resume(nowMs);
  }

  get job(): Job {
    return this.#job;
  }

  get id(): number {
    return this.#job.id;
  }

  get name(): string {
    return this.#job.name;
  }

  get isEnabled(): boolean {
    return this.#job.enabled !== false;
  }

  get status(): JobMetrics['status'] {
    return this.#status;
  }

  get runs(): readonly SeenRun[] {
    return this.#runs;
  }

  get typicalMs(): number | undefined {
    return this.#typicalMs;
  }

  get nextRunMs(): number | undefined {
    return this.#nextMs;
  }

  /** When to look at it because of its schedule, or because it executes; `undefined` for no such time. */
  get dueMs(): number | undefined {
    if (this.#status === undefined) return undefined;
    const { kind, readMs: lookMs, sinceMs } = this.#status;
    const [plannedMs, nextMs] = [this.#plannedMs, this.#nextMs];
    const dueMs = nextLookMs({ kind, lookMs, sinceMs, plannedMs, nextMs });
    if (dueMs === undefined) return undefined;
    // A look right before the run says when it starts.
    const beforeMs = (nextMs ?? dueMs) - leadMs;
    if (dueMs > beforeMs) return lookMs < beforeMs - leadMs ? beforeMs : dueMs;
    // While a run is missing, only looks that are closer together than a run can be short prove that it is.
    const isMissing = plannedMs !== undefined && dueMs <= plannedMs + usualGraceMs && !isActive(kind);
    return isMissing ? Math.min(dueMs, lookMs + this.#closeMs) : dueMs;
  }

  /** Whether this is another job to which the server has assigned the ID (decision 30). */
  isAnother(job: Job): boolean {
    return !jsonEqual(this.#job, job) && isOfAnotherJob(factsOf(this.#job), factsOf(job));
  }

  /** It was read again; true if it has another schedule. */
  read(job: Job, nowMs: number): boolean {
    const before = this.#job;
    if (jsonEqual(before, job)) return false;
    this.#job = job;
    this.#rules.history.read(job, nowMs);
    if (job.params === before.params && job.enabled === before.enabled) return false;
    this.#plan(nowMs);
    return true;
  }

  /** Continues from what is stored, which is not news: when the program starts, or the clock was set back. */
  resume(nowMs: number): void {
    const { history } = this.#rules;
    this.#runs = [];
    this.#readRuns(Number.POSITIVE_INFINITY);
    this.#laterEndsMs = new Set(this.#runs.map(({ end }) => end.byMs).filter((ms = 0) => ms > nowMs));
    this.#runs = [];
    this.#readRuns(nowMs);
    const last = this.#runs.at(-1);
    this.#reportedMs = Math.min(last?.end.byMs ?? last?.start.byMs ?? nowMs, nowMs);
    this.#executingSinceMs = last?.state === 'executing' ? last.start.byMs : undefined;
    let look: { readonly word: string; readonly firstMs: number; readonly lastMs: number } | undefined;
    for (const span of spansUntil(history.past(this.id), nowMs))
      if (look === undefined || span.lastMs > look.lastMs) look = span;
    const kind = history.kindOf(look?.word ?? '');
    this.#status = look && {
      word: look.word,
      kind,
      sinceMs: look.firstMs,
      readMs: Math.min(look.lastMs, nowMs),
    };
    // A run may have been planned right before.
    this.#plannedMs = undefined;
    this.#plan(nowMs - awaitedForMs);
    this.#passPlanned(nowMs);
  }

  looked({ word, latestMs }: Look): readonly JobNews[] {
    const { history } = this.#rules;
    const before = this.#status;
    if (before?.word === word) before.readMs = latestMs;
    else this.#status = { word, kind: history.kindOf(word), sinceMs: latestMs, readMs: latestMs };
    this.#passPlanned(latestMs);
    return before?.word === word ? [] : this.#runNews(latestMs);
  }

  /**
   * The verdicts on the planned runs whose time to be judged came after `sinceMs` and until `untilMs`, and when to ask
   * again. That time depends on the schedule alone, so that one number says for all jobs, and for the next program, what
   * has been judged. The `isLast` verdicts are those of a job that was deleted.
   */
  judged({ sinceMs, untilMs, isLast = false }: JudgedPeriod) {
    const { history, predictor, isZoneKnown } = this.#rules;
    this.#passPlanned(untilMs);
    const afterMs = Math.max(sinceMs, this.#judgedMs);
    const fromMs = afterMs - judgedAfterMs - longestLateMs;
    const past = history.past(this.id, fromMs - beforeMs);
    const times = { predictor, fromMs, toMs: untilMs + 1, limit: mostPlanned };
    const planned = plannedRuns(past.facts, times).map(run => ({ run, atMs: judgedAtMs(run) }));
    // Looks that show the same again are no news, but they say until when a run was executing.
    if (this.#runs.at(-1)?.state === 'executing') this.#readRuns(untilMs);
    const [oldest] = this.#runs;
    const areKnown = this.#runs.length < newestRuns || (oldest !== undefined && oldest.start.byMs < fromMs);
    const runs = areKnown ? this.#runs : history.runs(this.id);
    const options = { kindOf: history.kindOf, nowMs: untilMs, isZoneKnown, runs };
    const news: JobNews[] = [];
    for (const { run, atMs } of planned) {
      if (atMs <= afterMs || (atMs > untilMs && !isLast)) continue;
      const verdict = judge(run, past, options);
      // Nothing is planned while a job is disabled.
      if (verdict.kind === 'notJudged' && verdict.reason === 'disabled') continue;
      count(this.counts.verdicts, verdict.kind);
      news.push({ kind: 'judged', planned: run, verdict });
    }
    this.#judgedMs = untilMs;
    return { news, nextMs: planned.find(({ atMs }) => atMs > untilMs)?.atMs ?? this.#nextMs };
  }

  #runNews(nowMs: number): readonly JobNews[] {
    this.#readRuns(nowMs);
    const news: JobNews[] = [];
    for (const run of this.#runs) {
      const endMs = run.end.byMs;
      if (endMs === undefined || endMs <= this.#reportedMs || this.#laterEndsMs.has(endMs)) continue;
      this.#reportedMs = endMs;
      count(this.counts.results, run.kind ?? 'unknown');
      news.push({ kind: 'ended', run });
    }
    const last = this.#runs.at(-1);
    const isNew = last?.state === 'executing' && this.#executingSinceMs === undefined;
    this.#executingSinceMs = last?.state === 'executing' ? last.start.byMs : undefined;
    if (isNew) news.push({ kind: 'started', run: last });
    return news;
  }

  /** Reads only the newest ones again, so that the work does not grow with the history. */
  #readRuns(untilMs: number): void {
    const { history } = this.#rules;
    const { start } = this.#runs[this.#runs.length - changingRuns] ?? {};
    const past = history.past(this.id, start?.afterMs ?? start?.byMs);
    const { stopsMs } = past;
    const fromMs = start?.byMs ?? Number.NEGATIVE_INFINITY;
    const changed = runsOf(spansUntil(past, untilMs), history.kindOf, stopsMs).filter(
      run => run.start.byMs >= fromMs,
    );
    const others = this.#runs.filter(run => run.start.byMs < fromMs);
    this.#runs = [...others, ...changed].slice(-newestRuns);
    this.#typicalMs = typicalDurationMs(this.#runs);
    const shortestMs = shortestRunMs(this.#runs) ?? 0;
    this.#closeMs = shortestMs * closeShare < closestMs ? Number.POSITIVE_INFINITY : shortestMs * closeShare;
  }

  #passPlanned(nowMs: number): void {
    while (this.#nextMs !== undefined && this.#nextMs <= nowMs) {
      this.#plannedMs = this.#nextMs;
      // Older ones do not matter any more.
      this.#plan(Math.max(this.#nextMs, nowMs - awaitedForMs));
    }
  }

  #plan(afterMs: number): void {
    const { predictor } = this.#rules;
    if (!this.isEnabled) {
      this.#nextMs = undefined;
      return;
    }
    const window = { fromMs: afterMs + 1, limit: 1, stopsAtLimit: true };
    const [next] = predictor.predict(this.#job.params, window).occurrences;
    this.#nextMs = next?.instantMs;
  }
}

/** Without the looks of a clock that was ahead. */
function spansUntil({ spans }: Pick<ReturnType<History['past']>, 'spans'>, nowMs: number) {
  return spans.filter(({ firstMs }) => firstMs <= nowMs + setBackMs);
}

/** When a planned run is judged: some time after it must have begun, even late, but not half a day after a daily one. */
function judgedAtMs(planned: PlannedRun): number {
  const { atMs, nextMs = Number.POSITIVE_INFINITY } = planned;
  const lateMs = Math.min(lateUntilMs(planned), atMs + longestLateMs);
  return Math.max(Math.min(atMs + usualGraceMs, nextMs), lateMs) + judgedAfterMs;
}
