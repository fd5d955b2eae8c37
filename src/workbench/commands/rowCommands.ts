import { ofRows } from './arguments.ts';
import type { CommandsOf } from './commandContext.ts';
import {
  copyGroupIds,
  copyGroupNames,
  copyHostNames,
  copyJobHostNames,
  copyJobIds,
  copyJobNames,
} from './copy.ts';
import { compareGroups } from './groups/compareGroups.ts';
import { compareJobs } from './jobs/compareJobs.ts';
import { showMore, showRaw } from './listViews.ts';
import { duplicateGroups, duplicateJobs, openGroupInConsole, openJobInConsole } from './open.ts';
import { pinGroups, pinJobs } from './pin.ts';
import { renameGroup, renameJob } from './rename.ts';

/** What the rows of both trees have in common. */
export const rowCommands: CommandsOf<'row'> = {
  'deviceAutomation.row.copyName': ofRows(copyJobNames, copyGroupNames),
  'deviceAutomation.row.copyId': ofRows(copyJobIds, copyGroupIds),
  'deviceAutomation.row.copyHostNames': ofRows(copyJobHostNames, copyHostNames),
  'deviceAutomation.row.pin': ofRows(pinJobs, pinGroups),
  'deviceAutomation.row.rename': ofRows(renameJob, renameGroup),
  'deviceAutomation.row.duplicate': ofRows(duplicateJobs, duplicateGroups),
  'deviceAutomation.row.compare': ofRows(compareJobs, compareGroups),
  'deviceAutomation.row.openInConsole': ofRows(openJobInConsole, openGroupInConsole),
  'deviceAutomation.row.showRaw': showRaw,
  'deviceAutomation.row.showMore': showMore,
};
