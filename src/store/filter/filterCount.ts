import type { Slices } from '../../base/slices.ts';
import { findFilterFacts, unknownOfFilter } from './filterSets.ts';
import type { FilterSource } from './filterTerm.ts';
import { type JobFilter, matches, needsReach, needsStatuses } from './jobFilter.ts';

/** How many jobs match a filter, and of how many of all this is known. */
export interface FilterCount {
  readonly found: number;
  readonly known: number;
  readonly total: number;
}

/** Counts the listed jobs that match, without reading anything; `undefined` if too little is known of targets. */
export async function countMatches(
  filter: JobFilter,
  source: FilterSource,
  slices: Slices,
): Promise<FilterCount | undefined> {
  const { jobs, groups, sweep, targets } = source.session;
  const facts = await findFilterFacts(filter, source, slices);
  if (needsReach(filter)) {
    const unknown = unknownOfFilter(filter, targets);
    const lacksIds = unknown.groups.length + unknown.groupIds.length + unknown.dynamicGroups.length > 0;
    if (lacksIds || unknown.hasMore || !groups.isComplete) return undefined;
  }
  let found = 0;
  for (const job of source.jobs) {
    if (slices.isOver) await slices.rest();
    if (matches(job, filter, facts)) found += 1;
  }
  const known = needsStatuses(filter) ? sweep.coverage.read : jobs.loadedCount;
  return { found, known, total: jobs.total ?? jobs.loadedCount };
}
