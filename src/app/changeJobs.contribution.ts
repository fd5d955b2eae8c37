import { changeFilteredJobs, changeJobs } from '../commands/jobs/changeJobs.ts';
import { createJobsForGroups } from '../commands/jobsForGroups.ts';
import type { Contribution } from './contribution.ts';

/** Many jobs at once: one change, or a copy for each of several groups. */
export const changeManyJobs: Contribution = () => ({
  commands: {
    'deviceAutomation.job.change': changeJobs,
    'deviceAutomation.jobs.changeFiltered': changeFilteredJobs,
    'deviceAutomation.jobs.createForGroups': createJobsForGroups,
  },
});
