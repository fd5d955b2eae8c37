import type { Contribution } from '../../workbench/contribution.ts';
import { changeFilteredJobs, changeJobs } from './vscode/changeJobs.ts';
import { createJobsForGroups } from './vscode/jobsForGroups.ts';

/** Many jobs at once: one change, or a copy for each of several groups. */
export const changeManyJobs: Contribution = () => ({
  commands: {
    'deviceAutomation.job.change': changeJobs,
    'deviceAutomation.jobs.changeFiltered': changeFilteredJobs,
    'deviceAutomation.jobs.createForGroups': createJobsForGroups,
  },
});
