import { isAbort, isNotFound } from '../api/errors.ts';
import type { CallOptions, StatusOptions } from '../api/resources/jobs.ts';
import { isMoving, type JobStatus, type StatusKind, statusKind } from '../model/jobStatus.ts';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { Emitter } from '../util/emitter.ts';
import { untilAborted } from '../util/untilAborted.ts';
import { type Attention, type InterestKind, InterestList } from './interest.ts';
import { Outage } from './outage.ts';
import type { Paces } from './pace.ts';
import { ServerHealth } from './serverHealth.ts';
import { type KnownStatus, StatusBook } from './statusBook.ts';
import { StatusQueue } from './statusQueue.ts';

export type { KnownStatus } from './statusBook.ts';

export interface StatusMonitorOptions {
  readonly read: (id: number, options: StatusOptions) => Promise<JobStatus>;
  readonly clock: Clock;
  readonly paces: () => Paces;
  readonly extraWords: () => ReadonlyMap<string, StatusKind>;
  readonly outage: Outage;
  /** 0 ≤ random() < 1. */
  readonly random: () => number;
  /** Told when the status of a job cannot be read though the server is there; once until all can be again. */
  readonly onFailure: (error: unknown) => void;
  /** The server has no status for this job; it may be gone. */
  readonly onMissing?: (id: number) => void;
  /** The server's word for a job that was moving when it was last seen, before this monitor was there. */
  readonly lastWord?: ((id: number) => string | undefined) | undefined;
  /** When the job's schedule runs it next: shortly after it the job is looked at. */
  readonly nextRunMs?: (id: number, nowMs: number) => number | undefined;
}

/** A job came to an end, as far as two readings show. */
export interface Ending {
  readonly id: number;
  readonly status: KnownStatus;
}

interface Flight {
  readonly controller: AbortController;
  readonly answer: Promise<KnownStatus>;
  /** Somebody waits for this very answer. */
  isAsked: boolean;
  /** It was to be made at once. */
  isUrgent: boolean;
}

const maxInFlight = 8;
/** Answers that arrive together are told together, so that a tree is redrawn a few times a second at most. */
const batchMs = 150;
const endedKinds: ReadonlySet<StatusKind> = new Set(['succeeded', 'failed', 'stopped']);

/**
 * Reads the statuses of the jobs that someone looks at or waits for, and keeps them fresh (decision 9). What
 * nobody sees or waits for is not requested. One request per job at a time, 8 in all.
 */
export class StatusMonitor {
  readonly #options: StatusMonitorOptions;
  readonly #changed = new Emitter<readonly number[]>();
  readonly onDidChange = this.#changed.event;
  readonly #ended = new Emitter<Ending>();
  readonly onDidEnd = this.#ended.event;
  readonly #interest = new InterestList();
  readonly #book = new StatusBook();
  readonly #health: ServerHealth;
  readonly #queue: StatusQueue;
  readonly #flights = new Map<number, Flight>();
  /** Jobs whose status cannot be read though the server is there. */
  readonly #failing = new Set<number>();
  readonly #batch = new Set<number>();
  #batchCall: ScheduledCall | undefined;
  #wake: ScheduledCall | undefined;
  readonly #outageSubscription: { dispose(): void };
  #isDisposed = false;

  constructor(options: StatusMonitorOptions) {
    this.#options = options;
    const { clock, paces, random } = options;
    this.#health = new ServerHealth(clock);
    this.#queue = new StatusQueue({
      clock,
      random,
      paces,
      book: this.#book,
      interest: this.#interest,
      health: this.#health,
      nextRunMs: options.nextRunMs,
    });
    // Somebody else may have found out that the server is back.
    this.#outageSubscription = options.outage.onDidChange(() => {
      if (options.outage.pausedUntilMs === 0) this.#pump();
    });
  }

  get(id: number): KnownStatus | undefined {
    return this.#book.get(id);
  }

  /** All that is known, also of jobs that nobody looks at now. */
  get known(): ReadonlyMap<number, KnownStatus> {
    return this.#book.all;
  }

  /** Replaces what this source wants of that kind. Sources of one kind, as two views, do not disturb each other. */
  setInterest(kind: InterestKind, ids: readonly number[], source: string = kind): void {
    this.#interest.set(source, kind, ids);
    this.#interestChanged();
  }

  /** What a person can see; what becomes visible again is brought up to date at once. */
  setAttention(attention: Attention): void {
    const wasLooking = this.#interest.isLooking;
    this.#interest.setAttention(attention);
    if (this.#interest.isLooking && !wasLooking) this.#queue.catchUp();
    this.#interestChanged();
  }

  get isLooking(): boolean {
    return this.#interest.isLooking;
  }

  /** Whether somebody waits for news of the job, also while nobody looks. */
  isWaitedFor(id: number): boolean {
    const kind = this.#interest.wanted.get(id);
    return kind === 'watched' || kind === 'followed' || kind === 'open';
  }

  /** Something was just done to these: an answer under way is out of date, and more will happen soon. */
  touch(ids: readonly number[]): void {
    for (const id of ids) {
      const flight = this.#flights.get(id);
      if (flight !== undefined && !flight.isAsked) this.#cancel(id, flight);
      this.#queue.touch(id);
    }
    this.#pump();
  }

  /** The person asked to try again now. */
  retryNow(): void {
    this.#options.outage.retryNow();
    this.#queue.allNow();
    this.#pump();
  }

  /** Reads one status now, whoever looks and whatever failed before; the answer is kept as any other. */
  async read(id: number, { signal }: CallOptions = {}): Promise<KnownStatus> {
    signal?.throwIfAborted();
    const flight = this.#flights.get(id) ?? this.#start(id, false);
    flight.isAsked = true;
    return signal === undefined ? flight.answer : untilAborted(flight.answer, signal);
  }

  forget(id: number): void {
    this.#interest.forget(id);
    this.#failing.delete(id);
    this.#book.forget(id);
    const flight = this.#flights.get(id);
    if (flight !== undefined) this.#cancel(id, flight);
    this.#queue.forget(id);
    this.#pump();
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const [id, flight] of this.#flights) this.#cancel(id, flight);
    this.#outageSubscription.dispose();
    this.#wake?.dispose();
    this.#batchCall?.dispose();
    this.#changed.dispose();
    this.#ended.dispose();
  }

  #interestChanged(): void {
    for (const [id, flight] of this.#flights) {
      if (!flight.isAsked && !this.#queue.isWanted(id)) this.#cancel(id, flight);
    }
    this.#queue.replan();
    this.#pump();
  }

  #cancel(id: number, flight: Flight): void {
    this.#flights.delete(id);
    if (flight.isUrgent) this.#queue.givenUp(id);
    flight.controller.abort();
  }

  /** Starts what is due and may start, and wakes up again when the next is. */
  #pump(): void {
    this.#wake?.dispose();
    this.#wake = undefined;
    if (this.#isDisposed) return;
    const { clock, outage } = this.#options;
    const mayStart = () => this.#flights.size < this.#health.mostInFlight(maxInFlight);
    for (
      let next = this.#queue.next(this.#flights);
      next !== undefined;
      next = this.#queue.next(this.#flights)
    ) {
      const now = clock.steadyMs();
      const atMs = Math.max(next.atMs, outage.pausedUntilMs);
      if (atMs > now) {
        if (Number.isFinite(atMs)) this.#wake = clock.schedule(atMs - now, () => this.#pump());
        return;
      }
      // While the server fails, one request at a time finds out whether it is back.
      if (!mayStart() || !outage.takeTry()) return;
      this.#queue.started(next.id);
      const flight = this.#start(next.id, true);
      flight.isUrgent = next.atMs === 0;
      flight.answer.catch(() => undefined);
    }
  }

  #start(id: number, once: boolean): Flight {
    const controller = new AbortController();
    const flight: Flight = {
      controller,
      isAsked: false,
      isUrgent: false,
      answer: this.#run(id, once, controller),
    };
    this.#flights.set(id, flight);
    return flight;
  }

  async #run(id: number, once: boolean, controller: AbortController): Promise<KnownStatus> {
    const { clock, read } = this.#options;
    const { signal } = controller;
    const order = this.#book.asked();
    const startMs = clock.steadyMs();
    try {
      const status = await read(id, { signal, once });
      signal.throwIfAborted();
      this.#health.answered(clock.steadyMs() - startMs);
      this.#options.outage.succeeded();
      return this.#keep(status, order);
    } catch (error) {
      if (!signal.aborted) this.#failed(id, error);
      throw error;
    } finally {
      if (!signal.aborted) {
        this.#flights.delete(id);
        this.#queue.answered(id);
        this.#pump();
      }
    }
  }

  #failed(id: number, error: unknown): void {
    if (isAbort(error)) return;
    if (isNotFound(error)) {
      this.#options.outage.succeeded();
      this.#queue.failed(id);
      if (this.#book.forget(id)) this.#announce(id);
      this.#options.onMissing?.(id);
      return;
    }
    this.#health.failed(error);
    // One job whose status cannot be told says nothing about the others: it alone waits longer.
    if (Outage.isOf(error)) {
      // Read once only, and among many: one in twenty that fails by chance is no outage.
      this.#options.outage.failed(error, { mayBeChance: true });
      return;
    }
    this.#queue.failed(id);
    if (this.#failing.size === 0) this.#options.onFailure(error);
    this.#failing.add(id);
  }

  #keep(status: JobStatus, order: number): KnownStatus {
    const kind = statusKind(status.status, this.#options.extraWords());
    const known: KnownStatus = { word: status.status, kind, asOfMs: this.#options.clock.now() };
    const before = this.#book.get(status.id);
    const kindBefore = before?.kind ?? this.#lastKind(status.id);
    if (!this.#book.keep(status.id, known, order)) return before ?? known;
    this.#queue.succeeded(status.id);
    this.#failing.delete(status.id);
    if (before?.word === known.word && before.kind === kind) return known;
    if (before?.kind !== kind && isMoving(kind)) this.#queue.moved(status.id, before !== undefined);
    this.#announce(status.id);
    if (kindBefore !== undefined && kindBefore !== kind && endedKinds.has(kind))
      this.#ended.fire({ id: status.id, status: known });
    return known;
  }

  /** Of a job that was moving before this monitor was there. */
  #lastKind(id: number): StatusKind | undefined {
    const word = this.#options.lastWord?.(id);
    const kind = word === undefined ? undefined : statusKind(word, this.#options.extraWords());
    return kind !== undefined && isMoving(kind) ? kind : undefined;
  }

  #announce(id: number): void {
    this.#batch.add(id);
    this.#batchCall ??= this.#options.clock.schedule(batchMs, () => {
      const ids = [...this.#batch];
      this.#batch.clear();
      this.#batchCall = undefined;
      this.#changed.fire(ids);
    });
  }
}
