/** Time as a dependency, so that tests advance it and never sleep. */
export interface Clock {
  /** Milliseconds since 1970, UTC: the time of day of this computer, which may be changed. */
  now(): number;
  /** Monotonic milliseconds, for durations and delays. */
  steadyMs(): number;
  schedule(delayMs: number, callback: () => void): ScheduledCall;
}

export interface ScheduledCall {
  /** Cancels the call; does nothing when it has already run. */
  dispose(): void;
}

export interface ManualClock extends Clock {
  /** Advances time and runs the calls that become due, in order, each at its own time. */
  advance(ms: number): void;
  /** Changes the time of day without time passing. */
  set(byMs: number): void;
  /** The number of pending calls. */
  readonly pending: number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steadyMs: () => performance.now(),
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return { dispose: () => clearTimeout(timer) };
  },
};

interface PendingCall {
  readonly dueMs: number;
  readonly callback: () => void;
}

export function createManualClock(startMs: number): ManualClock {
  let wallMs = startMs;
  let nowMs = 0;
  const pending = new Set<PendingCall>();
  return {
    now: () => wallMs + nowMs,
    steadyMs: () => nowMs,
    schedule(delayMs, callback) {
      const call = { dueMs: nowMs + Math.max(0, delayMs), callback };
      pending.add(call);
      return { dispose: () => pending.delete(call) };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (let call = earliest(pending, endMs); call; call = earliest(pending, endMs)) {
        pending.delete(call);
        nowMs = call.dueMs;
        call.callback();
      }
      nowMs = endMs;
    },
    set(byMs) {
      wallMs += byMs;
    },
    get pending() {
      return pending.size;
    },
  };
}

/** The next call due by `untilMs`; of two due at once, the one scheduled first (sets keep that order). */
function earliest(pending: ReadonlySet<PendingCall>, untilMs: number): PendingCall | undefined {
  let found: PendingCall | undefined;
  for (const call of pending) {
    if (call.dueMs <= untilMs && (!found || call.dueMs < found.dueMs)) found = call;
  }
  return found;
}
