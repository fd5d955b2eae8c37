import { isMoving, type StatusKind } from '../../model/jobStatus.ts';
import type { InterestKind } from './interest.ts';

export interface Paces {
  /** At most this long until the end of a job that is queued or running is noticed. */
  readonly movingMs: number;
  /** A job that has ended or never ran, while it can be seen. */
  readonly restingMs: number;
  /** A job that is watched, also while nobody looks. */
  readonly watchedMs: number;
  /** All readings together; one's own actions and a first look are not held up by it. */
  readonly requestsPerMinute: number;
}

/** What the pace of a job depends on. */
export interface PacedJob {
  readonly kind: StatusKind;
  readonly interest: InterestKind;
  /** The pause before the next reading while it moves; grows from one to the next. */
  readonly stepMs: number;
}

/** The first pause after something happened to a job, and for how long it stays that short. */
export const quickestMs = 2_000;
export const quickForMs = 10_000;
const growth = 1.5;
/** Left for the way of the answer and for readings that fall due together. */
const marginMs = 1_500;

/** A closer look is worth more: parts of the resting pace. */
const restingShare: Readonly<Record<InterestKind, number>> = {
  followed: 0.05,
  watched: 1,
  selected: 0.25,
  open: 0.5,
  expanded: 0.5,
  visible: 1,
  moving: 1,
};

/** How long a job may wait for its next reading, if there were no others. */
export function idealMs({ kind, interest, stepMs }: PacedJob, paces: Paces): number {
  if (isMoving(kind)) return Math.min(stepMs, longestStepMs(kind, paces));
  const resting = paces.restingMs * restingShare[interest];
  return interest === 'watched' ? Math.min(resting, paces.watchedMs) : resting;
}

export function nextStepMs(kind: StatusKind, stepMs: number, paces: Paces): number {
  return Math.min(stepMs * growth, longestStepMs(kind, paces));
}

function longestStepMs(kind: StatusKind, paces: Paces): number {
  // A word that nobody understands may mean that the job has long ended.
  return kind === 'unknown' ? paces.restingMs : Math.max(quickestMs, paces.movingMs - marginMs);
}

/** How many readings a minute all of them would make, by how urgent they are. */
export interface Demand {
  readonly moving: number;
  readonly resting: number;
}

/** Factors by which pauses become longer so that all readings together keep to the budget. */
export interface Stretch {
  readonly moving: number;
  readonly resting: number;
}

/** What resting jobs are left with at least, however many are moving. */
const movingShare = 0.75;
/** For the list itself. */
const reservedPerMinute = 2;

export function stretchFor(demand: Demand, budgetPerMinute: number): Stretch {
  const budget = Math.max(1, budgetPerMinute - reservedPerMinute);
  const moving = Math.max(1, demand.moving / (demand.resting > 0 ? budget * movingShare : budget));
  const left = budget - demand.moving / moving;
  return { moving, resting: Math.max(1, demand.resting / left) };
}
