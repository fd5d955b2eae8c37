import { isActive, type StatusKind } from '../../model/jobStatus.ts';
import type { InterestKind } from './interest.ts';

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
export interface PacedJob {
  readonly kind: StatusKind;
  readonly interest: InterestKind;
  /** The pause before the next read of a queued or executing job; grows with each read. */
  readonly stepMs: number;
}

/** The pause after an operation on a job, and how long it stays this short. */
export const quickestMs = 2_000;
export const quickForMs = 10_000;
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

/** The reads per minute that all jobs would need, by urgency. */
export interface Demand {
  readonly active: number;
  readonly inactive: number;
}

/** Factors that lengthen the pauses to keep all reads within the budget. */
export interface Stretch {
  readonly active: number;
  readonly inactive: number;
}

/** Limits the share of active jobs, so that inactive jobs are read as well. */
const activeShare = 0.75;
/** Reserved for the list itself. */
const reservedPerMinute = 2;

export function stretchFor(demand: Demand, budgetPerMinute: number): Stretch {
  const budget = Math.max(1, budgetPerMinute - reservedPerMinute);
  if (demand.inactive === 0) return { active: Math.max(1, demand.active / budget), inactive: 1 };
  const active = Math.max(1, demand.active / (budget * activeShare));
  return { active, inactive: Math.max(1, demand.inactive / (budget - demand.active / active)) };
}
