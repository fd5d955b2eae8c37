/** A pause in typing this long ends what is sent together, and what one undo takes back. */
const pauseMs = 250;

/** Runs something once the person has stopped typing for a moment. */
export class TypingPause {
  readonly #run: () => void;
  #timer: number | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Something was typed whose pause has not come yet. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  typed(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.flush(), pauseMs);
  }

  /** Runs at once what waits for the pause. */
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
