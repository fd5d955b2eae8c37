import { ConnectionError, HttpStatusError, isSignedOut, TokenError } from '../../api/errors/errors.ts';
import type { Clock } from '../../util/clock.ts';
import { Emitter } from '../../util/emitter.ts';

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

/** After 2, 8, 32 and then 60 s: a blip is over soon, and a long outage costs a request a minute. */
const firstBackoffMs = 2_000;
const growth = 4;
const longestBackoffMs = 60_000;
/** What a server asks for is never exceeded by more. */
const longestAskedMs = 5 * 60_000;

/**
 * One outage at a time: since when, and when everybody may ask again (decision 20). Pauses are measured by a
 * clock that nobody sets.
 */
export class Outage {
  readonly #options: OutageOptions;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  /** The failure that everybody is to be told of; `undefined` also while a first one may be chance. */
  #known: { readonly sinceMs: number; readonly error: unknown } | undefined;
  #failures = 0;
  /** By the steady clock, when requests may be made again; 0 while nothing failed. */
  #pausedUntilMs = 0;
  #isTrying = false;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  get state(): Reachability {
    if (this.#known === undefined) return { kind: 'online' };
    const { clock } = this.#options;
    const nextTryMs = clock.now() + this.#pausedUntilMs - clock.steadyMs();
    return { kind: 'offline', ...this.#known, nextTryMs: Number.isFinite(nextTryMs) ? nextTryMs : undefined };
  }

  /** Whether the error says that the server as a whole does not answer, or does not want to. */
  static isOf(error: unknown): boolean {
    if (error instanceof ConnectionError || needsPerson(error)) return true;
    return error instanceof HttpStatusError && [429, 502, 503, 504].includes(error.status);
  }

  /** A failure that `mayBeChance` is only believed when the next request fails as well. */
  failed(error: unknown, { mayBeChance = false } = {}): void {
    const now = this.#options.clock.steadyMs();
    // Requests that were under way together fail together, and count as one.
    const isSame = !this.#isTrying && now < this.#pausedUntilMs;
    this.#isTrying = false;
    if (!isSame) this.#failures += 1;
    const nextMs = needsPerson(error) ? Number.POSITIVE_INFINITY : now + this.#pauseMs(error);
    this.#pausedUntilMs = isSame ? Math.max(this.#pausedUntilMs, nextMs) : nextMs;
    const isBelieved = !mayBeChance || this.#failures > 1 || isWish(error);
    this.#tell(isBelieved ? error : undefined);
  }

  succeeded(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#isTrying = false;
    this.#pausedUntilMs = 0;
    this.#known = undefined;
    this.#changed.fire();
  }

  /** The person asks to try at once. */
  retryNow(): void {
    this.succeeded();
  }

  /** By the steady clock, when requests may be made again; 0 while the server is there. */
  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  /** Takes the one try that is due, so that nobody else makes a second one; false when none is due. */
  takeTry(): boolean {
    const now = this.#options.clock.steadyMs();
    if (this.#failures === 0) return true;
    if (this.#pausedUntilMs > now) return false;
    // Whoever takes it tells how it went; should that never happen, another may try later.
    this.#isTrying = true;
    this.#pausedUntilMs = now + longestBackoffMs;
    this.#changed.fire();
    return true;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #tell(error: unknown): void {
    const before = this.#known;
    if (error !== undefined) this.#known = { sinceMs: before?.sinceMs ?? this.#options.clock.now(), error };
    this.#changed.fire();
    if (before === undefined && error !== undefined) this.#options.onFailure(error);
  }

  #pauseMs(error: unknown): number {
    const { random } = this.#options;
    const askedMs = error instanceof HttpStatusError ? (error.retryAfterMs ?? 0) : 0;
    const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * growth ** Math.min(this.#failures - 1, 10));
    // Of many clients that were cut off together each gets a rhythm of its own, and keeps it.
    const ownMs = backoffMs < longestBackoffMs ? backoffMs * (1 - random() / 2) : backoffMs;
    return Math.max(ownMs, Math.min(askedMs * (1 + random() / 5), longestAskedMs));
  }
}

function needsPerson(error: unknown): boolean {
  return error instanceof TokenError || isSignedOut(error);
}

/** What the server says on purpose is no chance. */
function isWish(error: unknown): boolean {
  return needsPerson(error) || (error instanceof HttpStatusError && error.retryAfterMs !== undefined);
}
