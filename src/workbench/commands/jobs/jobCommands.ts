import { withSession } from '../arguments.ts';
import { groupJobs, readAllStatuses, sortJobs } from '../arrange.ts';
import type { CommandsOf } from '../commandContext.ts';
import { copyJobHostNames, copyJobIds, copyJobNames } from '../copy.ts';
import { filterView } from '../filterView.ts';
import { clearFilter } from '../listViews.ts';
import { createObject, duplicateJobs, openJobInConsole, openJobs } from '../open.ts';
import { pinJobs } from '../pin.ts';
import { renameJob } from '../rename.ts';
import { compareJobs } from './compareJobs.ts';
import { deleteJobs } from './deleteJobs.ts';
import { setJobsEnabled } from './enableJobs.ts';
import { stopJobs } from './stopJobs.ts';

export const jobCommands: CommandsOf<'job' | 'jobs'> = {
  'deviceAutomation.jobs.refresh': context => withSession(context, () => context.jobsView.refresh()),
  'deviceAutomation.jobs.filter': (context, args) => filterView(context, context.jobsView, args),
  'deviceAutomation.jobs.clearFilter': context => clearFilter(context, context.jobsView),
  'deviceAutomation.jobs.sort': sortJobs,
  'deviceAutomation.jobs.group': groupJobs,
  'deviceAutomation.jobs.readStatuses': readAllStatuses,
  'deviceAutomation.job.create': context => createObject(context, 'job'),
  'deviceAutomation.job.open': openJobs,
  'deviceAutomation.job.stop': stopJobs,
  'deviceAutomation.job.pin': (context, args) => pinJobs(context, args, true),
  'deviceAutomation.job.unpin': (context, args) => pinJobs(context, args, false),
  'deviceAutomation.job.enable': (context, args) => setJobsEnabled(context, args, true),
  'deviceAutomation.job.disable': (context, args) => setJobsEnabled(context, args, false),
  'deviceAutomation.job.delete': deleteJobs,
  'deviceAutomation.job.duplicate': duplicateJobs,
  'deviceAutomation.job.rename': renameJob,
  'deviceAutomation.job.copyId': copyJobIds,
  'deviceAutomation.job.copyName': copyJobNames,
  'deviceAutomation.job.copyHostNames': copyJobHostNames,
  'deviceAutomation.job.compare': compareJobs,
  'deviceAutomation.job.openInConsole': openJobInConsole,
};
