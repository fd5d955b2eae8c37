import type { Clock, ScheduledCall } from '../util/clock.ts';

/** At most five redraws per second, however much changes. */
const intervalMs = 200;

/** Batches changed rows; a full redraw supersedes row redraws. */
export class RedrawQueue<T> {
  readonly #clock: Clock;
  readonly #fire: (nodes: T[] | undefined) => void;
  readonly #nodes = new Set<T>();
  #includesAll = false;
  #call: ScheduledCall | undefined;

  constructor(clock: Clock, fire: (nodes: T[] | undefined) => void) {
    this.#clock = clock;
    this.#fire = fire;
  }

  add(nodes: Iterable<T>): void {
    for (const node of nodes) this.#nodes.add(node);
    if (this.#nodes.size > 0) this.#plan();
  }

  addAll(): void {
    this.#includesAll = true;
    this.#plan();
  }

  dispose(): void {
    this.#call?.dispose();
  }

  #plan(): void {
    this.#call ??= this.#clock.schedule(intervalMs, () => this.#redraw());
  }

  #redraw(): void {
    this.#call = undefined;
    const nodes = this.#includesAll ? undefined : [...this.#nodes];
    this.#includesAll = false;
    this.#nodes.clear();
    this.#fire(nodes);
  }
}
