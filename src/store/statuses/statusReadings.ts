import { isAbort, isGone } from '../../api/errors/apiError.ts';
import type { StatusOptions } from '../../api/resources/jobs.ts';
import { isMoving, type JobStatus, type StatusKind, statusKind } from '../../model/jobStatus.ts';
import type { Clock } from '../../util/clock.ts';
import { Outage } from '../reading/outage.ts';
import type { ServerHealth } from '../reading/serverHealth.ts';
import type { KnownStatus, StatusBook } from './statusBook.ts';
import type { StatusNews } from './statusNews.ts';
import type { StatusQueue } from './statusQueue.ts';

export interface ReadingOptions {
  readonly read: (id: number, options: StatusOptions) => Promise<JobStatus>;
  readonly clock: Clock;
  readonly extraWords: () => ReadonlyMap<string, StatusKind>;
  readonly outage: Outage;
  /** Told when the status of a job cannot be read though the server is there; once until all can be again. */
  readonly onFailure: (error: unknown) => void;
  /** The server has no status for this job; it may be gone. */
  readonly onMissing?: (id: number) => void;
}

/** Everything that learns from how a reading went. */
export interface ReadingParts {
  readonly book: StatusBook;
  readonly news: StatusNews;
  readonly queue: StatusQueue;
  readonly health: ServerHealth;
  /** A reading is over and there is room for another. */
  readonly onSettled: () => void;
}

interface Flight {
  readonly controller: AbortController;
  readonly answer: Promise<KnownStatus>;
  /** Somebody waits for this very answer. */
  isAsked: boolean;
  /** It was to be made at once. */
  readonly isUrgent: boolean;
}

const maxInFlight = 8;

/** The readings of statuses that are under way, one per job at a time, and what becomes of their answers. */
export class StatusReadings {
  readonly #options: ReadingOptions;
  readonly #parts: ReadingParts;
  readonly #flights = new Map<number, Flight>();
  /** Jobs whose status cannot be read though the server is there. */
  readonly #failing = new Set<number>();

  constructor(options: ReadingOptions, parts: ReadingParts) {
    this.#options = options;
    this.#parts = parts;
  }

  has(id: number): boolean {
    return this.#flights.has(id);
  }

  /** Whether one more may be begun without the server having too much to do at a time. */
  get hasRoom(): boolean {
    return this.#flights.size < this.#parts.health.mostInFlight(maxInFlight);
  }

  /** Begins a reading that nobody waits for; an urgent one that is given up will be made up for. */
  begin(id: number, isUrgent: boolean): void {
    this.#start(id, { once: true, isUrgent }).answer.catch(() => undefined);
  }

  /** The answer of the reading under way, or else of a new one; only `forget` gives it up from then on. */
  ask(id: number): Promise<KnownStatus> {
    const flight = this.#flights.get(id) ?? this.#start(id, { once: false, isUrgent: false });
    flight.isAsked = true;
    return flight.answer;
  }

  /** Gives up the reading of the job unless somebody waits for its answer. */
  giveUp(id: number): void {
    const flight = this.#flights.get(id);
    if (flight !== undefined && !flight.isAsked) this.#cancel(id, flight);
  }

  /** Gives up what nobody would make use of any more. */
  giveUpUnwanted(): void {
    for (const id of this.#flights.keys()) if (!this.#parts.queue.isWanted(id)) this.giveUp(id);
  }

  /** The job is gone, and with it who waits for it. */
  forget(id: number): void {
    this.#failing.delete(id);
    this.#parts.book.forget(id);
    const flight = this.#flights.get(id);
    if (flight !== undefined) this.#cancel(id, flight);
  }

  dispose(): void {
    for (const [id, flight] of this.#flights) this.#cancel(id, flight);
  }

  #cancel(id: number, flight: Flight): void {
    this.#flights.delete(id);
    if (flight.isUrgent) this.#parts.queue.givenUp(id);
    flight.controller.abort();
  }

  #start(id: number, { once, isUrgent }: { once: boolean; isUrgent: boolean }): Flight {
    const controller = new AbortController();
    const answer = this.#run(id, once, controller.signal);
    const flight: Flight = { controller, answer, isAsked: false, isUrgent };
    this.#flights.set(id, flight);
    return flight;
  }

  async #run(id: number, once: boolean, signal: AbortSignal): Promise<KnownStatus> {
    const { clock, outage, read } = this.#options;
    const { book, queue, health, onSettled } = this.#parts;
    const order = book.asked();
    const startMs = clock.steadyMs();
    try {
      const status = await read(id, { signal, once });
      signal.throwIfAborted();
      health.answered(clock.steadyMs() - startMs);
      outage.succeeded();
      return this.#keep(status, order);
    } catch (error) {
      if (!signal.aborted) this.#failed(id, error, startMs);
      throw error;
    } finally {
      if (!signal.aborted) {
        this.#flights.delete(id);
        queue.answered(id);
        onSettled();
      }
    }
  }

  #failed(id: number, error: unknown, sentMs: number): void {
    const { outage, onFailure, onMissing } = this.#options;
    const { book, news, queue, health } = this.#parts;
    if (isAbort(error)) return;
    if (isGone(error)) {
      outage.succeeded();
      queue.failed(id);
      if (book.forget(id)) news.announce(id);
      onMissing?.(id);
      return;
    }
    health.failed(error, sentMs);
    // One job whose status cannot be told says nothing about the others: it alone waits longer.
    if (Outage.isOf(error)) {
      // Read once only, and among many: one in twenty that fails by chance is no outage.
      outage.failed(error, { mayBeChance: true });
      return;
    }
    queue.failed(id);
    if (this.#failing.size === 0) onFailure(error);
    this.#failing.add(id);
  }

  #keep({ id, status: word }: JobStatus, order: number): KnownStatus {
    const { clock, extraWords } = this.#options;
    const { book, news, queue } = this.#parts;
    const known: KnownStatus = { word, kind: statusKind(word, extraWords()), asOfMs: clock.now() };
    const before = book.get(id);
    if (!book.keep(id, known, order)) return before ?? known;
    queue.succeeded(id);
    this.#failing.delete(id);
    if (before?.word === word && before.kind === known.kind) return known;
    if (before?.kind !== known.kind && isMoving(known.kind)) queue.moved(id, before !== undefined);
    news.changed(id, known, before);
    return known;
  }
}
