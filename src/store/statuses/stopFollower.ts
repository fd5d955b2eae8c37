import type { Clock } from '../../base/clock.ts';
import type { KnownStatus } from './statusCache.ts';
import type { StatusMonitor } from './statusMonitor.ts';

/** What a stop does to a job of this status: one that is not known may be executing. */
export function stopEffect(status: KnownStatus | undefined): 'ends' | 'mayEnd' | 'none' {
  if (status === undefined || status.kind === 'running') return 'ends';
  return status.kind === 'unknown' ? 'mayEnd' : 'none';
}

/** The state of a job after a stop request; `status` is the server's word. */
export interface StopOutcome {
  readonly id: number;
  readonly kind: 'stopped' | 'ended' | 'stillExecuting' | 'unknown';
  readonly status: string;
}

export interface FollowOptions {
  readonly statuses: StatusMonitor;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** The longest time to wait. */
  readonly limitMs?: number;
}

const usualLimitMs = 2 * 60_000;
let lastFollow = 0;

/**
 * Waits until the jobs that were executing when a stop was requested have ended, but at most until the limit or until
 * the signal is aborted. Resolves with the state of each job. Call this after the response to the stop request.
 */
export async function followStop(ids: readonly number[], options: FollowOptions): Promise<StopOutcome[]> {
  const { statuses, clock, signal, limitMs = usualLimitMs } = options;
  lastFollow += 1;
  const source = `stop:${lastFollow}`;
  const before = new Map(ids.map(id => [id, statuses.get(id)]));
  // Compares identities, not times: each read creates a new object, and the clock may be changed.
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
  const kind = status.kind === 'running' ? 'stillExecuting' : status.kind === 'unknown' ? 'unknown' : 'ended';
  return { id, kind, status: status.word };
}
