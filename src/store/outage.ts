import { ConnectionError, HttpStatusError, TokenError } from '../api/errors.ts';
import type { Clock } from '../util/clock.ts';
import { Emitter } from '../util/emitter.ts';

/** Whether the server is there; the same for everything that shows or asks something of it. */
export type Reachability =
  | { readonly kind: 'online' }
  | {
      readonly kind: 'offline';
      readonly sinceMs: number;
      /** `undefined` when only the person can help, by signing in. */
      readonly nextTryMs: number | undefined;
      readonly error: unknown;
    };

export interface OutageOptions {
  readonly clock: Clock;
  /** 0 ≤ random() < 1. */
  readonly random: () => number;
  /** Told once per outage. */
  readonly onFailure: (error: unknown) => void;
}

const firstBackoffMs = 2_000;
const longestBackoffMs = 60_000;

/** One outage at a time: since when, and when everybody may ask again (decision 20). */
export class Outage {
  readonly #options: OutageOptions;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #state: Reachability = { kind: 'online' };
  #failures = 0;
  #isTrying = false;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  get state(): Reachability {
    return this.#state;
  }

  /** Whether the error says that the server as a whole does not answer, or does not want to. */
  static isOf(error: unknown): boolean {
    if (error instanceof ConnectionError || error instanceof TokenError) return true;
    return error instanceof HttpStatusError && [401, 429, 502, 503, 504].includes(error.status);
  }

  failed(error: unknown): void {
    const now = this.#options.clock.now();
    const before = this.#state;
    // Requests that were under way together fail together, and count as one.
    const isSame = before.kind === 'offline' && !this.#isTrying && now < (before.nextTryMs ?? 0);
    this.#isTrying = false;
    if (!isSame) this.#failures += 1;
    const earliestMs = isSame ? (before.nextTryMs ?? now) : now;
    const nextTryMs = needsPerson(error) ? undefined : this.#nextTry(error, earliestMs);
    const sinceMs = before.kind === 'offline' ? before.sinceMs : now;
    this.#set({ kind: 'offline', sinceMs, nextTryMs, error });
    if (before.kind === 'online') this.#options.onFailure(error);
  }

  succeeded(): void {
    this.#failures = 0;
    this.#isTrying = false;
    if (this.#state.kind === 'offline') this.#set({ kind: 'online' });
  }

  /** The person asks to try at once. */
  retryNow(): void {
    this.succeeded();
  }

  /** When requests may be made again; 0 while the server is there. */
  get pausedUntilMs(): number {
    if (this.#state.kind === 'online') return 0;
    return this.#state.nextTryMs ?? Number.POSITIVE_INFINITY;
  }

  /** Takes the one try that is due, so that nobody else makes a second one; false when none is due. */
  takeTry(): boolean {
    const now = this.#options.clock.now();
    if (this.#state.kind === 'online') return true;
    if (this.pausedUntilMs > now) return false;
    // Whoever takes it tells how it went; should that never happen, another may try later.
    this.#isTrying = true;
    this.#set({ ...this.#state, nextTryMs: now + longestBackoffMs });
    return true;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #nextTry(error: unknown, earliestMs: number): number {
    const now = this.#options.clock.now();
    const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** Math.min(this.#failures - 1, 10));
    // Of many clients that were cut off together, each comes back at a time of its own.
    const jittered = backoffMs * (0.5 + this.#options.random() / 2);
    const askedMs = error instanceof HttpStatusError ? (error.retryAfterMs ?? 0) : 0;
    return Math.max(earliestMs, now + Math.max(jittered, askedMs));
  }

  #set(state: Reachability): void {
    this.#state = state;
    this.#changed.fire();
  }
}

function needsPerson(error: unknown): boolean {
  return error instanceof TokenError || (error instanceof HttpStatusError && error.status === 401);
}
