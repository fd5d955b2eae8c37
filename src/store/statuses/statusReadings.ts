import { isNotFound } from '../../api/errors/apiError.ts';
import { isActive, type JobStatus, type StatusKind, statusKind } from '../../api/model/jobStatus.ts';
import type { StatusOptions } from '../../api/resources/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import { Outage } from '../reading/outage.ts';
import type { ServerHealth } from '../reading/serverHealth.ts';
import type { KnownStatus, StatusCache } from './statusCache.ts';
import type { StatusEvents } from './statusEvents.ts';
import type { StatusQueue } from './statusQueue.ts';

export interface StatusReadingOptions {
  readonly read: (id: number, options: StatusOptions) => Promise<JobStatus>;
  readonly clock: Clock;
  readonly extraWords: () => ReadonlyMap<string, StatusKind>;
  readonly outage: Outage;
  /**
   * Called when a status cannot be read although the server is available. Not called again until all statuses can be
   * read.
   */
  readonly onFailure: (error: unknown) => void;
  /** The server has no status for this job, which may have been deleted. */
  readonly onMissing?: (id: number) => void;
  /** Called with each status that was read, also an unchanged one; `sentMs` is on the steady clock. */
  readonly onLook?: (id: number, word: string, sentMs: number) => void;
  /** A look that returned no status; `undefined` if it says nothing about this job alone. */
  readonly onFailedLook?: (id: number | undefined) => void;
}

/** The objects that receive the result of a read. */
export interface StatusReadingParts {
  readonly cache: StatusCache;
  readonly events: StatusEvents;
  readonly queue: StatusQueue;
  readonly health: ServerHealth;
  /** A read has settled, so another one can start. */
  readonly onSettled: () => void;
}

interface Flight {
  readonly controller: AbortController;
  readonly response: Promise<KnownStatus>;
  /** A caller waits for this response. */
  isAwaited: boolean;
  /** It was due immediately. */
  readonly isUrgent: boolean;
  /** It finds out whether the server is available again. */
  readonly isTry: boolean;
}

const maxInFlight = 8;

/** The pending reads of statuses, one per job, and the processing of their results. */
export class StatusReadings {
  readonly #options: StatusReadingOptions;
  readonly #parts: StatusReadingParts;
  readonly #flights = new Map<number, Flight>();
  /** Jobs whose status cannot be read although the server is available. */
  readonly #failing = new Set<number>();

  constructor(options: StatusReadingOptions, parts: StatusReadingParts) {
    this.#options = options;
    this.#parts = parts;
  }

  has(id: number): boolean {
    return this.#flights.has(id);
  }

  /** Whether the limit of concurrent requests allows another read. */
  get hasRoom(): boolean {
    return this.#flights.size < this.#parts.health.mostInFlight(maxInFlight);
  }

  /** Starts a read that no caller waits for. An urgent one that is canceled is repeated later. */
  begin(id: number, isUrgent: boolean): void {
    this.#start(id, { once: true, isUrgent, isTry: this.#options.outage.isTrying }).response.catch(
      () => undefined,
    );
  }

  /** The result of the pending read, or of a new one. From now on only `forget` cancels it. */
  ask(id: number): Promise<KnownStatus> {
    const flight = this.#flights.get(id) ?? this.#start(id, { once: false, isUrgent: false, isTry: false });
    flight.isAwaited = true;
    return flight.response;
  }

  /** Cancels the read of the job unless a caller waits for it. */
  giveUp(id: number): void {
    const flight = this.#flights.get(id);
    if (flight !== undefined && !flight.isAwaited) this.#cancel(id, flight);
  }

  /** Cancels reads whose results would no longer be used. An attempt in an outage is useful whatever its job. */
  giveUpUnwanted(): void {
    for (const [id, { isTry }] of this.#flights)
      if (!isTry && !this.#parts.queue.isWanted(id)) this.giveUp(id);
  }

  /** The job was deleted: cancels its read even if a caller waits for it. */
  forget(id: number): void {
    this.#failing.delete(id);
    this.#parts.cache.forget(id);
    const flight = this.#flights.get(id);
    if (flight !== undefined) this.#cancel(id, flight);
  }

  dispose(): void {
    for (const { controller } of this.#flights.values()) controller.abort();
    this.#flights.clear();
  }

  #cancel(id: number, flight: Flight): void {
    this.#flights.delete(id);
    if (flight.isUrgent) this.#parts.queue.canceled(id);
    flight.controller.abort();
    if (flight.isTry) this.#options.outage.tryCanceled();
  }

  #start(id: number, { once, ...kind }: { once: boolean } & Pick<Flight, 'isUrgent' | 'isTry'>): Flight {
    const controller = new AbortController();
    const response = this.#run(id, once, controller.signal);
    const flight: Flight = { controller, response, isAwaited: false, ...kind };
    this.#flights.set(id, flight);
    return flight;
  }

  async #run(id: number, once: boolean, signal: AbortSignal): Promise<KnownStatus> {
    const { clock, outage, read } = this.#options;
    const { queue, health, onSettled } = this.#parts;
    const startMs = clock.steadyMs();
    try {
      const status = await read(id, { signal, once });
      signal.throwIfAborted();
      health.responded(clock.steadyMs() - startMs);
      outage.succeeded();
      this.#options.onLook?.(status.id, status.status, startMs);
      return this.#store(status);
    } catch (error) {
      if (!signal.aborted) this.#failed(id, error, startMs);
      throw error;
    } finally {
      if (!signal.aborted) {
        this.#flights.delete(id);
        queue.settled(id);
        onSettled();
      }
    }
  }

  #failed(id: number, error: unknown, sentMs: number): void {
    const { outage, onFailure, onMissing } = this.#options;
    const { cache, events, queue, health } = this.#parts;
    this.#options.onFailedLook?.(Outage.isOf(error) ? undefined : id);
    if (isNotFound(error)) {
      outage.succeeded();
      queue.failed(id);
      if (cache.forget(id)) events.announce(id);
      onMissing?.(id);
      return;
    }
    health.failed(error, sentMs);
    // A single unreadable status says nothing about other jobs: only this job's pauses grow.
    if (Outage.isOf(error)) {
      // One transient failure among many reads is no outage.
      outage.failed(error, { mayBeTransient: true });
      return;
    }
    queue.failed(id);
    if (this.#failing.size === 0) onFailure(error);
    this.#failing.add(id);
  }

  #store({ id, status: word }: JobStatus): KnownStatus {
    const { clock, extraWords } = this.#options;
    const { cache, events, queue } = this.#parts;
    const known: KnownStatus = { word, kind: statusKind(word, extraWords()), asOfMs: clock.now() };
    const before = cache.get(id);
    cache.store(id, known);
    queue.succeeded(id);
    this.#failing.delete(id);
    if (before?.word === word && before.kind === known.kind) return known;
    if (before?.kind !== known.kind && isActive(known.kind)) queue.activated(id, before !== undefined);
    events.changed(id, known, before);
    return known;
  }
}
