import type { Clock } from '../../base/clock.ts';
import { DeadlineScheduler } from '../../base/deadlineScheduler.ts';

/** At most five redraws per second, however much changes. */
const intervalMs = 200;

/** Batches changed rows. */
export class RedrawQueue<T> {
  readonly #call: DeadlineScheduler;
  readonly #draw: (nodes: T[], areArranged: boolean) => void;
  readonly #nodes = new Set<T>();
  #areArranged = false;

  /** `draw` is called with the changed rows, and with whether rows may also have come, gone or moved. */
  constructor(clock: Clock, draw: (nodes: T[], areArranged: boolean) => void) {
    this.#call = new DeadlineScheduler(clock, () => this.#redraw());
    this.#draw = draw;
  }

  add(nodes: Iterable<T>): void {
    for (const node of nodes) this.#nodes.add(node);
    if (this.#nodes.size > 0) this.#call.within(intervalMs);
  }

  /** Rows may come, go or move. `withinMs`: those that arrive by the dozen for minutes need not be shown at once. */
  arrange(withinMs: number = intervalMs): void {
    this.#areArranged = true;
    this.#call.within(withinMs);
  }

  dispose(): void {
    this.#call.cancel();
  }

  #redraw(): void {
    const [nodes, areArranged] = [[...this.#nodes], this.#areArranged];
    this.#areArranged = false;
    this.#nodes.clear();
    this.#draw(nodes, areArranged);
  }
}
