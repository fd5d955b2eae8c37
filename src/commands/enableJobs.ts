import { localizer } from '../host/localize.ts';
import { jobName, namesOf } from '../host/objectNames.ts';
import { confirmOn } from '../host/productionGuard.ts';
import type { Job } from '../model/job.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { reportFailures, runEach } from './bulk.ts';
import { jobsFor } from './jobArguments.ts';
import type { CommandParts } from './parts.ts';
import { jobItem } from './remainingObjects.ts';
import { actTitle } from './runReport.ts';

const { t, plural } = localizer;

/** Switches jobs on or off by PATCH of `enabled` alone (contract, "PATCH rule"). */
export async function setJobsEnabled(
  parts: CommandParts,
  args: readonly unknown[],
  enabled: boolean,
): Promise<void> {
  const title = enabled ? t('Enable Jobs') : t('Disable Jobs');
  const targets = await jobsFor(parts, args, title, job => job.enabled !== enabled);
  if (targets === undefined) return;
  const { session } = targets;
  const jobs = targets.jobs.filter(job => job.enabled !== enabled);
  if (jobs.length === 0) {
    await parts.dialogs.info(
      enabled ? t('These jobs are enabled already.') : t('These jobs are disabled already.'),
    );
    return;
  }
  if (await confirmSwitch(parts, session, jobs, title)) await switchJobs(parts, session, jobs, enabled);
}

/** Many at once on a production server are not switched by a slip; one job is switched back as easily. */
async function confirmSwitch(
  parts: CommandParts,
  session: ServerSession,
  jobs: readonly Job[],
  action: string,
): Promise<boolean> {
  if (jobs.length === 1 || !session.server.production) return true;
  const message = plural(
    '{action}: {count} job on “{server}”?|{action}: {count} jobs on “{server}”?',
    jobs.length,
    {
      action,
      server: session.server.name,
    },
  );
  return confirmOn(session.server, parts.dialogs, { message, detail: namesOf(jobs, jobName, 10), action });
}

async function switchJobs(
  parts: CommandParts,
  session: ServerSession,
  jobs: readonly Job[],
  enabled: boolean,
): Promise<void> {
  const act = enabled ? 'enableJobs' : 'disableJobs';
  const result = await runEach(parts, session, {
    act,
    title: actTitle(act),
    items: jobs,
    itemOf: jobItem,
    run: async (job, sending) => {
      await sending();
      await session.jobs.update(job.id, { enabled });
    },
  });
  session.statuses.touch(jobs.map(job => job.id));
  await reportFailures(parts, session, result, {
    nameOf: jobName,
    again: items => switchJobs(parts, session, items, enabled),
  });
}
