import { isApiError } from '../api/errors/apiError.ts';
import { type ServerConfig, serverAt } from '../model/server.ts';
import type { CommandId } from '../platform/ids.ts';
import { onActiveDocument } from './activeDocument.ts';
import { objectArguments, withSession } from './arguments.ts';
import { groupJobs, readAllStatuses, sortGroups, sortJobs } from './arrange.ts';
import type { Args, CommandContext, Uses } from './commandContext.ts';
import {
  copyDeviceNames,
  copyGroupHostNames,
  copyGroupIds,
  copyGroupNames,
  copyJobHostNames,
  copyJobIds,
  copyJobNames,
  copyServerUrl,
} from './copy.ts';
import { dropRows } from './dropRows.ts';
import { applyFiles, compareFile } from './files/applyFiles.ts';
import { copyToServer } from './files/copyToServer.ts';
import { exportFiles } from './files/exportFiles.ts';
import { planFiles } from './files/planFiles.ts';
import { showDeviceUses, showGroupJobs } from './goTo/deviceUses.ts';
import { goTo } from './goTo/goTo.ts';
import { addDevices, pasteDevices } from './groups/addDevices.ts';
import { deleteGroupRows } from './groups/deleteGroups.ts';
import { compareGroups, createJobForGroups, exportGroups } from './groups/exportGroups.ts';
import { importTable } from './groups/importTable.ts';
import { copyDevices, moveDevices, removeDevices } from './groups/moveDevices.ts';
import { changeFilteredJobs, changeJobs } from './jobs/changeJobs.ts';
import { deleteJobs } from './jobs/deleteJobs.ts';
import { setJobsEnabled } from './jobs/enableJobs.ts';
import { stopJobs } from './jobs/stopJobs.ts';
import { setJobsWatched, unwatchAllJobs, watchAllJobs } from './jobs/watchJobs.ts';
import { clearFilter, filterView, loadAllJobs, loadMoreJobs, showMore, showRaw } from './listViews.ts';
import { nameLabel } from './nameLabels.ts';
import {
  createObject,
  duplicateGroups,
  duplicateJobs,
  findGroupId,
  findGroupIds,
  openGroups,
  openJobs,
} from './open.ts';
import { openWalkthrough } from './openWalkthrough.ts';
import { removeEverywhere } from './removeEverywhere.ts';
import { renameGroup, renameJob } from './rename.ts';
import { copyReport, refreshReport, showActivity } from './reportCommands.ts';
import { reportIssue } from './reportIssue.ts';
import { retryRun } from './retryRun.ts';
import { addServer } from './servers/addServer.ts';
import { checkConnection, explainServer } from './servers/checkConnection.ts';
import { startDemo, stopDemo } from './servers/demoServer.ts';
import { editServer } from './servers/editServer.ts';
import { removeServer } from './servers/removeServer.ts';
import { signIn, signOut, switchServer } from './servers/signIn.ts';

export type Handler = (context: CommandContext, args: Args) => Promise<void> | void;

/** Maps every command to its function. Arguments are unparsed, and no command returns a value. */
export const commandTable: Readonly<Record<CommandId, Handler>> = {
  'deviceAutomation.server.add': addServer,
  'deviceAutomation.server.edit': editServer,
  'deviceAutomation.server.remove': removeServer,
  'deviceAutomation.server.switch': switchServer,
  'deviceAutomation.server.signIn': signIn,
  'deviceAutomation.server.signOut': signOut,
  'deviceAutomation.server.copyUrl': copyServerUrl,
  'deviceAutomation.server.explain': explainServer,
  'deviceAutomation.server.check': checkConnection,
  'deviceAutomation.demo.start': startDemo,
  'deviceAutomation.demo.stop': stopDemo,
  'deviceAutomation.jobs.refresh': context => withSession(context, () => context.jobsView.refresh()),
  'deviceAutomation.jobs.loadMore': loadMoreJobs,
  'deviceAutomation.jobs.loadAll': loadAllJobs,
  'deviceAutomation.jobs.filter': (context, args) => filterView(context, context.jobsView, args),
  'deviceAutomation.jobs.clearFilter': context => clearFilter(context, context.jobsView),
  'deviceAutomation.jobs.sort': sortJobs,
  'deviceAutomation.jobs.group': groupJobs,
  'deviceAutomation.jobs.changeFiltered': changeFilteredJobs,
  'deviceAutomation.jobs.readStatuses': readAllStatuses,
  'deviceAutomation.jobs.watchAll': watchAllJobs,
  'deviceAutomation.jobs.unwatchAll': unwatchAllJobs,
  'deviceAutomation.timeline.show': context => context.timeline.show(),
  'deviceAutomation.job.create': context => createObject(context, 'job'),
  'deviceAutomation.job.open': openJobs,
  'deviceAutomation.job.stop': stopJobs,
  'deviceAutomation.job.watch': (context, args) => setJobsWatched(context, args, true),
  'deviceAutomation.job.unwatch': (context, args) => setJobsWatched(context, args, false),
  'deviceAutomation.job.enable': (context, args) => setJobsEnabled(context, args, true),
  'deviceAutomation.job.disable': (context, args) => setJobsEnabled(context, args, false),
  'deviceAutomation.job.change': changeJobs,
  'deviceAutomation.job.delete': deleteJobs,
  'deviceAutomation.job.duplicate': duplicateJobs,
  'deviceAutomation.job.rename': renameJob,
  'deviceAutomation.job.copyId': copyJobIds,
  'deviceAutomation.job.copyName': copyJobNames,
  'deviceAutomation.job.copyHostNames': copyJobHostNames,
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
  'deviceAutomation.group.compare': compareGroups,
  'deviceAutomation.group.export': exportGroups,
  'deviceAutomation.group.showJobs': showGroupJobs,
  'deviceAutomation.device.copyHostName': copyDeviceNames,
  'deviceAutomation.device.showUses': showDeviceUses,
  'deviceAutomation.device.copyToGroup': copyDevices,
  'deviceAutomation.device.moveToGroup': moveDevices,
  'deviceAutomation.device.removeFromGroup': removeDevices,
  'deviceAutomation.device.removeEverywhere': removeEverywhere,
  'deviceAutomation.device.drop': dropRows,
  'deviceAutomation.goTo': goTo,
  'deviceAutomation.document.compare': context => onActiveDocument(context, 'compare'),
  'deviceAutomation.document.replace': context => onActiveDocument(context, 'replace'),
  'deviceAutomation.document.revert': context => onActiveDocument(context, 'revert'),
  'deviceAutomation.document.openJson': context => onActiveDocument(context, 'openJson'),
  'deviceAutomation.document.openForm': context => onActiveDocument(context, 'openForm'),
  'deviceAutomation.policy.name': (context, args) => nameLabel(context, args, 'policies'),
  'deviceAutomation.report.name': (context, args) => nameLabel(context, args, 'reports'),
  'deviceAutomation.dynamicGroup.name': (context, args) => nameLabel(context, args, 'dynamic_groups'),
  'deviceAutomation.row.showRaw': showRaw,
  'deviceAutomation.row.showMore': showMore,
  'deviceAutomation.run.retry': retryRun,
  'deviceAutomation.activity.show': showActivity,
  'deviceAutomation.files.export': exportFiles,
  'deviceAutomation.files.plan': (context, args) => planFiles(context, args),
  'deviceAutomation.files.planOther': (context, args) => planFiles(context, args, true),
  'deviceAutomation.files.apply': applyFiles,
  'deviceAutomation.files.compare': compareFile,
  'deviceAutomation.files.copyToServer': copyToServer,
  'deviceAutomation.report.refresh': refreshReport,
  'deviceAutomation.report.copy': copyReport,
  'deviceAutomation.log.show': context => context.log.show(),
  'deviceAutomation.issue.report': reportIssue,
  'deviceAutomation.walkthrough.open': openWalkthrough,
};

/** Runs a command and reports its errors. */
export async function runCommand(context: CommandContext, id: CommandId, args: Args): Promise<void> {
  try {
    await commandTable[id](context, objectArguments(context, args));
  } catch (error) {
    await context.notices.show(error, serverOf(context, error));
  }
}

/** Commands also accept objects of other servers, and the active server may change before one fails. */
function serverOf({ servers }: Uses<'servers'>, error: unknown): ServerConfig | undefined {
  const { active } = servers;
  if (!isApiError(error)) return active;
  return serverAt(active === undefined ? servers.servers : [active, ...servers.servers], error.request);
}
