import { type Job, toJobDraft } from '../../model/job.ts';
import { SkippedError } from '../../model/skippedError.ts';
import type { Question } from '../../platform/dialogs.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { joinTexts } from '../../util/displayText.ts';
import type { Args, Uses } from '../commandContext.ts';
import type { CreateAgainContext } from '../runs/createAgain.ts';
import { deleteObjects, unrestorableText } from '../runs/deleteObjects.ts';
import { findJob } from '../runs/interruptedChanges.ts';
import { jobItem } from '../runs/remainingObjects.ts';
import { type JobChoice, jobsFor } from './jobArguments.ts';

/** Deletes jobs after a modal prompt, and offers to create them again. */
export async function deleteJobs(
  context: CreateAgainContext & JobChoice & Uses<'watchList'>,
  args: Args,
): Promise<void> {
  const targets = await jobsFor(context, args, t('Delete Jobs'));
  if (targets === undefined || targets.jobs.length === 0) return;
  const { session, jobs } = targets;
  await deleteObjects(context, session, {
    kind: 'job',
    act: 'deleteJobs',
    objects: jobs,
    question: questionFor(jobs, session),
    nameOf: jobName,
    itemOf: jobItem,
    draftOf: toJobDraft,
    read: job => findNamed(session, job),
    remove: async ({ id }) => {
      await session.jobs.remove(id);
      session.statuses.forget([id]);
    },
    onDeleted: async deleted => {
      const ids = deleted.map(({ id }) => id);
      await context.watchList.forget(session.server.id, ids);
    },
  });
}

/** A job with another name is not the one that the user agreed to delete; the server may even have reused the ID. */
async function findNamed(session: ServerSession, { id, name }: Job): Promise<Job | undefined> {
  const found = await findJob(session, id);
  if (found !== undefined && found.name !== name) throw new SkippedError('renamed');
  return found;
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
      jobs.length > 1 && namesOf(jobs, jobName, 10),
      t('Undo creates it again with a new ID.'),
      unrestorableText(jobs.flatMap(({ peers }) => peers)),
    ),
    action: t('Delete'),
  };
}
