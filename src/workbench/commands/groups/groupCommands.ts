import { withSession } from '../arguments.ts';
import { sortGroups } from '../arrange.ts';
import type { CommandsOf } from '../commandContext.ts';
import { copyDeviceNames, copyGroupHostNames, copyGroupIds, copyGroupNames } from '../copy.ts';
import { filterView } from '../filterView.ts';
import { clearFilter } from '../listViews.ts';
import {
  createJobForGroups,
  createObject,
  duplicateGroups,
  findGroupId,
  findGroupIds,
  openGroupInConsole,
  openGroups,
} from '../open.ts';
import { pinGroups } from '../pin.ts';
import { renameGroup } from '../rename.ts';
import { compareGroups } from './compareGroups.ts';
import { deleteGroups } from './deleteGroups.ts';

/** The commands of groups and of the devices in them. */
export const groupCommands: CommandsOf<'group' | 'groups' | 'device'> = {
  'deviceAutomation.groups.refresh': context => withSession(context, () => context.groupsView.refresh()),
  'deviceAutomation.groups.filter': (context, args) => filterView(context, context.groupsView, args),
  'deviceAutomation.groups.clearFilter': context => clearFilter(context, context.groupsView),
  'deviceAutomation.groups.sort': sortGroups,
  'deviceAutomation.groups.findIds': findGroupIds,
  'deviceAutomation.group.create': context => createObject(context, 'group'),
  'deviceAutomation.group.open': openGroups,
  'deviceAutomation.group.delete': deleteGroups,
  'deviceAutomation.group.duplicate': duplicateGroups,
  'deviceAutomation.group.rename': renameGroup,
  'deviceAutomation.group.findId': findGroupId,
  'deviceAutomation.group.copyId': copyGroupIds,
  'deviceAutomation.group.copyName': copyGroupNames,
  'deviceAutomation.group.copyHostNames': copyGroupHostNames,
  'deviceAutomation.group.createJob': createJobForGroups,
  'deviceAutomation.group.compare': compareGroups,
  'deviceAutomation.group.openInConsole': openGroupInConsole,
  'deviceAutomation.group.pin': (context, args) => pinGroups(context, args, true),
  'deviceAutomation.group.unpin': (context, args) => pinGroups(context, args, false),
  'deviceAutomation.device.copyHostName': copyDeviceNames,
};
