/** Time as a dependency, so that tests advance it and never sleep. */
export interface Clock {
  /** Milliseconds since 1970, UTC. Jumps when the computer's clock is changed. */
  now(): number;
  /** Monotonic milliseconds, for durations and delays. */
  steadyMs(): number;
  schedule(delayMs: number, callback: () => void): ScheduledCall;
}

export interface ScheduledCall {
  /** Cancels the call; does nothing when it has already run. */
  dispose(): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steadyMs: () => performance.now(),
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return { dispose: () => clearTimeout(timer) };
  },
};
