import { localizer } from '../../platform/localize.ts';
import { type GroupSort, groupSorts } from '../../store/groups/groupArrangement.ts';
import { chooseValue } from '../chooseValue.ts';
import type { Args, Uses } from '../commandContext.ts';
import { activeSession, type SessionAccess } from '../servers/serverArguments.ts';

const { t } = localizer;

const sortTitles: Readonly<Record<GroupSort, () => string>> = {
  server: () => t('Server order'),
  name: () => t('Name'),
  size: () => t('Most devices first'),
  offline: () => t('Largest share of offline devices first'),
};

/** Sorts the groups by the order that the user picks, or by an argument (`"size"`). */
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
    titles: sortTitles,
  });
  if (sort !== undefined) groupsView.setSort(session, sort);
}
