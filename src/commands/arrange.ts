import { loadTargetNames } from '../notices/targetNames.ts';
import { t } from '../platform/localize.ts';
import { type GroupSort, groupSorts } from '../store/groups/groupArrangement.ts';
import { type JobGrouping, type JobSort, jobGroupings, jobSorts } from '../store/jobs/jobArrangement.ts';
import { activeSession, type SessionAccess, withSession } from './arguments.ts';
import type { Args, Uses } from './commandContext.ts';
import type { JobChoice } from './jobs/jobArguments.ts';

const sortTitles: Readonly<Record<JobSort, () => string>> = {
  server: () => t('Server order'),
  name: () => t('Name'),
  status: () => t('Status'),
  nextRun: () => t('Next run'),
  enabled: () => t('Enabled first'),
};

const groupingTitles: Readonly<Record<JobGrouping, () => string>> = {
  none: () => t('No groups'),
  status: () => t('Status'),
  schedule: () => t('Schedule'),
  targetGroup: () => t('Target group'),
};

/** Sorts the jobs in the order that the user picks, or that an argument (`"name"`) specifies. */
export async function sortJobs(context: JobChoice, args: Args): Promise<void> {
  const session = await activeSession(context);
  if (session === undefined) return;
  const { jobsView } = context;
  const sort = await chooseValue(context, t('Sort Jobs by'), {
    given: args[0],
    current: jobsView.arrangementOf(session).sort,
    values: jobSorts,
    titles: sortTitles,
  });
  if (sort !== undefined) jobsView.arrange(session, { sort });
}

/** Groups the jobs by what the user picks, or by what an argument (`"status"`) specifies. */
export async function groupJobs(context: JobChoice & Uses<'notices'>, args: Args): Promise<void> {
  const session = await activeSession(context);
  if (session === undefined) return;
  const { jobsView } = context;
  const grouping = await chooseValue(context, t('Group Jobs by'), {
    given: args[0],
    current: jobsView.arrangementOf(session).grouping,
    values: jobGroupings,
    titles: groupingTitles,
  });
  if (grouping === undefined) return;
  if (grouping === 'targetGroup') await loadTargetNames(session, context.notices);
  jobsView.arrange(session, { grouping });
}

/** Reads the statuses of all jobs, which the view shows and can stop. */
export function readAllStatuses(context: JobChoice): Promise<void> {
  return withSession(context, session => context.jobsView.readStatuses(session));
}

const groupSortTitles: Readonly<Record<GroupSort, () => string>> = {
  server: () => t('Server order'),
  name: () => t('Name'),
  size: () => t('Most devices first'),
  offline: () => t('Largest share of offline devices first'),
};

/** Sorts the groups in the order that the user picks, or that an argument (`"size"`) specifies. */
export async function sortGroups(
  context: SessionAccess & Uses<'dialogs' | 'groupsView'>,
  args: Args,
): Promise<void> {
  const session = await activeSession(context);
  if (session === undefined) return;
  const { groupsView } = context;
  const sort = await chooseValue(context, t('Sort Groups by'), {
    given: args[0],
    current: groupsView.sortOf(session),
    values: groupSorts,
    titles: groupSortTitles,
  });
  if (sort !== undefined) groupsView.setSort(session, sort);
}

interface Choosing<T extends string> {
  /** An argument that equals one of the values skips the prompt. */
  readonly given: unknown;
  readonly current: T;
  readonly values: readonly T[];
  readonly titles: Readonly<Record<T, () => string>>;
}

/** Asks for one of a few values; `undefined` if the user cancels. */
export async function chooseValue<T extends string>(
  context: Uses<'dialogs'>,
  title: string,
  { given, current, values, titles }: Choosing<T>,
): Promise<T | undefined> {
  const named = values.find(value => value === given);
  if (named !== undefined) return named;
  const choices = values.map(value => ({
    value,
    label: titles[value](),
    ...(value === current ? { description: t('current') } : {}),
  }));
  const chosen = await context.dialogs.pick(title, choices);
  return values.find(value => value === chosen);
}
