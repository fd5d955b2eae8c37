import type { Job } from '../../model/job.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, namesOf } from '../../platform/objectNames.ts';
import { reachText } from '../../platform/reachTexts.ts';
import { confirmationThreshold } from '../../platform/settings.ts';
import { confirmOn } from '../../servers/serverMarks.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { isLargeGrowth } from '../../store/targets/growth.ts';
import type { Reach } from '../../store/targets/targetIndex.ts';
import { ascending } from '../../util/collections.ts';
import { joinTexts } from '../../util/displayText.ts';
import { editJob, throwIfOtherwise } from '../../writes/objectEdits.ts';
import type { Args, Uses } from '../commandContext.ts';
import { type BulkResult, offerUndo, type RunContext, reportFailures, runEach } from '../runs/bulk.ts';
import { jobItem } from '../runs/recordedObjects.ts';
import { undoOf } from '../runs/undoRun.ts';
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
      enabled ? t('These jobs are already enabled.') : t('These jobs are already disabled.'),
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
  const words = { server: session.server.name };
  const message = enabled
    ? plural('Enable {count} job on “{server}”?|Enable {count} jobs on “{server}”?', jobs.length, words)
    : plural('Disable {count} job on “{server}”?|Disable {count} jobs on “{server}”?', jobs.length, words);
  const detail = joinTexts(
    '\n\n',
    namesOf(jobs, jobName, 10),
    enabled && reachText(reachOf(jobs, session)),
    alreadyText(already, enabled),
  );
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

async function switchJobs(context: RunContext, session: ServerSession, work: Switch): Promise<void> {
  const { jobs, enabled } = work;
  const act = enabled ? 'enableJobs' : 'disableJobs';
  const changed: number[] = [];
  const result = await runEach(context, session, {
    act,
    items: jobs,
    itemOf: jobItem,
    run: async (job, sending, left) => {
      const edit = { before: { enabled: job.enabled }, after: { enabled } };
      const stored = await editJob(
        session.writes.jobs,
        { job, edit },
        { onSending: sending, isOfWhole: true },
      );
      if (stored === undefined) return;
      left(stored.edit.after);
      throwIfOtherwise(stored);
      changed.push(job.id);
    },
  });
  session.statuses.touch(changed);
  await Promise.all([
    reportFailures(context, session, result, {
      nameOf: jobName,
      again: items => switchJobs(context, session, { ...work, jobs: items, already: 0 }),
    }),
    jobs.length > 1 && result.done.length > 0
      ? reportSwitch(context, session, { ...work, result, changed: changed.length })
      : undefined,
  ]);
}

interface Switched extends Switch {
  readonly result: BulkResult<Job>;
  readonly changed: number;
}

/** Reports how many jobs were changed and how many needed no change. */
async function reportSwitch(
  context: RunContext,
  session: ServerSession,
  { result, changed, already, enabled }: Switched,
): Promise<void> {
  const words = { server: session.server.name };
  const text = enabled
    ? plural('Enabled {count} job on “{server}”.|Enabled {count} jobs on “{server}”.', changed, words)
    : plural('Disabled {count} job on “{server}”.|Disabled {count} jobs on “{server}”.', changed, words);
  const unchanged = alreadyText(already + result.done.length - changed, enabled);
  await offerUndo(context, {
    texts: [text, unchanged],
    undo: undoOf(context, session, result.record),
  });
}

function alreadyText(count: number, enabled: boolean): string {
  if (count === 0) return '';
  return enabled
    ? plural('{count} was already enabled.|{count} were already enabled.', count)
    : plural('{count} was already disabled.|{count} were already disabled.', count);
}
