import { isMoving, type StatusKind } from '../../model/jobStatus.ts';
import type { Clock } from '../../util/clock.ts';
import type { ServerHealth } from '../reading/serverHealth.ts';
import type { InterestKind, InterestList } from './interest.ts';
import { type Demand, idealMs, type Paces, quickestMs, type Stretch, stretchFor } from './pace.ts';
import { meanShare, ReadingRhythm } from './readingRhythm.ts';
import type { StatusBook } from './statusBook.ts';

export interface StatusQueueOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly paces: () => Paces;
  readonly book: StatusBook;
  readonly interest: InterestList;
  readonly health: ServerHealth;
  /** When the job's schedule runs it next, as far as that is known. */
  readonly nextRunMs?: ((id: number, nowMs: number) => number | undefined) | undefined;
}

/** When a job may be read; at 0 it goes before all others and is not held up by the pace. */
export interface Due {
  readonly id: number;
  readonly atMs: number;
}

const planForMs = 10_000;
/** Readings that fall due together follow each other at this many times the ordinary rate. */
const catchUpRate = 4;
/** A little less than all, which leaves room for the list. */
const firstReadingRate = 0.9;

/** Decides whose status is read next, and when: spread evenly, and within the budget of requests. */
export class StatusQueue {
  readonly #options: StatusQueueOptions;
  readonly #rhythms = new Map<number, ReadingRhythm>();
  /** To be read at once, for a reason of their own. */
  readonly #urgent = new Set<number>();
  /** By time. Jobs under way are not in it. */
  #plan: Due[] | undefined;
  #plannedAtMs = 0;
  #stretch: Stretch = { moving: 1, resting: 1 };
  #lastPacedMs = Number.NEGATIVE_INFINITY;

  constructor(options: StatusQueueOptions) {
    this.#options = options;
  }

  /** The job to be read next, and when it may be; `undefined` when nothing is wanted. */
  next(underWay: { has(id: number): boolean }): Due | undefined {
    const now = this.#options.clock.steadyMs();
    if (this.#plan === undefined || now - this.#plannedAtMs >= planForMs) this.#makePlan(underWay);
    // Somebody may have asked for a job by hand since the plan was made.
    while (this.#plan?.[0] !== undefined && underWay.has(this.#plan[0].id)) this.#plan.shift();
    const first = this.#plan?.[0];
    if (first === undefined || first.atMs === 0) return first;
    return { id: first.id, atMs: Math.max(first.atMs, this.#lastPacedMs + this.#gapMs(first.id)) };
  }

  /** Whether anybody would still make use of an answer about this job. */
  isWanted(id: number): boolean {
    return this.#interestIn(id) !== undefined;
  }

  started(id: number): void {
    const first = this.#plan?.shift();
    if (first !== undefined && first.atMs > 0) this.#lastPacedMs = this.#options.clock.steadyMs();
    this.#urgent.delete(id);
  }

  /** A reading that was to be made at once was given up: it is, when the job is wanted again. */
  givenUp(id: number): void {
    this.#urgent.add(id);
  }

  /** No answer is under way any more, whatever came of it. */
  answered(id: number): void {
    const interest = this.#interestIn(id);
    if (interest === undefined || this.#plan === undefined) return;
    const due = { id, atMs: this.#dueMs(id, interest) };
    const place = this.#plan.findIndex(other => other.atMs > due.atMs);
    this.#plan.splice(place < 0 ? this.#plan.length : place, 0, due);
  }

  succeeded(id: number): void {
    const { clock, book, paces, random } = this.#options;
    this.#rhythm(id).succeeded({
      nowMs: clock.steadyMs(),
      kind: book.get(id)?.kind ?? 'unknown',
      paces: paces(),
      runsAtMs: this.#runsAtMs(id),
      chance: random(),
    });
  }

  /** The job was seen to start, or is seen moving for the first time and may have moved for long. */
  moved(id: number, isNews: boolean): void {
    this.#rhythm(id).stepFrom(isNews ? quickestMs : this.#options.paces().movingMs / 2);
  }

  /** This job alone could not be read, or has no status. */
  failed(id: number): void {
    this.#rhythm(id).failed(this.#options.clock.steadyMs());
  }

  /** Something was done to the job: it is read at once and followed closely. */
  touch(id: number): void {
    this.#rhythm(id).quicken(this.#options.clock.steadyMs());
    if (this.isWanted(id)) this.#urgent.add(id);
    this.replan();
  }

  /** What is looked at again after a while, and was not read since, is read at once. */
  catchUp(): void {
    const { clock, interest } = this.#options;
    for (const [id, kind] of interest.wanted) {
      if (this.#dueMs(id, kind) <= clock.steadyMs()) this.#urgent.add(id);
    }
    this.replan();
  }

  /** All is to be read at once; what cannot be seen at the moment, as soon as it can. */
  allNow(): void {
    for (const id of this.#options.interest.all) {
      this.#rhythm(id).forgetFailures();
      this.#urgent.add(id);
    }
    this.replan();
  }

  forget(id: number): void {
    this.#rhythms.delete(id);
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
      // Of those at once, the most important come first: sorting keeps the order of interest.
      .sort((a, b) => a.atMs - b.atMs);
  }

  /** What is wanted, and while the list is looked at, all jobs that were moving when last seen. */
  #allWanted(): ReadonlyMap<number, InterestKind> {
    const { interest, book } = this.#options;
    if (!interest.isLooking) return interest.wanted;
    const wanted = new Map(interest.wanted);
    for (const id of book.all.keys()) {
      if (!wanted.has(id) && this.#isSeenMoving(id)) wanted.set(id, 'moving');
    }
    return wanted;
  }

  #interestIn(id: number): InterestKind | undefined {
    const { interest } = this.#options;
    return interest.wanted.get(id) ?? (interest.isLooking && this.#isSeenMoving(id) ? 'moving' : undefined);
  }

  #isSeenMoving(id: number): boolean {
    const kind = this.#options.book.get(id)?.kind;
    return kind === 'running' || kind === 'queued';
  }

  #stretchOver(wanted: ReadonlyMap<number, InterestKind>): Stretch {
    const demand = { moving: 0, resting: 0 };
    for (const [id, interest] of wanted) {
      const meanMs = this.#idealMs(id, interest) * meanShare;
      demand[demandOf(this.#options.book.get(id)?.kind)] += 60_000 / meanMs;
    }
    return stretchFor(demand, this.#budgetPerMinute());
  }

  #dueMs(id: number, interest: InterestKind): number {
    if (this.#urgent.has(id)) return 0;
    const rhythm = this.#rhythms.get(id);
    // The first look at what is seen is not held up; what is only watched can wait for its turn.
    if (!rhythm?.hasBegun) return interest === 'watched' ? 1 : 0;
    const kind = this.#options.book.get(id)?.kind;
    const ideal = this.#idealMs(id, interest);
    const pauseMs = interest === 'followed' ? ideal : ideal * this.#stretch[demandOf(kind)];
    return rhythm.dueMs(kind, ideal, pauseMs);
  }

  #idealMs(id: number, interest: InterestKind): number {
    const kind = this.#options.book.get(id)?.kind ?? 'idle';
    const stepMs = this.#rhythms.get(id)?.stepMs ?? quickestMs;
    return idealMs({ kind, interest, stepMs }, this.#options.paces());
  }

  #budgetPerMinute(): number {
    return this.#options.paces().requestsPerMinute * this.#options.health.share;
  }

  #gapMs(id: number): number {
    // Thousands may be watched that were never read: their turn comes at the ordinary rate.
    const isKnown = this.#rhythms.get(id)?.hasBegun ?? false;
    return 60_000 / (this.#budgetPerMinute() * (isKnown ? catchUpRate : firstReadingRate));
  }

  /** By the steady clock: a schedule tells the time of day, which somebody may set. */
  #runsAtMs(id: number): number | undefined {
    const { clock, nextRunMs } = this.#options;
    const nextMs = nextRunMs?.(id, clock.now());
    return nextMs === undefined ? undefined : clock.steadyMs() + nextMs - clock.now();
  }

  #rhythm(id: number): ReadingRhythm {
    const known = this.#rhythms.get(id);
    if (known !== undefined) return known;
    const rhythm = new ReadingRhythm();
    this.#rhythms.set(id, rhythm);
    return rhythm;
  }
}

/** The part of the budget that a reading is taken from. */
function demandOf(kind: StatusKind = 'idle'): keyof Demand {
  return isMoving(kind) ? 'moving' : 'resting';
}
