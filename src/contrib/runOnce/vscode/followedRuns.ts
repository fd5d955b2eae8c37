import { hasEnded, isActive } from '../../../api/model/jobStatus.ts';
import type { Clock } from '../../../base/clock.ts';
import { minuteMs } from '../../../recurrence/text/calendarDay.ts';
import type { KnownStatus } from '../../../store/statuses/statusCache.ts';
import type { StatusMonitor } from '../../../store/statuses/statusMonitor.ts';

/** What came of an added run. `late`: it was not seen to begin in time. */
export type FollowedEnd =
  | { readonly kind: 'ended'; readonly status: KnownStatus }
  | { readonly kind: 'late' };

/** How long after its time a run may begin, and how long one is followed. */
export const lateMs = 10 * minuteMs;
const longestMs = 24 * 60 * minuteMs;
/** Statuses are read somewhat earlier, to be known when the run begins. */
const earlyMs = minuteMs;

let follows = 0;

/**
 * Reads the statuses of jobs from shortly before a time on, until each has ended or is late. Resolves with what is known
 * of each job; a run that begins and ends between two readings may be missed.
 */
export async function followRuns(
  { statuses }: { readonly statuses: Pick<StatusMonitor, 'get' | 'onDidChange' | 'setInterest'> },
  ids: readonly number[],
  atMs: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<ReadonlyMap<number, FollowedEnd>> {
  follows += 1;
  const source = `runOnce${follows}`;
  const ends = new Map<number, FollowedEnd>();
  const begun = new Set<number>();
  await wait(clock, atMs - earlyMs - clock.now(), signal);
  const before = new Map(ids.map(id => [id, statuses.get(id)]));
  const look = () => {
    for (const id of ids) {
      const status = statuses.get(id);
      const earlier = before.get(id);
      if (status === undefined || status === earlier || ends.has(id)) continue;
      if (isActive(status.kind)) begun.add(id);
      // The same word as before may be that of the run before.
      const isOther = begun.has(id) || (earlier !== undefined && earlier.word !== status.word);
      if (isOther && hasEnded(status.kind)) ends.set(id, { kind: 'ended', status });
    }
  };
  statuses.setInterest('followed', ids, source);
  await new Promise<void>(resolve => {
    const end = () => {
      change.dispose();
      late.dispose();
      last.dispose();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const check = () => {
      look();
      if (ends.size === ids.length) end();
    };
    const change = statuses.onDidChange(check);
    const late = clock.schedule(Math.max(0, atMs + lateMs - clock.now()), () => {
      for (const id of ids) if (!begun.has(id) && !ends.has(id)) ends.set(id, { kind: 'late' });
      check();
    });
    const last = clock.schedule(Math.max(0, atMs - clock.now()) + longestMs, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
  statuses.setInterest('followed', [], source);
  return ends;
}

function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (delayMs <= 0 || signal.aborted) return Promise.resolve();
  return new Promise(resolve => {
    const end = () => {
      call.dispose();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const call = clock.schedule(delayMs, end);
    signal.addEventListener('abort', end);
  });
}
