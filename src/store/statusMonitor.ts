import { HttpStatusError, isAbort, isNotFound } from '../api/errors.ts';
import type { CallOptions } from '../api/resources/jobs.ts';
import { isMoving, type JobStatus, type StatusKind, statusKind } from '../model/jobStatus.ts';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { Emitter } from '../util/emitter.ts';

/** What is known of a job's status. */
export interface KnownStatus {
  /** The server's word; '' when it gave none. */
  readonly word: string;
  readonly kind: StatusKind;
  readonly asOfMs: number;
}

export interface Paces {
  /** A job that is queued, running, or in a state whose word is not understood. */
  readonly movingMs: number;
  /** A job that has ended or never ran. */
  readonly restingMs: number;
}

export interface StatusMonitorOptions {
  readonly read: (id: number, options: CallOptions) => Promise<JobStatus>;
  readonly clock: Clock;
  readonly paces: () => Paces;
  readonly extraWords: () => ReadonlyMap<string, StatusKind>;
  /** Told of failures, once per stretch of failures. */
  readonly onFailure: (error: unknown) => void;
}

const maxInFlight = 8;
const firstBackoffMs = 2_000;
const longestBackoffMs = 60_000;
/** Answers that arrive together are told together, so that a tree is redrawn a few times a second at most. */
const batchMs = 150;

function backoffMs(failures: number): number {
  return Math.min(longestBackoffMs, firstBackoffMs * 2 ** Math.min(failures - 1, 10));
}

/**
 * Reads the statuses of the jobs that someone looks at, and keeps them fresh while looked at (decision 9).
 * Nothing is requested while no job is of interest. One request per job at a time, 8 in all.
 */
export class StatusMonitor {
  readonly #options: StatusMonitorOptions;
  readonly #changed = new Emitter<readonly number[]>();
  readonly onDidChange = this.#changed.event;
  readonly #known = new Map<number, KnownStatus>();
  readonly #dueMs = new Map<number, number>();
  readonly #inFlight = new Map<number, AbortController>();
  /** Jobs of interest whose newest reading failed, and how many failed in a row. */
  readonly #failing = new Map<number, number>();
  /** Whether the failure was told already; it is over when a reading succeeds and none is failing. */
  #isTold = false;
  readonly #batch = new Set<number>();
  #batchCall: ScheduledCall | undefined;
  #wake: ScheduledCall | undefined;
  #pausedUntilMs = 0;
  #failures = 0;

  constructor(options: StatusMonitorOptions) {
    this.#options = options;
  }

  get(id: number): KnownStatus | undefined {
    return this.#known.get(id);
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** The jobs to keep fresh from now on, most important first; an empty list pauses all reading. */
  setInterest(ids: readonly number[]): void {
    const now = this.#options.clock.now();
    const wanted = new Set(ids);
    for (const [id, controller] of this.#inFlight) if (!wanted.has(id)) controller.abort();
    const due = new Map(this.#dueMs);
    this.#dueMs.clear();
    for (const id of ids) this.#dueMs.set(id, due.get(id) ?? this.#nextDue(id, now));
    for (const id of this.#failing.keys()) if (!wanted.has(id)) this.#failing.delete(id);
    this.#pump();
  }

  /** Reads these again at once, for example after a stop. */
  touch(ids: readonly number[]): void {
    const now = this.#options.clock.now();
    for (const id of ids) if (this.#dueMs.has(id)) this.#dueMs.set(id, now);
    this.#pump();
  }

  /** Forgets the pause after failures: the person asked to try again now. */
  retryNow(): void {
    this.#pausedUntilMs = 0;
    this.#failures = 0;
    this.#failing.clear();
    this.#isTold = false;
    this.touch([...this.#dueMs.keys()]);
  }

  /** Reads one status now, whoever looks; the answer is kept as any other. */
  async read(id: number, options: CallOptions = {}): Promise<KnownStatus> {
    return this.#keep(await this.#options.read(id, options));
  }

  forget(id: number): void {
    this.#known.delete(id);
    this.#dueMs.delete(id);
    this.#failing.delete(id);
    this.#inFlight.get(id)?.abort();
  }

  dispose(): void {
    this.setInterest([]);
    this.#wake?.dispose();
    this.#batchCall?.dispose();
    this.#changed.dispose();
  }

  #nextDue(id: number, now: number): number {
    const known = this.#known.get(id);
    if (known === undefined) return now;
    const { movingMs, restingMs } = this.#options.paces();
    return known.asOfMs + (isMoving(known.kind) ? movingMs : restingMs);
  }

  #pump(): void {
    this.#wake?.dispose();
    this.#wake = undefined;
    const now = this.#options.clock.now();
    if (this.#dueMs.size === 0) return;
    if (now < this.#pausedUntilMs) {
      this.#wakeAt(this.#pausedUntilMs, now);
      return;
    }
    // While the server fails, one request at a time finds out whether it is back.
    const limit = this.#failures > 0 ? 1 : maxInFlight;
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [id, dueMs] of this.#dueMs) {
      if (this.#inFlight.has(id)) continue;
      if (dueMs > now) nextMs = Math.min(nextMs, dueMs);
      else if (this.#inFlight.size < limit) void this.#poll(id);
    }
    if (Number.isFinite(nextMs)) this.#wakeAt(nextMs, now);
  }

  #wakeAt(timeMs: number, now: number): void {
    this.#wake = this.#options.clock.schedule(timeMs - now, () => this.#pump());
  }

  async #poll(id: number): Promise<void> {
    const controller = new AbortController();
    this.#inFlight.set(id, controller);
    try {
      const status = await this.#options.read(id, { signal: controller.signal });
      if (!controller.signal.aborted) this.#succeeded(id, status);
    } catch (error) {
      if (!controller.signal.aborted) this.#failed(id, error);
    } finally {
      this.#inFlight.delete(id);
      // A reading that nobody wanted any more says nothing about when the next one is due.
      if (this.#dueMs.has(id) && !controller.signal.aborted) this.#dueMs.set(id, this.#retryDue(id));
      this.#pump();
    }
  }

  #succeeded(id: number, status: JobStatus): void {
    this.#keep(status);
    this.#answered(id);
  }

  /** The server is there. */
  #answered(id: number): void {
    this.#failures = 0;
    this.#failing.delete(id);
    if (this.#failing.size === 0) this.#isTold = false;
  }

  #retryDue(id: number): number {
    const now = this.#options.clock.now();
    const failures = this.#failing.get(id);
    if (failures !== undefined) return now + backoffMs(failures);
    // A job that is not there is looked for at the pace of resting ones.
    const dueMs = this.#known.has(id) ? this.#nextDue(id, now) : now + this.#options.paces().restingMs;
    return Math.max(now + 1_000, dueMs);
  }

  #failed(id: number, error: unknown): void {
    if (isAbort(error)) return;
    if (isNotFound(error)) {
      this.#answered(id);
      if (this.#known.delete(id)) this.#announce(id);
      return;
    }
    const now = this.#options.clock.now();
    // Readings that were under way together fail together, and count as one.
    if (now >= this.#pausedUntilMs) this.#failures += 1;
    const askedMs = error instanceof HttpStatusError ? (error.retryAfterMs ?? 0) : 0;
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, now + Math.max(backoffMs(this.#failures), askedMs));
    this.#failing.set(id, (this.#failing.get(id) ?? 0) + 1);
    if (this.#isTold) return;
    this.#isTold = true;
    this.#options.onFailure(error);
  }

  #keep(status: JobStatus): KnownStatus {
    const known: KnownStatus = {
      word: status.status,
      kind: statusKind(status.status, this.#options.extraWords()),
      asOfMs: this.#options.clock.now(),
    };
    const old = this.#known.get(status.id);
    this.#known.set(status.id, known);
    if (old?.word !== known.word || old.kind !== known.kind) this.#announce(status.id);
    return known;
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
