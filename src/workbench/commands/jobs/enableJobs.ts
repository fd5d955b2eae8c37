import type { Job } from '../../../api/model/job.ts';
import { ascending } from '../../../base/collections.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { isLargeGrowth } from '../../../store/reach/growth.ts';
import type { Reach } from '../../../store/reach/targetIndex.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, jobNames } from '../../platform/objectNames.ts';
import { reachText } from '../../platform/reachTexts.ts';
import { confirmationThreshold } from '../../platform/settings.ts';
import { confirmOn } from '../../servers/serverMarks.ts';
import type { Args, Uses } from '../commandContext.ts';
import type { RunContext } from '../runs/bulk.ts';
import { takeSteps } from '../runs/stepRuns.ts';
import { editStep } from '../runs/steps.ts';
import { type JobChoice, type JobTargets, jobsFor } from './jobArguments.ts';

/** Enables or disables jobs with a PATCH of `enabled` only (docs/api.md, "Job body"). */
export async function setJobsEnabled(
  context: RunContext & JobChoice,
  args: Args,
  enabled: boolean,
): Promise<void> {
  const title = enabled ? t('Enable Jobs') : t('Disable Jobs');
  const targets = await jobsFor(context, args, title, job => job.enabled !== enabled);
  if (targets !== undefined) await enableJobs(context, targets, enabled);
}

/** Does the same for jobs that are already chosen. */
export async function enableJobs(context: RunContext, targets: JobTargets, enabled: boolean): Promise<void> {
  const { session } = targets;
  const jobs = targets.jobs.filter(job => job.enabled !== enabled);
  const already = targets.jobs.length - jobs.length;
  if (jobs.length === 0) {
    await context.dialogs.info(
      t(enabled ? 'Already enabled on “{server}”: {jobs}.' : 'Already disabled on “{server}”: {jobs}.', {
        jobs: jobNames(targets.jobs),
        server: session.server.name,
      }),
    );
    return;
  }
  // Switching a single job needs no prompt, unless it affects many devices.
  const growth = { before: 0, after: reachOf(jobs, session).devices };
  const isAsked = jobs.length > 1 || (enabled && isLargeGrowth(growth, confirmationThreshold()));
  const isSure = !isAsked || (await confirmSwitch(context, session, { jobs, already, enabled }));
  if (isSure) await switchJobs(context, session, { jobs, already, enabled });
}

interface Switch {
  readonly jobs: readonly Job[];
  /** The number of requested jobs that need no change. */
  readonly already: number;
  readonly enabled: boolean;
}

function confirmSwitch(
  context: Uses<'dialogs'>,
  session: ServerSession,
  { jobs, already, enabled }: Switch,
): Promise<boolean> {
  const [only] = jobs;
  const words = { server: session.server.name, name: only === undefined ? '' : jobName(only) };
  const many = enabled
    ? plural('Enable {count} job on “{server}”?|Enable {count} jobs on “{server}”?', jobs.length, words)
    : plural('Disable {count} job on “{server}”?|Disable {count} jobs on “{server}”?', jobs.length, words);
  const detail = joinTexts(
    '\n\n',
    jobs.length > 1 && jobNames(jobs, 10),
    enabled && reachText(reachOf(jobs, session)),
    alreadyText(already, enabled),
  );
  // A single job is only asked about before it is enabled.
  const message = jobs.length === 1 ? t('Enable the job “{name}” on “{server}”?', words) : many;
  const action = enabled ? t('Enable') : t('Disable');
  return confirmOn(session.server, context.dialogs, { message, detail, action });
}

/** The devices that the jobs run on together, and what is unknown about them. */
function reachOf(jobs: readonly Job[], { targets }: ServerSession): Reach {
  return targets.reachOf({
    peers: jobs.flatMap(job => job.peers),
    groups: ascending(jobs.flatMap(job => job.groups)),
    dynamic_groups: ascending(jobs.flatMap(job => job.dynamic_groups)),
  });
}

/** Reports how many of several jobs were changed and how many needed no change; a single one shows it in its row. */
function switchJobs(
  context: RunContext,
  session: ServerSession,
  { jobs, already, enabled }: Switch,
): Promise<void> {
  const words = { server: session.server.name };
  const switchedText = (count: number) =>
    enabled
      ? plural('Enabled {count} job on “{server}”.|Enabled {count} jobs on “{server}”.', count, words)
      : plural('Disabled {count} job on “{server}”.|Disabled {count} jobs on “{server}”.', count, words);
  return takeSteps(context, session, {
    act: enabled ? 'enableJobs' : 'disableJobs',
    steps: jobs.map(job => editStep({ job, edit: { before: { enabled: job.enabled }, after: { enabled } } })),
    already,
    jobsText: (changed, unchanged) =>
      jobs.length === 1 ? '' : joinTexts(' ', switchedText(changed), alreadyText(unchanged, enabled)),
  });
}

function alreadyText(count: number, enabled: boolean): string {
  if (count === 0) return '';
  return enabled
    ? plural('{count} job was already enabled.|{count} jobs were already enabled.', count)
    : plural('{count} job was already disabled.|{count} jobs were already disabled.', count);
}
