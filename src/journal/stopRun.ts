import { isAbort, PartialStopError } from '../api/errors/apiError.ts';
import { provesNothingDone } from '../writes/writeResult.ts';
import { JournalError, type OpenRun } from './openRun.ts';

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
