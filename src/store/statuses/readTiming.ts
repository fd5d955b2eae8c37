import { isActive, type StatusKind } from '../../model/jobStatus.ts';
import { nextStepMs, type Paces, quickestMs, quickForMs } from './pace.ts';

/** The random part of a pause, which spreads out jobs that were read together. */
const jitter = 0.2;
/** The average fraction of its pause that a job waits. */
export const meanShare = 1 - jitter / 2;
/** All jobs are first read at once, so their next pauses have a large random part. */
const firstJitter = 0.7;
const longestFailurePauseMs = 5 * 60_000;
/** A job is read this long after a scheduled run, because it may have started. */
const afterRunMs = 5_000;

/** The result of reading a job. */
export interface TimedRead {
  readonly nowMs: number;
  readonly kind: StatusKind;
  readonly paces: Paces;
  /** The job's next scheduled run, if known. */
  readonly runsAtMs: number | undefined;
  /** 0 ≤ chance < 1. */
  readonly chance: number;
}

/** Tracks the reads of one job and when the next one is due, on the steady clock. */
export class ReadTiming {
  #stepMs = quickestMs;
  #quickUntilMs = 0;
  #failures = 0;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #runsAtMs: number | undefined;
  /** When a scheduled run last caused a read. */
  #runSeenMs = Number.NEGATIVE_INFINITY;
  /** The fraction of the ideal pause to wait. */
  #share = 1;

  /** The pause before the next read of a queued or executing job. */
  get stepMs(): number {
    return this.#stepMs;
  }

  /** Whether a read of the job has succeeded or failed. */
  get hasBegun(): boolean {
    return this.#readAtMs > Number.NEGATIVE_INFINITY;
  }

  succeeded({ nowMs, kind, paces, runsAtMs, chance }: TimedRead): void {
    this.#share = 1 - (this.hasBegun ? jitter : firstJitter) * chance;
    this.#readAtMs = nowMs;
    if (this.#runsAtMs !== undefined && this.#runsAtMs < nowMs) this.#runSeenMs = nowMs;
    this.#runsAtMs = runsAtMs;
    this.#failures = 0;
    this.#stepMs = nowMs < this.#quickUntilMs ? quickestMs : nextStepMs(kind, this.#stepMs, paces);
  }

  failed(nowMs: number): void {
    this.#readAtMs = nowMs;
    this.#failures += 1;
  }

  forgetFailures(): void {
    this.#failures = 0;
  }

  /** The job has started: the pauses grow from here. */
  stepFrom(stepMs: number): void {
    this.#stepMs = stepMs;
  }

  /** Reads the job more often for a while after an operation on it. */
  quicken(nowMs: number): void {
    this.#quickUntilMs = nowMs + quickForMs;
    this.#stepMs = quickestMs;
  }

  /**
   * When to read the job again: `pauseMs` after the last read, shortly after a scheduled run, or with growing pauses
   * after failures. `kind` is `undefined` if no status is known.
   */
  dueMs(kind: StatusKind | undefined, idealMs: number, pauseMs: number): number {
    if (this.#failures > 0 || kind === undefined) {
      const pause = idealMs * 2 ** Math.min(this.#failures, 10);
      return this.#readAtMs + Math.min(longestFailurePauseMs, pause);
    }
    const pauseEndsMs = this.#readAtMs + pauseMs * this.#share;
    if (this.#runsAtMs === undefined || isActive(kind)) return pauseEndsMs;
    // A job that runs every few seconds must not be read that often.
    return Math.min(pauseEndsMs, Math.max(this.#runsAtMs + afterRunMs, this.#runSeenMs + idealMs));
  }
}
