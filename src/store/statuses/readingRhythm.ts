import { isMoving, type StatusKind } from '../../model/jobStatus.ts';
import { nextStepMs, type Paces, quickestMs, quickForMs } from './pace.ts';

/** The random fraction of a pause, which spreads jobs that were read together. */
const jitter = 0.2;
/** The fraction of its pause that a job waits on average. */
export const meanShare = 1 - jitter / 2;
/** Jobs are first read all at once, so the next pause of each has a large random part. */
const firstJitter = 0.7;
const longestFailurePauseMs = 5 * 60_000;
/** A job is read this long after a run was due, because it may have started. */
const afterRunMs = 5_000;

/** The result of reading a job. */
export interface RhythmReading {
  readonly nowMs: number;
  readonly kind: StatusKind;
  readonly paces: Paces;
  /** When the job's schedule runs it next, if known. */
  readonly runsAtMs: number | undefined;
  /** 0 ≤ chance < 1. */
  readonly chance: number;
}

/** The history of the reads of one job, and when the next one is due. All by the steady clock. */
export class ReadingRhythm {
  #stepMs = quickestMs;
  #quickUntilMs = 0;
  #failures = 0;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #runsAtMs: number | undefined;
  /** When the job was last read because of a scheduled run. */
  #runSeenMs = Number.NEGATIVE_INFINITY;
  /** The fraction of the ideal pause to wait. */
  #share = 1;

  /** The pause before the next read while the job is queued or executing. */
  get stepMs(): number {
    return this.#stepMs;
  }

  /** Whether the job was read, or its reading failed. */
  get hasBegun(): boolean {
    return this.#readAtMs > Number.NEGATIVE_INFINITY;
  }

  succeeded({ nowMs, kind, paces, runsAtMs, chance }: RhythmReading): void {
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

  /** The job was seen to start: the pauses grow from here. */
  stepFrom(stepMs: number): void {
    this.#stepMs = stepMs;
  }

  /** Reads the job often for a while, because something was done to it. */
  quicken(nowMs: number): void {
    this.#quickUntilMs = nowMs + quickForMs;
    this.#stepMs = quickestMs;
  }

  /**
   * When to read the job again: `pauseMs` after the last read, shortly after a scheduled run, or,
   * after failures, with growing pauses. `kind` is `undefined` when no status is known.
   */
  dueMs(kind: StatusKind | undefined, idealMs: number, pauseMs: number): number {
    if (this.#failures > 0 || kind === undefined) {
      const pause = idealMs * 2 ** Math.min(this.#failures, 10);
      return this.#readAtMs + Math.min(longestFailurePauseMs, pause);
    }
    const pauseEndsMs = this.#readAtMs + pauseMs * this.#share;
    if (this.#runsAtMs === undefined || isMoving(kind)) return pauseEndsMs;
    // A job that runs every few seconds is not read that often.
    return Math.min(pauseEndsMs, Math.max(this.#runsAtMs + afterRunMs, this.#runSeenMs + idealMs));
  }
}
