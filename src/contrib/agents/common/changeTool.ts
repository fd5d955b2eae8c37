import * as z from 'zod/mini';
import { ToolError } from './fleet.ts';
import { GroupChanges, planGroupChanges } from './groupChanges.ts';
import { JobChangeInput, jobsInput, planJobChange } from './jobChanges.ts';
import { serverInput } from './jobSearch.ts';
import { NewGroup, NewJob, planNew } from './newObjects.ts';
import { changingTool } from './tool.ts';

export const changeTool = changingTool({
  name: 'change_jobs_and_groups',
  description:
    'Creates, edits and renames jobs and static groups. Pass one of: new_job (needs a name and a policy or report) or new_group; change, with ids or filter: one change of one or many jobs, such as enable, disable, rename, another schedule, pause until a time, resume, spread over the night, or add and remove targets, policies and reports; groups: rename groups, or add, remove and move devices (move in one call: a device is only removed once it was added). The user sees values before and after, and must confirm. The API has no Run Now: to run a job now, use run_once with a time in 5 minutes. To undo a change, the user runs the command “Show Activity”.',
  isDestructive: true,
  isIdempotent: false,
  input: z.strictObject({
    ...serverInput,
    ...jobsInput,
    change: z.optional(JobChangeInput),
    groups: z.optional(GroupChanges),
    new_job: z.optional(NewJob),
    new_group: z.optional(NewGroup),
  }),
  plan: async (input, call) => {
    const { ids, filter, change, groups, new_job: job, new_group: group } = input;
    const parts = [change, groups, job, group].filter(part => part !== undefined);
    if (parts.length !== 1)
      throw new ToolError('Pass exactly one of change (with ids or filter), groups, new_job and new_group.');
    if (change !== undefined) return planJobChange(change, { ids, filter }, call);
    if (ids !== undefined || filter !== undefined)
      throw new ToolError('ids and filter choose the jobs of a change, so pass change with them.');
    if (groups !== undefined) return planGroupChanges(groups, call);
    return job === undefined ? planNew('group', group ?? {}, call) : planNew('job', job, call);
  },
});
