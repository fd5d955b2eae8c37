import type { Job } from '../../api/model/job.ts';
import type { Slices } from '../../base/slices.ts';
import { findFilterFacts } from './filterSets.ts';
import type { FilterSource } from './filterTerm.ts';
import { contributedConditions, type JobFilter, matches, needsStatuses, noFilter } from './jobFilter.ts';

type SearchedJobs = Omit<FilterSource, 'jobs'> & {
  /** Reads the statuses of these jobs, as far as the server returns them. */
  readonly readStatuses: (jobs: readonly Job[]) => Promise<void>;
};

/**
 * The listed jobs that match. A status costs a request, so only those of jobs that match otherwise are read. What the
 * filter says of targets must have been read (`needsReach`).
 */
export async function searchJobs(
  filter: JobFilter,
  { readStatuses, ...source }: SearchedJobs,
  slices: Slices,
): Promise<readonly Job[]> {
  const { session } = source;
  const { jobs } = session.jobs;
  const loads = contributedConditions(filter).flatMap(({ term }) => term.load ?? []);
  for (const load of new Set(loads)) await load(session);
  const facts = await findFilterFacts(filter, { ...source, jobs }, slices);
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
