import type { Clock, ScheduledCall } from '../util/clock.ts';
import { type Random, randomFor } from './seed/random.ts';
import type { JobRecord, Phase, World } from './world.ts';

export interface RunnerOptions {
  readonly world: World;
  readonly clock: Clock;
  readonly seed: number;
  readonly pace: 'lively' | 'still';
}

interface Move {
  readonly job: JobRecord;
  /** When its next phase begins; never, at the pace `still`. */
  readonly dueMs: number;
  /** The phase to return to if the job is disabled before it starts. */
  readonly before: Phase;
}

/** Users mostly see the jobs of the first page, so half of the jobs that start come from it. */
const firstPage = 40;
const failureChance = 0.15;

/**
 * Moves jobs through queued and running to an end. It only visits the few unfinished jobs, with one timer for the
 * earliest of them, so 100,000 jobs cost no more than 100.
 */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #random: Random;
  readonly #moves = new Map<number, Move>();
  #timer: ScheduledCall | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#random = randomFor(options.seed, 77);
  }

  /** Some jobs are active from the start: every second one runs, the others are queued. */
  start(): void {
    for (let place = 0; place < this.#lanes(); place++) {
      const job = this.#restingJob();
      if (job) this.set(job, place % 2 === 0 ? 'running' : 'queued');
    }
    this.#wait();
  }

  /** Stops the job if it is running; returns whether it was running. */
  stop(job: JobRecord): boolean {
    if (job.phase !== 'running') return false;
    this.set(job, 'stopped');
    return true;
  }

  /** Call this after a job was created, enabled or disabled. */
  enabledChanged(job: JobRecord): void {
    const move = this.#moves.get(job.id);
    if (!job.enabled && move && job.phase === 'queued') this.set(job, move.before);
    // Only some jobs are due at once: enabling thousands must not start thousands of runs.
    const due =
      this.#options.pace === 'lively' && this.#moves.size < 3 * this.#lanes() && this.#random.chance(0.5);
    if (job.enabled && !move && due) this.set(job, 'queued');
    this.#refill();
    this.#wait();
  }

  forget(job: JobRecord): void {
    this.#moves.delete(job.id);
    this.#refill();
    this.#wait();
  }

  /** Puts a job into the phase that a test needs; at the pace `lively` it continues from there. */
  set(job: JobRecord, phase: Phase): void {
    const before = this.#moves.get(job.id)?.before ?? job.phase;
    job.phase = phase;
    this.#moves.delete(job.id);
    if (phase === 'running') job.runs++;
    if (phase === 'queued' || phase === 'running') {
      this.#moves.set(job.id, { job, dueMs: this.#options.clock.now() + this.#durationMs(job), before });
    }
    this.#wait();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#moves.clear();
  }

  #moveOn(): void {
    const now = this.#options.clock.now();
    for (const { job } of [...this.#moves.values()].filter(move => move.dueMs <= now)) {
      if (job.phase === 'queued') this.set(job, 'running');
      else this.set(job, this.#endOf(job));
    }
    this.#refill();
    this.#wait();
  }

  /** Starts new jobs to replace those that have ended. */
  #refill(): void {
    if (this.#options.pace === 'still') return;
    for (let free = this.#lanes() - this.#moves.size; free > 0; free--) {
      const job = this.#restingJob();
      if (job) this.set(job, 'queued');
    }
  }

  #wait(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    if (this.#options.pace === 'still' || this.#moves.size === 0) return;
    const dueMs = Math.min(...[...this.#moves.values()].map(move => move.dueMs));
    this.#timer = this.#options.clock.schedule(Math.max(0, dueMs - this.#options.clock.now()), () =>
      this.#moveOn(),
    );
  }

  /** A random enabled job that is neither queued nor running; occasionally there is none. */
  #restingJob(): JobRecord | undefined {
    const jobs = this.#options.world.jobs.all();
    for (let attempt = 0; attempt < 50; attempt++) {
      const among = this.#random.chance(0.5) ? Math.min(firstPage, jobs.length) : jobs.length;
      const job = jobs[this.#random.between(0, among - 1)];
      if (job?.enabled && !this.#moves.has(job.id)) return job;
    }
    return undefined;
  }

  #lanes(): number {
    return Math.min(24, Math.ceil(this.#options.world.jobs.size / 10));
  }

  #durationMs(job: JobRecord): number {
    const random = randomFor(this.#options.seed, job.id, job.runs);
    return job.phase === 'queued' ? random.between(2_000, 8_000) : random.between(5_000, 20_000);
  }

  #endOf(job: JobRecord): Phase {
    return randomFor(this.#options.seed, job.id, job.runs, 1).chance(failureChance) ? 'failed' : 'finished';
  }
}
