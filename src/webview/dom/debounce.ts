/** Input without a longer pause is sent, and undone, as one change. */
const debounceMs = 250;

/** Runs a function after the user has stopped typing for a moment. */
export class Debounce {
  readonly #run: () => void;
  #timer: number | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Whether any input has not been handled yet. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** Call on input: starts waiting from now. */
  restart(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.flush(), debounceMs);
  }

  /** Runs immediately if pending. */
  flush(): void {
    if (!this.isPending) return;
    this.cancel();
    this.#run();
  }

  cancel(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
