import type { FoundObject, ObjectKind } from '../notices/lostCreates.ts';
import { localizer } from '../platform/localize.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText } from '../util/displayText.ts';
import type { CommandParts } from './parts.ts';

const { t } = localizer;

/** Opens what was found, after a choice among several; where no id is known, lists what has the name. */
export async function showFound(
  parts: CommandParts,
  session: ServerSession,
  kind: ObjectKind,
  found: readonly FoundObject[],
  name: string,
): Promise<void> {
  const withIds = found.flatMap(({ id, name: own }) => (id === undefined ? [] : [{ id, name: own }]));
  const [first] = withIds;
  if (first === undefined) {
    if (parts.servers.active?.id !== session.server.id) await parts.servers.setActive(session.server.id);
    const view = kind === 'job' ? parts.jobsView : parts.groupsView;
    view.setFilter(name);
    await view.refresh();
    return view.focus();
  }
  const chosen = withIds.length === 1 ? first : await choose(parts, withIds);
  if (chosen !== undefined) await parts.documents.open(session, kind, chosen.id, chosen.name);
}

async function choose(parts: CommandParts, found: readonly { id: number; name: string }[]) {
  const choices = found.map(({ id, name }) => ({
    value: String(id),
    label: displayText(name, 80),
    description: `#${id}`,
  }));
  const value = await parts.dialogs.pick(t('Which one?'), choices);
  return found.find(({ id }) => String(id) === value);
}
