import type { StopResponse } from '../../api/resources/stops.ts';
import type { RunRecord } from '../../journal/runRecord.ts';
import type { Job } from '../../model/job.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, namesOf } from '../../platform/objectNames.ts';
import type { KnownStatus } from '../../store/statuses/statusCache.ts';
import type { StopOutcome } from '../../store/statuses/stopFollower.ts';
import { joinTexts } from '../../util/displayText.ts';
import type { CommandContext, Uses } from '../commandContext.ts';
import { runReport } from '../runs/runReport.ts';

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

export function stoppingTitle(jobs: readonly Job[]): string {
  const [only] = jobs;
  return only !== undefined && jobs.length === 1
    ? t('Stopping “{job}”', { job: jobName(only) })
    : plural('Stopping {count} job|Stopping {count} jobs', jobs.length);
}

/** Whether the job may have been executing, so that its end must be awaited. */
export function isFollowed({ status }: JobBeforeStop): boolean {
  return status === undefined || status.kind === 'running';
}

interface StopNotifier extends Uses<'dialogs'> {
  readonly reports: Pick<CommandContext['reports'], 'show'>;
}

/** Reports the outcome of every job in one notification. */
export async function notifyOfStop({ dialogs, reports }: StopNotifier, result: StopResult): Promise<void> {
  const { failure, outcomes } = result;
  const text = resultText(result);
  if (text === '') return;
  const hasEnded = outcomes.every(({ kind }) => kind === 'stopped' || kind === 'ended');
  const isComplete = failure === undefined && result.problems.length === 0;
  const succeeded = hasEnded && isComplete && result.response.kind !== 'noneFound';
  const notify = succeeded ? dialogs.info : dialogs.warn;
  const showReport = t('Show Report');
  const chosen = await notify(text, ...(failure === undefined ? [] : [showReport]));
  if (chosen === showReport && failure !== undefined) await reports.show(runReport(failure.record));
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
  const others = before.filter(entry => !isFollowed(entry));
  const unclear = others.filter(({ status }) => status?.kind === 'unknown');
  const idle = others.filter(({ status }) => status?.kind !== 'unknown');
  const name = ({ job, status }: JobBeforeStop) => `${jobName(job)} (${status?.word || t('no status')})`;
  return [
    unclear.length === 0 ? '' : t('Stop requested, if executing: {jobs}.', { jobs: namesOf(unclear, name) }),
    idle.length === 0 ? '' : t('Not executing, so not affected: {jobs}.', { jobs: namesOf(idle, name) }),
  ];
}
