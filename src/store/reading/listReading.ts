import { isAbort } from '../../api/errors/apiError.ts';
import type { Clock } from '../../base/clock.ts';
import { asOfMs, type ListState } from './listState.ts';

/** Reads the list; resolves with true if something was requested. */
type Reading = () => Promise<boolean>;

/**
 * How a read shows in the state: a `quiet` one does not set it to `loading`, because background reads show no progress;
 * one for `more` rows does not make the earlier ones newer either.
 */
type Manner = 'shown' | 'quiet' | 'more';

/** The state of a list. Its reads run one at a time. */
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

  /** Settles with the pending read; rejects with it only if reads are `shared`. */
  get current(): Promise<void> | undefined {
    return this.#current;
  }

  /** Reads unless the list has been read before; waits only for the first read. */
  async ensure(read: () => Promise<void>): Promise<void> {
    if (asOfMs(this.#state) !== undefined) return;
    if (this.#current !== undefined) await this.#current;
    else if (this.#state.kind === 'unread') await read();
  }

  /** Concurrent callers share one read. */
  shared(read: Reading): Promise<void> {
    this.#current ??= this.#tracked(read).finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }

  /** A second caller waits for the first, then does its own read. */
  inTurn(read: Reading, manner: Manner = 'shown'): Promise<void> {
    const previous = this.#current ?? Promise.resolve();
    const run = previous.then(() => this.#tracked(read, manner));
    const settled = run.then(
      () => undefined,
      // The caller gets the error from `run`; callers that only wait for their turn must not.
      () => undefined,
    );
    this.#current = settled;
    void settled.then(() => {
      if (this.#current === settled) this.#current = undefined;
    });
    return run;
  }

  async #tracked(read: Reading, manner: Manner = 'shown'): Promise<void> {
    const before = this.#state;
    if (manner === 'shown') this.#setState({ kind: 'loading', asOfMs: asOfMs(before) });
    try {
      const hasRead = await read();
      const sinceMs = manner === 'more' ? asOfMs(before) : undefined;
      this.#setState(hasRead ? { kind: 'ready', asOfMs: sinceMs ?? this.#clock.now() } : before);
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
