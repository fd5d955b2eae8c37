import { changedFields } from '../../model/difference.ts';
import { type Group, toGroupDraft } from '../../model/group.ts';
import { plural, t } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { groupIdsOf } from '../findGroupIds.ts';
import type { GroupChange } from './changedGroups.ts';
import { changeObjects, makeChanges } from './changeObjects.ts';
import type { CreateAgainContext } from './createAgain.ts';
import { deleteObjects, groupDeletion } from './deleteObjects.ts';
import { targetingJobs, targetingText } from './targetingJobs.ts';

interface UndoneImport {
  readonly created: readonly Group[];
  /** The changes that undo the ones that were made. */
  readonly changes: readonly GroupChange[];
}

/**
 * Restores changed groups, and deletes those that were created, after a prompt and only if nobody has changed them
 * since.
 */
export async function undoImport(
  context: CreateAgainContext,
  session: ServerSession,
  { created, changes }: UndoneImport,
): Promise<void> {
  const ids = await groupIdsOf(context, session, created);
  const run = { act: 'changeMembers', changes, isUndo: true } as const;
  if (ids.size === 0) {
    if (changes.length > 0) await changeObjects(context, session, run);
    return;
  }
  const deletion = groupDeletion(session, ids, changedSince);
  const targeting = targetingText(session, await targetingJobs(session, ids));
  await deleteObjects(context, session, {
    ...deletion,
    question: {
      message: plural(
        'Delete the {count} group that was just created on “{server}”?|Delete the {count} groups that were just created on “{server}”?',
        ids.size,
        { server: session.server.name },
      ),
      detail: [namesOf([...ids.keys()], groupTitle, 10), ...targeting, ...changedBackText(changes)].join(
        '\n\n',
      ),
      action: t('Delete'),
    },
    also: async () => (changes.length === 0 ? undefined : makeChanges(context, session, run)),
  });
}

function changedBackText(changes: readonly GroupChange[]): string[] {
  if (changes.length === 0) return [];
  const groups = namesOf(changes, ({ group }) => groupTitle(group), 10);
  return [t('The previous devices of {groups} will be restored.', { groups })];
}

/** The fields of a created group that have been changed since. */
function changedSince(created: Group, now: Group): string[] {
  const [before, after] = [toGroupDraft(created), toGroupDraft(now)];
  return [...new Set([...changedFields(before, after), ...changedFields(after, before)])];
}
