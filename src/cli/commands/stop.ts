import { isNotFound, OutcomeError } from '../../api/errors/apiError.ts';
import type { Job } from '../../api/model/job.ts';
import type { StopWriteResult } from '../../api/writes/serverWrites.ts';
import { systemClock } from '../../base/clock.ts';
import type { Localizer } from '../../base/localizer.ts';
import type { RunRecord } from '../../store/runs/runRecord.ts';
import { stopRecorded } from '../../store/runs/stopRun.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { KnownStatus } from '../../store/statuses/statusCache.ts';
import { followStop, type StopOutcome, stopEffect } from '../../store/statuses/stopFollower.ts';
import type { CliContext, ExitCode } from '../cliContext.ts';
import { duringWrite, isConfirmed } from '../confirmation.ts';
import { requireChoice, requiredJobs } from '../jobChoice.ts';
import { withJournal } from '../journal.ts';
import { jobTitle, readStatuses, statusCell } from '../namedObjects.ts';

export async function stopJobs(
  context: CliContext<'filter' | 'dry-run' | 'no-wait' | 'timeout' | 'yes' | 'state-dir'>,
): Promise<ExitCode> {
  const { localizer, options, signal } = context;
  requireChoice(context);
  const limitMs = (options.seconds('timeout') ?? 120) * 1_000;
  const { server, session } = context.connect();
  const jobs = await requiredJobs(context, session);
  if (jobs.length === 0) {
    print(context, [], nothingSent);
    return 0;
  }
  const isDryRun = options.has('dry-run');
  const words = { server: server.name, url: server.url };
  const question =
    jobs.length === 1
      ? undefined
      : localizer.plural(
          'Stop {count} job on “{server}” ({url})?|Stop {count} jobs on “{server}” ({url})?',
          jobs.length,
          words,
        );
  const textOf = (run: RunRecord) => interruptedText(run, localizer);
  return withJournal(context, server, textOf, async ({ journal }) => {
    if (!isDryRun && !(await isConfirmed(context, server, question, jobs.length))) return 1;
    // A job is stopped even if its status cannot be read.
    await readStatuses(session, jobs, context).catch(() => undefined);
    signal.throwIfAborted();
    const before = new Map(jobs.map(({ id }) => [id, session.statuses.get(id)]));
    if (isDryRun) {
      const rows = jobs.map(job => plannedRow(job, before.get(job.id)));
      print(context, rows, nothingSent);
      return rows.some(({ result }) => result === 'planned') ? 2 : 0;
    }
    const items = jobs.map(job => ({ job, item: { id: job.id, name: job.name } }));
    const stopped = await duringWrite(context, () =>
      stopRecorded(journal, session, items, context.errorText),
    );
    const isFound = stopped.response.kind !== 'noneFound';
    const requested = jobs.filter(({ id }) => isFound && stopped.requestedIds.has(id));
    context.setDone(
      localizer.plural('Stop requested for {count} job.|Stop requested for {count} jobs.', requested.length),
    );
    const ending = requested.filter(({ id }) => stopEffect(before.get(id)) === 'ends');
    const outcomes = options.has('no-wait') ? [] : await follow(context, session.statuses, ending, limitMs);
    const rows = jobs.map(job => rowOf(job, stopped, before.get(job.id), outcomes));
    print(context, rows, stopped);
    signal.throwIfAborted();
    return stopped.failure === undefined && rows.every(({ result }) => !failures.has(result)) ? 0 : 1;
  });
}

const resultTexts = {
  stopped: 'stopped',
  ended: 'ended by itself',
  stillExecuting: 'still executing',
  unknown: 'not known',
  requested: 'stop requested',
  planned: 'would be stopped',
  notExecuting: 'not executing, so not affected',
  notSent: 'not sent',
  notFound: 'not found',
} as const;

type Result = keyof typeof resultTexts;

const failures: ReadonlySet<Result> = new Set<Result>(['stillExecuting', 'unknown', 'notSent', 'notFound']);

/** Describes a stop that was sent but got no response. */
function interruptedText({ act, items }: RunRecord, { t }: Localizer): string | undefined {
  if (act !== 'stopJobs') return undefined;
  const ids = items.flatMap(({ is, id }) => (is === 'done' || id === undefined ? [] : [id]));
  return t(
    'A stop on this server was interrupted before the response arrived, so it is unknown whether these jobs were stopped: {ids}. Check them with “device-automation status {list}”.',
    { ids: ids.join(', '), list: ids.join(' ') },
  );
}

/** Waits until all jobs have ended. */
async function follow(
  { output, localizer, signal }: CliContext,
  statuses: ServerSession['statuses'],
  jobs: readonly Job[],
  limitMs: number,
): Promise<readonly StopOutcome[]> {
  if (jobs.length === 0) return [];
  output.progress(localizer.t('Waiting for the jobs to end'));
  const ids = jobs.map(({ id }) => id);
  const outcomes = await followStop(ids, { statuses, clock: systemClock, signal, limitMs });
  output.endProgress();
  return outcomes;
}

interface StopRow {
  readonly job: Job;
  readonly result: Result;
  readonly before: KnownStatus | undefined;
  readonly outcome: StopOutcome | undefined;
}

function rowOf(
  job: Job,
  stopped: StopWriteResult,
  before: KnownStatus | undefined,
  outcomes: readonly StopOutcome[],
): StopRow {
  const outcome = outcomes.find(({ id }) => id === job.id);
  const result =
    refusal(job, stopped) ?? outcome?.kind ?? (stopEffect(before) === 'none' ? 'notExecuting' : 'requested');
  return { job, before, outcome, result };
}

/** What --dry-run prints. */
function plannedRow(job: Job, before: KnownStatus | undefined): StopRow {
  return {
    job,
    result: stopEffect(before) === 'none' ? 'notExecuting' : 'planned',
    before,
    outcome: undefined,
  };
}

const nothingSent: StopWriteResult = {
  response: { kind: 'accepted', message: '' },
  requestedIds: new Set(),
  refused: new Map(),
  failure: undefined,
};

/** Why the server did not take the stop of this job; `undefined` if it did. */
function refusal({ id }: Job, { response, refused, failure }: StopWriteResult): Result | undefined {
  if (response.kind === 'noneFound') return 'notFound';
  if (refused.has(id)) return isNotFound(refused.get(id)) ? 'notFound' : 'notSent';
  if (failure?.unsentIds.includes(id)) return 'notSent';
  if (failure?.failedIds.includes(id)) return failure.reason instanceof OutcomeError ? 'unknown' : 'notSent';
  return undefined;
}

function print(
  { output, localizer, errorText }: CliContext,
  rows: readonly StopRow[],
  { response: { message }, refused, failure }: StopWriteResult,
): void {
  const { t } = localizer;
  if (output.isDocument) {
    const jobs = rows.map(({ job: { id, name }, result, before, outcome }) => {
      return { id, name, result, before: before?.word, status: outcome?.status ?? before?.word };
    });
    output.document({ message, jobs });
  } else
    output.table([
      [t('ID'), t('Name'), t('Result'), t('Status')],
      ...rows.map(({ job, result, before, outcome }) => [
        String(job.id),
        jobTitle(job, localizer),
        t(resultTexts[result]),
        outcome?.status ?? statusCell(before, localizer),
      ]),
    ]);
  if (failure !== undefined) output.note(errorText(failure));
  for (const { job } of rows) {
    const error = refused.get(job.id);
    if (error !== undefined && !isNotFound(error))
      output.note(`${jobTitle(job, localizer)}: ${errorText(error)}`);
  }
  if (message !== '') output.note(t('Response from the server: {detail}', { detail: message }));
}
