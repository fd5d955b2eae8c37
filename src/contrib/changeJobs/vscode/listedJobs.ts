import type { Args } from '../../../workbench/commands/commandContext.ts';
import {
  filteredJobs,
  type JobChoice,
  type JobTargets,
  jobsFor,
} from '../../../workbench/commands/jobs/jobArguments.ts';

/** The jobs of a command, or all listed ones if the view is filtered and nothing is selected. */
export function listedOrChosenJobs(
  context: JobChoice,
  args: Args,
  title: string,
): Promise<JobTargets | undefined> {
  const { jobsView } = context;
  const isOfList = args[0] === undefined && jobsView.frame.selection.length === 0 && jobsView.filter !== '';
  return isOfList ? filteredJobs(context) : jobsFor(context, args, title);
}
