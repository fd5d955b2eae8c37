import type { Draft } from '../../../api/model/draft.ts';
import { rebaseEdit } from '../../../api/model/fieldEdit.ts';
import { unmetGroupFields } from '../../../api/model/group.ts';
import { identifyJob } from '../../../api/model/identity.ts';
import { toJobDraft, unmetJobFields } from '../../../api/model/job.ts';
import { planMembership } from '../../../api/model/membership.ts';
import {
  actionOf,
  changeOf,
  editOf,
  type ItemOutcome,
  objectKindOf,
  type RunOperation,
  type RunRecord,
} from '../../../store/runs/runRecord.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import {
  findJob,
  findRecordedGroups,
  findRecordedJobs,
} from '../../../workbench/commands/runs/recordedObjects.ts';
import { nameSent } from '../../../workbench/commands/runs/steps.ts';
import { t } from '../../../workbench/platform/localize.ts';

type Found = 'done' | 'failed' | 'unknown';

/**
 * Determines the outcome of items that were sent without a response, by comparing what was asked with what the server
 * has now. Items whose effect cannot be read back, or that cannot be read, stay unknown.
 */
export async function readBackRun(
  { notices }: Uses<'notices'>,
  session: ServerSession,
  run: RunRecord,
): Promise<RunRecord> {
  const readBack = async (item: ItemOutcome): Promise<ItemOutcome> => {
    if (item.is !== 'unknown') return item;
    try {
      const is = await outcomeNow(session, run, item);
      return is === 'unknown' ? item : { ...item, is, text: t(foundTexts[is]) };
    } catch (error) {
      const reason = notices.text(error, session.server);
      return { ...item, text: t('It could not be read back. {reason}', { reason }) };
    }
  };
  return { ...run, items: await Promise.all(run.items.map(readBack)) };
}

const foundTexts = {
  done: 'done, confirmed by reading it back',
  failed: 'not done, confirmed by reading it back',
} as const;

/** The effect of a stop cannot be read back, and a new plan shows what files or an undo have not changed yet. */
const unreadable: ReadonlySet<RunOperation> = new Set(['stopJobs', 'applyFiles', 'undo', 'writeOne']);

async function outcomeNow(session: ServerSession, run: RunRecord, item: ItemOutcome): Promise<Found> {
  if (unreadable.has(run.act)) return 'unknown';
  const isJob = objectKindOf(run, item) === 'job';
  switch (actionOf(run, item)) {
    case 'create':
      return isJob
        ? creationNow(item, names => session.jobs.named(names), unmetJobFields)
        : creationNow(item, names => session.groups.named(names), unmetGroupFields);
    case 'delete':
      if (isJob) return deletionNow(session, item);
      return (await findRecordedGroups(session, [item])).length === 0 ? 'done' : 'failed';
    default:
      return isJob ? editNow(session, run, item) : membersNow(session, item);
  }
}

async function creationNow<T>(
  { name, draft }: ItemOutcome,
  findNamed: (names: ReadonlySet<string>) => Promise<readonly T[]>,
  unmetFields: (sent: Draft, object: T) => readonly string[],
): Promise<Found> {
  if (draft === undefined) return 'unknown';
  const found = await findNamed(new Set([nameSent({ name, draft })]));
  if (found.length === 0) return 'failed';
  const { id: _, ...sent } = draft;
  // An object of the same name with other values may be another one.
  return found.some(object => unmetFields(sent, object).length === 0) ? 'done' : 'unknown';
}

async function membersNow(session: ServerSession, item: ItemOutcome): Promise<Found> {
  const [group] = await findRecordedGroups(session, [item]);
  const change = changeOf(item.draft);
  if (group === undefined || change === undefined) return 'unknown';
  return planMembership(group.now.server_set, change).isChange ? 'failed' : 'done';
}

async function editNow(session: ServerSession, run: RunRecord, item: ItemOutcome): Promise<Found> {
  const [job] = await findRecordedJobs(session, [item]);
  const edit = editOf(run, item);
  if (job === undefined || edit === undefined) return 'unknown';
  const now = toJobDraft(job.now);
  if (identifyJob(toJobDraft(job.seen), now).kind === 'another') return 'unknown';
  return ({ unchanged: 'done', send: 'failed', conflict: 'unknown' } as const)[rebaseEdit(edit, now).kind];
}

/** The ID of a deleted job may belong to another one now. */
async function deletionNow(session: ServerSession, item: ItemOutcome): Promise<Found> {
  if (item.id === undefined) return 'unknown';
  if ((await findJob(session, item.id)) === undefined) return 'done';
  const [job] = await findRecordedJobs(session, [item]);
  const isAnother =
    job !== undefined && identifyJob(toJobDraft(job.seen), toJobDraft(job.now)).kind === 'another';
  return isAnother ? 'done' : 'failed';
}
