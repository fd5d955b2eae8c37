import type { History } from '../../history/history.ts';
import type { Job } from '../../model/job.ts';
import type { Clock } from '../../util/clock.ts';
import { DeadlineScheduler } from '../../util/deadlineScheduler.ts';
import { responseSlices } from '../../util/slices.ts';
import type { JobStore } from './jobStore.ts';

/** Long after the first rows, because nothing waits for it. */
const pauseMs = 5_000;

/** Records what is read of jobs, so that planned runs are judged by the schedule that a job had at their time. */
export class JobReads {
  readonly #jobs: Pick<JobStore, 'jobs' | 'coverage'>;
  readonly #history: History;
  readonly #nowMs: () => number;
  readonly #scheduler: DeadlineScheduler;
  readonly #subscription: { dispose(): void };
  #recorded: ReadonlyMap<number, Job> = new Map();
  #isDisposed = false;

  constructor(
    jobs: Pick<JobStore, 'jobs' | 'coverage' | 'onDidChange'>,
    history: History,
    nowMs: () => number,
    clock: Clock,
  ) {
    this.#jobs = jobs;
    this.#history = history;
    this.#nowMs = nowMs;
    this.#scheduler = new DeadlineScheduler(clock, () => void this.#record());
    this.#subscription = jobs.onDidChange(() => this.#scheduler.within(pauseMs));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#scheduler.cancel();
    this.#subscription.dispose();
  }

  async #record(): Promise<void> {
    const { jobs, coverage } = this.#jobs;
    const atMs = this.#nowMs();
    const before = this.#recorded;
    this.#recorded = new Map(jobs.map(job => [job.id, job]));
    const slices = responseSlices();
    for (const job of jobs) {
      // Unchanged jobs keep their identity.
      if (before.get(job.id) !== job) this.#history.read(job, atMs);
      if (slices.isOver) await slices.rest();
      if (this.#isDisposed) return;
    }
    if (coverage.kind === 'complete') this.#history.listRead(atMs);
  }
}
