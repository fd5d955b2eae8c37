import { needsSignIn } from '../../api/errors/apiError.ts';
import { ConnectionError } from '../../api/errors/connectionError.ts';
import { HttpStatusError } from '../../api/errors/httpStatusError.ts';
import type { Clock } from '../../util/clock.ts';
import { Emitter } from '../../util/emitter.ts';

/** Whether the server can be reached, for everything that shows or requests its data. */
export type Reachability =
  | { readonly kind: 'online' }
  | {
      readonly kind: 'offline';
      readonly sinceMs: number;
      /** `undefined` when only the user can help, by signing in. */
      readonly nextTryMs: number | undefined;
      readonly error: unknown;
    };

export interface OutageOptions {
  readonly clock: Clock;
  /** 0 ≤ random() < 1. */
  readonly random: () => number;
  /** Called once per outage. */
  readonly onFailure: (error: unknown) => void;
}

/** After 2, 8, 32 and then 60 s: a short outage is over soon, and a long one costs a request a minute. */
const firstBackoffMs = 2_000;
const growth = 4;
const longestBackoffMs = 60_000;
/** While the view is visible, a recovery of the server is noticed within 5 s. */
const longestVisibleBackoffMs = 4_000;
/** A longer `Retry-After` is cut to this. */
const longestRetryAfterMs = 5 * 60_000;

/** When requests may be sent again, by the steady clock: 0 without a failure, infinite until the user acts. */
interface Pause {
  readonly visibleUntilMs: number;
  readonly hiddenUntilMs: number;
}

const noPause: Pause = { visibleUntilMs: 0, hiddenUntilMs: 0 };

/**
 * One outage of a server: since when, and when requests may be sent again. A visible view shortens the pauses.
 * They are measured by the steady clock.
 */
export class Outage {
  readonly #options: OutageOptions;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  /** The failure to report; `undefined` also while the first one may be transient. */
  #known: { readonly sinceMs: number; readonly error: unknown } | undefined;
  #failures = 0;
  #pause = noPause;
  #isVisible = false;
  #isTrying = false;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  get state(): Reachability {
    if (this.#known === undefined) return { kind: 'online' };
    const { clock } = this.#options;
    const waitMs = this.#isTrying ? 0 : this.pausedUntilMs - clock.steadyMs();
    const nextTryMs = clock.now() + waitMs;
    return { kind: 'offline', ...this.#known, nextTryMs: Number.isFinite(nextTryMs) ? nextTryMs : undefined };
  }

  /** Whether the error means that the server as a whole is unavailable or rejects requests. */
  static isOf(error: unknown): boolean {
    // A client that was closed says nothing about its server.
    if (error instanceof ConnectionError) return error.reason !== 'closed';
    if (needsSignIn(error)) return true;
    return error instanceof HttpStatusError && [429, 502, 503, 504].includes(error.status);
  }

  /** Whether a user can see what is read from the server. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    if (this.#failures > 0) this.#changed.fire();
  }

  /** A failure that may be transient (`mayBeChance`) counts only when the next request fails too. */
  failed(error: unknown, { mayBeChance = false } = {}): void {
    // Requests that were under way together fail together, and count as one.
    const isSame = !this.#isTrying && this.#options.clock.steadyMs() < this.pausedUntilMs;
    this.#isTrying = false;
    if (!isSame) this.#failures += 1;
    const next = this.#pauseAfter(error);
    this.#pause = isSame ? longerOf(this.#pause, next) : next;
    const isBelieved = !mayBeChance || this.#failures > 1 || isWish(error);
    this.#notify(isBelieved ? error : undefined);
  }

  succeeded(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#isTrying = false;
    this.#pause = noPause;
    this.#known = undefined;
    this.#changed.fire();
  }

  /** The user requested another attempt now. */
  retryNow(): void {
    this.succeeded();
  }

  /** When requests may be sent again, by the steady clock; 0 while the server is available. */
  get pausedUntilMs(): number {
    return this.#isVisible ? this.#pause.visibleUntilMs : this.#pause.hiddenUntilMs;
  }

  /** Claims the attempt that is due, so that only one is made; false when none is due. */
  takeTry(): boolean {
    const now = this.#options.clock.steadyMs();
    if (this.#failures === 0) return true;
    if (this.pausedUntilMs > now) return false;
    // The caller reports the result; should that never happen, another may try later.
    this.#isTrying = true;
    this.#pause = { visibleUntilMs: now + longestBackoffMs, hiddenUntilMs: now + longestBackoffMs };
    this.#changed.fire();
    return true;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #notify(error: unknown): void {
    const before = this.#known;
    if (error !== undefined) this.#known = { sinceMs: before?.sinceMs ?? this.#options.clock.now(), error };
    this.#changed.fire();
    if (before === undefined && error !== undefined) this.#options.onFailure(error);
  }

  #pauseAfter(error: unknown): Pause {
    if (needsSignIn(error)) return { visibleUntilMs: Infinity, hiddenUntilMs: Infinity };
    const { clock, random } = this.#options;
    const now = clock.steadyMs();
    const jitter = random();
    const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * growth ** Math.min(this.#failures - 1, 10));
    // Clients that were cut off together spread out, and stay apart.
    const hiddenMs = backoffMs < longestBackoffMs ? backoffMs * (1 - jitter / 2) : backoffMs;
    const visibleMs = Math.min(hiddenMs, longestVisibleBackoffMs * (1 - jitter / 4));
    const leastMs = Math.min(retryAfterMs(error) * (1 + jitter / 5), longestRetryAfterMs);
    return {
      visibleUntilMs: now + Math.max(isRateLimit(error) ? hiddenMs : visibleMs, leastMs),
      hiddenUntilMs: now + Math.max(hiddenMs, leastMs),
    };
  }
}

function longerOf(one: Pause, other: Pause): Pause {
  return {
    visibleUntilMs: Math.max(one.visibleUntilMs, other.visibleUntilMs),
    hiddenUntilMs: Math.max(one.hiddenUntilMs, other.hiddenUntilMs),
  };
}

function retryAfterMs(error: unknown): number {
  return error instanceof HttpStatusError ? (error.retryAfterMs ?? 0) : 0;
}

/** The server is there and wants fewer requests: a visible view is no reason for more of them. */
function isRateLimit(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status === 429;
}

/** An intended rejection is not transient. */
function isWish(error: unknown): boolean {
  return needsSignIn(error) || (error instanceof HttpStatusError && error.retryAfterMs !== undefined);
}
