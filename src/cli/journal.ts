import { join } from 'node:path';
import { cwd } from 'node:process';
import type { ServerConfig } from '../api/model/server.ts';
import { fileErrorText } from '../base/fileErrors.ts';
import { stateFolder } from '../base/privateFiles.ts';
import { resolveUserPath } from '../base/userPath.ts';
import { RunJournal } from '../store/runs/runJournal.ts';
import type { RunRecord } from '../store/runs/runRecord.ts';
import type { CliContext } from './cliContext.ts';

export type StateContext = Pick<CliContext<'state-dir'>, 'environment' | 'options' | 'output' | 'localizer'>;

/** The run journal of the command line. */
function journalOf(context: StateContext): RunJournal {
  const { output, localizer } = context;
  const onFailure = (error: unknown) => {
    if (output.isDocument) return;
    const reason =
      fileErrorText(error, localizer) ?? (error instanceof Error ? error.message : String(error));
    output.note(localizer.t('The records of runs on this computer cannot be used. {reason}', { reason }));
  };
  return new RunJournal({ folder: join(stateFolderOf(context), 'runs'), onFailure });
}

/** The folder in which runs and locks are stored. */
export function stateFolderOf({
  environment,
  options,
}: Pick<StateContext, 'environment' | 'options'>): string {
  const given = options.value('state-dir') ?? environment['DEVICE_AUTOMATION_STATE_DIR'];
  return given ? resolveUserPath(given, environment, cwd()) : stateFolder(environment);
}

/** How a change is recorded, and the interrupted runs that it completes. */
export interface ChangeJournal {
  readonly journal: ReturnType<RunJournal['completing']>;
  /** Forgets the interrupted runs, because nothing of them is left to do. */
  readonly discard: () => Promise<void>;
}

/**
 * Reports the interrupted runs on the server of which there is a text, and lets the change complete them. Without
 * `textOf`, they are left for other processes.
 */
export async function withJournal<T>(
  context: StateContext,
  server: ServerConfig,
  textOf: ((run: RunRecord) => string | undefined) | undefined,
  change: (journal: ChangeJournal) => Promise<T>,
): Promise<T> {
  const { output } = context;
  const journal = journalOf(context);
  try {
    const found = textOf === undefined ? [] : await journal.interrupted();
    const interrupted = found.filter(({ record }) => {
      const text = record.server.url === server.url ? textOf?.(record) : undefined;
      if (text !== undefined && !output.isDocument) output.note(text);
      return text !== undefined;
    });
    return await change({
      journal: journal.completing(interrupted),
      discard: async () => void (await Promise.all(interrupted.map(run => run.discard()))),
    });
  } finally {
    await journal.release();
  }
}
