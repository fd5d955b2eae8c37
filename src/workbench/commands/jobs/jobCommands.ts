import { withSession } from '../arguments.ts';
import { arrangeJobs, readAllStatuses } from '../arrange.ts';
import type { CommandsOf } from '../commandContext.ts';
import { filterView } from '../filterView.ts';
import { createObject, openJobs } from '../open.ts';
import { deleteRows } from './deleteFilter.ts';
import { setJobsEnabled } from './enableJobs.ts';
import { stopJobs } from './stopJobs.ts';

export const jobCommands: CommandsOf<'job' | 'jobs'> = {
  'deviceAutomation.jobs.refresh': context => withSession(context, () => context.jobsView.refresh()),
  'deviceAutomation.jobs.filter': (context, args) => filterView(context, context.jobsView, args),
  'deviceAutomation.jobs.arrange': arrangeJobs,
  'deviceAutomation.jobs.readStatuses': readAllStatuses,
  'deviceAutomation.job.create': context => createObject(context, 'job'),
  'deviceAutomation.job.open': openJobs,
  'deviceAutomation.job.stop': stopJobs,
  'deviceAutomation.job.enable': (context, args) => setJobsEnabled(context, args, true),
  'deviceAutomation.job.disable': (context, args) => setJobsEnabled(context, args, false),
  'deviceAutomation.job.delete': deleteRows,
};
