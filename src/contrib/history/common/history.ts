import type { Job } from '../../../api/model/job.ts';
import { type StatusKind, statusKind } from '../../../api/model/jobStatus.ts';
import { getOrAdd, remember } from '../../../base/collections.ts';
import { Emitter } from '../../../base/emitter.ts';
import { yieldToHost } from '../../../base/slices.ts';
import { dayMs } from '../../../recurrence/text/calendarDay.ts';
import type { FailedLooks, HistorySink } from './historyLines.ts';
import { type FactsPeriod, factsOf } from './jobFacts.ts';
import { JobHistory } from './jobHistory.ts';
import type { KindOf, Look, Span } from './look.ts';
import { runsOf, type SeenRun } from './seenRuns.ts';
import { SpanCollector, type SpanTable } from './spanTable.ts';
import { type JobPast, type SightPiece, sightPieces } from './verdicts.ts';

export type { FailedLooks } from './historyLines.ts';

export interface HistoryOptions {
  /** The user's own status words. */
  readonly extraWords: () => ReadonlyMap<string, StatusKind>;
  /**
   * Keeps only what shows the newest runs of each job, and nothing older than this, in memory: for a program that runs
   * for months. What is stored is not affected.
   */
  readonly keeps?: { readonly runs: number; readonly days: number };
}

/** Where a history is stored. */
export interface HistoryStorage {
  /** Reads what other writers stored; resolves with their spans. */
  load(sink: Omit<HistorySink, 'span'>): Promise<readonly SpanTable[]>;
  /** Reads what other writers have stored since then. */
  follow(sink: HistorySink): Promise<void>;
  /** Appends what `write` puts into the sink; false if it could not be stored, so that it must be put again. */
  append(write: (sink: HistorySink) => void): Promise<boolean>;
  /** Deletes all that is stored. */
  clear(): Promise<void>;
  /** Whether another writer has deleted all that was stored since this was last asked, or since `load`. */
  wasCleared(): Promise<boolean>;
  /** What was seen is to be stored soon. */
  changed(): void;
}

/** The newest of each. */
const mostFailures = 5_000;
/** Between two of them nothing was different. */
const listPauseMs = 600_000;
const mostRemembered = 2_000;
const mostOwnSpans = 100_000;
/** Packed in less than a slice. */
const mostOthers = 10_000;
const packedAtOnce = 1_000;
/** Less than this is not worth forgetting. */
const fewSpans = 20_000;

/** What was seen of one server's jobs. */
export class History {
  readonly #options: HistoryOptions;
  readonly #jobs = new Map<number, JobHistory>();
  #tables: readonly SpanTable[] = [];
  readonly #runs = new Map<number, { readonly version: number; readonly runs: readonly SeenRun[] }>();
  readonly #failed: FailedLooks[] = [];
  /** When the whole list was read, oldest first. */
  readonly #listsMs: number[] = [];
  readonly #changed = new Emitter<readonly number[]>();
  /**
   * Fires with the jobs of which more is known than before; unchanged statuses do not count. An empty list means all
   * jobs.
   */
  readonly onDidChange = this.#changed.event;
  #storage: HistoryStorage | undefined;
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  /** What is to be stored besides the spans and facts of these jobs. */
  #unstored: ((sink: HistorySink) => void)[] = [];
  readonly #changedJobs = new Set<number>();
  #newestVersion = 0;
  readonly #nextVersion = () => ++this.#newestVersion;
  /** Of the jobs whose own version is older. */
  #version = 0;
  #spanCount = 0;
  /** How many spans the tables have, and had when the old ones were last forgotten. */
  #packedCount = 0;
  #keptCount = 0;
  /** Of all looks. */
  #newestMs = 0;
  #otherCount = 0;
  #cuts = 0;
  readonly #sink: Omit<HistorySink, 'span'> = {
    facts: (jobId, period, wasMs) => this.#job(jobId).addFacts(period, wasMs),
    stopped: (jobIds, atMs) => this.#addStops(jobIds, atMs),
    failed: looks => this.#addFailed(looks),
    listRead: atMs => void this.#listsMs.push(atMs),
  };

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  readonly kindOf: KindOf = word => statusKind(word, this.#options.extraWords());

  look(jobId: number, look: Look): void {
    const job = this.#job(jobId);
    const { lastLook, spanCount } = job;
    job.look(look, this.#cuts, this.kindOf(look.word) === 'running');
    this.#spanCount += job.spanCount - spanCount;
    this.#newestMs = Math.max(this.#newestMs, look.latestMs);
    this.#storeJob(jobId);
    if (lastLook?.word !== look.word) this.#changed.fire([jobId]);
  }

  /** The clocks have jumped: looks before and after it say nothing about the time in between. */
  cut(): void {
    this.#cuts += 1;
  }

  /** A look that returned no status. `jobId` is `undefined` if the whole server did not respond. */
  failed(jobId: number | undefined, atMs: number): void {
    const last = this.#failed.at(-1);
    const isSame = last !== undefined && last.jobId === jobId && atMs - last.lastMs < listPauseMs;
    const looks = { jobId, firstMs: isSame ? last.firstMs : atMs, lastMs: atMs };
    if (isSame) this.#failed.pop();
    this.#addFailed(looks);
    this.#store(sink => sink.failed(looks));
  }

  /** The server was asked to stop these jobs. */
  stopped(jobIds: readonly number[], atMs: number): void {
    this.#addStops(jobIds, atMs);
    this.#store(sink => sink.stopped(jobIds, atMs));
    this.#changed.fire(jobIds);
  }

  /** The job was read at this time. */
  read(job: Job, atMs: number): void {
    if (this.#job(job.id).read(factsOf(job), atMs)) this.#storeJob(job.id);
  }

  /** The whole list was read at this time: jobs of which `read` was not called since then are as they were. */
  listRead(atMs: number): void {
    if (atMs - (this.#listsMs.at(-1) ?? 0) < listPauseMs) return;
    this.#listsMs.push(atMs);
    this.#store(sink => sink.listRead(atMs));
  }

  /** The runs of a job, oldest first. */
  runs(jobId: number): readonly SeenRun[] {
    const version = this.version(jobId);
    const known = this.#runs.get(jobId);
    if (known?.version === version) return known.runs;
    const { spans, stopsMs } = this.past(jobId);
    const runs = runsOf(spans, this.kindOf, stopsMs);
    return remember(this.#runs, mostRemembered, jobId, { version, runs }).runs;
  }

  /** Changes whenever more is known of a job than before. */
  version(jobId: number): number {
    return Math.max(this.#version, this.#jobs.get(jobId)?.version ?? 0);
  }

  /** What `judge` needs: the looks since a time and the last one before, or all. */
  past(jobId: number, sinceMs = Number.NEGATIVE_INFINITY): JobPast {
    const packed = this.#tables.flatMap(table => table.spans(jobId, sinceMs));
    const job = this.#jobs.get(jobId) ?? this.#newJob(jobId);
    return job.past(packed, this.#listsMs, sinceMs);
  }

  /** The job's schedules, as far as somebody looked. */
  facts(jobId: number): readonly FactsPeriod[] {
    return this.#jobs.get(jobId)?.facts(this.#listsMs) ?? [];
  }

  /** How closely the job was looked at, piece by piece. */
  coverage(jobId: number, fromMs: number, toMs: number): readonly SightPiece[] {
    return sightPieces(this.past(jobId).spans, fromMs, toMs);
  }

  /** Failed looks at the job or at the whole server in a period, oldest first. */
  failures(jobId: number, fromMs: number, toMs: number): readonly FailedLooks[] {
    return this.#failed.filter(
      failed =>
        (failed.jobId === undefined || failed.jobId === jobId) &&
        failed.lastMs >= fromMs &&
        failed.firstMs <= toMs,
    );
  }

  /** Whether `runs` and the others know what other writers stored. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** From now on, what was and is seen is stored there. */
  attach(storage: HistoryStorage): void {
    this.#storage = storage;
    this.#loading = undefined;
    this.#isLoaded = false;
    if (this.#changedJobs.size + this.#unstored.length > 0) storage.changed();
  }

  /** Reads what all writers stored, once; resolves when `runs` and the others know it. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Reads what other writers have stored meanwhile. */
  async follow(): Promise<void> {
    if (!this.#isLoaded || this.#storage === undefined) return;
    if (await this.#storage.wasCleared()) this.#forgetAll();
    const news = new Set<number>();
    await this.#storage.follow({
      ...this.#sink,
      span: (jobId, span) => {
        if (this.#addOther(jobId, span)) news.add(jobId);
      },
    });
    this.#sortRest();
    if (this.#otherCount > mostOthers) this.#packOthers();
    if (news.size > 0) this.#changed.fire([...news]);
  }

  /** Stores what was seen. */
  async flush(): Promise<void> {
    if (this.#storage === undefined) return;
    const [jobs, others] = [[...this.#changedJobs], this.#unstored];
    if (jobs.length + others.length === 0) return;
    this.#changedJobs.clear();
    this.#unstored = [];
    const isStored = await this.#storage.append(sink => {
      for (const jobId of jobs) this.#jobs.get(jobId)?.put(sink, this.#isLoaded);
      for (const put of others) put(sink);
    });
    if (isStored) {
      for (const jobId of jobs) {
        // What was seen while the file was written is stored next time.
        if (!this.#changedJobs.has(jobId)) this.#jobs.get(jobId)?.markStored(this.#isLoaded);
      }
      await this.#packStored();
      await this.#forgetOld();
      return;
    }
    for (const jobId of jobs) this.#changedJobs.add(jobId);
    this.#unstored = [...others, ...this.#unstored].slice(-mostFailures);
  }

  /** Forgets and deletes everything that is stored about this server. */
  async clear(): Promise<void> {
    await this.#loading;
    this.#forgetAll();
    await this.#storage?.clear();
  }

  #forgetAll(): void {
    this.#jobs.clear();
    this.#spanCount = 0;
    this.#otherCount = 0;
    this.#tables = [];
    this.#countPacked();
    this.#failed.length = 0;
    this.#listsMs.length = 0;
    this.#unstored = [];
    this.#changedJobs.clear();
    this.#forgetRuns();
  }

  async #load(): Promise<void> {
    if (this.#storage !== undefined) {
      this.#tables = await this.#storage.load(this.#sink);
      this.#countPacked();
      this.#sortRest();
    }
    this.#isLoaded = true;
    for (const [jobId, job] of this.#jobs) if (job.hasUnstoredFacts) this.#changedJobs.add(jobId);
    if (this.#changedJobs.size > 0) this.#storage?.changed();
    this.#forgetRuns();
  }

  #sortRest(): void {
    this.#failed.sort((a, b) => a.firstMs - b.firstMs);
    this.#listsMs.sort((a, b) => a - b);
  }

  /** Adds what another writer saw; true if it is another status than before. */
  #addOther(jobId: number, span: Span): boolean {
    const job = this.#job(jobId);
    const { otherCount } = job;
    const isNews = job.addOther(span);
    this.#otherCount += job.otherCount - otherCount;
    return isNews;
  }

  #packOthers(): void {
    const collector = new SpanCollector();
    for (const job of this.#jobs.values()) job.packOthers(collector);
    this.#tables = [...this.#tables, ...collector.end()];
    this.#otherCount = 0;
  }

  #addStops(jobIds: readonly number[], atMs: number): void {
    for (const id of jobIds) this.#job(id).stopped(atMs);
  }

  #addFailed(looks: FailedLooks): void {
    this.#failed.push(looks);
    if (this.#failed.length > 2 * mostFailures) this.#failed.splice(0, mostFailures);
  }

  /** A service may run for months: what is stored goes where little memory is needed, a few jobs at a time. */
  async #packStored(): Promise<void> {
    if (this.#spanCount < mostOwnSpans) return;
    const jobIds = [...this.#jobs.keys()];
    for (let index = 0; index < jobIds.length; index += packedAtOnce) {
      const collector = new SpanCollector();
      for (const jobId of jobIds.slice(index, index + packedAtOnce)) {
        const job = this.#jobs.get(jobId);
        if (job !== undefined) this.#pack(job, collector);
      }
      this.#tables = [...this.#tables, ...collector.end()];
      await yieldToHost();
    }
    this.#countPacked();
  }

  #countPacked(): void {
    this.#packedCount = this.#tables.reduce((count, { length }) => count + length, 0);
  }

  /** Forgets what is older than `keeps` says, when there is twice as much as is kept, so that it costs little. */
  async #forgetOld(): Promise<void> {
    const { keeps } = this.#options;
    if (keeps === undefined || this.#packedCount + this.#spanCount < 2 * this.#keptCount + fewSpans) return;
    const tables: SpanTable[] = [];
    const oldestMs = this.#newestMs - keeps.days * dayMs;
    const jobIds = [
      ...new Set([...this.#jobs.keys(), ...this.#tables.flatMap(({ jobIds: ids }) => [...ids])]),
    ];
    for (let index = 0; index < jobIds.length; index += packedAtOnce) {
      const collector = new SpanCollector();
      for (const jobId of jobIds.slice(index, index + packedAtOnce)) {
        const runs = this.runs(jobId);
        const { start } = runs[runs.length - keeps.runs] ?? {};
        const fromMs = Math.max(oldestMs, start?.afterMs ?? start?.byMs ?? oldestMs);
        for (const table of this.#tables)
          for (const span of table.spans(jobId, fromMs))
            if (span.lastMs >= fromMs) collector.add(jobId, span);
        this.#forgetOldOf(jobId, fromMs, collector);
      }
      tables.push(...collector.end());
      await yieldToHost();
    }
    this.#tables = tables;
    this.#countPacked();
    this.#keptCount = this.#packedCount + this.#spanCount;
    while ((this.#listsMs[0] ?? oldestMs) < oldestMs) this.#listsMs.shift();
    this.#runs.clear();
  }

  #forgetOldOf(jobId: number, fromMs: number, collector: SpanCollector): void {
    const job = this.#jobs.get(jobId);
    if (job === undefined) return;
    this.#pack(job, collector, fromMs);
    job.forgetBefore(fromMs);
    // A job that was deleted, or whose status nobody could read for as long.
    if ((job.lastLook?.latestMs ?? Number.POSITIVE_INFINITY) < fromMs) {
      this.#spanCount -= job.spanCount;
      this.#jobs.delete(jobId);
    }
  }

  #pack(job: JobHistory, collector: SpanCollector, fromMs?: number): void {
    const { spanCount } = job;
    job.pack(collector, fromMs);
    this.#spanCount -= spanCount - job.spanCount;
  }

  #storeJob(jobId: number): void {
    this.#changedJobs.add(jobId);
    this.#storage?.changed();
  }

  #store(put: (sink: HistorySink) => void): void {
    this.#unstored.push(put);
    if (this.#unstored.length > 2 * mostFailures) this.#unstored.splice(0, mostFailures);
    this.#storage?.changed();
  }

  #forgetRuns(): void {
    this.#runs.clear();
    this.#version = ++this.#newestVersion;
    this.#changed.fire([]);
  }

  #job(jobId: number): JobHistory {
    return getOrAdd(this.#jobs, jobId, () => this.#newJob(jobId));
  }

  #newJob(jobId: number): JobHistory {
    return new JobHistory(jobId, this.#nextVersion);
  }
}
