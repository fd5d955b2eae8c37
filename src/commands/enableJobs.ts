import { localizer } from '../host/localize.ts';
import { jobName } from '../host/objectNames.ts';
import { reportFailures, runEach } from './bulk.ts';
import { jobsFor } from './jobArguments.ts';
import type { CommandParts } from './parts.ts';

const { t } = localizer;

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
  const result = await runEach(parts, title, jobs, async job => {
    await session.jobs.update(job.id, { enabled });
  });
  session.statuses.touch(jobs.map(job => job.id));
  await reportFailures(parts, session, result, jobName);
}
