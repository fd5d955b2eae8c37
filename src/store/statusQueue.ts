import { isMoving } from '../model/jobStatus.ts';
import type { Clock } from '../util/clock.ts';
import type { InterestKind, InterestList } from './interest.ts';
import { idealMs, nextStepMs, type Paces, quickestMs, quickForMs, type Stretch, stretchFor } from './pace.ts';
import type { ServerHealth } from './serverHealth.ts';
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

/** What is remembered of the pace of one job. */
interface Rhythm {
  stepMs: number;
  quickUntilMs: number;
  failures: number;
  readAtMs: number | undefined;
  /** When its schedule runs it next. */
  runsAtMs: number | undefined;
  /** When it was last read because of that. */
  runSeenMs: number;
  /** Part of the ideal pause that is waited, so that jobs read together drift apart. */
  share: number;
}

/** When a job may be read; at 0 it goes before all others and is not held up by the pace. */
export interface Due {
  readonly id: number;
  readonly atMs: number;
}

const jitter = 0.2;
/** After its first reading a job waits for a random part of its pause: the first look reads all at once. */
const firstJitter = 0.7;
const planForMs = 10_000;
const longestFailurePauseMs = 5 * 60_000;
/** After a run was due the job is looked at: it may have started. */
const afterRunMs = 5_000;
/** Readings that fall due together follow each other at this many times the ordinary rate. */
const catchUpRate = 4;
/** A little less than all, which leaves room for the list. */
const firstReadingRate = 0.9;

/** Decides whose status is read next, and when: spread evenly, and within the budget of requests. */
export class StatusQueue {
  readonly #options: StatusQueueOptions;
  readonly #rhythms = new Map<number, Rhythm>();
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
    const { clock, book, paces } = this.#options;
    const rhythm = this.#rhythm(id);
    const now = clock.steadyMs();
    const kind = book.get(id)?.kind ?? 'unknown';
    rhythm.share = 1 - (rhythm.readAtMs === undefined ? firstJitter : jitter) * this.#options.random();
    rhythm.readAtMs = now;
    if (rhythm.runsAtMs !== undefined && rhythm.runsAtMs < now) rhythm.runSeenMs = now;
    rhythm.runsAtMs = this.#runsAtMs(id);
    rhythm.failures = 0;
    rhythm.stepMs = now < rhythm.quickUntilMs ? quickestMs : nextStepMs(kind, rhythm.stepMs, paces());
  }

  /** The job was seen to start, or is seen moving for the first time and may have moved for long. */
  moved(id: number, isNews: boolean): void {
    this.#rhythm(id).stepMs = isNews ? quickestMs : this.#options.paces().movingMs / 2;
  }

  /** This job alone could not be read, or has no status. */
  failed(id: number): void {
    const rhythm = this.#rhythm(id);
    rhythm.readAtMs = this.#options.clock.steadyMs();
    rhythm.failures += 1;
  }

  /** Something was done to the job: it is read at once and followed closely. */
  touch(id: number): void {
    const rhythm = this.#rhythm(id);
    rhythm.quickUntilMs = this.#options.clock.steadyMs() + quickForMs;
    rhythm.stepMs = quickestMs;
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
      this.#rhythm(id).failures = 0;
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
      const kind = this.#options.book.get(id)?.kind ?? 'idle';
      const meanMs = this.#idealMs(id, interest) * (1 - jitter / 2);
      demand[isMoving(kind) ? 'moving' : 'resting'] += 60_000 / meanMs;
    }
    return stretchFor(demand, this.#budgetPerMinute());
  }

  #dueMs(id: number, interest: InterestKind): number {
    const rhythm = this.#rhythms.get(id);
    if (this.#urgent.has(id)) return 0;
    // The first look at what is seen is not held up; what is only watched can wait for its turn.
    if (rhythm?.readAtMs === undefined) return interest === 'watched' ? 1 : 0;
    const status = this.#options.book.get(id);
    const ideal = this.#idealMs(id, interest);
    if (rhythm.failures > 0 || status === undefined) {
      return rhythm.readAtMs + Math.min(longestFailurePauseMs, ideal * 2 ** Math.min(rhythm.failures, 10));
    }
    const stretch = isMoving(status.kind) ? this.#stretch.moving : this.#stretch.resting;
    const pauseEndsMs = rhythm.readAtMs + ideal * (interest === 'followed' ? 1 : stretch) * rhythm.share;
    if (rhythm.runsAtMs === undefined || isMoving(status.kind)) return pauseEndsMs;
    // A job that runs every few seconds is not read as often as that.
    return Math.min(pauseEndsMs, Math.max(rhythm.runsAtMs + afterRunMs, rhythm.runSeenMs + ideal));
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
    const isKnown = this.#rhythms.get(id)?.readAtMs !== undefined;
    return 60_000 / (this.#budgetPerMinute() * (isKnown ? catchUpRate : firstReadingRate));
  }

  /** By the steady clock: a schedule tells the time of day, which somebody may set. */
  #runsAtMs(id: number): number | undefined {
    const { clock, nextRunMs } = this.#options;
    const nextMs = nextRunMs?.(id, clock.now());
    return nextMs === undefined ? undefined : clock.steadyMs() + nextMs - clock.now();
  }

  #rhythm(id: number): Rhythm {
    const known = this.#rhythms.get(id);
    if (known !== undefined) return known;
    const rhythm = {
      stepMs: quickestMs,
      quickUntilMs: 0,
      failures: 0,
      readAtMs: undefined,
      runsAtMs: undefined,
      runSeenMs: Number.NEGATIVE_INFINITY,
      share: 1,
    };
    this.#rhythms.set(id, rhythm);
    return rhythm;
  }
}
