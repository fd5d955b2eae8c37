import { join } from 'node:path';
import type { ServerConfig } from '../../../api/model/server.ts';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';
import { systemClock } from '../../../base/clock.ts';
import { fileErrorText } from '../../../base/fileErrors.ts';
import { type StateContext, stateFolderOf } from '../../../cli/journal.ts';
import { contributedConditions, type JobFilter } from '../../../store/filter/jobFilter.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { History } from '../common/history.ts';
import { HistoryFiles } from '../common/historyFiles.ts';
import { historyTerms } from '../common/historyTerms.ts';
import { historyOf } from '../common/sessionHistory.ts';

/** Reads what was seen of runs if the filter asks for it. */
export async function loadSeenRuns(
  filter: JobFilter,
  session: ServerSession,
  context: StateContext,
): Promise<void> {
  if (!contributedConditions(filter).some(({ term }) => historyTerms.includes(term))) return;
  await readRuns(session, context);
}

/** What windows and `observe` on this computer saw of runs. Resolves with the number of jobs that somebody watched. */
export async function readRuns(session: ServerSession, context: StateContext): Promise<number> {
  const history = historyOf(session);
  const files = openHistory(context, { history, server: session.server });
  await history.load();
  await files.close();
  return session.jobs.jobs.filter(({ id }) => history.past(id).spans.length > 0).length;
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

/** Where what is known of a server's runs is stored. */
export function historyFolderOf(
  context: Pick<StateContext, 'environment' | 'options'>,
  { url }: Pick<ServerConfig, 'url'>,
): string {
  return join(stateFolderOf(context), 'history', fingerprintOf(url));
}

const storedLimits = { days: 90, bytes: 128 * 1024 * 1024 };
