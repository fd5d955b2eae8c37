import { type GroupSort, groupSorts } from '../../store/filter/groupArrangement.ts';
import { type JobGrouping, type JobSort, jobGroupings, jobSorts } from '../../store/filter/jobArrangement.ts';
import { loadTargetNames } from '../notices/errorNotices.ts';
import { t } from '../platform/localize.ts';
import { type SessionAccess, withSession } from './arguments.ts';
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

/** Asks how to sort or group the jobs: the two lists are one question. */
export async function arrangeJobs(context: JobChoice & Uses<'notices'>): Promise<void> {
  await withSession(context, async session => {
    const { sort, grouping } = context.jobsView.arrangementOf(session);
    const sorts = jobSorts.map(value => ({
      ...{ value: `sort ${value}`, label: t('Sort by: {order}', { order: sortTitles[value]() }) },
      ...(value === sort ? { description: t('current') } : {}),
    }));
    const groupings = jobGroupings.map(value => ({
      ...{ value: `group ${value}`, label: t('Group by: {what}', { what: groupingTitles[value]() }) },
      ...(value === grouping ? { description: t('current') } : {}),
    }));
    const chosen = await context.dialogs.pick(t('Arrange Jobs'), [...sorts, ...groupings]);
    const [what, value] = chosen?.split(' ') ?? [];
    if (what !== undefined) await (what === 'sort' ? sortJobs : groupJobs)(context, [value]);
  });
}

/** Sorts the jobs in the order that the user picks, or that an argument (`"name"`) specifies. */
export async function sortJobs(context: JobChoice, args: Args): Promise<void> {
  await withSession(context, async session => {
    const { jobsView } = context;
    const current = jobsView.arrangementOf(session).sort;
    const choice = { given: args[0], current, values: jobSorts, titles: sortTitles };
    const sort = await chooseValue(context, t('Sort Jobs by'), choice);
    if (sort !== undefined) jobsView.arrange(session, { sort });
  });
}

/** Groups the jobs by what the user picks, or by what an argument (`"status"`) specifies. */
export async function groupJobs(context: JobChoice & Uses<'notices'>, args: Args): Promise<void> {
  await withSession(context, async session => {
    const { jobsView, notices } = context;
    const current = jobsView.arrangementOf(session).grouping;
    const choice = { given: args[0], current, values: jobGroupings, titles: groupingTitles };
    const grouping = await chooseValue(context, t('Group Jobs by'), choice);
    if (grouping === 'targetGroup') await loadTargetNames(session, notices);
    if (grouping !== undefined) jobsView.arrange(session, { grouping });
  });
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
  await withSession(context, async session => {
    const { groupsView } = context;
    const current = groupsView.sortOf(session);
    const choice = { given: args[0], current, values: groupSorts, titles: groupSortTitles };
    const sort = await chooseValue(context, t('Sort Groups by'), choice);
    if (sort !== undefined) groupsView.setSort(session, sort);
  });
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
