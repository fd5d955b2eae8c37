import type { Job } from '../../model/job.ts';
import type { Slices } from '../../util/slices.ts';
import { type JobFilter, matches, needsStatuses, noFilter } from '../jobs/jobFilter.ts';
import type { ServerSession } from '../serverSession.ts';
import { type FilterSource, findFilterFacts } from './filterSets.ts';
import { findClashes } from './jobClashes.ts';

type SearchedJobs = Omit<FilterSource, 'session' | 'jobs' | 'statusOf' | 'findClashes'> & {
  readonly session: ServerSession;
  /** Reads the statuses of these jobs, as far as the server returns them. */
  readonly readStatuses: (jobs: readonly Job[]) => Promise<void>;
};

/**
 * The listed jobs that match. A status costs a request, so only those of jobs that match otherwise are read. What the
 * filter says of targets and past runs must have been read (`needsReach`, `needsHistory`).
 */
export async function searchJobs(
  filter: JobFilter,
  { readStatuses, ...source }: SearchedJobs,
  slices: Slices,
): Promise<readonly Job[]> {
  const { jobs } = source.session.jobs;
  const statusOf = (id: number) => source.session.statuses.get(id);
  const facts = await findFilterFacts(filter, { ...source, jobs, statusOf, findClashes }, slices);
  const others = withoutStatuses(filter);
  const found: Job[] = [];
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    if (matches(job, others, facts)) found.push(job);
  }
  if (!needsStatuses(filter)) return found;
  await readStatuses(found);
  return found.filter(job => matches(job, filter, facts));
}

function withoutStatuses(filter: JobFilter): JobFilter {
  const conditions = filter.conditions.filter(
    condition => !needsStatuses({ ...noFilter, conditions: [condition] }),
  );
  return { ...filter, statuses: [], conditions };
}
