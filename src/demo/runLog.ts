import type { JobRecord, Phase } from './world.ts';

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
export class RunLog {
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
