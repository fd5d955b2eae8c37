import { groupJobs, sortJobs } from './arrange.ts';
import type { Handler } from './commandContext.ts';
import {
  copyGroupHostNames,
  copyGroupIds,
  copyGroupNames,
  copyHostNames,
  copyJobHostNames,
  copyJobIds,
  copyJobNames,
} from './copy.ts';
import { compareGroups } from './groups/compareGroups.ts';
import { compareJobs } from './jobs/compareJobs.ts';
import { clearFilter } from './listViews.ts';
import { nameLabel } from './nameLabels.ts';
import { duplicateGroups, duplicateJobs, openGroupInConsole, openJobInConsole } from './open.ts';
import { pinGroups, pinJobs } from './pin.ts';
import { renameGroup, renameJob } from './rename.ts';

/** The former commands that did something else without arguments than those that replace them. */
export const formerHandlers: Readonly<Record<string, Handler>> = {
  'deviceAutomation.jobs.clearFilter': context => clearFilter(context, context.jobsView),
  'deviceAutomation.groups.clearFilter': context => clearFilter(context, context.groupsView),
  'deviceAutomation.jobs.sort': sortJobs,
  'deviceAutomation.jobs.group': groupJobs,
  'deviceAutomation.job.compare': compareJobs,
  'deviceAutomation.job.copyHostNames': copyJobHostNames,
  'deviceAutomation.job.copyId': copyJobIds,
  'deviceAutomation.job.copyName': copyJobNames,
  'deviceAutomation.job.duplicate': duplicateJobs,
  'deviceAutomation.job.openInConsole': openJobInConsole,
  'deviceAutomation.job.pin': pinJobs,
  'deviceAutomation.job.unpin': pinJobs,
  'deviceAutomation.job.rename': renameJob,
  'deviceAutomation.device.copyHostName': copyHostNames,
  'deviceAutomation.group.compare': compareGroups,
  'deviceAutomation.group.copyHostNames': copyGroupHostNames,
  'deviceAutomation.group.copyId': copyGroupIds,
  'deviceAutomation.group.copyName': copyGroupNames,
  'deviceAutomation.group.duplicate': duplicateGroups,
  'deviceAutomation.group.openInConsole': openGroupInConsole,
  'deviceAutomation.group.pin': pinGroups,
  'deviceAutomation.group.unpin': pinGroups,
  'deviceAutomation.group.rename': renameGroup,
  'deviceAutomation.policy.name': (context, args) => nameLabel(context, args, 'policies'),
  'deviceAutomation.report.name': (context, args) => nameLabel(context, args, 'reports'),
  'deviceAutomation.dynamicGroup.name': (context, args) => nameLabel(context, args, 'dynamic_groups'),
};
