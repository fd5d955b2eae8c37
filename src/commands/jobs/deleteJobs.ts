import { isGone } from '../../api/errors/apiError.ts';
import { deviceLabel, unwritableDevices } from '../../model/device.ts';
import { type Job, toJobDraft } from '../../model/job.ts';
import { localizer } from '../../platform/localize.ts';
import { jobName, namesOf } from '../../platform/objectNames.ts';
import { confirmOn } from '../../servers/productionGuard.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CommandContext } from '../commandContext.ts';
import { reportFailures, runEach } from '../runs/bulk.ts';
import { type CreateAgainContext, createAgain } from '../runs/createAgain.ts';
import { jobItem } from '../runs/remainingObjects.ts';
import { actTitle } from '../runs/runReport.ts';
import { type JobChoice, jobsFor } from './jobArguments.ts';

const { t, plural } = localizer;

/** Deletes jobs after a modal question, and offers to create them again. */
export async function deleteJobs(
  context: CreateAgainContext & JobChoice & Pick<CommandContext, 'watchList'>,
  args: readonly unknown[],
): Promise<void> {
  const targets = await jobsFor(context, args, t('Delete Jobs'));
  if (targets === undefined || targets.jobs.length === 0) return;
  const { session, jobs } = targets;
  if (await confirmDelete(context, session, jobs)) await removeJobs(context, session, jobs);
}

async function removeJobs(
  context: CreateAgainContext & Pick<CommandContext, 'watchList'>,
  session: ServerSession,
  jobs: readonly Job[],
): Promise<void> {
  // What is deleted is kept as it is now, not as it was when the list was read: "Undo" makes it from this.
  const kept = new Map<number, Job>();
  const result = await runEach(context, session, {
    act: 'deleteJobs',
    title: actTitle('deleteJobs'),
    items: jobs,
    itemOf: jobItem,
    run: async (job, sending) => {
      const current = await session.jobs.read(job.id).catch((error: unknown) => {
        if (isGone(error)) return undefined;
        throw error;
      });
      await sending(current === undefined ? undefined : toJobDraft(current));
      await session.jobs.remove(job.id);
      session.statuses.forget([job.id]);
      if (current !== undefined) kept.set(job.id, current);
    },
  });
  await context.watchList.forget(
    session.server.id,
    result.done.map(({ id }) => id),
  );
  await Promise.all([
    reportFailures(context, session, result, {
      nameOf: jobName,
      again: items => removeJobs(context, session, items),
    }),
    offerUndo(
      context,
      session,
      result.done.map(job => kept.get(job.id)).filter(job => job !== undefined),
    ),
  ]);
}

function confirmDelete(
  context: Pick<CommandContext, 'dialogs'>,
  session: ServerSession,
  jobs: readonly Job[],
): Promise<boolean> {
  const [only] = jobs;
  const server = session.server.name;
  const lost = jobs.flatMap(job => unwritableDevices(job.peers));
  const detail = [
    jobs.length > 1 ? namesOf(jobs, jobName, 10) : '',
    t('It can be undone by creating it again; the id will be new.'),
    lost.length > 0
      ? t('Devices without host name and address cannot be restored: {devices}.', {
          devices: namesOf(lost, deviceLabel),
        })
      : '',
  ];
  return confirmOn(session.server, context.dialogs, {
    message:
      only !== undefined && jobs.length === 1
        ? t('Delete the job “{name}” (#{id}) on “{server}”?', { name: jobName(only), id: only.id, server })
        : plural('Delete {count} job on “{server}”?|Delete {count} jobs on “{server}”?', jobs.length, {
            server,
          }),
    detail: detail.filter(part => part !== '').join('\n\n'),
    action: t('Delete'),
  });
}

async function offerUndo(
  context: CreateAgainContext,
  session: ServerSession,
  deleted: readonly Job[],
): Promise<void> {
  if (deleted.length === 0) return;
  const undo = t('Undo');
  const answer = await context.dialogs.info(
    t('Deleted on “{server}”: {jobs}.', { server: session.server.name, jobs: namesOf(deleted, jobName) }),
    undo,
  );
  if (answer !== undo) return;
  const items = deleted.map(job => ({ name: jobName(job), draft: toJobDraft(job) }));
  await createAgain(context, session, 'job', items);
}
