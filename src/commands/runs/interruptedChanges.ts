import * as z from 'zod/mini';
import { ifFound } from '../../api/errors/apiError.ts';
import type { ItemOutcome } from '../../journal/runRecord.ts';
import { DraftSchema } from '../../model/draft.ts';
import { type FieldEdit, rebaseEdit } from '../../model/fieldEdit.ts';
import { groupKey } from '../../model/group.ts';
import { type Job, toJobDraft } from '../../model/job.ts';
import type { MembershipChange } from '../../model/membership.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { JobEdit } from '../../writes/jobEdits.ts';
import type { GroupChange } from './changedGroups.ts';
import { jobItem, type RemainingObject } from './remainingObjects.ts';

const ReferencesSchema = z.array(z.object({ name: z.string(), id: z.exactOptional(z.number()) }));
const ChangeSchema = z.object({ add: ReferencesSchema, remove: ReferencesSchema });

/**
 * The remaining changes of an interrupted run. Devices are only removed if the groups they move to have them, so
 * those groups are checked again, too.
 */
export async function remainingMembers(
  session: ServerSession,
  items: readonly ItemOutcome[],
): Promise<readonly GroupChange[]> {
  await session.groups.refresh();
  const noted = items.map(item => ({ ...item, change: changeOf(item) }));
  const rest = noted.filter(({ is }) => is !== 'done');
  const isMove = rest.some(({ change }) => change.add.length === 0);
  return noted
    .filter(item => item.is !== 'done' || (isMove && item.change.add.length > 0))
    .flatMap(({ id, key, change }) => {
      const group = session.groups.entries.find(entry => groupKey(entry.group) === key)?.group;
      if (rest.length === 0 || group === undefined) return [];
      // A group that was created again has a new ID.
      const now = session.groups.identity.known(group) ?? id;
      return now === undefined ? [] : [{ group, id: now, change }];
    });
}

function changeOf({ draft }: ItemOutcome): MembershipChange {
  return ChangeSchema.safeParse(draft).data ?? { add: [], remove: [] };
}

const EditSchema = z.object({ before: DraftSchema, after: DraftSchema });

/** The edits of an interrupted run that the server does not have yet; reads each job again. */
export async function remainingEdits(
  session: ServerSession,
  items: readonly ItemOutcome[],
): Promise<RemainingObject<JobEdit>[]> {
  return (await remainingJobs(session, items)).flatMap(({ noted, now, object: job }) => {
    const edit = EditSchema.safeParse(noted.draft).data;
    return edit === undefined || isMade(job, edit) ? [] : [{ noted, now, object: { job, edit } }];
  });
}

/** The jobs that still exist on the server; reads each again. */
export async function remainingJobs(
  session: ServerSession,
  items: readonly ItemOutcome[],
): Promise<RemainingObject<Job>[]> {
  const found = await Promise.all(
    items.map(async noted => {
      const job = noted.id === undefined ? undefined : await findJob(session, noted.id);
      return job === undefined ? [] : [{ noted, now: jobItem(job), object: job }];
    }),
  );
  return found.flat();
}

/** The current job on the server; `undefined` if it was deleted. */
export function findJob(session: ServerSession, id: number): Promise<Job | undefined> {
  return ifFound(session.jobs.read(id));
}

function isMade(job: Job, edit: FieldEdit): boolean {
  return rebaseEdit(edit, toJobDraft(job)).kind === 'unchanged';
}
