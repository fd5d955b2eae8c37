import { Agenda } from '../../../base/agenda.ts';
import type { Clock, ScheduledCall } from '../../../base/clock.ts';
import { nextStart, type Pace, type PlannedStart, runTiming } from './runTiming.ts';
import { type Random, randomFor } from './seed/random.ts';
import type { JobRecord, Phase, World } from './world.ts';

export interface RunnerOptions {
  readonly world: World;
  readonly clock: Clock;
  readonly seed: number;
  readonly pace: Pace;
}

/** Users mostly see the jobs of the first page, so half of the jobs that start at random come from it. */
const firstPage = 40;
/** A timer for weeks would overflow, and would not notice that the computer's clock was changed. */
const longestWaitMs = 3_600_000;

/**
 * Moves jobs through queued and running to an end. It only visits the jobs that are due, with one timer for the
 * earliest of them, so 100,000 jobs cost no more than 100.
 */
export class Runner {
  readonly log = new RunLog();
  readonly #options: RunnerOptions;
  readonly #random: Random;
  /** When the next phase of a queued or running job begins; never, at the pace `still`. */
  readonly #moves = new Agenda();
  /** The phases to return to if queued jobs are disabled before they start. */
  readonly #before = new Map<number, Phase>();
  readonly #starts = new Agenda();
  readonly #planned = new Map<number, PlannedStart>();
  #running = 0;
  #timer: ScheduledCall | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#random = randomFor(options.seed, 77);
  }

  /** Unless jobs run as planned, some are active from the start: every second one runs, the others are queued. */
  start(): void {
    const isPlanned = this.#options.pace === 'scheduled';
    for (let place = 0; !isPlanned && place < this.#lanes(); place++) {
      const job = this.#restingJob();
      if (job) this.set(job, place % 2 === 0 ? 'running' : 'queued');
    }
    for (const job of this.#options.world.jobs.all()) this.#plan(job, this.#options.clock.now());
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
    const before = this.#before.get(job.id);
    if (!job.enabled && before !== undefined && job.phase === 'queued') this.set(job, before);
    // Only some jobs are due at once: enabling thousands must not start thousands of runs.
    const due =
      this.#options.pace === 'lively' && this.#before.size < 3 * this.#lanes() && this.#random.chance(0.5);
    if (job.enabled && !this.#before.has(job.id) && due) this.set(job, 'queued');
    this.#refill();
    this.scheduleChanged(job);
  }

  scheduleChanged(job: JobRecord): void {
    this.#plan(job, this.#options.clock.now());
    this.#wait();
  }

  forget(job: JobRecord): void {
    this.log.deleted(job.id, this.#options.clock.now());
    this.#leave(job);
    this.#starts.delete(job.id);
    this.#planned.delete(job.id);
    this.#refill();
    this.#wait();
  }

  /** Puts a job into the phase that a test needs; unless the pace is `still`, it continues from there. */
  set(job: JobRecord, phase: Phase): void {
    this.#enter(job, phase, undefined);
    this.#wait();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#moves.clear();
    this.#starts.clear();
  }

  #enter(job: JobRecord, phase: Phase, plannedMs: number | undefined): void {
    const { clock, pace, seed } = this.#options;
    const [now, before] = [clock.now(), this.#before.get(job.id) ?? job.phase];
    this.#leave(job);
    job.phase = phase;
    if (phase === 'running') job.runs++;
    this.log.changed(job, now, plannedMs);
    if (phase !== 'queued' && phase !== 'running') return;
    this.#before.set(job.id, before);
    if (phase === 'running') this.#running++;
    const { queuedMs, runningMs } = runTiming(job, pace, seed);
    if (pace !== 'still') this.#moves.set(job.id, now + (phase === 'queued' ? queuedMs : runningMs));
  }

  /** The job is no longer queued or running. */
  #leave(job: JobRecord): void {
    if (this.#before.has(job.id) && job.phase === 'running') this.#running--;
    this.#before.delete(job.id);
    this.#moves.delete(job.id);
  }

  #plan(job: JobRecord, afterMs: number): void {
    const { pace, seed } = this.#options;
    const next = pace !== 'still' && job.enabled ? nextStart(job, afterMs, pace, seed) : undefined;
    this.#starts.delete(job.id);
    this.#planned.delete(job.id);
    if (next === undefined) return;
    this.#planned.set(job.id, next);
    this.#starts.set(job.id, next.startMs);
  }

  #moveOn(): void {
    const { world, clock, pace, seed } = this.#options;
    const now = clock.now();
    for (let id = this.#starts.take(now); id !== undefined; id = this.#starts.take(now)) {
      const [job, start] = [world.jobs.get(id), this.#planned.get(id)];
      if (job && start) this.#begin(job, start);
    }
    const lanes = pace === 'scheduled' ? Math.max(4, Math.ceil(world.jobs.size / 10)) : world.jobs.size;
    for (let id = this.#moves.take(now); id !== undefined; id = this.#moves.take(now)) {
      const job = world.jobs.get(id);
      if (job?.phase === 'running') this.#enter(job, runTiming(job, pace, seed).result, undefined);
      else if (job && this.#running < lanes) this.#enter(job, 'running', undefined);
      // All workers of the server are busy.
      else this.#moves.set(id, now + 5_000);
    }
    this.#refill();
    this.#wait();
  }

  #begin(job: JobRecord, { plannedMs, startMs, isLost }: PlannedStart): void {
    const isBusy = this.#before.has(job.id);
    if (job.enabled && !isBusy && !isLost) this.#enter(job, 'queued', plannedMs);
    else if (job.enabled && plannedMs !== undefined)
      this.log.missed(job.id, plannedMs, isBusy ? 'overlapping' : 'lost');
    this.#plan(job, plannedMs ?? startMs);
  }

  /** Starts new jobs to replace those that have ended. */
  #refill(): void {
    if (this.#options.pace !== 'lively') return;
    for (let free = this.#lanes() - this.#before.size; free > 0; free--) {
      const job = this.#restingJob();
      if (job) this.#enter(job, 'queued', undefined);
    }
  }

  #wait(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const dueMs = [this.#moves.nextMs, this.#starts.nextMs].filter(ms => ms !== undefined);
    if (dueMs.length === 0) return;
    const waitMs = Math.min(longestWaitMs, Math.max(0, Math.min(...dueMs) - this.#options.clock.now()));
    this.#timer = this.#options.clock.schedule(waitMs, () => this.#moveOn());
  }

  /** A random enabled job that is neither queued nor running; occasionally there is none. */
  #restingJob(): JobRecord | undefined {
    const jobs = this.#options.world.jobs.all();
    for (let attempt = 0; attempt < 50; attempt++) {
      const among = this.#random.chance(0.5) ? Math.min(firstPage, jobs.length) : jobs.length;
      const job = jobs[this.#random.between(0, among - 1)];
      if (job?.enabled && !this.#before.has(job.id)) return job;
    }
    return undefined;
  }

  #lanes(): number {
    return Math.min(24, Math.ceil(this.#options.world.jobs.size / 10));
  }
}

/** A run of a job, or a planned run that did not happen. Times are in milliseconds since 1970. */
export interface LoggedRun {
  readonly jobId: number;
  /** The time in the schedule; `undefined` if something else started the job. */
  readonly plannedMs: number | undefined;
  /** Why a planned run did not happen. */
  missed: 'lost' | 'overlapping' | 'disabled' | undefined;
  queuedMs: number | undefined;
  startedMs: number | undefined;
  endedMs: number | undefined;
  /** The phase in which it ended; `undefined` while it is unfinished, and if its job was deleted. */
  result: Phase | undefined;
}

/** A demo that runs for weeks forgets its oldest runs. */
const mostRuns = 250_000;

/** What really happened, to compare with what a client derives from the statuses. */
class RunLog {
  readonly #runs: LoggedRun[] = [];
  readonly #unfinished = new Map<number, LoggedRun>();

  /** In the order in which they were queued or missed. */
  get runs(): readonly LoggedRun[] {
    return this.#runs;
  }

  missed(jobId: number, plannedMs: number, missed: LoggedRun['missed']): void {
    this.#add({ ...blank, jobId, plannedMs, missed });
  }

  /** Records that the phase of the job has changed. */
  changed({ id, phase }: JobRecord, nowMs: number, plannedMs: number | undefined): void {
    const run = this.#unfinished.get(id) ?? { ...blank, jobId: id, plannedMs };
    const isUnfinished = phase === 'queued' || phase === 'running';
    if (isUnfinished && !this.#unfinished.has(id)) {
      this.#unfinished.set(id, this.#add(run));
      run.queuedMs = nowMs;
    }
    if (phase === 'running') run.startedMs ??= nowMs;
    if (isUnfinished || !this.#unfinished.delete(id)) return;
    if (run.startedMs === undefined) run.missed = 'disabled';
    else Object.assign(run, { endedMs: nowMs, result: phase });
  }

  deleted(jobId: number, nowMs: number): void {
    const run = this.#unfinished.get(jobId);
    if (run?.startedMs !== undefined) run.endedMs = nowMs;
    this.#unfinished.delete(jobId);
  }

  #add(run: LoggedRun): LoggedRun {
    if (this.#runs.length >= mostRuns) this.#runs.splice(0, mostRuns / 10);
    this.#runs.push(run);
    return run;
  }
}

const blank = {
  missed: undefined,
  queuedMs: undefined,
  startedMs: undefined,
  endedMs: undefined,
  result: undefined,
};
