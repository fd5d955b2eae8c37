import { t } from '../../platform/localize.ts';
import { type SessionAccess, withSession } from '../arguments.ts';
import { groupJobs, readAllStatuses, sortJobs } from '../arrange.ts';
import type { Args, CommandsOf, Uses } from '../commandContext.ts';
import { copyJobHostNames, copyJobIds, copyJobNames } from '../copy.ts';
import { filterView } from '../filterView.ts';
import { duplicateForGroups } from '../jobsForGroups.ts';
import { clearFilter } from '../listViews.ts';
import { createObject, duplicateJobs, openJobInConsole, openJobs } from '../open.ts';
import { pinJobs } from '../pin.ts';
import { renameJob } from '../rename.ts';
import { stopFilteredJobs } from '../stopOnDevices.ts';
import { changeFilteredJobs, changeJobs } from './changeJobs.ts';
import { compareJobs } from './compareJobs.ts';
import { deleteJobs } from './deleteJobs.ts';
import { setJobsEnabled } from './enableJobs.ts';
import { exportFilteredRuns, exportRuns } from './exportRuns.ts';
import { type JobChoice, jobsFor } from './jobArguments.ts';
import { stopJobs } from './stopJobs.ts';

export const jobCommands: CommandsOf<'job' | 'jobs'> = {
  'deviceAutomation.jobs.refresh': context => withSession(context, () => context.jobsView.refresh()),
  'deviceAutomation.jobs.filter': (context, args) => filterView(context, context.jobsView, args),
  'deviceAutomation.jobs.clearFilter': context => clearFilter(context, context.jobsView),
  'deviceAutomation.jobs.sort': sortJobs,
  'deviceAutomation.jobs.group': groupJobs,
  'deviceAutomation.jobs.changeFiltered': changeFilteredJobs,
  'deviceAutomation.jobs.stopFiltered': stopFilteredJobs,
  'deviceAutomation.jobs.exportRuns': exportFilteredRuns,
  'deviceAutomation.jobs.readStatuses': readAllStatuses,
  'deviceAutomation.jobs.watchAll': watchAllJobs,
  'deviceAutomation.jobs.unwatchAll': unwatchAllJobs,
  'deviceAutomation.job.create': context => createObject(context, 'job'),
  'deviceAutomation.job.open': openJobs,
  'deviceAutomation.job.stop': stopJobs,
  'deviceAutomation.job.watch': (context, args) => setJobsWatched(context, args, true),
  'deviceAutomation.job.unwatch': (context, args) => setJobsWatched(context, args, false),
  'deviceAutomation.job.pin': (context, args) => pinJobs(context, args, true),
  'deviceAutomation.job.unpin': (context, args) => pinJobs(context, args, false),
  'deviceAutomation.job.enable': (context, args) => setJobsEnabled(context, args, true),
  'deviceAutomation.job.disable': (context, args) => setJobsEnabled(context, args, false),
  'deviceAutomation.job.change': changeJobs,
  'deviceAutomation.job.delete': deleteJobs,
  'deviceAutomation.job.duplicate': duplicateJobs,
  'deviceAutomation.job.duplicateForGroups': duplicateForGroups,
  'deviceAutomation.job.rename': renameJob,
  'deviceAutomation.job.copyId': copyJobIds,
  'deviceAutomation.job.copyName': copyJobNames,
  'deviceAutomation.job.copyHostNames': copyJobHostNames,
  'deviceAutomation.job.exportRuns': exportRuns,
  'deviceAutomation.job.compare': compareJobs,
  'deviceAutomation.job.openInConsole': openJobInConsole,
};

/** Starts or stops notifying the user when these jobs end. */
export async function setJobsWatched(
  context: JobChoice & Uses<'servers' | 'watchList'>,
  args: Args,
  isWatched: boolean,
): Promise<void> {
  const { servers, watchList } = context;
  const active = servers.active?.id ?? '';
  const title = isWatched ? t('Watch Jobs') : t('Stop Watching Jobs');
  const targets = await jobsFor(
    context,
    args,
    title,
    job => watchList.isWatched(active, job.id) !== isWatched,
  );
  if (targets === undefined) return;
  const { server, jobs } = targets.session;
  const ids = targets.jobs.map(({ id }) => id);
  const loaded = jobs.jobs.map(({ id }) => id);
  await (isWatched ? watchList.watch(server.id, ids) : watchList.unwatch(server.id, ids, loaded));
}

/** Watches every job of the active server, including later ones. */
export function watchAllJobs(context: SessionAccess & Uses<'watchList'>): Promise<void> {
  return withSession(context, ({ server }) => context.watchList.watchAll(server.id));
}

export function unwatchAllJobs(context: SessionAccess & Uses<'watchList'>): Promise<void> {
  return withSession(context, ({ server }) => context.watchList.unwatchAll(server.id));
}
