import type { ServerSession } from '../store/serverSession.ts';
import { openHistory, type StateContext } from './journal.ts';

/** What windows and `observe` on this computer saw of runs. Resolves with the number of jobs that somebody watched. */
export async function readRuns(session: ServerSession, context: StateContext): Promise<number> {
  const { history, jobs } = session;
  const files = openHistory(context, session);
  await history.load();
  await files.close();
  return jobs.jobs.filter(({ id }) => history.past(id).spans.length > 0).length;
}
