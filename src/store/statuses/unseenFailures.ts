import { Emitter } from '../../util/emitter.ts';
import type { StatusMonitor } from './statusMonitor.ts';

/** The jobs that were found to have failed since a person last looked at the list. */
export class UnseenFailures {
  readonly #statuses: StatusMonitor;
  readonly #ids = new Set<number>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: { dispose(): void }[];

  constructor(statuses: StatusMonitor) {
    this.#statuses = statuses;
    this.#subscriptions = [
      statuses.onDidEnd(({ id, status }) => {
        // What happens before one's eyes has been seen.
        if (status.kind === 'failed' && !statuses.isLooking) this.#ids.add(id);
        else if (!this.#ids.delete(id)) return;
        this.#changed.fire();
      }),
    ];
  }

  get count(): number {
    return this.#ids.size;
  }

  /** A person looks now. */
  look(): void {
    if (this.#ids.size === 0 || !this.#statuses.isLooking) return;
    this.#ids.clear();
    this.#changed.fire();
  }

  forget(id: number): void {
    if (this.#ids.delete(id)) this.#changed.fire();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }
}
