export interface SlicesOptions {
  readonly sliceMs: number;
  /** Milliseconds of some steady clock. */
  readonly steadyMs: () => number;
  /** Gives other work its turn. */
  readonly yieldToHost: () => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Long work in pieces: ask `isOver` often, and rest when it says so. */
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

  /** Lets others work; rejects with the signal's reason when the work is not wanted any more. */
  async rest(): Promise<void> {
    const { sliceMs, steadyMs, yieldToHost, signal } = this.#options;
    await yieldToHost();
    signal?.throwIfAborted();
    this.#endsMs = steadyMs() + sliceMs;
  }
}
