import { isActive, type StatusKind } from '../../api/model/jobStatus.ts';
import { getOrAdd } from '../../base/collections.ts';
import type { ServerHealth } from '../reading/serverHealth.ts';
import type { InterestKind, InterestList } from './interest.ts';
import {
  type DemandKind,
  meanShare,
  plannedPerMinute,
  ReadTiming,
  type Stretch,
  stretchFor,
  type TimingOptions,
  unstretched,
} from './pace.ts';
import type { StatusCache } from './statusCache.ts';

interface StatusQueueOptions extends TimingOptions {
  readonly cache: StatusCache;
  readonly interest: InterestList;
  readonly health: ServerHealth;
  /** The job's next scheduled run, if known. */
  readonly nextRunMs?: ((id: number, nowMs: number) => number | undefined) | undefined;
}

/** When a job may be read; 0 puts it first, regardless of the pace. */
interface Due {
  readonly id: number;
  readonly atMs: number;
}

const planForMs = 10_000;
/** Reads that are due at the same time follow each other at this multiple of the usual rate. */
const catchUpRate = 4;
/** Slightly less than the whole budget, which leaves room for the list. */
const firstReadingRate = 0.9;

/** Decides which status is read next and when, evenly spread and within the request budget. */
export class StatusQueue {
  readonly #options: StatusQueueOptions;
  readonly #timings = new Map<number, ReadTiming>();
  /** Jobs to be read at once. */
  readonly #urgent = new Set<number>();
  /** Sorted by time, excluding jobs that are being read. */
  #plan: Due[] | undefined;
  #plannedAtMs = 0;
  #stretch: Stretch = unstretched;
  #lastPacedMs = Number.NEGATIVE_INFINITY;

  constructor(options: StatusQueueOptions) {
    this.#options = options;
  }

  /** The job to read next and the earliest time for it; `undefined` if none is wanted. */
  next(underWay: { has(id: number): boolean }): Due | undefined {
    const now = this.#options.clock.steadyMs();
    if (this.#plan === undefined || now - this.#plannedAtMs >= planForMs) this.#makePlan(underWay);
    // The job's status may have been requested manually since the plan was made.
    while (this.#plan?.[0] !== undefined && underWay.has(this.#plan[0].id)) this.#plan.shift();
    const first = this.#plan?.[0];
    if (first === undefined || first.atMs === 0) return first;
    return { id: first.id, atMs: Math.max(first.atMs, this.#lastPacedMs + this.#gapMs(first.id)) };
  }

  /** Whether a response about this job would still be used. */
  isWanted(id: number): boolean {
    return this.#interestIn(id) !== undefined;
  }

  started(id: number): void {
    const first = this.#plan?.shift();
    if (first !== undefined && first.atMs > 0) this.#lastPacedMs = this.#options.clock.steadyMs();
    this.#urgent.delete(id);
  }

  /** An urgent read was canceled; it is repeated when the job is wanted again. */
  canceled(id: number): void {
    this.#urgent.add(id);
  }

  /** Call when the read of the job has settled. */
  settled(id: number): void {
    const interest = this.#interestIn(id);
    if (interest === undefined || this.#plan === undefined) return;
    const due = { id, atMs: this.#dueMs(id, interest) };
    const place = this.#plan.findIndex(other => other.atMs > due.atMs);
    this.#plan.splice(place < 0 ? this.#plan.length : place, 0, due);
  }

  succeeded(id: number): void {
    const known = this.#options.cache.get(id) ?? { kind: 'unknown', word: '' };
    this.#timing(id).succeeded(known, this.#runsAtMs(id));
  }

  /** The job is queued or executing, and was not before, if that is known. */
  activated(id: number, isObserved: boolean): void {
    this.#timing(id).started(isObserved);
  }

  /** Only this job could not be read, or it has no status. */
  failed(id: number): void {
    this.#timing(id).failed();
  }

  /** After an operation on the job, it is read at once and then more often for a while. */
  touch(id: number): void {
    this.#timing(id).quicken();
    if (this.isWanted(id)) this.#urgent.add(id);
    this.replan();
  }

  /** Visible jobs that were not read while the view was hidden are read at once. */
  catchUp(): void {
    const { clock, interest } = this.#options;
    for (const [id, kind] of interest.wanted) {
      if (this.#dueMs(id, kind) <= clock.steadyMs()) this.#urgent.add(id);
    }
    this.replan();
  }

  /** Reads all jobs at once; hidden ones as soon as they are visible. */
  allNow(): void {
    for (const id of this.#options.interest.all) {
      this.#timing(id).forgetFailures();
      this.#urgent.add(id);
    }
    this.replan();
  }

  forget(id: number): void {
    this.#timings.delete(id);
    this.#urgent.delete(id);
    this.replan();
  }

  replan(): void {
    this.#plan = undefined;
  }

  #makePlan(underWay: { has(id: number): boolean }): void {
    this.#plannedAtMs = this.#options.clock.steadyMs();
    const wanted = this.#allWanted();
    this.#stretch = this.#stretchOver(wanted);
    this.#plan = [...wanted]
      .filter(([id]) => !underWay.has(id))
      .map(([id, kind]) => ({ id, atMs: this.#dueMs(id, kind) }))
      // Sorting is stable, so the most important urgent jobs come first.
      .sort((a, b) => a.atMs - b.atMs);
  }

  /** The wanted jobs and, while the list is visible, all jobs that were queued or executing when last read. */
  #allWanted(): ReadonlyMap<number, InterestKind> {
    const { interest, cache } = this.#options;
    if (!interest.isInView) return interest.wanted;
    const wanted = new Map(interest.wanted);
    for (const id of cache.all.keys()) {
      if (!wanted.has(id) && this.#isSeenActive(id)) wanted.set(id, 'active');
    }
    return wanted;
  }

  #interestIn(id: number): InterestKind | undefined {
    const { interest } = this.#options;
    return interest.wanted.get(id) ?? (interest.isInView && this.#isSeenActive(id) ? 'active' : undefined);
  }

  #isSeenActive(id: number): boolean {
    const kind = this.#options.cache.get(id)?.kind;
    return kind === 'running' || kind === 'queued';
  }

  #stretchOver(wanted: ReadonlyMap<number, InterestKind>): Stretch {
    const demand = { active: 0, planned: 0, inactive: 0 };
    for (const [id, interest] of wanted) {
      const kind = this.#options.cache.get(id)?.kind;
      const meanMs = this.#idealMs(id, interest) * meanShare;
      demand[demandOf(kind)] += 60_000 / meanMs;
      if (this.#timings.get(id)?.isAwaited(kind)) demand.planned += plannedPerMinute;
    }
    return stretchFor(demand, this.#budgetPerMinute());
  }

  #dueMs(id: number, interest: InterestKind): number {
    if (this.#urgent.has(id)) return 0;
    const timing = this.#timings.get(id);
    // The first read of a visible job is not delayed; jobs that are only watched wait.
    if (!timing?.hasBegun) return interest === 'watched' ? 1 : 0;
    const kind = this.#options.cache.get(id)?.kind;
    const ideal = this.#idealMs(id, interest);
    const pauseMs = interest === 'followed' ? ideal : ideal * this.#stretch[demandOf(kind)];
    return timing.dueMs(kind, { idealMs: ideal, pauseMs, stretch: this.#stretch.planned });
  }

  #idealMs(id: number, interest: InterestKind): number {
    return this.#timing(id).idealMs(this.#options.cache.get(id)?.kind ?? 'idle', interest);
  }

  #budgetPerMinute(): number {
    return this.#options.paces().requestsPerMinute * this.#options.health.share;
  }

  #gapMs(id: number): number {
    // Thousands of watched jobs may never have been read; they must not exceed the usual rate.
    const isKnown = this.#timings.get(id)?.hasBegun ?? false;
    return 60_000 / (this.#budgetPerMinute() * (isKnown ? catchUpRate : firstReadingRate));
  }

  /** The next run on the steady clock. Schedules use the time of day, which the user may change. */
  #runsAtMs(id: number): number | undefined {
    const { clock, nextRunMs } = this.#options;
    const nextMs = nextRunMs?.(id, clock.now());
    return nextMs === undefined ? undefined : clock.steadyMs() + nextMs - clock.now();
  }

  #timing(id: number): ReadTiming {
    return getOrAdd(this.#timings, id, () => new ReadTiming(this.#options));
  }
}

/** The part of the budget that a read counts towards. */
function demandOf(kind: StatusKind = 'idle'): DemandKind {
  return isActive(kind) ? 'active' : 'inactive';
}
