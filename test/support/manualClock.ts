import type { Clock } from '../../src/base/clock.ts';

export interface ManualClock extends Clock {
  /** Advances time and runs the calls that become due, in order, each at its own time. */
  advance(ms: number): void;
  /** Changes the time of day without time passing. */
  set(byMs: number): void;
  /** The number of pending calls. */
  readonly pending: number;
  /** When the next pending call is due, in `steadyMs`. */
  readonly nextDueMs: number | undefined;
}

interface PendingCall {
  readonly dueMs: number;
  readonly callback: () => void;
}

export function createManualClock(startMs: number): ManualClock {
  let wallMs = startMs;
  let nowMs = 0;
  /** Ordered by due time; of two due at once, the one scheduled first comes first. */
  const pending: PendingCall[] = [];
  return {
    now: () => wallMs + nowMs,
    steadyMs: () => nowMs,
    schedule(delayMs, callback) {
      const call = { dueMs: nowMs + Math.max(0, delayMs), callback };
      pending.splice(placeAfter(pending, call.dueMs), 0, call);
      return {
        dispose: () => {
          const index = pending.lastIndexOf(call, placeAfter(pending, call.dueMs));
          if (index >= 0) pending.splice(index, 1);
        },
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (let call = pending[0]; call !== undefined && call.dueMs <= endMs; call = pending[0]) {
        pending.shift();
        nowMs = call.dueMs;
        call.callback();
      }
      nowMs = endMs;
    },
    set(byMs) {
      wallMs += byMs;
    },
    get pending() {
      return pending.length;
    },
    get nextDueMs() {
      return pending[0]?.dueMs;
    },
  };
}

/** The index after all calls that are due by `dueMs`. */
function placeAfter(pending: readonly PendingCall[], dueMs: number): number {
  let low = 0;
  let high = pending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pending[middle]?.dueMs ?? 0) <= dueMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Advances time from one pending call to the next; `settle` waits for what each of them starts. */
export async function passTime(clock: ManualClock, ms: number, settle: () => Promise<void>): Promise<void> {
  const endMs = clock.steadyMs() + ms;
  await settle();
  while (clock.steadyMs() < endMs) {
    clock.advance(Math.min(clock.nextDueMs ?? endMs, endMs) - clock.steadyMs());
    await settle();
  }
}
