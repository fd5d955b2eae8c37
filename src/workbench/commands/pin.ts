import { groupKey } from '../../api/model/group.ts';
import { t } from '../platform/localize.ts';
import { isFromKey } from './arguments.ts';
import type { Args } from './commandContext.ts';
import { type GroupChoice, groupsFor } from './groups/groupArguments.ts';
import { type JobChoice, jobsFor } from './jobs/jobArguments.ts';

/** Puts jobs on top of the view, or back in their place. The key for pinning, as for tabs, also unpins. */
export async function pinJobs(context: JobChoice, args: Args, isPinned: boolean): Promise<void> {
  const { jobsView, sessions } = context;
  const { active } = sessions;
  const offered = active === undefined ? new Set() : jobsView.pinnedOf(active);
  const title = isPinned ? t('Pin Jobs') : t('Unpin Jobs');
  const targets = await jobsFor(context, args, title, ({ id }) => offered.has(id) !== isPinned);
  if (targets === undefined) return;
  const { session, jobs } = targets;
  const pinned = jobsView.pinnedOf(session);
  const isOff = isFromKey(args) && jobs.every(({ id }) => pinned.has(id));
  jobsView.setPinned(session, jobs, isPinned && !isOff);
}

/** The same for groups. */
export async function pinGroups(context: GroupChoice, args: Args, isPinned: boolean): Promise<void> {
  const { groupsView } = context;
  const targets = await groupsFor(context, args, isPinned ? t('Pin Groups') : t('Unpin Groups'));
  if (targets === undefined) return;
  const { session, groups } = targets;
  const pinned = groupsView.pinnedOf(session);
  const isOff = isFromKey(args) && groups.every(group => pinned.has(groupKey(group)));
  groupsView.setPinned(session, groups, isPinned && !isOff);
}
