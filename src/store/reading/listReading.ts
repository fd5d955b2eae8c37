import { isAbort } from '../../api/errors/apiError.ts';
import type { Clock } from '../../util/clock.ts';
import { asOfMs, type ListState } from './listState.ts';

/** Reads the list, and says whether it asked the server: only then is anything known anew. */
type Reading = () => Promise<boolean>;

/** How a list stands, by its readings: one at a time. */
export class ListReading {
  readonly #clock: Clock;
  readonly #onChanged: () => void;
  #state: ListState = { kind: 'unread' };
  #current: Promise<void> | undefined;

  constructor(clock: Clock, onChanged: () => void) {
    this.#clock = clock;
    this.#onChanged = onChanged;
  }

  get state(): ListState {
    return this.#state;
  }

  /** Settles with the reading under way; rejects with it only where readings are `shared`. */
  get current(): Promise<void> | undefined {
    return this.#current;
  }

  /** Reads unless something was read; waits for the first reading, for no later one. */
  async ensure(read: () => Promise<void>): Promise<void> {
    if (asOfMs(this.#state) !== undefined) return;
    if (this.#current !== undefined) await this.#current;
    else if (this.#state.kind === 'unread') await read();
  }

  /** Concurrent callers share one reading. */
  shared(read: Reading): Promise<void> {
    this.#current ??= this.#tracked(read).finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }

  /**
   * A second caller waits for the first, then reads for itself. The state of a quiet reading does not become
   * `loading`: nobody asked, so nothing has to move on the screen.
   */
  inTurn(read: Reading, isQuiet = false): Promise<void> {
    const previous = this.#current ?? Promise.resolve();
    const run = previous.then(() => this.#tracked(read, isQuiet));
    const settled = run.then(
      () => undefined,
      // The caller gets the error from `run`; whoever merely waits for the turn does not.
      () => undefined,
    );
    this.#current = settled;
    void settled.then(() => {
      if (this.#current === settled) this.#current = undefined;
    });
    return run;
  }

  async #tracked(read: Reading, isQuiet = false): Promise<void> {
    const before = this.#state;
    if (!isQuiet) this.#setState({ kind: 'loading', asOfMs: asOfMs(before) });
    try {
      const hasRead = await read();
      this.#setState(hasRead ? { kind: 'ready', asOfMs: this.#clock.now() } : before);
    } catch (error) {
      this.#setState(isAbort(error) ? before : { kind: 'failed', error, asOfMs: asOfMs(before) });
      throw error;
    }
  }

  #setState(state: ListState): void {
    this.#state = state;
    this.#onChanged();
  }
}
