import type { Clock } from '../util/clock.ts';
import { DeadlineScheduler } from '../util/deadlineScheduler.ts';

/** At most five redraws per second, however much changes. */
const intervalMs = 200;

/** Batches changed rows; a full redraw supersedes row redraws. */
export class RedrawQueue<T> {
  readonly #call: DeadlineScheduler;
  readonly #fire: (nodes: T[] | undefined) => void;
  readonly #nodes = new Set<T>();
  #includesAll = false;

  constructor(clock: Clock, fire: (nodes: T[] | undefined) => void) {
    this.#call = new DeadlineScheduler(clock, () => this.#redraw());
    this.#fire = fire;
  }

  add(nodes: Iterable<T>): void {
    for (const node of nodes) this.#nodes.add(node);
    if (this.#nodes.size > 0) this.#call.within(intervalMs);
  }

  /** `withinMs`: rows that arrive by the dozen for minutes need not be shown at once. */
  addAll(withinMs: number = intervalMs): void {
    this.#includesAll = true;
    this.#call.within(withinMs);
  }

  dispose(): void {
    this.#call.cancel();
  }

  #redraw(): void {
    const nodes = this.#includesAll ? undefined : [...this.#nodes];
    this.#includesAll = false;
    this.#nodes.clear();
    this.#fire(nodes);
  }
}
