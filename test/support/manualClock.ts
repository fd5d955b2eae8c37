import type { Clock } from '../../src/util/clock.ts';

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
    get nextDueMs() {
      return earliest(pending, Number.POSITIVE_INFINITY)?.dueMs;
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

/** Lets time pass, from one pending call to the next; `settle` waits for what each of them starts. */
export async function passTime(clock: ManualClock, ms: number, settle: () => Promise<void>): Promise<void> {
  const endMs = clock.steadyMs() + ms;
  await settle();
  while (clock.steadyMs() < endMs) {
    clock.advance(Math.min(clock.nextDueMs ?? endMs, endMs) - clock.steadyMs());
    await settle();
  }
}
