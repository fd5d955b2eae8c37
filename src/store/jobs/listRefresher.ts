import type { Clock, ScheduledCall } from '../../base/clock.ts';
import { asOfMs } from '../reading/listState.ts';
import { Outage } from '../reading/outage.ts';
import type { JobStore } from './jobStore.ts';

export interface ListRefresherOptions {
  readonly jobs: JobStore;
  readonly clock: Clock;
  readonly outage: Outage;
  /** The maximum age of a visible list. */
  readonly inactiveMs: () => number;
}

/** Each time, the first pages are read, and a few others in rotation: the cost does not depend on the length. */
const firstPages = 2;
const otherPages = 3;
/** If jobs were deleted or moved by others, the whole list is read, but only as often as its length permits. */
const msPerPage = 2_000;
/** The delay before the third attempt for a list that fails although the server responds; doubles each time. */
const ownFailurePauseMs = 4_000;
/** In an outage, a status request goes first: it is cheaper, and shows whether only the list fails. */
const afterStatusMs = 300;

/**
 * Refreshes a visible list in the background, so that created and deleted jobs appear by themselves and a server's
 * recovery is noticed. A hidden list is not requested.
 */
export class ListRefresher {
  readonly #options: ListRefresherOptions;
  readonly #subscriptions: { dispose(): void }[];
  #isInView = false;
  #wholeAsOfMs = Number.NEGATIVE_INFINITY;
  /** When the current list was received, on the steady clock. */
  #readAtMs = 0;
  #asOfMs: number | undefined;
  #failedAtMs = 0;
  /** The number of other successful reads since the last successful read of the list. */
  #returns = 0;
  #wake: ScheduledCall | undefined;

  constructor(options: ListRefresherOptions) {
    this.#options = options;
    this.#subscriptions = [
      options.jobs.onDidChange(change => {
        if (change.kind === 'list') this.#listChanged();
      }),
      options.outage.onDidChange(() => this.#outageChanged()),
    ];
  }

  setInView(isInView: boolean): void {
    this.#isInView = isInView;
    this.#plan();
  }

  dispose(): void {
    this.#wake?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #listChanged(): void {
    const { jobs, clock } = this.#options;
    const asOf = asOfMs(jobs.state);
    if (asOf !== this.#asOfMs) this.#readAtMs = clock.steadyMs();
    this.#asOfMs = asOf;
    if (jobs.state.kind === 'failed') this.#failedAtMs = clock.steadyMs();
    else if (jobs.state.kind === 'ready') this.#returns = 0;
    this.#plan();
  }

  #outageChanged(): void {
    const { jobs, outage } = this.#options;
    if (outage.pausedUntilMs === 0 && jobs.state.kind === 'failed') this.#returns += 1;
    this.#plan();
  }

  #plan(): void {
    this.#wake?.dispose();
    this.#wake = undefined;
    const { clock } = this.#options;
    const dueMs = this.#dueMs();
    if (!this.#isInView || dueMs === undefined) return;
    this.#wake = clock.schedule(Math.max(0, dueMs - clock.steadyMs()), () => void this.#beat());
  }

  #dueMs(): number | undefined {
    const { jobs, outage, inactiveMs } = this.#options;
    const { state } = jobs;
    if (state.kind === 'unread') return undefined;
    const untilMs = outage.pausedUntilMs;
    if (!Number.isFinite(untilMs)) return undefined;
    const isFailed = state.kind === 'failed';
    const dueMs = isFailed ? this.#failedAtMs + this.#pauseAfter(state.error) : this.#readAtMs + inactiveMs();
    return Math.max(dueMs, untilMs > 0 ? untilMs + afterStatusMs : 0);
  }

  /** A list that failed in an outage is read again as soon as the server recovers. */
  #pauseAfter(error: unknown): number {
    const inactiveMs = this.#options.inactiveMs();
    if (!Outage.isOf(error)) return inactiveMs;
    return this.#returns < 2 ? 0 : Math.min(inactiveMs, ownFailurePauseMs * 2 ** (this.#returns - 2));
  }

  async #beat(): Promise<void> {
    const { jobs, outage, clock } = this.#options;
    // The end of each read schedules the next one.
    if (jobs.isReading) return;
    if (!outage.takeTry()) return this.#plan();
    const isWholeDue =
      jobs.isAtEnd &&
      (!jobs.isConsistent || jobs.lack === 'changing') &&
      clock.steadyMs() - this.#wholeAsOfMs >= jobs.pageCount * msPerPage;
    const isWhole = isWholeDue || jobs.pageCount <= firstPages + otherPages;
    try {
      await jobs.refresh({ isQuiet: true, ...(isWhole ? {} : { pages: firstPages, otherPages }) });
      if (isWhole) this.#wholeAsOfMs = clock.steadyMs();
    } catch {
      // The state of the list reports the failure.
    }
  }
}
