import { t } from '../platform/localize.ts';
import { isFromKey } from './arguments.ts';
import type { Args } from './commandContext.ts';
import { type GroupChoice, groupsFor } from './groups/groupArguments.ts';
import { type JobChoice, jobsFor } from './jobs/jobArguments.ts';

/** Puts jobs on top of the view, or back in their place. The key for pinning, as for tabs, also unpins. */
export async function pinJobs(context: JobChoice, args: Args, isPinned: boolean): Promise<void> {
  const { jobsView } = context;
  const targets = await jobsFor(context, args, isPinned ? t('Pin Jobs') : t('Unpin Jobs'));
  if (targets === undefined) return;
  const { session, jobs } = targets;
  const isOff = isFromKey(args) && jobs.every(job => jobsView.isPinned(session, job));
  jobsView.setPinned(session, jobs, isPinned && !isOff);
}

/** The same for groups. */
export async function pinGroups(context: GroupChoice, args: Args, isPinned: boolean): Promise<void> {
  const { groupsView } = context;
  const targets = await groupsFor(context, args, isPinned ? t('Pin Groups') : t('Unpin Groups'));
  if (targets === undefined) return;
  const { session, groups } = targets;
  const isOff = isFromKey(args) && groups.every(group => groupsView.isPinned(session, group));
  groupsView.setPinned(session, groups, isPinned && !isOff);
}
