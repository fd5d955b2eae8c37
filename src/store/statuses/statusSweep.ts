import type { Clock } from '../../base/clock.ts';
import { untilAborted } from '../../base/delay.ts';
import { Emitter } from '../../base/emitter.ts';
import { inParallel } from '../../base/inParallel.ts';
import { Outage } from '../reading/outage.ts';
import type { StatusMonitor } from './statusMonitor.ts';

export interface SweepOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

const atOnce = 8;
/** The age of statuses that a sweep need not read again. */
const usualMaxAgeMs = 60_000;

/**
 * Reads the status of each of these jobs once. A job that cannot be read does not end the sweep; an unavailable
 * server does.
 */
export async function sweepStatuses(
  statuses: Pick<StatusMonitor, 'read'>,
  ids: readonly number[],
  { signal, onProgress }: SweepOptions = {},
): Promise<void> {
  let done = 0;
  await inParallel(ids, atOnce, async id => {
    try {
      await statuses.read(id, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      if (Outage.isOf(error)) throw error;
      return;
    }
    done += 1;
    onProgress?.(done, ids.length);
  });
}

/** The list whose statuses are read. */
interface SweptJobs {
  readonly jobs: readonly { readonly id: number }[];
  readonly loadedCount: number;
  whole(signal: AbortSignal): Promise<unknown>;
}

/** How many statuses of the listed jobs count, and when the oldest of these was read. */
interface StatusCoverage {
  readonly read: number;
  readonly asOfMs: number;
}

/**
 * Reads the statuses of all jobs on the server, except recent ones, because the user asks about them: for a filter by
 * status, or a sort order. All callers share one sweep.
 */
export class StatusSweep {
  readonly #jobs: SweptJobs;
  readonly #statuses: Pick<StatusMonitor, 'read' | 'get'>;
  readonly #clock: Clock;
  readonly #changed = new Emitter<void>();
  /** A sweep has begun or ended. */
  readonly onDidChange = this.#changed.event;
  #running: { readonly end: Promise<void>; readonly controller: AbortController } | undefined;
  readonly #listeners = new Set<() => void>();
  /** Statuses that were read before do not count. */
  #sinceMs = 0;
  /** The number of statuses that need not be read any more. */
  #done = 0;

  constructor(jobs: SweptJobs, statuses: Pick<StatusMonitor, 'read' | 'get'>, clock: Clock) {
    this.#jobs = jobs;
    this.#statuses = statuses;
    this.#clock = clock;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  get coverage(): StatusCoverage {
    let read = 0;
    let oldestMs = Number.POSITIVE_INFINITY;
    for (const { id } of this.#jobs.jobs) {
      const { asOfMs } = this.#statuses.get(id) ?? {};
      if (asOfMs === undefined || asOfMs < this.#sinceMs) continue;
      read += 1;
      oldestMs = Math.min(oldestMs, asOfMs);
    }
    return { read, asOfMs: oldestMs };
  }

  /**
   * Resolves when all statuses that can be read were read, or the sweep was stopped. Rejects like the client, or with
   * the signal's reason, after which the sweep continues for others.
   */
  async run({
    signal,
    onProgress,
    maxAgeMs = usualMaxAgeMs,
  }: SweepOptions & { readonly maxAgeMs?: number } = {}): Promise<void> {
    signal?.throwIfAborted();
    const listener = () => onProgress?.(this.#done, this.#jobs.loadedCount);
    this.#listeners.add(listener);
    try {
      this.#running ??= this.#begin(maxAgeMs);
      const { end } = this.#running;
      await (signal === undefined ? end : untilAborted(end, signal));
    } finally {
      this.#listeners.delete(listener);
    }
  }

  stop(): void {
    this.#running?.controller.abort();
  }

  dispose(): void {
    this.stop();
    this.#changed.dispose();
  }

  #begin(maxAgeMs: number) {
    const controller = new AbortController();
    const { signal } = controller;
    this.#sinceMs = this.#clock.now() - maxAgeMs;
    this.#done = 0;
    const end = this.#readAll(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      })
      .finally(() => {
        this.#running = undefined;
        this.#changed.fire();
      });
    void Promise.resolve().then(() => this.#changed.fire());
    return { end, controller };
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    const whole = this.#jobs.whole(signal);
    // The statuses of the first rows do not wait for the other rows. A failure is reported below.
    whole.catch(() => undefined);
    const tried = new Set<number>();
    await this.#readNew(tried, signal);
    await whole;
    await this.#readNew(tried, signal);
  }

  /** Reads the statuses of the jobs that are listed now and have not been tried. */
  async #readNew(tried: Set<number>, signal: AbortSignal): Promise<void> {
    for (;;) {
      const ids = this.#jobs.jobs.map(({ id }) => id).filter(id => !tried.has(id));
      if (ids.length === 0) return;
      for (const id of ids) tried.add(id);
      const old = ids.filter(id => (this.#statuses.get(id)?.asOfMs ?? 0) < this.#sinceMs);
      this.#done += ids.length - old.length;
      await sweepStatuses(this.#statuses, old, { signal, onProgress: () => this.#report() });
    }
  }

  #report(): void {
    this.#done += 1;
    for (const listener of this.#listeners) listener();
  }
}
