import type { Slices } from './slices.ts';

/** Long work that can be paused after each of its steps. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Items mapped per step: a step costs more than mapping one item. */
const itemsAtOnce = 16;

export function* mapInSteps<T, U>(items: readonly T[], map: (item: T) => U): Steps<U[]> {
  const mapped: U[] = [];
  for (const item of items) {
    mapped.push(map(item));
    if (mapped.length % itemsAtOnce === 0) yield;
  }
  return mapped;
}

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Runs the steps in slices and yields to other work in between; rejects when canceled. */
export async function inSlices<T>(steps: Steps<T>, slices: Slices): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (slices.isOver) await slices.rest();
  }
}
