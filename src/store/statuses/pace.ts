import { isMoving, type StatusKind } from '../../model/jobStatus.ts';
import type { InterestKind } from './interest.ts';

export interface Paces {
  /** At most this long until the end of a job that is queued or executing is noticed. */
  readonly movingMs: number;
  /** A job that has ended or never ran, while it can be seen. */
  readonly restingMs: number;
  /** A watched job, also while the view is hidden. */
  readonly watchedMs: number;
  /** For all reads together; the user's own actions and first reads are not delayed by it. */
  readonly requestsPerMinute: number;
}

/** The input that decides the pace of a job. */
export interface PacedJob {
  readonly kind: StatusKind;
  readonly interest: InterestKind;
  /** The pause before the next read while the job is queued or executing; grows with each read. */
  readonly stepMs: number;
}

/** The pause after something happened to a job, and for how long it stays that short. */
export const quickestMs = 2_000;
export const quickForMs = 10_000;
const growth = 1.5;
/** Reserve for latency and for reads that are due at the same time. */
const marginMs = 1_500;

/** Closer interest means shorter pauses: fractions of the resting pace. */
const restingShare: Readonly<Record<InterestKind, number>> = {
  followed: 0.05,
  watched: 1,
  selected: 0.25,
  open: 0.5,
  expanded: 0.5,
  visible: 1,
  moving: 1,
};

/** How long a job may wait for its next read if there were no other jobs. */
export function idealMs({ kind, interest, stepMs }: PacedJob, paces: Paces): number {
  if (isMoving(kind)) return Math.min(stepMs, longestStepMs(kind, paces));
  const resting = paces.restingMs * restingShare[interest];
  return interest === 'watched' ? Math.min(resting, paces.watchedMs) : resting;
}

export function nextStepMs(kind: StatusKind, stepMs: number, paces: Paces): number {
  return Math.min(stepMs * growth, longestStepMs(kind, paces));
}

function longestStepMs(kind: StatusKind, paces: Paces): number {
  // An unknown status may mean that the job ended long ago.
  return kind === 'unknown' ? paces.restingMs : Math.max(quickestMs, paces.movingMs - marginMs);
}

/** Reads per minute that all jobs would need, by urgency. */
export interface Demand {
  readonly moving: number;
  readonly resting: number;
}

/** Factors that lengthen the pauses so that all reads stay within the budget. */
export interface Stretch {
  readonly moving: number;
  readonly resting: number;
}

/** Limits the share of moving jobs, so that resting ones are read as well. */
const movingShare = 0.75;
/** Reserved for the list itself. */
const reservedPerMinute = 2;

export function stretchFor(demand: Demand, budgetPerMinute: number): Stretch {
  const budget = Math.max(1, budgetPerMinute - reservedPerMinute);
  if (demand.resting === 0) return { moving: Math.max(1, demand.moving / budget), resting: 1 };
  const moving = Math.max(1, demand.moving / (budget * movingShare));
  return { moving, resting: Math.max(1, demand.resting / (budget - demand.moving / moving)) };
}
