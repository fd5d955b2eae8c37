import { withSession } from '../arguments.ts';
import { sortGroups } from '../arrange.ts';
import type { CommandsOf } from '../commandContext.ts';
import { copyDeviceNames, copyGroupHostNames, copyGroupIds, copyGroupNames } from '../copy.ts';
import { filterJobsByGroup, showDeviceUses, showGroupJobs } from '../deviceUses.ts';
import { dropRows } from '../dropRows.ts';
import { filterView } from '../filterView.ts';
import { createJobForEachGroup } from '../jobsForGroups.ts';
import { clearFilter } from '../listViews.ts';
import {
  createObject,
  duplicateGroups,
  findGroupId,
  findGroupIds,
  openGroupInConsole,
  openGroups,
} from '../open.ts';
import { pinGroups } from '../pin.ts';
import { removeEverywhere } from '../removeEverywhere.ts';
import { renameGroup } from '../rename.ts';
import { stopOnDevices, stopOnGroups } from '../stopOnDevices.ts';
import { addDevices, pasteDevices } from './addDevices.ts';
import { compareGroups, createJobForGroups, exportGroups } from './exportGroups.ts';
import { importTable } from './importTable.ts';
import { copyDevices, deleteGroupRows, moveDevices, removeDevices } from './moveDevices.ts';

/** The commands of groups and of the devices in them. */
export const groupCommands: CommandsOf<'group' | 'groups' | 'device'> = {
  'deviceAutomation.groups.refresh': context => withSession(context, () => context.groupsView.refresh()),
  'deviceAutomation.groups.filter': (context, args) => filterView(context, context.groupsView, args),
  'deviceAutomation.groups.clearFilter': context => clearFilter(context, context.groupsView),
  'deviceAutomation.groups.sort': sortGroups,
  'deviceAutomation.groups.findIds': findGroupIds,
  'deviceAutomation.groups.import': importTable,
  'deviceAutomation.group.create': context => createObject(context, 'group'),
  'deviceAutomation.group.open': openGroups,
  'deviceAutomation.group.delete': deleteGroupRows,
  'deviceAutomation.group.duplicate': duplicateGroups,
  'deviceAutomation.group.rename': renameGroup,
  'deviceAutomation.group.findId': findGroupId,
  'deviceAutomation.group.copyId': copyGroupIds,
  'deviceAutomation.group.copyName': copyGroupNames,
  'deviceAutomation.group.copyHostNames': copyGroupHostNames,
  'deviceAutomation.group.addDevices': addDevices,
  'deviceAutomation.group.pasteDevices': pasteDevices,
  'deviceAutomation.group.createJob': createJobForGroups,
  'deviceAutomation.group.createJobs': createJobForEachGroup,
  'deviceAutomation.group.compare': compareGroups,
  'deviceAutomation.group.export': exportGroups,
  'deviceAutomation.group.openInConsole': openGroupInConsole,
  'deviceAutomation.group.showJobs': showGroupJobs,
  'deviceAutomation.group.filterJobs': filterJobsByGroup,
  'deviceAutomation.group.stopJobs': stopOnGroups,
  'deviceAutomation.group.pin': (context, args) => pinGroups(context, args, true),
  'deviceAutomation.group.unpin': (context, args) => pinGroups(context, args, false),
  'deviceAutomation.device.copyHostName': copyDeviceNames,
  'deviceAutomation.device.showUses': showDeviceUses,
  'deviceAutomation.device.stopJobs': stopOnDevices,
  'deviceAutomation.device.copyToGroup': copyDevices,
  'deviceAutomation.device.moveToGroup': moveDevices,
  'deviceAutomation.device.removeFromGroup': removeDevices,
  'deviceAutomation.device.removeEverywhere': removeEverywhere,
  'deviceAutomation.device.drop': dropRows,
};
