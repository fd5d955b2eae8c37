import type { History } from '../../history/history.ts';
import type { Look } from '../../history/look.ts';
import { nextLookMs } from '../../history/lookPlan.ts';
import { type SeenRun, shortestRunMs, typicalDurationMs } from '../../history/seenRuns.ts';
import { judge, type PlannedRun, plannedRuns, usualGraceMs, type Verdict } from '../../history/verdicts.ts';
import type { Job } from '../../model/job.ts';
import { isActive, type StatusKind } from '../../model/jobStatus.ts';
import type { Predictor } from '../../recurrence/expand/predictor.ts';
import { jsonEqual } from '../../util/json.ts';
import { count, type JobMetrics, type RunResult, type VerdictKind } from './fleetMetrics.ts';

/** Something that was seen of a job, to report. Times are the server's. */
export type JobNews =
  | { readonly kind: 'started' | 'ended'; readonly run: SeenRun }
  | { readonly kind: 'judged'; readonly planned: PlannedRun; readonly verdict: Verdict };

export interface JobRules {
  readonly history: History;
  readonly predictor: Predictor;
  /** Whether the zone of the predictor is the server's. */
  readonly isZoneKnown: boolean;
}

const leadMs = 3_000;
const closestMs = 20_000;
/** Of the shortest run, because the server's time of a look is not known exactly. */
const closeShare = 0.8;
const newestRuns = 50;
/** A planned run whose job cannot be looked at is judged this long after its time. */
const longestWaitMs = 2 * usualGraceMs;

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
  #judgedMs: number;
  #runs: readonly SeenRun[] = [];
  #typicalMs: number | undefined;
  /** How close together looks must be to prove that there was no run; infinite if that is not possible. */
  #closeMs = Number.POSITIVE_INFINITY;
  /** Until when the ends of runs have been reported, and the start of the run that was reported last. */
  #reportedMs: number;
  #executingSinceMs: number | undefined;

  /** What is stored of the job is not news. */
  constructor(job: Job, nowMs: number, rules: JobRules) {
    this.#rules = rules;
    this.#job = job;
    this.#judgedMs = nowMs;
    rules.history.read(job, nowMs);
    this.#resume();
    const last = this.#runs.at(-1);
    this.#reportedMs = last === undefined ? nowMs : (last.end.byMs ?? last.start.byMs);
    this.#executingSinceMs = last?.state === 'executing' ? last.start.byMs : undefined;
    this.#plan(nowMs);
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

  /** It was read again, perhaps with another schedule. */
  read(job: Job, nowMs: number): void {
    const before = this.#job;
    if (jsonEqual(before, job)) return;
    this.#job = job;
    this.#rules.history.read(job, nowMs);
    if (job.params !== before.params || job.enabled !== before.enabled) this.#plan(nowMs);
  }

  looked({ word, earliestMs, latestMs }: Look): readonly JobNews[] {
    const { history } = this.#rules;
    const before = this.#status;
    if (before?.word === word) before.readMs = latestMs;
    else this.#status = { word, kind: history.kindOf(word), sinceMs: latestMs, readMs: latestMs };
    if (this.#nextMs !== undefined && this.#nextMs <= latestMs) {
      this.#plannedMs = this.#nextMs;
      this.#plan(latestMs);
    }
    const news = before?.word === word ? [] : this.#runNews();
    return [...news, ...this.judgedNews(earliestMs)];
  }

  /** The verdicts on planned runs whose time was over at `nowMs`, or so long ago that there is no use in waiting. */
  judgedNews(lookMs: number, nowMs = lookMs): readonly JobNews[] {
    const toMs = Math.max(lookMs - usualGraceMs, nowMs - longestWaitMs) + 1;
    if (this.#plannedMs === undefined || this.#plannedMs < this.#judgedMs || this.#plannedMs >= toMs)
      return [];
    const { history, predictor, isZoneKnown } = this.#rules;
    const past = history.past(this.id);
    const planned = plannedRuns(past.facts, { predictor, fromMs: this.#judgedMs, toMs });
    this.#judgedMs = toMs;
    const options = { kindOf: history.kindOf, nowMs, isZoneKnown, runs: history.runs(this.id) };
    return planned.map(run => {
      const verdict = judge(run, past, options);
      count(this.counts.verdicts, verdict.kind);
      return { kind: 'judged', planned: run, verdict };
    });
  }

  #runNews(): readonly JobNews[] {
    this.#readRuns();
    const news: JobNews[] = [];
    for (const run of this.#runs) {
      const endMs = run.end.byMs;
      if (endMs === undefined || endMs <= this.#reportedMs) continue;
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

  #readRuns(): void {
    this.#runs = this.#rules.history.runs(this.id);
    this.#typicalMs = typicalDurationMs(this.#runs);
    const shortestMs = shortestRunMs(this.#runs.slice(-newestRuns)) ?? 0;
    this.#closeMs = shortestMs * closeShare < closestMs ? Number.POSITIVE_INFINITY : shortestMs * closeShare;
  }

  /** Continues from the last stored look, whoever stored it. */
  #resume(): void {
    this.#readRuns();
    const { history } = this.#rules;
    let last: { readonly word: string; readonly firstMs: number; readonly lastMs: number } | undefined;
    for (const span of history.past(this.id).spans)
      if (last === undefined || span.lastMs > last.lastMs) last = span;
    if (last === undefined) return;
    const { word, firstMs: sinceMs, lastMs: readMs } = last;
    this.#status = { word, kind: history.kindOf(word), sinceMs, readMs };
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
