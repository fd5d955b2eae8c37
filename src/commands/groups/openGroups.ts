import { toGroupDraft } from '../../model/group.ts';
import { isDoubleClick } from '../../platform/doubleClick.ts';
import { localizer } from '../../platform/localize.ts';
import { groupTitle } from '../../platform/objectNames.ts';
import type { Args, Uses } from '../commandContext.ts';
import { confirmEditors } from '../confirmEditors.ts';
import { findAllGroupIds, groupIdsOf } from '../groupIds.ts';
import { activeSession, type SessionAccess } from '../servers/serverArguments.ts';
import { isFromKey } from '../viewArguments.ts';
import { type GroupChoice, groupsFor } from './groupArguments.ts';

const { t, plural } = localizer;

/** Opens the documents of groups, searching for their IDs if the server does not return them. */
export async function openGroups(
  context: GroupChoice & Uses<'notices' | 'documents'>,
  args: Args,
): Promise<void> {
  if (args[1] === 'click' && !isDoubleClick(args[0])) return;
  const targets = await groupsFor(context, args, t('Open Groups'));
  // The key is bound in the whole view: rows of other kinds keep their default action.
  if (targets === undefined && isFromKey(args)) return context.groupsView.frame.activateFocused();
  if (targets === undefined) return;
  // As in other lists, Enter opens only the focused row.
  const groups = isFromKey(args) ? targets.groups.slice(0, 1) : targets.groups;
  const question = plural('Open {count} group?|Open {count} groups?', groups.length);
  if (!(await confirmEditors(context, groups.length, question))) return;
  for (const [group, id] of await groupIdsOf(context, targets.session, groups))
    await context.documents.open(targets.session, 'group', id, groupTitle(group));
}

/** Opens the document of a group that does not exist yet; its first save creates it. */
export async function createGroup(context: SessionAccess & Uses<'documents'>): Promise<void> {
  const session = await activeSession(context);
  if (session !== undefined) await context.documents.openNew(session, 'group', t('New Group'));
}

/** Opens a new document with the devices of a group; its `dn` is left to the server. */
export async function duplicateGroups(context: GroupChoice & Uses<'documents'>, args: Args): Promise<void> {
  const targets = await groupsFor(context, args, t('Duplicate Groups'));
  if (targets === undefined) return;
  const question = plural('Duplicate {count} group?|Duplicate {count} groups?', targets.groups.length);
  if (!(await confirmEditors(context, targets.groups.length, question))) return;
  for (const group of targets.groups) {
    const name = t('{name} (copy)', { name: group.name });
    await context.documents.openNew(targets.session, 'group', name, { ...toGroupDraft(group), name, dn: '' });
  }
}

/** Finds the IDs of groups without opening them. */
export async function findGroupId(context: GroupChoice & Uses<'notices'>, args: Args): Promise<void> {
  const targets = await groupsFor(context, args, t('Find Group IDs'));
  if (targets === undefined) return;
  const ids = [...(await groupIdsOf(context, targets.session, targets.groups))];
  if (ids.length === 0) return;
  const known = ids.map(([group, id]) => t('“{name}”: {id}', { name: groupTitle(group), id }));
  await context.dialogs.info(t('IDs of groups: {ids}.', { ids: known.join(', ') }));
}

/** Finds the IDs of all groups of the active server. */
export async function findGroupIds(context: SessionAccess & Uses<'dialogs'>): Promise<void> {
  const session = await activeSession(context);
  if (session !== undefined) await findAllGroupIds(context, session);
}
