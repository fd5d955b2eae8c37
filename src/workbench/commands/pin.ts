import { groupKey } from '../../api/model/group.ts';
import { t } from '../platform/localize.ts';
import type { Args } from './commandContext.ts';
import { type GroupChoice, groupsFor } from './groups/groupArguments.ts';
import { type JobChoice, jobsFor } from './jobs/jobArguments.ts';

/** Puts jobs on top of the view, or back in their place if all of them are there. */
export async function pinJobs(context: JobChoice, args: Args): Promise<void> {
  const { jobsView } = context;
  const targets = await jobsFor(context, args, t('Pin or Unpin Jobs'));
  if (targets === undefined) return;
  const { session, jobs } = targets;
  const pinned = jobsView.pinnedOf(session);
  jobsView.setPinned(session, jobs, !jobs.every(({ id }) => pinned.has(id)));
}

/** The same for groups. */
export async function pinGroups(context: GroupChoice, args: Args): Promise<void> {
  const { groupsView } = context;
  const targets = await groupsFor(context, args, t('Pin or Unpin Groups'));
  if (targets === undefined) return;
  const { session, groups } = targets;
  const pinned = groupsView.pinnedOf(session);
  groupsView.setPinned(session, groups, !groups.every(group => pinned.has(groupKey(group))));
}
