import { mismatchText } from '../../api/errors/errorText.ts';
import { displayText } from '../../base/displayText.ts';
import { linkText } from '../../base/linkedText.ts';
import { needsStatuses } from '../../store/filter/jobFilter.ts';
import { localizer, t } from '../platform/localize.ts';
import { rowsOf, type SessionAccess, withSession } from './arguments.ts';
import type { Args, ListView, Uses } from './commandContext.ts';
import type { JobChoice } from './jobs/jobArguments.ts';

export function clearFilter(context: SessionAccess & Uses<'dialogs'>, view: ListView): Promise<void> {
  return withSession(context, async () => {
    if (view.filter === '') await context.dialogs.info(t('No filter is set.'));
    else view.setFilter('');
  });
}

/** Stops reading the rest of the lists, and statuses, of the active server. */
export function stopReading(context: SessionAccess & Uses<'dialogs'>): Promise<void> {
  return withSession(context, async session => {
    if (session.isReading) session.stopReading();
    else await context.dialogs.info(t('No list is being read.'));
  });
}

/** Continues what was stopped; a filter by status needs the statuses as well. */
export function resumeReading(context: JobChoice): Promise<void> {
  return withSession(context, async session => {
    const { dialogs, jobsView } = context;
    const needsMore = needsStatuses(jobsView.arrangementOf(session).filter);
    const isStopped = [session.jobs, session.groups].some(({ coverage }) => coverage.kind === 'stopped');
    session.resumeReading();
    if (needsMore) await jobsView.readStatuses(session);
    else if (!isStopped) await dialogs.info(t('Reading was not stopped.'));
  });
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
