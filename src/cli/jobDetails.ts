import type { Job } from '../api/model/job.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { KnownStatus } from '../store/statuses/statusCache.ts';
import { requestsPerMinute } from './cliConnection.ts';
import type { CliContext } from './cliContext.ts';
import { readStatuses } from './namedObjects.ts';

/** What is printed of jobs beside their fields. */
export interface JobDetails {
  /** How many statuses were read; `undefined` if none was asked for. */
  readonly statuses: { readonly read: number; readonly of: number } | undefined;
  readonly statusOf: (job: Job) => KnownStatus | undefined;
  /** The names of the groups of a job, in the order of its `groups`; '' where the server gives none. */
  readonly groupNames: (job: Job) => readonly string[];
}

/**
 * Reads the names of the groups of these jobs, and their statuses: as many as are read in one minute. What cannot be
 * read is left out and said, because the jobs themselves were read.
 */
export async function readJobDetails(
  context: CliContext<'no-status'>,
  session: ServerSession,
  jobs: readonly Job[],
): Promise<JobDetails> {
  const wantsStatus = !context.options.has('no-status');
  const names = await readGroupNames(context, session, jobs);
  if (wantsStatus) await readSomeStatuses(context, session, jobs);
  const statusOf = ({ id }: Job) => session.statuses.get(id);
  const read = jobs.filter(job => statusOf(job) !== undefined).length;
  return {
    statuses: wantsStatus ? { read, of: jobs.length } : undefined,
    statusOf,
    groupNames: ({ groups }) => groups.map(id => names.get(id) ?? ''),
  };
}

/** Names where the server gives them, or else IDs. */
export function groupsText(job: Job, { groupNames }: JobDetails): string {
  return groupNames(job)
    .map((name, index) => name || `#${job.groups[index]}`)
    .join(', ');
}

/** The keys of a job's JSON beside its fields. */
export function detailsJson(job: Job, { statuses, statusOf, groupNames }: JobDetails): object {
  const status = statusOf(job);
  const names = job.groups.length === 0 ? {} : { groupNames: groupNames(job) };
  return statuses === undefined
    ? names
    : { status: status?.word, kind: status?.kind ?? ('unknown' as const), ...names };
}

async function readSomeStatuses(
  context: CliContext,
  session: ServerSession,
  jobs: readonly Job[],
): Promise<void> {
  const { localizer, output, errorText, signal } = context;
  const { t } = localizer;
  const open = jobs.filter(({ id }) => session.statuses.get(id) === undefined);
  const failures = new Map<number, unknown>();
  try {
    await readStatuses(session, open.slice(0, requestsPerMinute), context, failures);
  } catch (error) {
    signal.throwIfAborted();
    output.note(errorText(error));
  }
  const left = jobs.filter(({ id }) => session.statuses.get(id) === undefined).length;
  if (left > 0 && !output.isDocument)
    output.note(
      t('Statuses read: {done} of {all}.', { done: jobs.length - left, all: jobs.length }) +
        (open.length > requestsPerMinute ? ` ${t('“device-automation status” reads all of them.')}` : ''),
    );
}

/** By ID. Servers need not return the IDs of groups, which are then read one by one, within the same limit. */
async function readGroupNames(
  { output, errorText, localizer, signal }: CliContext,
  { groups }: ServerSession,
  jobs: readonly Job[],
): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(jobs.flatMap(job => job.groups));
  if (ids.size === 0) return new Map();
  output.progress(localizer.t('Reading groups'));
  try {
    if (groups.loadedCount === 0) await groups.refresh({ signal });
    await groups.identity.resolveFromJobs({ ids, budget: requestsPerMinute, signal });
  } catch (error) {
    signal.throwIfAborted();
    output.note(errorText(error));
  } finally {
    output.endProgress();
  }
  return new Map(
    groups.entries.flatMap(({ group }) => {
      const id = groups.identity.known(group);
      return id === undefined ? [] : [[id, group.name.trim() || group.dn.trim()] as const];
    }),
  );
}
