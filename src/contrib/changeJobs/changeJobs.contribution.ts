import type { Contribution } from '../../workbench/contribution.ts';
import { changeFilteredJobs, changeJobs } from './vscode/changeJobs.ts';
import { createJobForEachGroup, duplicateForGroups } from './vscode/jobsForGroups.ts';

/** Many jobs at once: one change, or a copy for each of several groups. */
export const changeManyJobs: Contribution = () => ({
  commands: {
    'deviceAutomation.job.change': changeJobs,
    'deviceAutomation.jobs.changeFiltered': changeFilteredJobs,
    'deviceAutomation.job.duplicateForGroups': duplicateForGroups,
    'deviceAutomation.group.createJobs': createJobForEachGroup,
  },
});
