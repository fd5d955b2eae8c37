/** Text typed without such a pause is sent, and undone, as one change. */
const debounceMs = 250;

/** Runs something after the user has stopped typing for a moment. */
export class Debounce {
  readonly #run: () => void;
  #timer: number | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Whether something typed has not been handled yet. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** Something was typed: waits from now. */
  restart(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.flush(), debounceMs);
  }

  /** Runs now if it is pending. */
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
