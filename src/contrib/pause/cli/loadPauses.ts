import { type StateContext, stateFolderOf } from '../../../cli/journal.ts';
import { contributedConditions, type JobFilter } from '../../../store/filter/jobFilter.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { pausedTerm } from '../common/pausedTerm.ts';
import { PauseFile } from '../common/pauseFile.ts';
import { setPauses } from '../common/sessionPauses.ts';

/** Reads the pauses of this computer if the filter asks for them. */
export async function loadPauses(
  filter: JobFilter,
  session: ServerSession,
  context: Pick<StateContext, 'environment' | 'options'>,
): Promise<void> {
  if (!contributedConditions(filter).some(({ term }) => term.name === pausedTerm.name)) return;
  setPauses(session, await new PauseFile(stateFolderOf(context), session.server.url).read());
}
