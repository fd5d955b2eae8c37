import { changedFields } from '../../model/difference.ts';
import { type Group, toGroupDraft } from '../../model/group.ts';
import { SkippedError } from '../../model/skippedError.ts';
import { localizer } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { groupIdsOf } from '../groupIds.ts';
import type { CreateAgainContext, Recreated, RecreationOffer } from '../runs/createAgain.ts';
import { deleteObjects } from '../runs/deleteObjects.ts';
import { groupDeletion } from './groupDeletion.ts';
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
  const deletion = groupDeletion(session, ids);
  const targeting = targetingText(session, await targetingJobs(session, ids));
  await deleteObjects(context, session, {
    ...deletion,
    question: {
      message: plural(
        'Delete the {count} group that was just created on “{server}”?|Delete the {count} groups that were just created on “{server}”?',
        groups.length,
        { server: session.server.name },
      ),
      detail: [namesOf(groups, groupTitle, 10), ...targeting].join('\n\n'),
      action: t('Delete'),
    },
    read: async target => {
      const now = await deletion.read(target);
      if (isChanged(target.group, now.group)) throw new SkippedError('changedSinceCreated');
      return now;
    },
  });
}

function isChanged(created: Group, now: Group): boolean {
  const [before, after] = [toGroupDraft(created), toGroupDraft(now)];
  return changedFields(before, after).length + changedFields(after, before).length > 0;
}
