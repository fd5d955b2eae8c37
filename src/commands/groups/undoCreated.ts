import { changedFields } from '../../model/difference.ts';
import { type Group, toGroupDraft } from '../../model/group.ts';
import { SkippedError } from '../../model/skippedError.ts';
import { localizer } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CreateAgainContext, Recreated, RecreationOffer } from '../runs/createAgain.ts';
import { deleteObjects } from '../runs/deleteObjects.ts';
import { groupItem } from '../runs/remainingObjects.ts';
import { groupIdsOf } from './groupIds.ts';
import { targetingJobs, targetingText } from './targetingJobs.ts';

const { t, plural } = localizer;

/** Offers to delete groups that were just created, as far as nobody has changed them since. */
export function undoCreated(
  context: CreateAgainContext,
  session: ServerSession,
  created: readonly Recreated[],
): RecreationOffer {
  const groups = created.flatMap(({ group }) => group ?? []);
  return { text: '', action: t('Undo'), run: () => deleteCreated(context, session, groups) };
}

async function deleteCreated(
  context: CreateAgainContext,
  session: ServerSession,
  created: readonly Group[],
): Promise<void> {
  const ids = await groupIdsOf(context, session, created);
  const groups = [...ids.keys()];
  if (groups.length === 0) return;
  const idOf = (group: Group) => ids.get(group) ?? 0;
  const targeting = targetingText(session, await targetingJobs(session, ids));
  await deleteObjects(context, session, {
    kind: 'group',
    act: 'deleteGroups',
    objects: groups,
    question: {
      message: plural(
        'Delete the {count} group that was just created on “{server}”?|Delete the {count} groups that were just created on “{server}”?',
        groups.length,
        { server: session.server.name },
      ),
      detail: [namesOf(groups, groupTitle, 10), ...targeting].join('\n\n'),
      action: t('Delete'),
    },
    nameOf: groupTitle,
    itemOf: group => groupItem(group, idOf(group)),
    draftOf: toGroupDraft,
    read: group => unchanged(session, group, idOf(group)),
    remove: group => session.groups.remove(idOf(group)),
  });
}

/** The group as the server has it now; rejects where it is not as it was created. */
async function unchanged({ groups }: ServerSession, created: Group, id: number): Promise<Group> {
  const now = await groups.identity.verify(created, id);
  const [before, after] = [toGroupDraft(created), toGroupDraft(now)];
  if (changedFields(before, after).length + changedFields(after, before).length > 0)
    throw new SkippedError('changedSinceCreated');
  return now;
}
