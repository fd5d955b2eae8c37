import * as z from 'zod/mini';
import { isNotFound } from '../../api/errors/apiError.ts';
import type { ItemOutcome } from '../../journal/runRecord.ts';
import { DraftSchema } from '../../model/draft.ts';
import { type FieldEdit, rebaseEdit } from '../../model/fieldEdit.ts';
import { type Job, toJobDraft } from '../../model/job.ts';
import type { JobEdit } from '../../store/jobs/jobEdits.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { jobItem, type RemainingObject } from './remainingObjects.ts';

const EditSchema = z.object({ before: DraftSchema, after: DraftSchema });

/** The edits of an interrupted run that the server does not have yet, each job read again. */
export async function remainingEdits(
  session: ServerSession,
  items: readonly ItemOutcome[],
): Promise<RemainingObject<JobEdit>[]> {
  const found = await Promise.all(
    items.map(async (noted): Promise<RemainingObject<JobEdit>[]> => {
      const edit = EditSchema.safeParse(noted.draft);
      const job = noted.id === undefined ? undefined : await findJob(session, noted.id);
      if (!edit.success || job === undefined || isMade(job, edit.data)) return [];
      return [{ noted, now: jobItem(job), object: { job, edit: edit.data } }];
    }),
  );
  return found.flat();
}

/** The job as the server has it now; `undefined` when it was deleted. */
export async function findJob(session: ServerSession, id: number): Promise<Job | undefined> {
  try {
    return await session.jobs.read(id);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function isMade(job: Job, edit: FieldEdit): boolean {
  return rebaseEdit(edit, toJobDraft(job)).kind === 'equal';
}
