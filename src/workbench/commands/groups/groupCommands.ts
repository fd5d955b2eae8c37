import { withSession } from '../arguments.ts';
import { sortGroups } from '../arrange.ts';
import type { CommandsOf } from '../commandContext.ts';
import { filterView } from '../filterView.ts';
import { createObject, findGroupIds, openGroups } from '../open.ts';
import { deleteGroups } from './deleteGroups.ts';

export const groupCommands: CommandsOf<'group' | 'groups'> = {
  'deviceAutomation.groups.refresh': context => withSession(context, () => context.groupsView.refresh()),
  'deviceAutomation.groups.filter': (context, args) => filterView(context, context.groupsView, args),
  'deviceAutomation.groups.sort': sortGroups,
  'deviceAutomation.groups.findIds': findGroupIds,
  'deviceAutomation.group.create': context => createObject(context, 'group'),
  'deviceAutomation.group.open': openGroups,
  'deviceAutomation.group.delete': deleteGroups,
};
