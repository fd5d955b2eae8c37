/**
 * # The memory of runs
 *
 * The API tells only the present. This room stores each look at a status and derives runs from all looks, of all
 * windows and command lines, so that nothing is counted twice and more looks make runs only more precise.
 *
 * - `look.ts`: a `Look`, and `Span`s of looks with one word. All times are the server's (`serverTime.ts`).
 * - `seenRuns.ts`: `runsOf(spans)` gives `SeenRun`s, whose start and end are intervals; `durationOf`, `typicalDurationMs`.
 * - `jobFacts.ts`: name, schedule and targets as they were read, by period; another job under the same ID begins anew.
 * - `verdicts.ts`: `plannedRuns(facts, …)` by the schedule of the day, `judge(planned, past, …)` says what came of each,
 *   with the looks that show it; `sightingIn` and `sightPieces` say how closely somebody looked.
 * - `lookPlan.ts`: when to look next at a job whose runs are planned.
 * - `History` below: all of it for one server.
 */

import type { Job } from '../model/job.ts';
import { type StatusKind, statusKind } from '../model/jobStatus.ts';
import { getOrAdd } from '../util/collections.ts';
import { Emitter } from '../util/emitter.ts';
import { jsonEqual } from '../util/json.ts';
import { type FactsPeriod, factsOf, isOfAnotherJob } from './jobFacts.ts';
import { addLook, type KindOf, type Look, type OpenSpan, type Span } from './look.ts';
import { runsOf, type SeenRun } from './seenRuns.ts';
import { type JobPast, type SightPiece, sightPieces } from './verdicts.ts';

/** Why a status could not be read: the server did not respond or failed, or the job has no status. */
export type LookFailure = 'server' | 'job';

/** Failed looks without a successful one in between; those of the server are of all jobs. */
export interface FailedLooks {
  readonly jobId: number | undefined;
  readonly firstMs: number;
  readonly lastMs: number;
}

export interface HistoryOptions {
  /** The user's own status words. */
  readonly extraWords: () => ReadonlyMap<string, StatusKind>;
}

interface JobMemory {
  readonly spans: Span[];
  open?: OpenSpan;
  readonly facts: FactsPeriod[];
  readonly stopsMs: number[];
  runs?: readonly SeenRun[];
}

/** What was seen of one server's jobs. */
export class History {
  readonly #options: HistoryOptions;
  readonly #jobs = new Map<number, JobMemory>();
  readonly #failed: FailedLooks[] = [];
  readonly #changed = new Emitter<readonly number[]>();
  /** Fires with the jobs of which more is known than before; unchanged statuses do not count. */
  readonly onDidChange = this.#changed.event;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  readonly kindOf: KindOf = word => statusKind(word, this.#options.extraWords());

  look(jobId: number, look: Look): void {
    const memory = this.#memory(jobId);
    const open = addLook(memory.open, look);
    memory.spans[open.number] = open.span;
    const isNews = memory.open?.last.word !== look.word;
    memory.open = open;
    delete memory.runs;
    if (isNews) this.#changed.fire([jobId]);
  }

  /** A look that returned no status. `jobId` is `undefined` if the whole server did not respond. */
  failed(jobId: number | undefined, atMs: number): void {
    const last = this.#failed.at(-1);
    if (last !== undefined && last.jobId === jobId)
      this.#failed[this.#failed.length - 1] = { ...last, lastMs: atMs };
    else this.#failed.push({ jobId, firstMs: atMs, lastMs: atMs });
  }

  /** The server was asked to stop these jobs. */
  stopped(jobIds: readonly number[], atMs: number): void {
    for (const id of jobIds) {
      const memory = this.#memory(id);
      memory.stopsMs.push(atMs);
      delete memory.runs;
    }
  }

  /** The job was read at this time. */
  read(job: Job, atMs: number): void {
    const memory = this.#memory(job.id);
    const facts = factsOf(job);
    const last = memory.facts.at(-1);
    if (last !== undefined && jsonEqual(last.facts, facts)) {
      memory.facts[memory.facts.length - 1] = { ...last, confirmedMs: atMs };
      return;
    }
    if (last !== undefined && isOfAnotherJob(last.facts, facts)) this.#jobs.delete(job.id);
    this.#memory(job.id).facts.push({ facts, readMs: atMs, confirmedMs: atMs });
  }

  /** The runs of a job, oldest first. */
  runs(jobId: number): readonly SeenRun[] {
    const memory = this.#jobs.get(jobId);
    if (memory === undefined) return [];
    memory.runs ??= runsOf(memory.spans, this.kindOf, memory.stopsMs);
    return memory.runs;
  }

  lastRun(jobId: number): SeenRun | undefined {
    return this.runs(jobId).at(-1);
  }

  /** What `judge` needs. */
  past(jobId: number): JobPast {
    return this.#jobs.get(jobId) ?? { spans: [], facts: [], stopsMs: [] };
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

  get isLoaded(): boolean {
    return true;
  }

  /** Reads what all writers stored of the last days; resolves when `runs` and the others know it. */
  async load(_days?: number): Promise<void> {}

  /** Writes what was seen to disk. */
  async flush(): Promise<void> {}

  /** Deletes everything that is stored about this server. */
  async clear(): Promise<void> {
    this.#jobs.clear();
    this.#failed.length = 0;
  }

  #memory(jobId: number): JobMemory {
    return getOrAdd(this.#jobs, jobId, () => ({ spans: [], facts: [], stopsMs: [] }));
  }
}
