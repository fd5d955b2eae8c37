import { isActive, type StatusKind } from '../../api/model/jobStatus.ts';
import type { Clock } from '../../base/clock.ts';
import type { InterestKind } from './interest.ts';
import { awaitedForMs, lookDelaysMs, nextLookMs } from './lookPlan.ts';
import type { KnownStatus } from './statusCache.ts';

export interface Paces {
  /** The longest time until the end of a queued or executing job is noticed. */
  readonly activeMs: number;
  /** For a visible job that has ended or never ran. */
  readonly inactiveMs: number;
  /** For a watched job, even while the view is hidden. */
  readonly watchedMs: number;
  /** For all reads together. The user's own actions and first reads are not delayed. */
  readonly requestsPerMinute: number;
}

/** What determines the pace of a job. */
interface PacedJob {
  readonly kind: StatusKind;
  readonly interest: InterestKind;
  /** The pause before the next read of a queued or executing job; grows with each read. */
  readonly stepMs: number;
}

/** The pause after an operation on a job, and how long it stays this short. */
const quickestMs = 2_000;
const quickForMs = 10_000;
const growth = 1.5;
/** Allows for latency and for reads that are due at the same time. */
const marginMs = 1_500;

/** Pauses by interest, as fractions of the pause of an inactive job. */
const inactiveShare: Readonly<Record<InterestKind, number>> = {
  followed: 0.05,
  watched: 1,
  selected: 0.25,
  open: 0.5,
  expanded: 0.5,
  visible: 1,
  active: 1,
};

/** How long a job could wait for its next read if it were the only one. */
export function idealMs({ kind, interest, stepMs }: PacedJob, paces: Paces): number {
  if (isActive(kind)) return Math.min(stepMs, longestStepMs(kind, paces));
  const pauseMs = paces.inactiveMs * inactiveShare[interest];
  return interest === 'watched' ? Math.min(pauseMs, paces.watchedMs) : pauseMs;
}

export function nextStepMs(kind: StatusKind, stepMs: number, paces: Paces): number {
  return Math.min(stepMs * growth, longestStepMs(kind, paces));
}

function longestStepMs(kind: StatusKind, paces: Paces): number {
  // An unknown status may mean that the job ended long ago.
  return kind === 'unknown' ? paces.inactiveMs : Math.max(quickestMs, paces.activeMs - marginMs);
}

/**
 * The reads per minute that all jobs would need: the queued and executing ones, those whose planned run is awaited, and
 * the rest.
 */
export type Demand = Readonly<Record<DemandKind, number>>;
const demandKinds = ['active', 'planned', 'inactive'] as const;
export type DemandKind = (typeof demandKinds)[number];

/** Factors that lengthen the pauses to keep all reads within the budget. */
export type Stretch = Demand;

export const unstretched: Stretch = { active: 1, planned: 1, inactive: 1 };

/** Limits the share of more urgent jobs, so that the others are read as well. */
const urgentShare = 0.75;
/** Reserved for the list itself. */
const reservedPerMinute = 5;

export function stretchFor(demand: Demand, budgetPerMinute: number): Stretch {
  const stretch: Record<DemandKind, number> = { ...unstretched };
  let budget = Math.max(1, budgetPerMinute - reservedPerMinute);
  for (const [index, kind] of demandKinds.entries()) {
    if (demand[kind] === 0) continue;
    const isLast = demandKinds.slice(index + 1).every(other => demand[other] === 0);
    stretch[kind] = Math.max(1, demand[kind] / (isLast ? budget : budget * urgentShare));
    budget -= demand[kind] / stretch[kind];
  }
  return stretch;
}

/** The random part of a pause, which spreads out jobs that were read together. */
const jitter = 0.2;
/** The average fraction of its pause that a job waits. */
export const meanShare = 1 - jitter / 2;
/** All jobs are first read at once, so their next pauses have a large random part. */
const firstJitter = 0.7;
const longestFailurePauseMs = 5 * 60_000;
/** Planned runs that follow each other faster than this are not awaited one by one. */
const shortestPeriodMs = 600_000;
/** The reads of one awaited run, spread over the time in which it is awaited. */
export const plannedPerMinute = (lookDelaysMs.length * 60_000) / awaitedForMs;

export interface TimingOptions {
  readonly clock: Clock;
  /** 0 ≤ random() < 1. */
  readonly random: () => number;
  readonly paces: () => Paces;
}

/** Tracks the reads of one job and when the next one is due, on the steady clock. */
export class ReadTiming {
  readonly #options: TimingOptions;
  #stepMs = quickestMs;
  #quickUntilMs = 0;
  #failures = 0;
  #readAtMs = Number.NEGATIVE_INFINITY;
  /** The next planned run, and the last one before the last read. */
  #nextMs: number | undefined;
  #plannedMs: number | undefined;
  #word: string | undefined;
  /** Since when the job has its status, if that was seen. */
  #sinceMs = Number.NEGATIVE_INFINITY;
  /** The fraction of the ideal pause to wait. */
  #share = 1;

  constructor(options: TimingOptions) {
    this.#options = options;
  }

  /** Whether a read of the job has succeeded or failed. */
  get hasBegun(): boolean {
    return this.#readAtMs > Number.NEGATIVE_INFINITY;
  }

  /** `nextMs` is the job's next planned run, if known. */
  succeeded({ kind, word }: Pick<KnownStatus, 'kind' | 'word'>, nextMs: number | undefined): void {
    const { clock, random, paces } = this.#options;
    const nowMs = clock.steadyMs();
    this.#share = 1 - (this.hasBegun ? jitter : firstJitter) * random();
    this.#readAtMs = nowMs;
    if (this.#word !== undefined && this.#word !== word) this.#sinceMs = nowMs;
    this.#word = word;
    if (this.#nextMs !== undefined && this.#nextMs <= nowMs) this.#plannedMs = this.#nextMs;
    this.#nextMs = nextMs;
    this.#failures = 0;
    this.#stepMs = nowMs < this.#quickUntilMs ? quickestMs : nextStepMs(kind, this.#stepMs, paces());
  }

  failed(): void {
    this.#readAtMs = this.#options.clock.steadyMs();
    this.#failures += 1;
  }

  forgetFailures(): void {
    this.#failures = 0;
  }

  /** The job has started, or was executing when it was first read, perhaps for a long time: the pauses grow from here. */
  started(isObserved: boolean): void {
    this.#stepMs = isObserved ? quickestMs : this.#options.paces().activeMs / 2;
  }

  /** Reads the job more often for a while after an operation on it. */
  quicken(): void {
    this.#quickUntilMs = this.#options.clock.steadyMs() + quickForMs;
    this.#stepMs = quickestMs;
  }

  /** How long the job could wait for its next read if it were the only one. */
  idealMs(kind: StatusKind, interest: InterestKind): number {
    return idealMs({ kind, interest, stepMs: this.#stepMs }, this.#options.paces());
  }

  /** Whether the job is to be read now and again because a run is planned. */
  isAwaited(kind: StatusKind | undefined): boolean {
    const atMs = this.#plannedLookMs(kind);
    return atMs !== undefined && atMs - this.#options.clock.steadyMs() < shortestPeriodMs;
  }

  /**
   * When to read the job again: `pauseMs` after the last read, several times after a planned run, or with growing pauses
   * after failures. `kind` is `undefined` if no status is known; `stretch` lengthens the pauses after a planned run.
   */
  dueMs(kind: StatusKind | undefined, { idealMs, pauseMs, stretch }: Pauses): number {
    if (this.#failures > 0 || kind === undefined) {
      const pause = idealMs * 2 ** Math.min(this.#failures, 10);
      return this.#readAtMs + Math.min(longestFailurePauseMs, pause);
    }
    const pauseEndsMs = this.#readAtMs + pauseMs * this.#share;
    const plannedMs = this.#plannedLookMs(kind);
    if (plannedMs === undefined) return pauseEndsMs;
    const isShort =
      this.#plannedMs !== undefined &&
      (this.#nextMs ?? Number.POSITIVE_INFINITY) - this.#plannedMs < shortestPeriodMs;
    // A job that runs every few seconds must not be read that often.
    const soonestMs = this.#readAtMs + (isShort ? idealMs : 0);
    const isFirst = this.#nextMs !== undefined && plannedMs >= this.#nextMs;
    return Math.min(
      pauseEndsMs,
      Math.max(soonestMs, isFirst ? plannedMs : this.#readAtMs + (plannedMs - this.#readAtMs) * stretch),
    );
  }

  #plannedLookMs(kind: StatusKind | undefined): number | undefined {
    if (kind === undefined || isActive(kind)) return undefined;
    return nextLookMs({
      kind,
      lookMs: this.#readAtMs,
      sinceMs: this.#sinceMs,
      plannedMs: this.#plannedMs,
      nextMs: this.#nextMs,
    });
  }
}

/** How long to wait for the next read: alone, within the budget, and a factor for reads after a planned run. */
interface Pauses {
  readonly idealMs: number;
  readonly pauseMs: number;
  readonly stretch: number;
}
