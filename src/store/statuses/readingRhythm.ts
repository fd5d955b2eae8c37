import { isMoving, type StatusKind } from '../../model/jobStatus.ts';
import { nextStepMs, type Paces, quickestMs, quickForMs } from './pace.ts';

/** The random part of a pause by which jobs drift apart that were read together. */
const jitter = 0.2;
/** The part of its pause that a job waits on average. */
export const meanShare = 1 - jitter / 2;
/** After its first reading a job waits for a random part of its pause: the first look reads all at once. */
const firstJitter = 0.7;
const longestFailurePauseMs = 5 * 60_000;
/** After a run was due the job is looked at: it may have started. */
const afterRunMs = 5_000;

/** What was found out by reading a job. */
export interface RhythmReading {
  readonly nowMs: number;
  readonly kind: StatusKind;
  readonly paces: Paces;
  /** When the job's schedule runs it next, as far as that is known. */
  readonly runsAtMs: number | undefined;
  /** 0 ≤ chance < 1. */
  readonly chance: number;
}

/** What is remembered of the readings of one job, and when the next is due by that. All by the steady clock. */
export class ReadingRhythm {
  #stepMs = quickestMs;
  #quickUntilMs = 0;
  #failures = 0;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #runsAtMs: number | undefined;
  /** When it was last read because its schedule ran it. */
  #runSeenMs = Number.NEGATIVE_INFINITY;
  /** Part of the ideal pause that is waited. */
  #share = 1;

  /** The pause before the next reading while the job moves. */
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

  /** The job was seen to start: from here on the pauses grow. */
  stepFrom(stepMs: number): void {
    this.#stepMs = stepMs;
  }

  /** Something was done to the job: for a while it is followed closely. */
  quicken(nowMs: number): void {
    this.#quickUntilMs = nowMs + quickForMs;
    this.#stepMs = quickestMs;
  }

  /**
   * When the job is to be read next, once it was: `pauseMs` after that, shortly after its schedule has run it, or,
   * where it could not be read, after ever longer pauses. `kind` is `undefined` when no status is known.
   */
  dueMs(kind: StatusKind | undefined, idealMs: number, pauseMs: number): number {
    if (this.#failures > 0 || kind === undefined) {
      const pause = idealMs * 2 ** Math.min(this.#failures, 10);
      return this.#readAtMs + Math.min(longestFailurePauseMs, pause);
    }
    const pauseEndsMs = this.#readAtMs + pauseMs * this.#share;
    if (this.#runsAtMs === undefined || isMoving(kind)) return pauseEndsMs;
    // A job that runs every few seconds is not read as often as that.
    return Math.min(pauseEndsMs, Math.max(this.#runsAtMs + afterRunMs, this.#runSeenMs + idealMs));
  }
}
