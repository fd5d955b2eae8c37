import type { FoundObjects } from '../notices/lostCreates.ts';
import { t } from '../platform/localize.ts';
import { displayText } from '../util/displayText.ts';
import type { Documents, ListView, Uses } from './commandContext.ts';

interface ShowFoundContext extends Uses<'servers' | 'dialogs'> {
  readonly documents: Pick<Documents, 'open'>;
  readonly jobsView: FilteredView;
  readonly groupsView: FilteredView;
}
type FilteredView = Pick<ListView, 'setFilter' | 'refresh' | 'frame'>;

/** Opens the found object, or lets the user pick one of several. If no ID is known, filters the list by name. */
export async function showFound(
  { servers, dialogs, documents, jobsView, groupsView }: ShowFoundContext,
  { session, kind, found, name }: FoundObjects,
): Promise<void> {
  const withIds = found.flatMap(({ id, name: own }) => (id === undefined ? [] : [{ id, name: own }]));
  const [first] = withIds;
  if (first === undefined) {
    if (servers.active?.id !== session.server.id) await servers.setActive(session.server.id);
    const view = kind === 'job' ? jobsView : groupsView;
    view.setFilter(name);
    await view.refresh();
    return view.frame.focus();
  }
  const chosen = withIds.length === 1 ? first : await choose({ dialogs }, withIds);
  if (chosen !== undefined) await documents.open(session, kind, chosen.id, chosen.name);
}

async function choose(context: Uses<'dialogs'>, found: readonly { id: number; name: string }[]) {
  const choices = found.map(({ id, name }) => ({
    value: String(id),
    label: displayText(name, 80),
    description: `#${id}`,
  }));
  const value = await context.dialogs.pick(t('Which one?'), choices);
  return found.find(({ id }) => String(id) === value);
}
