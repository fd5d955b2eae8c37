import type { RunItem } from '../../journal/runRecord.ts';
import type { FieldEdit } from '../../model/fieldEdit.ts';
import type { Job } from '../../model/job.ts';
import { localizer } from '../../platform/localize.ts';
import { jobName } from '../../platform/objectNames.ts';
import { editJob, reversed } from '../../store/jobs/jobEdits.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { type RunContext, reportFailures, runEach } from './bulk.ts';
import { jobItem } from './remainingObjects.ts';
import { operationTitle } from './runReport.ts';

const { t, plural } = localizer;

/** An edit of one job, as it was shown to the person. */
export interface JobEdit {
  readonly job: Job;
  readonly edit: FieldEdit;
}

interface EditsRun {
  readonly edits: readonly JobEdit[];
  readonly isUndo?: boolean;
}

/**
 * Makes edits of jobs, each of what the server has then, and reports each that failed. “Undo” takes back exactly what
 * was stored.
 */
export async function editJobs(
  context: RunContext,
  session: ServerSession,
  { edits, isUndo = false }: EditsRun,
): Promise<void> {
  const stored = new Map<JobEdit, FieldEdit>();
  const result = await runEach(context, session, {
    act: 'changeJobs',
    title: operationTitle('changeJobs'),
    items: edits,
    itemOf: editItem,
    run: async (item, sending) => {
      const edit = await editJob(session.jobs, { id: item.job.id, edit: item.edit }, sending);
      if (edit !== undefined) stored.set(item, edit);
    },
  });
  session.statuses.touch([...stored.keys()].map(({ job }) => job.id));
  await Promise.all([
    reportFailures(context, session, result, {
      nameOf: ({ job }) => jobName(job),
      again: items => editJobs(context, session, { edits: items, isUndo }),
    }),
    reportEdits(context, session, { stored, isUndo, equal: result.done.length - stored.size }),
  ]);
}

/** A change as a journal notes it, so that another window can resume it. */
function editItem({ job, edit }: JobEdit): RunItem {
  return { ...jobItem(job), draft: { ...edit } };
}

interface Edited {
  readonly stored: ReadonlyMap<JobEdit, FieldEdit>;
  readonly isUndo: boolean;
  /** How many jobs had all of it already. */
  readonly equal: number;
}

async function reportEdits(
  context: RunContext,
  session: ServerSession,
  { stored, isUndo, equal }: Edited,
): Promise<void> {
  if (stored.size + equal === 0) return;
  const words = { server: session.server.name };
  const changed = isUndo
    ? plural(
        'Changed {count} job on “{server}” back.|Changed {count} jobs on “{server}” back.',
        stored.size,
        words,
      )
    : plural('Changed {count} job on “{server}”.|Changed {count} jobs on “{server}”.', stored.size, words);
  const same =
    equal === 0 ? '' : plural('{count} was already as requested.|{count} were already as requested.', equal);
  const undo = t('Undo');
  const actions = stored.size > 0 && !isUndo ? [undo] : [];
  const text = [changed, same].filter(part => part !== '').join(' ');
  if ((await context.dialogs.info(text, ...actions)) !== undo) return;
  const edits = [...stored].map(([{ job }, edit]) => ({ job, edit: reversed(edit) }));
  await editJobs(context, session, { edits, isUndo: true });
}
