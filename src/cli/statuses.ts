import type { CallOptions } from '../api/transport/requester.ts';
import type { KnownStatus } from '../store/statuses/statusCache.ts';
import { sweepStatuses } from '../store/statuses/statusSweep.ts';
import type { CliConnection } from './cliConnection.ts';
import type { CliContext } from './cliContext.ts';

/** The status of a job, or why it could not be read. */
export type StatusReading =
  | { readonly kind: 'read'; readonly status: KnownStatus }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Reads each job's status once, several in parallel, and adds the result or the failure to `readings`. Rejects if the
 * server becomes unavailable or the command is interrupted; `readings` then has the results so far.
 */
export async function readStatuses(
  { session }: CliConnection,
  ids: readonly number[],
  { output, localizer, signal }: Pick<CliContext, 'output' | 'localizer' | 'signal'>,
  readings: Map<number, StatusReading> = new Map(),
): Promise<ReadonlyMap<number, StatusReading>> {
  const read = async (id: number, call?: CallOptions): Promise<KnownStatus> => {
    try {
      const status = await session.statuses.read(id, call);
      readings.set(id, { kind: 'read', status });
      return status;
    } catch (error) {
      if (!signal.aborted) readings.set(id, { kind: 'failed', error });
      throw error;
    }
  };
  const onProgress = (done: number, all: number) =>
    output.progress(localizer.t('Reading statuses: {done} of {all}', { done, all }));
  try {
    await sweepStatuses({ read }, ids, { signal, onProgress });
  } finally {
    output.endProgress();
  }
  return readings;
}

export function statusIn(readings: ReadonlyMap<number, StatusReading>, id: number): KnownStatus | undefined {
  const reading = readings.get(id);
  return reading?.kind === 'read' ? reading.status : undefined;
}
