import * as z from 'zod/mini';
import type { Job } from '../../../api/model/job.ts';
import { displayText } from '../../../base/displayText.ts';
import { needsStatuses, noMatchText } from '../../../store/filter/jobFilter.ts';
import { throwIfLacking } from '../../../store/reading/incompleteList.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { SweepOptions } from '../../../store/statuses/statusSweep.ts';
import { readWhole } from '../../notices/wholeLists.ts';
import { localizer, plural, t } from '../../platform/localize.ts';
import { jobName } from '../../platform/objectNames.ts';
import type { QuickChoice } from '../../platform/quickChoices.ts';
import {
  activeSession,
  givenIds,
  rowsOnServer,
  type SessionAccess,
  sessionNamed,
  targetsFor,
} from '../arguments.ts';
import type { Args, Uses } from '../commandContext.ts';

/** What choosing the jobs for a command requires. */
export type JobChoice = SessionAccess & Uses<'dialogs' | 'jobsView'>;

export interface JobTargets {
  readonly session: ServerSession;
  readonly jobs: readonly Job[];
}

/**
 * The jobs that a command applies to: rows of the tree (the clicked one, or all selected), IDs from a key binding or
 * another extension, the selection of the view, or jobs that the user picks.
 */
export function jobsFor(
  context: JobChoice,
  args: Args,
  title: string,
  fits: (job: Job) => boolean = () => true,
): Promise<JobTargets | undefined> {
  return targetsFor(
    context.jobsView,
    args,
    rows => chosenRows(context, rows),
    async () => {
      const named = givenIds(args);
      if (named === undefined)
        return args[0] === undefined ? chooseJobs(context, title, fits) : reject(context, args);
      const session = await sessionNamed(context, named.server);
      if (session === undefined) return named.server === undefined ? undefined : reject(context, args);
      return { session, jobs: await jobsOf(session, named.ids) };
    },
  );
}

/** The jobs among rows that a command was called for; others are mentioned. */
export async function chosenRows(
  context: JobChoice,
  rows: readonly unknown[],
): Promise<JobTargets | undefined> {
  const targets = await jobsOfRows(context, rows);
  if (targets !== undefined) mentionSkipped(context, rows, targets);
  return targets;
}

/** The jobs among rows of the tree. A key pressed on any other row does nothing. */
export async function jobsOfRows(
  context: Uses<'sessions'>,
  rows: readonly unknown[],
): Promise<JobTargets | undefined> {
  const found = rowsOnServer(context, rows, 'job');
  if (found === undefined) return undefined;
  const ids = found.rows.map(({ jobId }) => jobId);
  return { session: found.session, jobs: await jobsOf(found.session, ids) };
}

function jobsOf(session: ServerSession, ids: readonly number[]): Promise<Job[]> {
  return Promise.all([...new Set(ids)].map(id => session.jobs.get(id) ?? session.jobs.read(id)));
}

/** All jobs that match the filter of the view; if there are none, the user is told. */
export async function filteredJobs(context: JobChoice): Promise<JobTargets | undefined> {
  const { dialogs, jobsView } = context;
  const session = await activeSession(context);
  if (session === undefined || !(await readFiltered(context, session))) return undefined;
  const jobs = await jobsView.filteredJobs(session);
  if (jobs.length > 0) return { session, jobs };
  const { filter, filterVocabulary } = jobsView;
  const nothing =
    filter === '' ? t('The server has no jobs.') : noMatchText(filter, session.jobs.loadedCount, localizer);
  await dialogs.info(filterVocabulary.problemOf(filter) ?? nothing);
  return undefined;
}

/**
 * Reads everything that the filter is about: all jobs, and their statuses. False if the user cancels; rejects if jobs may
 * be missing.
 */
async function readFiltered(context: JobChoice, session: ServerSession): Promise<boolean> {
  if (!(await readWhole(context, session, ['jobs']))) return false;
  throwIfLacking('jobs', session.jobs.coverage);
  if (!needsStatuses(context.jobsView.arrangementOf(session).filter)) return true;
  return readStatusesWithProgress(context, options => session.sweep.run(options));
}

/** Reads statuses with progress. False if the user cancels. */
export function readStatusesWithProgress(
  { dialogs }: Uses<'dialogs'>,
  read: (options: SweepOptions) => Promise<void>,
): Promise<boolean> {
  return dialogs.progress(t('Reading statuses'), async (report, signal) => {
    const onProgress = (done: number, all: number) => report(t('{done} of {all}', { done, all }));
    await read({ signal, onProgress }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return !signal.aborted;
  });
}

/** Lets the user pick one of the server's jobs, once all of them are read. */
export async function pickJob(
  context: Uses<'dialogs'>,
  session: ServerSession,
  title: string,
  fits: (job: Job) => boolean = () => true,
): Promise<Job | undefined> {
  if (!(await readWhole(context, session, ['jobs']))) return undefined;
  const chosen = await context.dialogs.pick(title, jobChoices(session, fits));
  return chosen === undefined ? undefined : session.jobs.get(Number(chosen));
}

/** The jobs of the server as choices, by their IDs. */
export function jobChoices(session: ServerSession, fits: (job: Job) => boolean = () => true): QuickChoice[] {
  return session.jobs.jobs.filter(fits).map(job => ({
    value: String(job.id),
    label: jobName(job),
    description: describeJob(job, session),
  }));
}

async function chooseJobs(
  context: SessionAccess & Uses<'dialogs'>,
  title: string,
  fits: (job: Job) => boolean,
): Promise<JobTargets | undefined> {
  const session = await activeSession(context);
  if (session === undefined) return undefined;
  if (!(await readWhole(context, session, ['jobs']))) return undefined;
  const choices = jobChoices(session, fits);
  if (choices.length === 0) {
    await context.dialogs.info(t('No job matches this command.'));
    return undefined;
  }
  const chosen = await context.dialogs.pickMany(title, choices);
  if (chosen === undefined || chosen.length === 0) return undefined;
  const jobs = chosen.flatMap(id => session.jobs.get(Number(id)) ?? []);
  return { session, jobs };
}

function describeJob({ id }: Job, { statuses }: ServerSession): string {
  const word = displayText(statuses.get(id)?.word ?? '', 60);
  return word === '' ? `#${id}` : `#${id} · ${word}`;
}

const AnyRowSchema = z.looseObject({ kind: z.string(), serverId: z.string() });

/** Rows below a selected job go with it; of others, as Ctrl+A selects them, the user is told. */
function mentionSkipped({ dialogs }: Uses<'dialogs'>, rows: readonly unknown[], { jobs }: JobTargets): void {
  const ids = new Set<unknown>(jobs.map(({ id }) => id));
  const skipped = rows
    .flatMap(row => AnyRowSchema.safeParse(row).data ?? [])
    .filter(({ jobId }) => !ids.has(jobId));
  if (skipped.length > 0)
    void dialogs.info(
      plural(
        '{count} selected row is not a job and was skipped.|{count} selected rows are not jobs and were skipped.',
        skipped.length,
      ),
    );
}

async function reject({ dialogs }: Uses<'dialogs'>, [given]: Args): Promise<undefined> {
  const row = AnyRowSchema.safeParse(given).data;
  if (row !== undefined && row.kind !== 'job')
    await dialogs.info(t('This row is not a job. Select jobs first.'));
  else await dialogs.error(t('Invalid command arguments. Pass job IDs, for example { "ids": [1, 2] }.'));
  return undefined;
}
