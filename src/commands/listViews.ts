import { mismatchText } from '../api/errors/mismatchText.ts';
import { localizer, t } from '../platform/localize.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText } from '../util/displayText.ts';
import { linkText } from '../util/linkedText.ts';
import { activeSession, rowsOf, type SessionAccess, withSession } from './arguments.ts';
import type { Args, ListView, Uses } from './commandContext.ts';
import type { JobChoice } from './jobs/jobArguments.ts';

export function clearFilter(context: SessionAccess & Uses<'dialogs'>, view: ListView): Promise<void> {
  return withSession(context, async () => {
    if (view.filter === '') await context.dialogs.info(t('No filter is set.'));
    else view.setFilter('');
  });
}

export async function loadMoreJobs(context: JobChoice): Promise<void> {
  const session = await sessionWithMore(context);
  if (session !== undefined) await context.jobsView.loadMore(session);
}

/** The active session. If all its jobs are already loaded, tells the user and returns `undefined`. */
async function sessionWithMore(context: SessionAccess & Uses<'dialogs'>): Promise<ServerSession | undefined> {
  const session = await activeSession(context);
  await session?.jobs.ensureLoaded();
  if (session === undefined || session.jobs.hasMore) return session;
  await context.dialogs.info(t('All jobs are loaded.'));
  return undefined;
}

/** Loads all remaining pages of the job list, with progress and a way to cancel. */
export async function loadAllJobs(context: JobChoice): Promise<void> {
  const session = await sessionWithMore(context);
  if (session === undefined) return;
  await context.dialogs.progress(t('Loading all jobs'), (report, signal) =>
    context.jobsView.loadAll(session, signal, () => {
      const { loadedCount, total } = session.jobs;
      report(
        total === undefined ? String(loadedCount) : t('{loaded} of {total}', { loaded: loadedCount, total }),
      );
    }),
  );
}

/** Shows more children of a list that was limited. */
export function showMore(context: Uses<'jobsView' | 'groupsView'>, args: Args): void {
  for (const { of } of rowsOf(args.slice(0, 1), 'showMore')) {
    context.jobsView.showMore(of);
    context.groupsView.showMore(of);
  }
}

/** Shows the raw JSON of an element that does not match its schema, with the reason. */
export async function showRaw(context: Uses<'sessions' | 'reports'>, args: Args): Promise<void> {
  const [row] = rowsOf(args.slice(0, 1), 'unreadable');
  if (row === undefined) return;
  const { serverId, list, index } = row;
  await context.reports.show({
    key: `unreadable/${serverId}/${list}/${index}`,
    // Not as JSON, because VS Code would fetch the URL in a `$schema` from the server.
    title: list === 'jobs' ? t('Unreadable Job') : t('Unreadable Group'),
    read: async () => {
      const found = context.sessions.get(serverId)?.[list].unreadable[index];
      if (found?.problem === undefined) return undefined;
      const raw = JSON.stringify(found.raw, undefined, 2);
      return linkText([displayText(mismatchText(found.problem, localizer)), '', ...raw.split('\n')]);
    },
  });
}
