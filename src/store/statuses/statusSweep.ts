import { inParallel } from '../../util/inParallel.ts';
import { Outage } from '../reading/outage.ts';
import type { StatusMonitor } from './statusMonitor.ts';

export interface SweepOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

const atOnce = 8;

/**
 * Reads the status of each of these jobs once. A job that cannot be read does not end the sweep; an unavailable
 * server does.
 */
export async function sweepStatuses(
  statuses: Pick<StatusMonitor, 'read'>,
  ids: readonly number[],
  { signal, onProgress }: SweepOptions = {},
): Promise<void> {
  let done = 0;
  await inParallel(ids, atOnce, async id => {
    try {
      await statuses.read(id, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      if (Outage.isOf(error)) throw error;
      return;
    }
    done += 1;
    onProgress?.(done, ids.length);
  });
}
