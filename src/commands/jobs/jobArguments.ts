import * as z from 'zod/mini';
import type { Job } from '../../model/job.ts';
import { t } from '../../platform/localize.ts';
import { jobName } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { displayText } from '../../util/displayText.ts';
import type { Args, Uses } from '../commandContext.ts';
import {
  activeSession,
  IdSchema,
  isOfOneServer,
  namedId,
  type SessionAccess,
  sessionNamed,
} from '../servers/serverArguments.ts';
import { isForSelection, isFromKey, rowsIn } from '../viewArguments.ts';

/** What choosing the jobs for a command requires. */
export type JobChoice = SessionAccess & Uses<'dialogs' | 'jobsView'>;

const JobRowSchema = z.looseObject({ kind: z.literal('job'), serverId: z.string(), jobId: IdSchema });

interface NamedJobs {
  readonly server?: string | undefined;
  readonly ids: readonly number[];
}

const JobIdsSchema = z.array(IdSchema).check(z.minLength(1));
const NamedJobsSchema = z.looseObject({ ids: JobIdsSchema, server: z.optional(z.string()) });

export interface JobTargets {
  readonly session: ServerSession;
  readonly jobs: readonly Job[];
}

/**
 * The jobs that a command applies to: rows of the tree (the clicked one, or all selected), IDs from a key binding or
 * another extension, the selection of the view, or loaded jobs that the user picks.
 */
export async function jobsFor(
  context: JobChoice,
  args: Args,
  title: string,
  fits: (job: Job) => boolean = () => true,
): Promise<JobTargets | undefined> {
  if (isFromKey(args)) return jobsOfRows(context, await context.jobsView.frame.focusedRows());
  const named =
    namedJobs(args) ?? (isForSelection(args) ? jobRows(context.jobsView.frame.selection) : undefined);
  if (named === undefined)
    return args.length === 0 || args[0] === undefined ? chooseJobs(context, title, fits) : reject(context);
  const session = await sessionNamed(context, named.server);
  if (session === undefined) return named.server === undefined ? undefined : reject(context);
  return { session, jobs: await jobsOf(session, named.ids) };
}

/** The jobs among rows of the tree. A key pressed on any other row does nothing. */
export async function jobsOfRows(
  context: Uses<'sessions'>,
  rows: readonly unknown[],
): Promise<JobTargets | undefined> {
  const named = jobRows(rows);
  const session = named?.server === undefined ? undefined : context.sessions.get(named.server);
  return named === undefined || session === undefined
    ? undefined
    : { session, jobs: await jobsOf(session, named.ids) };
}

function jobsOf(session: ServerSession, ids: readonly number[]): Promise<Job[]> {
  return Promise.all([...new Set(ids)].map(id => session.jobs.get(id) ?? session.jobs.read(id)));
}

/** Rows, `12`, `[12, 13]`, `{ id: 12 }` or `{ ids: [12, 13] }`; the last two may have a `server` ID. */
function namedJobs(args: Args): NamedJobs | undefined {
  const rows = jobRows(rowsIn(args));
  if (rows !== undefined) return rows;
  const ids = JobIdsSchema.safeParse(args[0]).data;
  if (ids !== undefined) return { ids };
  const one = namedId(args);
  return NamedJobsSchema.safeParse(args[0]).data ?? (one && { ids: [one.id], server: one.server });
}

/** The jobs among rows of the tree; `undefined` if there are none, or if they belong to several servers. */
function jobRows(rows: readonly unknown[]): NamedJobs | undefined {
  const jobs = rows.map(row => JobRowSchema.safeParse(row)).filter(row => row.success);
  const [first] = jobs;
  if (first === undefined || !isOfOneServer(jobs.map(row => row.data))) return undefined;
  return { server: first.data.serverId, ids: jobs.map(row => row.data.jobId) };
}

async function chooseJobs(
  context: SessionAccess & Uses<'dialogs'>,
  title: string,
  fits: (job: Job) => boolean,
): Promise<JobTargets | undefined> {
  const session = await activeSession(context);
  if (session === undefined) return undefined;
  await session.jobs.ensureLoaded();
  const choices = session.jobs.jobs.filter(fits).map(job => ({
    value: String(job.id),
    label: jobName(job),
    description: described(job, session),
  }));
  if (choices.length === 0) {
    await context.dialogs.info(t('No loaded job matches this command.'));
    return undefined;
  }
  const chosen = await context.dialogs.pickMany(title, choices);
  if (chosen === undefined || chosen.length === 0) return undefined;
  const jobs = chosen.flatMap(id => session.jobs.get(Number(id)) ?? []);
  return { session, jobs };
}

function described({ id }: Job, { statuses }: ServerSession): string {
  const word = displayText(statuses.get(id)?.word ?? '', 60);
  return word === '' ? `#${id}` : `#${id} · ${word}`;
}

async function reject(context: Uses<'dialogs'>): Promise<undefined> {
  await context.dialogs.error(t('Invalid command arguments. Pass job IDs, for example { "ids": [1, 2] }.'));
  return undefined;
}
