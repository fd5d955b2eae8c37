import type { CallOptions } from '../../api/transport/requester.ts';
import type { ScheduledCall } from '../../base/clock.ts';
import { untilAborted } from '../../base/delay.ts';
import { ServerHealth } from '../reading/serverHealth.ts';
import { type Attention, type InterestKind, InterestList } from './interest.ts';
import type { Paces } from './pace.ts';
import { type KnownStatus, StatusCache } from './statusCache.ts';
import { StatusEvents, type StatusEventsOptions } from './statusEvents.ts';
import { StatusQueue } from './statusQueue.ts';
import { type StatusReadingOptions, StatusReadings } from './statusReadings.ts';

export interface StatusMonitorOptions extends StatusReadingOptions, StatusEventsOptions {
  readonly paces: () => Paces;
  /** 0 ≤ random() < 1. */
  readonly random: () => number;
  /** The job's next scheduled run: the job is read shortly after it. */
  readonly nextRunMs?: (id: number, nowMs: number) => number | undefined;
}

/**
 * Keeps the statuses of visible or awaited jobs up to date; other jobs are not requested. Sends one request per job
 * at a time, and at most 8 in total.
 */
export class StatusMonitor {
  readonly #options: StatusMonitorOptions;
  readonly #interest = new InterestList();
  readonly #cache = new StatusCache();
  readonly #events: StatusEvents;
  readonly #queue: StatusQueue;
  readonly #readings: StatusReadings;
  readonly onDidChange: StatusEvents['onDidChange'];
  readonly onDidEnd: StatusEvents['onDidEnd'];
  #wake: ScheduledCall | undefined;
  /** Manual reads that wait for room. */
  readonly #waiting: (() => void)[] = [];
  readonly #outageSubscription: { dispose(): void };
  #isDisposed = false;

  constructor(options: StatusMonitorOptions) {
    this.#options = options;
    const { clock, paces, random, nextRunMs, outage } = options;
    const cache = this.#cache;
    const interest = this.#interest;
    const health = new ServerHealth(clock);
    const events = new StatusEvents(options);
    const queue = new StatusQueue({ clock, random, paces, cache, interest, health, nextRunMs });
    const onSettled = () => this.#pump();
    this.#readings = new StatusReadings(options, { cache, events, queue, health, onSettled });
    this.#events = events;
    this.#queue = queue;
    this.onDidChange = events.onDidChange;
    this.onDidEnd = events.onDidEnd;
    // Another request may have noticed that the server has recovered.
    this.#outageSubscription = outage.onDidChange(() => {
      if (outage.pausedUntilMs === 0) this.#pump();
    });
  }

  get(id: number): KnownStatus | undefined {
    return this.#cache.get(id);
  }

  /** All known statuses, including those of hidden jobs. */
  get known(): ReadonlyMap<number, KnownStatus> {
    return this.#cache.all;
  }

  /** Reports the ends of jobs that had these statuses in an earlier session. */
  recall(statuses: Parameters<StatusEvents['recall']>[0]): void {
    this.#events.recall(statuses);
  }

  /** Replaces the jobs of this source. Sources of the same kind, such as two views, are independent. */
  setInterest(kind: InterestKind, ids: readonly number[], source: string = kind): void {
    this.#interest.set(source, kind, ids);
    this.#interestChanged();
  }

  /** Sets what the user can see. Jobs that become visible again are read at once. */
  setAttention(attention: Attention): void {
    const wasInView = this.#interest.isInView;
    this.#interest.setAttention(attention);
    if (this.#interest.isInView && !wasInView) this.#queue.catchUp();
    this.#interestChanged();
  }

  get isInView(): boolean {
    return this.#interest.isInView;
  }

  /** Whether the job is followed, watched or open, which makes its status matter even while the list is hidden. */
  isWaitedFor(id: number): boolean {
    const kind = this.#interest.wanted.get(id);
    return kind === 'watched' || kind === 'followed' || kind === 'open';
  }

  /** Whether a stop command waits for the job to end. */
  isFollowed(id: number): boolean {
    return this.#interest.wanted.get(id) === 'followed';
  }

  /** Call after an operation on these jobs: pending responses are outdated, and further changes are likely. */
  touch(ids: readonly number[]): void {
    for (const id of ids) {
      this.#readings.giveUp(id);
      this.#queue.touch(id);
    }
    this.#pump();
  }

  /** The user asked to try again now. */
  retryNow(): void {
    this.#options.outage.retryNow();
    this.#queue.allNow();
    this.#pump();
  }

  /** Reads and stores one status now, regardless of interest and earlier failures. */
  async read(id: number, { signal }: CallOptions = {}): Promise<KnownStatus> {
    signal?.throwIfAborted();
    const response = this.#askInTurn(id, signal);
    return signal === undefined ? response : untilAborted(response, signal);
  }

  /** Sweeps of many jobs share the limit of concurrent requests with the jobs in view. */
  #askInTurn(id: number, signal: AbortSignal | undefined): Promise<KnownStatus> {
    if (this.#readings.hasRoom || this.#readings.has(id)) return this.#readings.ask(id);
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        if (signal?.aborted) reject(signal.reason);
        else this.#readings.ask(id).then(resolve, reject);
      });
    });
  }

  forget(ids: readonly number[]): void {
    this.#interest.forget(new Set(ids));
    for (const id of ids) {
      this.#readings.forget(id);
      this.#queue.forget(id);
    }
    this.#pump();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#readings.dispose();
    this.#outageSubscription.dispose();
    this.#wake?.dispose();
    this.#admitWaiting();
    this.#events.dispose();
  }

  #interestChanged(): void {
    this.#readings.giveUpUnwanted();
    this.#queue.replan();
    this.#pump();
  }

  #admitWaiting(): void {
    while (this.#isDisposed || this.#readings.hasRoom) {
      const start = this.#waiting.shift();
      if (start === undefined) return;
      start();
    }
  }

  /** Starts the reads that are due, and schedules a call for the next one. */
  #pump(): void {
    this.#wake?.dispose();
    this.#wake = undefined;
    this.#admitWaiting();
    if (this.#isDisposed) return;
    const { clock, outage } = this.#options;
    for (;;) {
      const next = this.#queue.next(this.#readings);
      if (next === undefined) return;
      const now = clock.steadyMs();
      // In an outage, the request that checks for recovery follows the pause, even if no status is due yet.
      const atMs = outage.pausedUntilMs > 0 ? outage.pausedUntilMs : next.atMs;
      if (atMs > now) {
        if (Number.isFinite(atMs)) this.#wake = clock.schedule(atMs - now, () => this.#pump());
        return;
      }
      // While the server fails, one request at a time checks whether it has recovered.
      if (!this.#readings.hasRoom || !outage.takeTry()) return;
      this.#queue.started(next.id);
      this.#readings.begin(next.id, next.atMs === 0);
    }
  }
}
