import { type Clock, systemClock } from '../../../src/base/clock.ts';

/** Delays up to this long belong to the step, since steps are independent of real time. */
const longestPauseMs = 150;
/** Such delays end this much sooner: only their order matters. */
const pauseSpeed = 10;
/** The same for timers that bypass the extension's clock, until VS Code has sent what it was given. */
const longestTimerMs = 3;

/** Delays that are still pending. */
const pauses = new Set<unknown>();

/** The system clock, which also tracks the short delays scheduled on it. */
export const clockOfRounds: Clock = {
  ...systemClock,
  schedule(delayMs, callback) {
    const pause = {};
    const isPause = delayMs <= longestPauseMs;
    if (isPause) pauses.add(pause);
    const call = systemClock.schedule(isPause ? delayMs / pauseSpeed : delayMs, () => {
      pauses.delete(pause);
      callback();
    });
    return {
      dispose() {
        pauses.delete(pause);
        call.dispose();
      },
    };
  },
};

/** Call this once: from then on, short timers count as pending delays. */
export function noteShortTimers(): void {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const noted = (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    const timer = set(() => {
      pauses.delete(timer);
      run(...values);
    }, ms);
    if (ms <= longestTimerMs) pauses.add(timer);
    return timer;
  };
  const dropped = (timer: NodeJS.Timeout | undefined) => {
    pauses.delete(timer);
    clear(timer);
  };
  for (const [name, value] of Object.entries({ setTimeout: noted, clearTimeout: dropped }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

export function arePausesOver(): boolean {
  return pauses.size === 0;
}
