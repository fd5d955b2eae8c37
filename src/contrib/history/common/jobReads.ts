import type { Job } from '../../../api/model/job.ts';
import type { Clock } from '../../../base/clock.ts';
import { DeadlineScheduler } from '../../../base/deadlineScheduler.ts';
import { responseSlices } from '../../../base/slices.ts';
import type { JobStore } from '../../../store/jobs/jobStore.ts';
import { asOfMs } from '../../../store/reading/listState.ts';
import type { History } from './history.ts';

/** Long after the first rows, because nothing waits for it. */
const pauseMs = 5_000;
/** A list of so few pages is read whole each time (`listRefresher.ts`). */
const fewPages = 5;

type RecordedJobs = Pick<JobStore, 'jobs' | 'isComplete' | 'pageCount' | 'state'>;

/** Records what is read of jobs, so that planned runs are judged by the schedule that a job had at their time. */
export class JobReads {
  readonly #jobs: RecordedJobs;
  readonly #history: History;
  readonly #nowMs: () => number;
  readonly #scheduler: DeadlineScheduler;
  readonly #subscription: { dispose(): void };
  #recorded: ReadonlyMap<number, Job> = new Map();
  #isDisposed = false;
  /** When the reading of the whole list began that is under way. */
  #beganMs: number | undefined;
  #asOfMs: number | undefined;
  /** When the first change came that is not recorded yet. */
  #changedMs: number | undefined;
  /** When the whole list was read that is not recorded yet. */
  #listMs: number | undefined;

  constructor(
    jobs: RecordedJobs & Pick<JobStore, 'onDidChange'>,
    history: History,
    nowMs: () => number,
    clock: Clock,
  ) {
    this.#jobs = jobs;
    this.#history = history;
    this.#nowMs = nowMs;
    this.#scheduler = new DeadlineScheduler(clock, () => void this.#record());
    this.#subscription = jobs.onDidChange(() => {
      this.#listChanged();
      this.#scheduler.within(pauseMs);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#scheduler.cancel();
    this.#subscription.dispose();
  }

  /** All jobs were as they were read at a time after which each page was read. */
  #listChanged(): void {
    const { isComplete, pageCount, state } = this.#jobs;
    this.#changedMs ??= this.#nowMs();
    if (!isComplete) {
      this.#beganMs ??= this.#nowMs();
      return;
    }
    const readMs = asOfMs(state);
    const isReadAgain = readMs !== this.#asOfMs && pageCount <= fewPages;
    this.#listMs = this.#beganMs ?? (isReadAgain ? this.#nowMs() : this.#listMs);
    this.#beganMs = undefined;
    this.#asOfMs = readMs;
  }

  async #record(): Promise<void> {
    const { jobs } = this.#jobs;
    const [atMs, listMs] = [this.#changedMs ?? this.#nowMs(), this.#listMs];
    this.#changedMs = undefined;
    this.#listMs = undefined;
    const before = this.#recorded;
    this.#recorded = new Map(jobs.map(job => [job.id, job]));
    const slices = responseSlices();
    for (const job of jobs) {
      // Unchanged jobs keep their identity.
      if (before.get(job.id) !== job) this.#history.read(job, atMs);
      if (slices.isOver) await slices.rest();
      if (this.#isDisposed) return;
    }
    if (listMs !== undefined) this.#history.listRead(listMs);
  }
}
