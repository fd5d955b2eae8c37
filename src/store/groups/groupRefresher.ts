import type { ScheduledCall } from '../../base/clock.ts';
import type { ListState } from '../reading/listState.ts';
import { Outage } from '../reading/outage.ts';
import type { ReadingLimits } from '../reading/wholeReading.ts';
import type { GroupStore } from './groupStore.ts';

/** Usually one request: servers return all groups at once. */
const usualMs = 180_000;
/** Long lists are long responses, so they are read less often: 10,000 groups every 17 minutes. */
const msPerGroup = 100;
/** Pages that are taken from the request budget, at most, because no budget may be too small for a long list. */
const pagesAtMost = 10;

/**
 * Reads the groups again while the user can see them, so that changes by others appear by themselves, and once when the
 * server recovers from an outage in which they failed.
 */
export class GroupRefresher {
  readonly #groups: GroupStore;
  readonly #outage: Outage;
  readonly #limits: Pick<ReadingLimits, 'clock' | 'budget'>;
  readonly #subscriptions: { dispose(): void }[];
  #isInView = false;
  #hasRetried = false;
  #state: ListState | undefined;
  /** When the list was read last, on the steady clock. */
  #readAtMs = 0;
  #wake: ScheduledCall | undefined;

  constructor(groups: GroupStore, outage: Outage, limits: Pick<ReadingLimits, 'clock' | 'budget'>) {
    this.#groups = groups;
    this.#outage = outage;
    this.#limits = limits;
    this.#subscriptions = [
      groups.onDidChange(() => this.#plan()),
      outage.onDidChange(() => this.#outageChanged()),
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

  #outageChanged(): void {
    const { state } = this.#groups;
    if (state.kind === 'ready') this.#hasRetried = false;
    const isBack = this.#outage.pausedUntilMs === 0;
    if (isBack && !this.#hasRetried && state.kind === 'failed' && Outage.isOf(state.error)) {
      this.#hasRetried = true;
      // The state of the list shows the failure.
      this.#groups.refresh().catch(() => undefined);
    }
    this.#plan();
  }

  #plan(): void {
    this.#wake?.dispose();
    this.#wake = undefined;
    const { state, loadedCount, rest } = this.#groups;
    const nowMs = this.#limits.clock.steadyMs();
    if (state !== this.#state) this.#readAtMs = nowMs;
    this.#state = state;
    const isAtRest = (state.kind === 'ready' || state.kind === 'failed') && rest.forMs === undefined;
    // The end of an outage plans the next read.
    if (!this.#isInView || !isAtRest || this.#outage.pausedUntilMs > 0) return;
    const dueMs = this.#readAtMs + Math.max(usualMs, loadedCount * msPerGroup);
    this.#wake = this.#limits.clock.schedule(Math.max(0, dueMs - nowMs), () => this.#refresh());
  }

  #refresh(): void {
    const { clock, budget } = this.#limits;
    const pages = Math.min(pagesAtMost, this.#groups.pageCount);
    if (budget.take(pages) > 0) {
      // The state of the list shows the failure.
      this.#groups.refreshQuietly().catch(() => undefined);
      return;
    }
    this.#wake = clock.schedule(Math.max(1, budget.msUntil(pages)), () => this.#refresh());
  }
}
