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
