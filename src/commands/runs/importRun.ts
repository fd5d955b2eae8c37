import { findChangedFields } from '../../model/difference.ts';
import { type Group, toGroupDraft } from '../../model/group.ts';
import { plural, t } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { stringsOf } from '../../util/json.ts';
import { groupIdsOf } from '../findGroupIds.ts';
import { offerUndo, reportFailures, runEach } from './bulk.ts';
import { ChangedGroups, type GroupChange, membersItem } from './changedGroups.ts';
import { changeObjects, makeChanges } from './changeObjects.ts';
import {
  type CreateAgainContext,
  createdText,
  creationItem,
  markAsSent,
  problemTexts,
  type Recreated,
  type Recreation,
  recreate,
} from './createAgain.ts';
import { deleteObjects, groupDeletion } from './deleteObjects.ts';
import { targetingJobs, targetingText } from './targetingJobs.ts';

/** Groups to create, and groups whose devices are to change. */
export interface GroupImport {
  readonly creates: readonly Recreation[];
  readonly changes: readonly GroupChange[];
}

/**
 * Creates and changes groups in one operation. One report covers everything, and “Undo” reverts all of it. The
 * devices of a new group are only removed from other groups once it exists.
 */
export async function importGroups(
  context: CreateAgainContext,
  session: ServerSession,
  { creates, changes }: GroupImport,
): Promise<void> {
  const changed = new ChangedGroups(session, changes);
  const created: Recreated[] = [];
  const isOnly = creates.length === 1 && changes.length === 0;
  const settle = new Map(
    creates.map(item => [item, changed.awaitCreate(stringsOf(item.draft['server_set']))]),
  );
  const create = async (item: Recreation, sending: () => Promise<void>) => {
    try {
      created.push(await recreate(context, session, { kind: 'group', item, isOnly, sending }));
      settle.get(item)?.(true);
    } finally {
      settle.get(item)?.(false);
    }
  };
  const result = await runEach(context, session, {
    act: 'importGroups',
    items: [...creates, ...changed.inOrder],
    itemOf: item => ('group' in item ? membersItem(item) : creationItem(item)),
    run: (item, sending) => ('group' in item ? changed.change(item, sending) : create(item, sending)),
  });
  const again = (items: readonly (Recreation | GroupChange)[]) =>
    importGroups(context, session, {
      creates: markAsSent(items.filter(item => 'draft' in item)),
      changes: items.filter(item => 'group' in item),
    });
  await Promise.all([
    reportFailures(context, session, result, { nameOf: nameImported, again }),
    reportImport(context, session, created, changed),
  ]);
}

export function nameImported(item: Recreation | GroupChange): string {
  return 'group' in item ? groupTitle(item.group) : item.name;
}

async function reportImport(
  context: CreateAgainContext,
  session: ServerSession,
  created: readonly Recreated[],
  changed: ChangedGroups,
): Promise<void> {
  const { summary = '', problems = [] } = changed.report ?? {};
  for (const problem of problems) context.log.error(problem);
  const names = created.map(({ text }) => text);
  const otherwise = problemTexts(context, session, created);
  const groups = created.flatMap(({ group }) => group ?? []);
  const changes = changed.inverse;
  await offerUndo(context, {
    texts: [
      names.length === 0 ? '' : createdText(session, names),
      summary,
      ...otherwise,
      ...problems.slice(0, 3),
    ],
    isWarning: problems.length + otherwise.length > 0,
    undo:
      groups.length + changes.length === 0
        ? undefined
        : () => undoImport(context, session, { created: groups, changes }),
  });
}

interface UndoneImport {
  readonly created: readonly Group[];
  /** The changes that undo the ones that were made. */
  readonly changes: readonly GroupChange[];
}

/**
 * Restores changed groups, and deletes those that were created, after a prompt and only if nobody has changed them
 * since.
 */
async function undoImport(
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
  const deletion = groupDeletion(session, ids, hasChangedSince);
  const targeting = targetingText(session, await targetingJobs(context, session, ids));
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
function hasChangedSince(created: Group, now: Group): string[] {
  const [before, after] = [toGroupDraft(created), toGroupDraft(now)];
  return [...new Set([...findChangedFields(before, after), ...findChangedFields(after, before)])];
}
