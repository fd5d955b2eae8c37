import type { Clock } from '../../util/clock.ts';
import type { StatusMonitor } from './statusMonitor.ts';

/** What became of a job after it was asked to stop; `status` is the server's word. */
export interface StopOutcome {
  readonly id: number;
  readonly kind: 'stopped' | 'ended' | 'stillRunning' | 'unknown';
  readonly status: string;
}

export interface FollowOptions {
  readonly statuses: StatusMonitor;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** When to stop waiting. */
  readonly limitMs?: number;
}

const usualLimitMs = 2 * 60_000;
let lastFollow = 0;

/**
 * Waits until jobs that were executing when they were asked to stop execute no more, or until the limit or
 * the signal ends the wait; says of each what became of it. To be called after the stop was answered.
 */
export async function followStop(ids: readonly number[], options: FollowOptions): Promise<StopOutcome[]> {
  const { statuses, clock, signal, limitMs = usualLimitMs } = options;
  lastFollow += 1;
  const source = `stop:${lastFollow}`;
  const before = new Map(ids.map(id => [id, statuses.get(id)]));
  // Each reading makes a status of its own: times of day would not do, since somebody may set the clock.
  const isOver = (id: number) => {
    const status = statuses.get(id);
    return status !== undefined && status !== before.get(id) && status.kind !== 'running';
  };
  statuses.setInterest('followed', ids, source);
  statuses.touch(ids);
  await new Promise<void>(resolve => {
    const end = () => {
      change.dispose();
      limit.dispose();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const change = statuses.onDidChange(() => {
      if (ids.every(isOver)) end();
    });
    const limit = clock.schedule(limitMs, end);
    signal?.addEventListener('abort', end);
    if (signal?.aborted || ids.every(isOver)) end();
  });
  statuses.setInterest('followed', [], source);
  return ids.map(id => outcomeOf(id, statuses));
}

function outcomeOf(id: number, statuses: StatusMonitor): StopOutcome {
  const status = statuses.get(id);
  if (status === undefined) return { id, kind: 'unknown', status: '' };
  if (status.kind === 'stopped') return { id, kind: 'stopped', status: status.word };
  const kind = status.kind === 'running' ? 'stillRunning' : status.kind === 'unknown' ? 'unknown' : 'ended';
  return { id, kind, status: status.word };
}
