import { join, resolve } from 'node:path';
import { type InterruptedRun, RunJournal } from '../journal/runJournal.ts';
import type { RunRecord } from '../journal/runRecord.ts';
import type { ServerConfig } from '../model/server.ts';
import { stateFolder } from '../util/privateFiles.ts';
import type { CliContext } from './cliContext.ts';
import { diskReason } from './failure.ts';

type StateContext = Pick<CliContext, 'environment' | 'options' | 'output' | 'localizer'>;

/** The run journal of the command line. */
export function journalOf(context: StateContext): RunJournal {
  const { output, localizer } = context;
  const onFailure = (error: unknown) => {
    if (output.isDocument) return;
    const reason = diskReason(error) ?? (error instanceof Error ? error.message : String(error));
    output.note(localizer.t('The records of runs on this computer cannot be used: {reason}.', { reason }));
  };
  return new RunJournal({ folder: join(stateFolderOf(context), 'runs'), onFailure });
}

/** The folder in which runs and locks are stored. */
export function stateFolderOf({
  environment,
  options,
}: Pick<StateContext, 'environment' | 'options'>): string {
  const given = options.value('state-dir');
  return given === undefined ? stateFolder(environment) : resolve(given);
}

/** Reports interrupted runs of one kind on the server; the next run of the journal is to complete them. */
export async function takeInterrupted(
  journal: RunJournal,
  server: ServerConfig,
  textOf: (run: RunRecord) => string | undefined,
  { output }: StateContext,
): Promise<readonly InterruptedRun[]> {
  const runs = await journal.interrupted();
  return runs.filter(({ record }) => {
    const text = record.server.url === server.url ? textOf(record) : undefined;
    if (text !== undefined && !output.isDocument) output.note(text);
    return text !== undefined;
  });
}
