import { type Group, toGroupDraft } from '../../model/group.ts';
import { localizer } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import { confirmOn } from '../../servers/productionGuard.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CommandContext } from '../commandContext.ts';
import { reportFailures, runEach } from '../runs/bulk.ts';
import { type CreateAgainContext, createAgain } from '../runs/createAgain.ts';
import { groupItem } from '../runs/remainingObjects.ts';
import { actTitle } from '../runs/runReport.ts';
import { type GroupChoice, groupsFor } from './groupArguments.ts';
import { groupIdsOf } from './groupIds.ts';

const { t, plural } = localizer;

/** Deletes groups after a modal question; each only after a fresh read shows that the id is the right one. */
export async function deleteGroups(
  context: CreateAgainContext & GroupChoice,
  args: readonly unknown[],
): Promise<void> {
  const targets = await groupsFor(context, args, t('Delete Groups'));
  if (targets === undefined || targets.groups.length === 0) return;
  const { session } = targets;
  const ids = await groupIdsOf(context, session, targets.groups);
  const groups = [...ids.keys()];
  if (groups.length > 0 && (await confirmDelete(context, session, groups)))
    await removeGroups(context, session, groups, ids);
}

async function removeGroups(
  context: CreateAgainContext,
  session: ServerSession,
  groups: readonly Group[],
  ids: ReadonlyMap<Group, number>,
): Promise<void> {
  const kept: Group[] = [];
  const result = await runEach(context, session, {
    act: 'deleteGroups',
    title: actTitle('deleteGroups'),
    items: groups,
    itemOf: group => groupItem(group, ids.get(group) ?? 0),
    run: async (group, sending) => {
      const id = ids.get(group) ?? 0;
      const current = await session.groups.identity.verify(group, id);
      await sending(toGroupDraft(current));
      await session.groups.remove(id);
      kept.push(current);
    },
  });
  await Promise.all([
    reportFailures(context, session, result, {
      nameOf: groupTitle,
      again: items => removeGroups(context, session, items, ids),
    }),
    offerUndo(context, session, kept),
  ]);
}

function confirmDelete(
  context: Pick<CommandContext, 'dialogs'>,
  session: ServerSession,
  groups: readonly Group[],
): Promise<boolean> {
  const [only] = groups;
  const server = session.server.name;
  const devices = (count: number) => plural('{count} device|{count} devices', count);
  return confirmOn(session.server, context.dialogs, {
    message:
      only !== undefined && groups.length === 1
        ? t('Delete the group “{name}” ({devices}) on “{server}”?', {
            name: groupTitle(only),
            devices: devices(only.server_set.length),
            server,
          })
        : plural('Delete {count} group on “{server}”?|Delete {count} groups on “{server}”?', groups.length, {
            server,
          }),
    detail: [
      groups.length > 1 ? namesOf(groups, groupTitle, 10) : '',
      t(
        'The devices themselves stay. It can be undone by creating the group again; its id will be new, and jobs will not name it any more.',
      ),
    ]
      .filter(part => part !== '')
      .join('\n\n'),
    action: t('Delete'),
  });
}

async function offerUndo(
  context: CreateAgainContext,
  session: ServerSession,
  deleted: readonly Group[],
): Promise<void> {
  if (deleted.length === 0) return;
  const undo = t('Undo');
  const answer = await context.dialogs.info(
    t('Deleted on “{server}”: {groups}.', {
      server: session.server.name,
      groups: namesOf(deleted, groupTitle),
    }),
    undo,
  );
  if (answer !== undo) return;
  const items = deleted.map(group => ({ name: groupTitle(group), draft: toGroupDraft(group) }));
  await createAgain(context, session, 'group', items);
}
