import type { Slices } from './slices.ts';

/** Long work that may rest after each of its steps. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Items that are mapped in one step: a step costs more than a short piece of work. */
const itemsAtOnce = 16;

export function* mapInSteps<T, U>(items: readonly T[], map: (item: T) => U): Steps<U[]> {
  const mapped: U[] = [];
  for (const item of items) {
    mapped.push(map(item));
    if (mapped.length % itemsAtOnce === 0) yield;
  }
  return mapped;
}

/** Does the work without a rest. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does the work in slices, between which other work has its turn; rejects when it was cancelled. */
export async function inSlices<T>(steps: Steps<T>, slices: Slices): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (slices.isOver) await slices.rest();
  }
}
