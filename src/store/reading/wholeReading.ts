import type { ListLack } from '../../api/resources/wholeList.ts';
import type { CallOptions } from '../../api/transport/requester.ts';
import type { Clock, ScheduledCall } from '../../base/clock.ts';
import { untilAborted } from '../../base/delay.ts';
import type { ListState } from './listState.ts';
import { RequestBudget } from './requestBudget.ts';

/**
 * How much of a list was read. `partial`: the rest is being read, or nobody has asked for it; `stopped`: the user
 * stopped; `limited`: the list is longer than the setting allows; otherwise why reading it did not make it complete.
 */
export interface Coverage {
  readonly kind: 'complete' | 'partial' | 'stopped' | 'limited' | ListLack;
  readonly read: number;
  /** `undefined` if the server does not send it. */
  readonly total: number | undefined;
}

/** A list that is read page by page. */
export interface PagedList {
  /** Whether all rows were read, and none can have been missed. */
  readonly isComplete: boolean;
  /** Whether the last page was read. */
  readonly isAtEnd: boolean;
  readonly lack: ListLack | undefined;
  readonly loadedCount: number;
  readonly total: number | undefined;
  readonly pageCount: number;
  readonly state: ListState;
  /** Reads this many further pages, or the first page of a list that was not read yet. */
  readNext(atMost: number, options?: MoreOptions): Promise<void>;
}

export interface MoreOptions extends CallOptions {
  /** Called after each page. */
  readonly onPage?: () => void;
}

/** What bounds the reading of a whole list. */
export interface ReadingLimits {
  readonly clock: Clock;
  /** For pages that nobody waits for. */
  readonly budget: RequestBudget;
  /** The maximum number of rows. */
  readonly mostRows: () => number;
}

/** The usual limits where settings do not say otherwise. */
export function readingLimits(
  clock: Clock,
  requestsPerMinute = () => 150,
  mostRows = () => 100_000,
): ReadingLimits {
  return { clock, budget: new RequestBudget(clock, requestsPerMinute), mostRows };
}

/** What is visible goes first: rows that were just read, and their statuses. */
const backgroundAfterMs = 500;
/** Pages per turn: other reads of the list wait for the end of one. */
const pagesAtOnce = 8;
const awaitedPagesAtOnce = 64;

/**
 * Reads the rest of a list: in the background within the request budget, or at once while a caller waits for it. All
 * callers share one reading.
 */
export class WholeReading {
  readonly #list: PagedList;
  readonly #limits: ReadingLimits;
  readonly #onChanged: () => void;
  readonly #callers = new Set<(coverage: Coverage) => void>();
  #isInBackground = false;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #cancel = new AbortController();
  #wake: (() => void) | undefined;
  #sinceMs: number | undefined;

  /** `onChanged` is called when reading has begun or ended. */
  constructor(list: PagedList, limits: ReadingLimits, onChanged: () => void = () => undefined) {
    this.#list = list;
    this.#limits = limits;
    this.#onChanged = onChanged;
  }

  get coverage(): Coverage {
    return { kind: this.#kind(), read: this.#list.loadedCount, total: this.#list.total };
  }

  /** For how long the list has been read without a pause; `undefined` while it is not being read. */
  get forMs(): number | undefined {
    return this.#sinceMs === undefined ? undefined : this.#limits.clock.steadyMs() - this.#sinceMs;
  }

  /** Whether to read the rest although no caller waits for it. */
  setInBackground(isInBackground: boolean): void {
    this.#isInBackground = isInBackground;
    this.proceed();
  }

  /** Stops reading; callers that wait get the coverage so far. */
  stop(): void {
    if (this.#list.isComplete) return;
    this.#isStopped = true;
    this.#cancel.abort();
    this.#wake?.();
    this.#onChanged();
  }

  resume(): void {
    this.#isStopped = false;
    this.proceed();
  }

  /** Reads in the background if there is something to read. Call when the state of the list has changed. */
  proceed(): void {
    if (this.#list.state.kind !== 'ready' || !this.#isWanted) {
      this.#wake?.();
      return;
    }
    // The state of the list shows the failure.
    this.#run().catch(() => undefined);
  }

  /**
   * Resolves when the list is complete, or with the reason why it is not.
   * Rejects like the client, or with the signal's reason; the rows that were read stay.
   */
  async whole(signal?: AbortSignal, onProgress?: (coverage: Coverage) => void): Promise<Coverage> {
    signal?.throwIfAborted();
    this.#isStopped = false;
    const caller = (coverage: Coverage) => onProgress?.(coverage);
    this.#callers.add(caller);
    this.#wake?.();
    try {
      const reading = this.#isWanted ? this.#run() : Promise.resolve();
      await (signal === undefined ? reading : untilAborted(reading, signal));
    } finally {
      this.#callers.delete(caller);
      if (!this.#isWanted) this.#cancel.abort();
    }
    return this.coverage;
  }

  dispose(): void {
    this.#isInBackground = false;
    this.#isStopped = true;
    this.#cancel.abort();
    this.#wake?.();
  }

  get #isWanted(): boolean {
    const isInBackground = this.#isInBackground && !this.#list.isAtEnd;
    return this.#kind() === 'partial' && (this.#callers.size > 0 || isInBackground);
  }

  #kind(): Coverage['kind'] {
    if (this.#list.isComplete) return 'complete';
    if (this.#list.lack !== undefined) return this.#list.lack;
    if (this.#list.loadedCount >= this.#limits.mostRows()) return 'limited';
    return this.#isStopped ? 'stopped' : 'partial';
  }

  #run(): Promise<void> {
    this.#running ??= this.#readAll().finally(() => {
      this.#running = undefined;
      this.#sinceMs = undefined;
      this.#onChanged();
    });
    return this.#running;
  }

  async #readAll(): Promise<void> {
    this.#cancel = new AbortController();
    this.#sinceMs = this.#limits.clock.steadyMs();
    const { signal } = this.#cancel;
    if (this.#callers.size === 0) await this.#pause(backgroundAfterMs);
    const onPage = () => {
      for (const caller of this.#callers) caller(this.coverage);
    };
    while (this.#isWanted && !signal.aborted) {
      const pages = this.#pagesToRead();
      try {
        if (pages === 0) await this.#pause(this.#limits.budget.msUntil(pagesAtOnce));
        else await this.#list.readNext(pages, { signal, onPage });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
    // A caller that came while the others gave up has not been served yet.
    if (this.#isWanted) await this.#readAll();
  }

  /** The number of pages that may be requested now. */
  #pagesToRead(): number {
    const { loadedCount: read, pageCount } = this.#list;
    const rowsPerPage = Math.max(1, read / Math.max(1, pageCount));
    const left = Math.max(1, Math.ceil((this.#limits.mostRows() - read) / rowsPerPage));
    if (this.#callers.size > 0) return Math.min(left, awaitedPagesAtOnce);
    return this.#limits.budget.take(Math.min(left, pagesAtOnce));
  }

  /** Waits, but not longer than until a caller waits for the list. */
  #pause(ms: number): Promise<void> {
    return new Promise(resolve => {
      let call: ScheduledCall | undefined;
      this.#wake = () => {
        call?.dispose();
        this.#wake = undefined;
        resolve();
      };
      call = this.#limits.clock.schedule(ms, () => this.#wake?.());
    });
  }
}
