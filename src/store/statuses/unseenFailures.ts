import { type Disposable, Emitter } from '../../base/emitter.ts';
import type { StatusMonitor } from './statusMonitor.ts';

/** The jobs that failed since the list was last visible. */
export class UnseenFailures {
  readonly #statuses: StatusMonitor;
  readonly #ids = new Set<number>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: Disposable;

  constructor(statuses: StatusMonitor) {
    this.#statuses = statuses;
    this.#subscription = statuses.onDidEnd(({ id, status }) => {
      // The user sees failures in a visible list.
      if (status.kind === 'failed' && !statuses.isInView) this.#ids.add(id);
      else if (!this.#ids.delete(id)) return;
      this.#changed.fire();
    });
  }

  get count(): number {
    return this.#ids.size;
  }

  /** Marks all failures as seen if the list is visible. */
  markSeen(): void {
    if (this.#ids.size === 0 || !this.#statuses.isInView) return;
    this.#ids.clear();
    this.#changed.fire();
  }

  forget(id: number): void {
    if (this.#ids.delete(id)) this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
