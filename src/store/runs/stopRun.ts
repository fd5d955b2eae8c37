import { isAbort, PartialStopError } from '../../api/errors/apiError.ts';
import type { Job } from '../../api/model/job.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import type { ServerWrites, StopWriteResult } from '../../api/writes/serverWrites.ts';
import { provesNothingDone } from '../../api/writes/writeResult.ts';
import { seenJob } from '../objectAccess.ts';
import { JournalError, type OpenRun } from './openRun.ts';
import type { RunJournal } from './runJournal.ts';
import type { RunItem, RunRecord } from './runRecord.ts';

/** The server, as a session provides it. */
interface StopAccess {
  readonly server: ServerConfig;
  readonly writes: Pick<ServerWrites, 'stop'>;
}

/** Records what is known about each job of a failed stop: if this process exits, the next one reports it. */
export function recordFailedStop(
  notes: Pick<OpenRun, 'record' | 'settled'>,
  error: unknown,
  textOf: (error: unknown) => string,
): void {
  // Nothing was sent, and nothing more can be recorded.
  if (error instanceof JournalError) return;
  const part = error instanceof PartialStopError ? error : undefined;
  const reason = part?.reason ?? error;
  const requested = new Set(part?.requestedIds);
  const unsent = new Set(part?.unsentIds);
  for (const [index, { id = 0, is }] of notes.record.items.entries()) {
    if (requested.has(id)) notes.settled(index, 'done');
    else if (unsent.has(id)) notes.settled(index, 'notSent');
    else if (is === 'unknown')
      notes.settled(index, provesNothingDone(reason) ? 'failed' : 'unknown', textOf(reason));
    else if (!isAbort(reason)) notes.settled(index, 'failed', textOf(reason));
  }
}

/**
 * Stops the jobs with one request, and records it before it is sent: a record that remains marks an unknown outcome.
 * Rejects like the client if nothing was stopped.
 */
export async function stopRecorded(
  journal: Pick<RunJournal, 'begin'>,
  { server: { id, name, url }, writes }: StopAccess,
  jobs: readonly { readonly job: Job; readonly item: RunItem }[],
  textOf: (error: unknown) => string,
): Promise<StopWriteResult & { readonly record: RunRecord }> {
  const server = { id, name, url };
  const notes = await journal.begin({ act: 'stopJobs', server, items: jobs.map(({ item }) => item) });
  const indexes = new Map(jobs.map(({ job }, index) => [job.id, index]));
  const indexOf = (jobId: number) => indexes.get(jobId) ?? 0;
  try {
    const stopped = await writes.stop(
      jobs.map(({ job }) => seenJob(job)),
      async ids => {
        for (const sentId of ids) await notes.sent(indexOf(sentId));
      },
    );
    for (const [jobId, error] of stopped.refused) notes.settled(indexOf(jobId), 'failed', textOf(error));
    if (stopped.failure !== undefined) recordFailedStop(notes, stopped.failure, textOf);
    else if (stopped.response.kind !== 'noneFound')
      for (const jobId of stopped.requestedIds) notes.settled(indexOf(jobId), 'done');
    return { ...stopped, record: notes.record };
  } catch (error) {
    recordFailedStop(notes, error, textOf);
    throw error;
  } finally {
    await notes.end();
  }
}
