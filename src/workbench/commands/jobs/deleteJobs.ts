import type { Job } from '../../../api/model/job.ts';
import { joinTexts } from '../../../base/displayText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Question } from '../../platform/dialogs.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, jobNames } from '../../platform/objectNames.ts';
import { confirmOn } from '../../servers/serverMarks.ts';
import type { Args } from '../commandContext.ts';
import type { RunContext } from '../runs/bulk.ts';
import { takeSteps } from '../runs/stepRuns.ts';
import type { Step } from '../runs/steps.ts';
import { unrestorableText } from '../runs/targetingJobs.ts';
import { type JobChoice, type JobTargets, jobsFor } from './jobArguments.ts';

/** Deletes jobs after a modal prompt, and offers to create them again. */
export async function deleteJobs(context: RunContext & JobChoice, args: Args): Promise<void> {
  await deleteTheseJobs(context, await jobsFor(context, args, t('Delete Jobs')));
}

/** Does the same for jobs that are already chosen, if there are any. */
export async function deleteTheseJobs(context: RunContext, targets: JobTargets | undefined): Promise<void> {
  if (targets === undefined || targets.jobs.length === 0) return;
  const { session, jobs } = targets;
  if (!(await confirmOn(session.server, context.dialogs, questionFor(jobs, session)))) return;
  const steps = jobs.map((job): Step => ({ kind: 'removeJob', name: jobName(job), job }));
  await takeSteps(context, session, { act: 'deleteJobs', steps });
}

function questionFor(jobs: readonly Job[], session: ServerSession): Question {
  const [only] = jobs;
  const server = session.server.name;
  return {
    message:
      only !== undefined && jobs.length === 1
        ? t('Delete the job “{name}” (#{id}) on “{server}”?', { name: jobName(only), id: only.id, server })
        : plural('Delete {count} job on “{server}”?|Delete {count} jobs on “{server}”?', jobs.length, {
            server,
          }),
    detail: joinTexts(
      '\n\n',
      jobs.length > 1 && jobNames(jobs, 10),
      plural('Undo creates it again with a new ID.|Undo creates them again with new IDs.', jobs.length),
      unrestorableText(jobs.flatMap(({ peers }) => peers)),
    ),
    action: t('Delete'),
  };
}
