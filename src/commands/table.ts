import { isApiError } from '../api/errors/errors.ts';
import { type ServerConfig, serverAt } from '../model/server.ts';
import type { CommandId } from '../platform/ids.ts';
import { localizer } from '../platform/localize.ts';
import {
  copyDeviceNames,
  copyGroupHostNames,
  copyGroupIds,
  copyGroupNames,
  copyJobHostNames,
  copyJobIds,
  copyJobNames,
} from './copy.ts';
import { objectArguments } from './documentArguments.ts';
import { deleteGroups } from './groups/deleteGroups.ts';
import { createGroup, duplicateGroups, findGroupId, findGroupIds, openGroups } from './groups/openGroups.ts';
import { groupJobs, readStatuses, sortJobs } from './jobs/arrangeJobs.ts';
import { deleteJobs } from './jobs/deleteJobs.ts';
import { setJobsEnabled } from './jobs/enableJobs.ts';
import { createJob, duplicateJobs, openJobs } from './jobs/openJobs.ts';
import { stopJobs } from './jobs/stopJobs.ts';
import { unwatchAllJobs, unwatchJobs, watchAllJobs, watchJobs } from './jobs/watchJobs.ts';
import { clearFilter, filterView, loadAllJobs, loadMoreJobs, showMore, showRaw } from './listViews.ts';
import { nameLabel } from './nameLabels.ts';
import type { CommandParts, Documents } from './parts.ts';
import { renameGroup, renameJob } from './rename.ts';
import { addServer } from './servers/addServer.ts';
import {
  editServer,
  explainServer,
  removeServer,
  signIn,
  signOut,
  switchServer,
} from './servers/changeServer.ts';
import { checkConnection } from './servers/checkConnection.ts';
import { serverFor, withSession } from './servers/serverArguments.ts';
import { showActivity } from './showActivity.ts';

export type Handler = (parts: CommandParts, args: readonly unknown[]) => Promise<void> | void;

/** Every command and what runs it. Arguments are unparsed; no command resolves with a value. */
export const commandTable: Readonly<Record<CommandId, Handler>> = {
  'deviceAutomation.server.add': addServer,
  'deviceAutomation.server.edit': editServer,
  'deviceAutomation.server.remove': removeServer,
  'deviceAutomation.server.switch': switchServer,
  'deviceAutomation.server.signIn': signIn,
  'deviceAutomation.server.signOut': signOut,
  'deviceAutomation.server.copyUrl': copyServerUrl,
  'deviceAutomation.server.explain': explainServer,
  'deviceAutomation.demo.start': parts => parts.demo.start(),
  'deviceAutomation.demo.stop': stopDemo,
  'deviceAutomation.jobs.refresh': parts => withSession(parts, () => parts.jobsView.refresh()),
  'deviceAutomation.jobs.loadMore': loadMoreJobs,
  'deviceAutomation.jobs.loadAll': loadAllJobs,
  'deviceAutomation.jobs.filter': (parts, args) => filterView(parts, parts.jobsView, args),
  'deviceAutomation.jobs.clearFilter': parts => clearFilter(parts, parts.jobsView),
  'deviceAutomation.jobs.sort': sortJobs,
  'deviceAutomation.jobs.group': groupJobs,
  'deviceAutomation.jobs.readStatuses': readStatuses,
  'deviceAutomation.jobs.watchAll': watchAllJobs,
  'deviceAutomation.jobs.unwatchAll': unwatchAllJobs,
  'deviceAutomation.timeline.show': parts => parts.timeline.show(),
  'deviceAutomation.job.create': createJob,
  'deviceAutomation.job.open': openJobs,
  'deviceAutomation.job.stop': stopJobs,
  'deviceAutomation.job.watch': watchJobs,
  'deviceAutomation.job.unwatch': unwatchJobs,
  'deviceAutomation.job.enable': (parts, args) => setJobsEnabled(parts, args, true),
  'deviceAutomation.job.disable': (parts, args) => setJobsEnabled(parts, args, false),
  'deviceAutomation.job.delete': deleteJobs,
  'deviceAutomation.job.duplicate': duplicateJobs,
  'deviceAutomation.job.rename': renameJob,
  'deviceAutomation.job.copyId': copyJobIds,
  'deviceAutomation.job.copyName': copyJobNames,
  'deviceAutomation.job.copyHostNames': copyJobHostNames,
  'deviceAutomation.groups.refresh': parts => withSession(parts, () => parts.groupsView.refresh()),
  'deviceAutomation.groups.filter': (parts, args) => filterView(parts, parts.groupsView, args),
  'deviceAutomation.groups.clearFilter': parts => clearFilter(parts, parts.groupsView),
  'deviceAutomation.groups.findIds': findGroupIds,
  'deviceAutomation.group.create': createGroup,
  'deviceAutomation.group.open': openGroups,
  'deviceAutomation.group.delete': deleteGroups,
  'deviceAutomation.group.duplicate': duplicateGroups,
  'deviceAutomation.group.rename': renameGroup,
  'deviceAutomation.group.findId': findGroupId,
  'deviceAutomation.group.copyId': copyGroupIds,
  'deviceAutomation.group.copyName': copyGroupNames,
  'deviceAutomation.group.copyHostNames': copyGroupHostNames,
  'deviceAutomation.device.copyHostName': copyDeviceNames,
  'deviceAutomation.document.compare': parts => withDocument(parts, uri => parts.documents.compare(uri)),
  'deviceAutomation.document.replace': parts => withDocument(parts, uri => parts.documents.replace(uri)),
  'deviceAutomation.document.revert': parts => withDocument(parts, uri => parts.documents.revert(uri)),
  'deviceAutomation.document.openJson': parts => withDocument(parts, uri => parts.documents.openJson(uri)),
  'deviceAutomation.document.openForm': parts => withDocument(parts, uri => parts.documents.openForm(uri)),
  'deviceAutomation.policy.name': (parts, args) => nameLabel(parts, args, 'policies'),
  'deviceAutomation.report.name': (parts, args) => nameLabel(parts, args, 'reports'),
  'deviceAutomation.dynamicGroup.name': (parts, args) => nameLabel(parts, args, 'dynamic_groups'),
  'deviceAutomation.row.showRaw': showRaw,
  'deviceAutomation.row.showMore': showMore,
  'deviceAutomation.server.check': checkConnection,
  'deviceAutomation.activity.show': showActivity,
  'deviceAutomation.log.show': parts => parts.log.show(),
};

/** Runs a command; whatever fails in it is told in the one place for that. */
export async function runCommand(
  parts: CommandParts,
  id: CommandId,
  args: readonly unknown[],
): Promise<void> {
  try {
    await commandTable[id](parts, objectArguments(parts, args));
  } catch (error) {
    await parts.notices.show(error, serverOf(parts, error));
  }
}

/** Commands also take objects of servers that are not shown, and another may be shown by the time one fails. */
function serverOf({ servers }: CommandParts, error: unknown): ServerConfig | undefined {
  const { active } = servers;
  if (!isApiError(error)) return active;
  return serverAt(active === undefined ? servers.servers : [active, ...servers.servers], error.request);
}

async function withDocument(
  parts: CommandParts,
  act: (uri: NonNullable<ReturnType<Documents['activeUri']>>) => Promise<void>,
): Promise<void> {
  const uri = parts.documents.activeUri();
  if (uri !== undefined) return act(uri);
  await parts.dialogs.info(localizer.t('Open a job or a group first.'));
}

async function stopDemo({ demo, dialogs, servers }: CommandParts): Promise<void> {
  if (servers.servers.some(({ id }) => servers.isTemporary(id))) return demo.stop();
  const start = localizer.t('Try with Demo Server');
  const answer = await dialogs.info(localizer.t('The demo server does not run.'), start);
  if (answer === start) await demo.start();
}

async function copyServerUrl(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const server = await serverFor(parts, args, localizer.t('Copy URL'));
  if (server !== undefined) await parts.clipboard.writeText(server.url);
}
