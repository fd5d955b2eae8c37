/** Resolves after other pending work of the process has run. */
export function yieldToHost(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

export interface SlicesOptions {
  readonly sliceMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly steadyMs: () => number;
  readonly yieldToHost: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** Splits long work into slices: check `isOver` often, and await `rest` when it is true. */
export class Slices {
  readonly #options: SlicesOptions;
  #endsMs: number;

  constructor(options: SlicesOptions) {
    this.#options = options;
    this.#endsMs = options.steadyMs() + options.sliceMs;
  }

  get isOver(): boolean {
    return this.#options.steadyMs() >= this.#endsMs;
  }

  /** Yields to other work; rejects with the signal's reason when the work is canceled. */
  async rest(): Promise<void> {
    const { sliceMs, steadyMs, yieldToHost, signal } = this.#options;
    await yieldToHost();
    signal?.throwIfAborted();
    this.#endsMs = steadyMs() + sliceMs;
  }
}

/** Below what a user notices, even if a step takes longer than it should. */
const unnoticedMs = 8;

export function responseSlices(signal?: AbortSignal, sliceMs = unnoticedMs): Slices {
  return new Slices({ sliceMs, steadyMs: () => performance.now(), yieldToHost, signal });
}

/** Locale-aware comparisons are slow: this many take a few milliseconds. */
const sliceLength = 500;

/** A stable sort like `toSorted` that yields to other work every few milliseconds. */
export async function sortInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  yieldToHost: () => Promise<void>,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += sliceLength) {
    if (start > 0) await yieldToHost();
    runs.push(items.slice(start, start + sliceLength).sort(compare));
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [left = [], right = []] = runs.slice(index, index + 2);
      merged.push(await merge(left, right, compare, yieldToHost));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  yieldToHost: () => Promise<void>,
): Promise<readonly T[]> {
  const merged: T[] = [];
  const rest = { left: left[Symbol.iterator](), right: right[Symbol.iterator]() };
  let a = rest.left.next();
  let b = rest.right.next();
  while (!a.done || !b.done) {
    // Equal elements keep their order.
    if (b.done || (!a.done && compare(a.value, b.value) <= 0)) {
      if (!a.done) merged.push(a.value);
      a = rest.left.next();
    } else {
      merged.push(b.value);
      b = rest.right.next();
    }
    if (merged.length % (2 * sliceLength) === 0) await yieldToHost();
  }
  return merged;
}
