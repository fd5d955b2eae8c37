import { Outage } from '../reading/outage.ts';
import type { StatusMonitor } from './statusMonitor.ts';

export interface SweepOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

const atOnce = 8;

/**
 * Reads the status of each of these jobs once. One that cannot be read does not stop the others; a server
 * that is unavailable does.
 */
export async function sweepStatuses(
  statuses: Pick<StatusMonitor, 'read'>,
  ids: readonly number[],
  { signal, onProgress }: SweepOptions = {},
): Promise<void> {
  const rest = ids.values();
  let done = 0;
  let isStopped = false;
  const worker = async () => {
    for (const id of rest) {
      if (isStopped) return;
      try {
        await statuses.read(id, { signal });
      } catch (error) {
        signal?.throwIfAborted();
        if (!Outage.isOf(error)) continue;
        isStopped = true;
        throw error;
      }
      done += 1;
      onProgress?.(done, ids.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
