import type { Job } from '../../../api/model/job.ts';
import type { StopResponse } from '../../../api/resources/stops.ts';
import { systemClock } from '../../../base/clock.ts';
import { joinTexts } from '../../../base/displayText.ts';
import type { RunRecord } from '../../../store/runs/runRecord.ts';
import { stopRecorded } from '../../../store/runs/stopRun.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { KnownStatus } from '../../../store/statuses/statusCache.ts';
import { sweepStatuses } from '../../../store/statuses/statusSweep.ts';
import { followStop, type StopOutcome, stopEffect } from '../../../store/statuses/stopFollower.ts';
import type { Progress } from '../../platform/dialogs.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, jobNames, namesOf } from '../../platform/objectNames.ts';
import { confirmOn } from '../../servers/serverMarks.ts';
import type { Args, CommandContext, Uses } from '../commandContext.ts';
import type { RunContext } from '../runs/bulk.ts';
import { jobItem } from '../runs/recordedObjects.ts';
import { runReport } from '../runs/runReport.ts';
import { type JobChoice, type JobTargets, jobsFor } from './jobArguments.ts';

/** Stops jobs in one request and reports for each whether it was executing (docs/api.md, "Stopping jobs"). */
export async function stopJobs(context: RunContext & JobChoice, args: Args): Promise<void> {
  const targets = await jobsFor(context, args, t('Stop Jobs'));
  if (targets !== undefined && targets.jobs.length > 0) await stopTheseJobs(context, targets);
}

/** What is asked instead of the usual question. */
interface StopQuestion {
  readonly message: string;
  readonly detail: string;
}

/** Does the same for jobs that are already chosen. With a `question`, it always asks, even about one job. */
export async function stopTheseJobs(
  context: RunContext & Uses<'jobsView'>,
  targets: JobTargets,
  question?: StopQuestion,
): Promise<void> {
  const { session, jobs } = targets;
  const needsConsent = question !== undefined || jobs.length > 1 || session.server.production === true;
  if (needsConsent && !(await confirmStop(context, targets, question ?? usualQuestion(targets)))) return;
  // The result replaces the progress, so that there is only one notification at a time.
  const result = await context.dialogs.progress(stoppingTitle(jobs), (report, signal) =>
    stopAndFollow(context, targets, { report, signal }),
  );
  await notifyOfStop(context, result);
  if (result.response.kind === 'noneFound') await context.jobsView.refresh();
}

/** Waits until the executing jobs have actually stopped. `signal` ends the wait, not the stop. */
async function stopAndFollow(
  context: Uses<'notices' | 'log' | 'journal'>,
  { session, jobs }: JobTargets,
  { report, signal }: Progress,
): Promise<StopResult> {
  const before = await statusesOf(session, jobs);
  const { response, requestedIds, problems, failure } = await sendStop(context, session, jobs);
  const stopped = response.kind === 'noneFound' ? [] : before.filter(({ job }) => requestedIds.has(job.id));
  const ids = stopped.filter(({ status }) => stopEffect(status) === 'ends').map(({ job }) => job.id);
  if (ids.length > 0) report(t('waiting for them to end'));
  const outcomes = await followStop(ids, { statuses: session.statuses, clock: systemClock, signal });
  return { response, before: stopped, outcomes, problems, failure };
}

interface SentStop extends Pick<StopResult, 'response' | 'problems' | 'failure'> {
  readonly requestedIds: ReadonlySet<number>;
}

/** One request for all jobs. The journal records it first, in case the window closes before the response. */
async function sendStop(
  context: Uses<'notices' | 'log' | 'journal'>,
  session: ServerSession,
  jobs: readonly Job[],
): Promise<SentStop> {
  const textOf = (error: unknown) => context.notices.text(error, session.server);
  const items = jobs.map(job => ({ job, item: jobItem(job) }));
  try {
    const { record, ...stopped } = await stopRecorded(context.journal, session, items, textOf);
    const problems = jobs.flatMap(job => {
      const error = stopped.refused.get(job.id);
      if (error === undefined) return [];
      return t('{object}: {problem}', { object: jobName(job), problem: textOf(error) });
    });
    for (const text of problems) context.log.error(text);
    if (stopped.failure === undefined) return { ...stopped, problems, failure: undefined };
    const text = textOf(stopped.failure);
    context.log.error(text);
    return { ...stopped, problems, failure: { text, record } };
  } finally {
    session.statuses.touch(jobs.map(job => job.id));
  }
}

function confirmStop(
  context: Uses<'dialogs'>,
  { session }: JobTargets,
  question: StopQuestion,
): Promise<boolean> {
  return confirmOn(session.server, context.dialogs, { ...question, action: t('Stop') });
}

function usualQuestion({ session, jobs }: JobTargets): StopQuestion {
  const [only] = jobs;
  const server = session.server.name;
  return only !== undefined && jobs.length === 1
    ? {
        message: t('Stop the job “{name}” (#{id}) on “{server}”?', {
          name: jobName(only),
          id: only.id,
          server,
        }),
        detail: '',
      }
    : {
        message: plural('Stop {count} job on “{server}”?|Stop {count} jobs on “{server}”?', jobs.length, {
          server,
        }),
        detail: jobNames(jobs, 10),
      };
}

/** Only needed for the report; the stop works without current statuses. */
async function statusesOf(session: ServerSession, jobs: readonly Job[]): Promise<JobBeforeStop[]> {
  const startedMs = systemClock.now();
  const ids = jobs.map(job => job.id);
  await sweepStatuses(session.statuses, ids).catch(() => undefined);
  return statusesSince(startedMs, session, jobs);
}

/** The statuses that were read since then. */
export function statusesSince(
  sinceMs: number,
  { statuses }: ServerSession,
  jobs: readonly Job[],
): JobBeforeStop[] {
  return jobs.map(job => {
    const status = statuses.get(job.id);
    return { job, status: status !== undefined && status.asOfMs >= sinceMs ? status : undefined };
  });
}

/** A job with its status just before the stop. */
export interface JobBeforeStop {
  readonly job: Job;
  /** `undefined` if the status could not be read. */
  readonly status: KnownStatus | undefined;
}

export interface StopResult {
  readonly response: StopResponse;
  /** The jobs in the stop request. */
  readonly before: readonly JobBeforeStop[];
  /** Why jobs were left out, a sentence each. */
  readonly problems: readonly string[];
  /** The outcomes of the jobs that were executing. */
  readonly outcomes: readonly StopOutcome[];
  /** Set if the request was split and one part failed. */
  readonly failure: { readonly text: string; readonly record: RunRecord } | undefined;
}

function stoppingTitle(jobs: readonly Job[]): string {
  const [only] = jobs;
  return only !== undefined && jobs.length === 1
    ? t('Stopping “{job}”', { job: jobName(only) })
    : plural('Stopping {count} job|Stopping {count} jobs', jobs.length);
}

interface StopNotifier extends Uses<'dialogs' | 'runActions'> {
  readonly reports: Pick<CommandContext['reports'], 'show'>;
}

/** Reports the outcome of every job in one notification. */
export async function notifyOfStop(context: StopNotifier, result: StopResult): Promise<void> {
  const { dialogs, reports, runActions } = context;
  const { failure, outcomes } = result;
  const text = resultText(result);
  if (text === '') return;
  const hasEnded = outcomes.every(({ kind }) => kind === 'stopped' || kind === 'ended');
  const isComplete = failure === undefined && result.problems.length === 0;
  const succeeded = hasEnded && isComplete && result.response.kind !== 'noneFound';
  const notify = succeeded ? dialogs.info : dialogs.warn;
  const showReport = t('Show Report');
  const chosen = await notify(text, ...(failure === undefined ? [] : [showReport]));
  if (chosen === showReport && failure !== undefined)
    await reports.show(runReport(failure.record, runActions));
}

function resultText({ response, before, outcomes, problems, failure }: StopResult): string {
  return joinTexts(
    ' ',
    failure?.text,
    ...problems.slice(0, 3),
    response.kind === 'noneFound' && t('None of these jobs were found on the server.'),
    ...outcomeLines(before, outcomes),
    ...otherLines(before),
    response.message !== '' && t('Response from the server: {detail}', { detail: response.message }),
  );
}

/** The outcomes of the jobs that may have been executing. */
function outcomeLines(before: readonly JobBeforeStop[], outcomes: readonly StopOutcome[]): string[] {
  const jobOf = new Map(before.map(({ job }) => [job.id, job]));
  const nameOf = ({ id }: StopOutcome) => {
    const job = jobOf.get(id);
    return job === undefined ? `#${id}` : jobName(job);
  };
  const withStatus = (outcome: StopOutcome) => `${nameOf(outcome)} (${outcome.status || t('no status')})`;
  const line = (kind: StopOutcome['kind'], name: typeof nameOf, text: (jobs: string) => string) => {
    const found = outcomes.filter(outcome => outcome.kind === kind);
    return found.length === 0 ? '' : text(namesOf(found, name));
  };
  return [
    line('stopped', nameOf, jobs => t('Stopped: {jobs}.', { jobs })),
    line('ended', withStatus, jobs => t('Ended on their own: {jobs}.', { jobs })),
    line('stillExecuting', withStatus, jobs => t('Still executing: {jobs}.', { jobs })),
    line('unknown', withStatus, jobs => t('Status unknown: {jobs}.', { jobs })),
  ];
}

/** The jobs that were not executing, or whose status is unknown. */
function otherLines(before: readonly JobBeforeStop[]): string[] {
  const unclear = before.filter(({ status }) => stopEffect(status) === 'mayEnd');
  const idle = before.filter(({ status }) => stopEffect(status) === 'none');
  const name = ({ job, status }: JobBeforeStop) => `${jobName(job)} (${status?.word || t('no status')})`;
  return [
    unclear.length === 0 ? '' : t('Stop requested, if executing: {jobs}.', { jobs: namesOf(unclear, name) }),
    idle.length === 0 ? '' : t('Not executing, so not affected: {jobs}.', { jobs: namesOf(idle, name) }),
  ];
}
