import { ConnectionError, HttpStatusError, needsSignIn } from '../../api/errors/apiError.ts';
import type { Clock } from '../../base/clock.ts';
import { Emitter } from '../../base/emitter.ts';

/** Whether the server is reachable, for everything that shows or requests its data. */
export type Reachability =
  | { readonly kind: 'online' }
  | {
      readonly kind: 'offline';
      readonly sinceMs: number;
      /** `undefined` if only the user can help, by signing in. */
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

/** 2, 8, 32 and then 60 s: fast recovery from short outages, and one request a minute in long ones. */
const firstBackoffMs = 2_000;
const growth = 4;
const longestBackoffMs = 60_000;
/** While the view is visible, a server's recovery is noticed within 5 s. */
const longestVisibleBackoffMs = 4_000;
/** The upper limit for `Retry-After`. */
const longestRetryAfterMs = 5 * 60_000;

/** When requests may be sent again, on the steady clock: 0 without a failure, infinite until the user acts. */
interface Pause {
  readonly visibleUntilMs: number;
  readonly hiddenUntilMs: number;
}

const noPause: Pause = { visibleUntilMs: 0, hiddenUntilMs: 0 };

/**
 * An outage of a server: when it began, and when requests may be sent again. Pauses are shorter for a visible view,
 * and measured on the steady clock.
 */
export class Outage {
  readonly #options: OutageOptions;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  /** The failure to report; `undefined` while the first one may still be transient. */
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

  /** Whether the error means that the server is unavailable or rejects all requests. */
  static isOf(error: unknown): boolean {
    // A closed client says nothing about its server.
    if (error instanceof ConnectionError) return error.reason !== 'closed';
    if (needsSignIn(error)) return true;
    return error instanceof HttpStatusError && [429, 502, 503, 504].includes(error.status);
  }

  /** Whether the user can see data from the server. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    if (this.#failures > 0) this.#changed.fire();
  }

  /** A failure that may be transient (`mayBeTransient`) counts only if the next request fails as well. */
  failed(error: unknown, { mayBeTransient = false } = {}): void {
    // Requests that were pending together fail together, and count as one failure.
    const isSame = !this.#isTrying && this.#options.clock.steadyMs() < this.pausedUntilMs;
    this.#isTrying = false;
    if (!isSame) this.#failures += 1;
    const next = this.#pauseAfter(error);
    this.#pause = isSame ? longerOf(this.#pause, next) : next;
    const counts = !mayBeTransient || this.#failures > 1 || isDeliberate(error);
    this.#notify(counts ? error : undefined);
  }

  succeeded(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#isTrying = false;
    this.#pause = noPause;
    this.#known = undefined;
    this.#changed.fire();
  }

  /** The user asked to try again now. */
  retryNow(): void {
    this.succeeded();
  }

  /** When requests may be sent again, on the steady clock; 0 while the server is available. */
  get pausedUntilMs(): number {
    return this.#isVisible ? this.#pause.visibleUntilMs : this.#pause.hiddenUntilMs;
  }

  /** Claims the attempt that is due, so that there is only one; false if none is due. */
  takeTry(): boolean {
    const now = this.#options.clock.steadyMs();
    if (this.#failures === 0) return true;
    if (this.pausedUntilMs > now) return false;
    // The caller reports the result. If it never does, another attempt follows later.
    this.#isTrying = true;
    this.#pause = { visibleUntilMs: now + longestBackoffMs, hiddenUntilMs: now + longestBackoffMs };
    this.#changed.fire();
    return true;
  }

  /** Whether an attempt that was claimed has no result yet. */
  get isTrying(): boolean {
    return this.#isTrying;
  }

  /** The claimed attempt was canceled, so another one may follow at once. */
  tryCanceled(): void {
    if (!this.#isTrying) return;
    this.#isTrying = false;
    const now = this.#options.clock.steadyMs();
    this.#pause = { visibleUntilMs: now, hiddenUntilMs: now };
    this.#changed.fire();
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
    // Spreads out clients that lost the connection at the same moment.
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

/** The server is available and wants fewer requests, so a visible view must not send more. */
function isRateLimit(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status === 429;
}

/** The server rejects requests deliberately, so the failure is not transient. */
function isDeliberate(error: unknown): boolean {
  return needsSignIn(error) || (error instanceof HttpStatusError && error.retryAfterMs !== undefined);
}
