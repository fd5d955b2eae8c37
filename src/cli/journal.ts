import { join, resolve } from 'node:path';
import { stateFolder } from '../journal/applyLock.ts';
import { RunJournal } from '../journal/runJournal.ts';
import type { ItemOutcome, RunRecord } from '../journal/runRecord.ts';
import { recordFailedStop } from '../journal/stopRun.ts';
import type { Job } from '../model/job.ts';
import type { ServerConfig } from '../model/server.ts';
import { seenJob } from '../store/objectAccess.ts';
import type { Localizer } from '../util/localizer.ts';
import type { ServerWrites, StopWriteResult } from '../writes/serverWrites.ts';
import type { CliContext } from './cliContext.ts';
import { diskReason } from './failure.ts';

type StateContext = Pick<CliContext, 'environment' | 'options' | 'output' | 'localizer'>;

/** The run journal of the command line. */
export function journalOf({ environment, options, output, localizer }: StateContext): RunJournal {
  const onFailure = (error: unknown) => {
    if (output.isJson) return;
    const reason = diskReason(error) ?? (error instanceof Error ? error.message : String(error));
    output.note(localizer.t('The records of runs on this computer cannot be used: {reason}.', { reason }));
  };
  const folder = join(stateFolderOf({ environment, options }), 'runs');
  return new RunJournal({ folder, onFailure, isForgetful: true });
}

/** The folder in which runs and locks are stored. */
export function stateFolderOf({
  environment,
  options,
}: Pick<StateContext, 'environment' | 'options'>): string {
  const given = options.value('state-dir');
  return given === undefined ? stateFolder(environment) : resolve(given);
}

interface InterruptedKind {
  readonly isOwn: (run: RunRecord) => boolean;
  /** Describes one interrupted run in a sentence. */
  readonly text: (run: RunRecord) => string;
}

/** The journal in which the next run completes the interrupted ones, and a way to discard them without such a run. */
export interface TakenRuns {
  readonly journal: Pick<RunJournal, 'begin'>;
  readonly discard: () => Promise<void>;
}

/** Reports interrupted runs of one kind on the server. */
export async function takeInterrupted(
  journal: RunJournal,
  { server, output }: Pick<CliContext, 'output'> & { readonly server: ServerConfig },
  { isOwn, text }: InterruptedKind,
): Promise<TakenRuns> {
  const runs = await journal.interrupted();
  const own = runs.filter(({ record }) => record.server.url === server.url && isOwn(record));
  if (!output.isJson) for (const { record } of own) output.note(text(record));
  return {
    journal: journal.completing(own),
    discard: async () => void (await Promise.all(own.map(run => run.discard()))),
  };
}

/** Interrupted applies of a folder. */
export function findInterruptedApplies(folder: string, { t }: Localizer): InterruptedKind {
  return {
    isOwn: run => run.act === 'applyFiles' && run.folder === folder,
    text: ({ items }) => {
      const count = (wanted: ItemOutcome['is']) => items.filter(({ is }) => is === wanted).length;
      return t(
        'Applying this folder was interrupted: {done} of {all} done, {failed} failed, {unknown} unknown. The plan is based on the current state of the server.',
        { done: count('done'), failed: count('failed'), unknown: count('unknown'), all: items.length },
      );
    },
  };
}

/** Stops that were sent but got no response. */
export function findInterruptedStops({ t }: Localizer): InterruptedKind {
  return {
    isOwn: run => run.act === 'stopJobs',
    text: ({ items }) => {
      const ids = items.flatMap(({ is, id }) => (is === 'done' || id === undefined ? [] : [id]));
      return t(
        'A stop on this server was interrupted before the response arrived, so it is unknown whether these jobs were stopped: {ids}. Check them with “device-automation status {list}”.',
        { ids: ids.join(', '), list: ids.join(' ') },
      );
    },
  };
}

interface StopRun {
  readonly server: ServerConfig;
  readonly jobs: readonly Job[];
  readonly errorText: (error: unknown) => string;
}

/** Stops the jobs, and records the stop before it is sent; a record that remains marks an unknown outcome. */
export async function recordStop(
  journal: Pick<RunJournal, 'begin'>,
  { server: { id, name, url }, jobs, errorText }: StopRun,
  writes: Pick<ServerWrites, 'stop'>,
): Promise<StopWriteResult> {
  const items = jobs.map(job => ({ id: job.id, name: job.name }));
  const notes = await journal.begin({ act: 'stopJobs', server: { id, name, url }, items });
  try {
    const indexes = new Map(jobs.map((job, index) => [job.id, index]));
    const result = await writes.stop(jobs.map(seenJob), async ids => {
      for (const sentId of ids) await notes.sent(indexes.get(sentId) ?? 0);
    });
    if (result.failure !== undefined) recordFailedStop(notes, result.failure, errorText);
    return result;
  } catch (error) {
    recordFailedStop(notes, error, errorText);
    throw error;
  } finally {
    await notes.end();
  }
}
