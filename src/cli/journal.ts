import { join, resolve } from 'node:path';
import type { History } from '../history/history.ts';
import { HistoryFiles } from '../history/historyFiles.ts';
import { RunJournal } from '../journal/runJournal.ts';
import type { RunRecord } from '../journal/runRecord.ts';
import type { ServerConfig } from '../model/server.ts';
import { fingerprintOf } from '../model/serverFingerprint.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { historyOf } from '../store/sessionHistory.ts';
import { systemClock } from '../util/clock.ts';
import { fileErrorText } from '../util/fileErrors.ts';
import { stateFolder } from '../util/privateFiles.ts';
import type { CliContext } from './cliContext.ts';

type StateContext = Pick<CliContext, 'environment' | 'options' | 'output' | 'localizer'>;

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

/** What the state folder knows of the server's runs; what this program sees is stored beside it. */
export function openHistory(
  context: StateContext,
  { history, server }: { readonly history: History; readonly server: Pick<ServerConfig, 'url'> },
  note = (text: string) => context.output.note(text),
): HistoryFiles {
  const { t } = context.localizer;
  return new HistoryFiles(history, {
    folder: historyFolderOf(context, server),
    clock: systemClock,
    limits: () => storedLimits,
    onFailure: error => {
      const reason = fileErrorText(error, context.localizer) ?? String(error);
      note(t('What is seen cannot be stored, and stays in memory. {reason}', { reason }));
    },
    onNewer: () => note(t('Files of a newer version in the state folder are left alone.')),
  });
}

/** What windows and `observe` on this computer saw of runs. Resolves with the number of jobs that somebody watched. */
export async function readRuns(session: ServerSession, context: StateContext): Promise<number> {
  const history = historyOf(session);
  const files = openHistory(context, { history, server: session.server });
  await history.load();
  await files.close();
  return session.jobs.jobs.filter(({ id }) => history.past(id).spans.length > 0).length;
}

/** Where what is known of a server's runs is stored. */
export function historyFolderOf(
  context: Pick<StateContext, 'environment' | 'options'>,
  { url }: Pick<ServerConfig, 'url'>,
): string {
  return join(stateFolderOf(context), 'history', fingerprintOf(url));
}

const storedLimits = { days: 90, bytes: 128 * 1024 * 1024 };

/** The folder in which runs and locks are stored. */
export function stateFolderOf({
  environment,
  options,
}: Pick<StateContext, 'environment' | 'options'>): string {
  const given = options.value('state-dir');
  return given === undefined ? stateFolder(environment) : resolve(given);
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
