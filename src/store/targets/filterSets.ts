import type { Job } from '../../model/job.ts';
import { ascending, countBy } from '../../util/collections.ts';
import { type Slices, yieldToHost } from '../../util/slices.ts';
import {
  type FilterFacts,
  isAboutReach,
  isHistoryCondition,
  type JobFilter,
  type SetCondition,
  setConditions,
} from '../jobs/jobFilter.ts';
import { hasRun, type PastRunSource } from '../jobs/pastRuns.ts';
import type { TargetIndex, Unknown } from './targetIndex.ts';

/** Where the jobs that meet a condition are looked for. */
export interface FilteredJobs {
  readonly jobs: readonly Job[];
  readonly targets: TargetIndex;
  /** Passed in, because what computes the runs of a week is not needed for the first rows. */
  readonly findClashes: (slices: Slices) => Promise<ReadonlySet<number>>;
  /** What is known of past runs; loaded, if the filter needs it (`needsHistory`). */
  readonly runs: PastRunSource;
}

/** Determines for each condition of a filter which jobs meet it, in slices. */
export async function findFilterSets(
  filter: JobFilter,
  source: FilteredJobs,
  slices: Slices,
): Promise<FilterFacts['setOf']> {
  const conditions = setConditions(filter);
  if (conditions.some(condition => !isHistoryCondition(condition))) await source.targets.update(yieldToHost);
  const sets = new Map<string, ReadonlySet<number>>();
  for (const condition of conditions) sets.set(keyOf(condition), await setOf(condition, source, slices));
  return condition => sets.get(keyOf(condition)) ?? new Set();
}

function keyOf(condition: SetCondition): string {
  if ('kind' in condition) return `${condition.kind} ${condition.name}`;
  return isHistoryCondition(condition) ? JSON.stringify(condition) : `@${condition.term}`;
}

async function setOf(
  condition: SetCondition,
  source: FilteredJobs,
  slices: Slices,
): Promise<ReadonlySet<number>> {
  const { jobs, targets } = source;
  if ('kind' in condition) {
    return condition.kind === 'device'
      ? new Set(targets.usesOfNamed(condition.name).jobs.map(({ job }) => job.id))
      : new Set(targets.usesOfGroupsNamed(condition.name).jobs.map(({ id }) => id));
  }
  if (isHistoryCondition(condition))
    return idsOf(jobs, job => hasRun(job.id, condition, source.runs), slices);
  switch (condition.term) {
    case 'untargeted':
      return idsOf(jobs, job => targets.isUntargeted(job), slices);
    case 'offline':
      return idsOf(jobs, job => targets.isOffline(job), slices);
    case 'duplicate':
      return findDuplicates(jobs, targets, slices);
    case 'clash':
      return source.findClashes(slices);
  }
}

async function idsOf(
  jobs: readonly Job[],
  isWanted: (job: Job) => boolean,
  slices: Slices,
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    if (isWanted(job)) ids.add(job.id);
  }
  return ids;
}

/** Jobs whose name another job has, ignoring case, or whose schedule, targets and work together. */
async function findDuplicates(
  jobs: readonly Job[],
  { numbers }: TargetIndex,
  slices: Slices,
): Promise<ReadonlySet<number>> {
  const contents = new Map<Job, string>();
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    const lists = [job.groups, job.dynamic_groups, job.policies, job.reports, job.report_formats];
    const sets = [...lists, numbers.distinct(job.peers)].map(list => ascending<number | string>(list));
    contents.set(job, JSON.stringify([job.params.trim(), job.run_on_start, ...sets]));
  }
  const nameOf = ({ name }: Job) => name.trim().toLocaleLowerCase();
  const names = countBy(jobs, nameOf);
  const counts = countBy(contents.values(), content => content);
  return idsOf(
    jobs,
    job => (names.get(nameOf(job)) ?? 0) > 1 || (counts.get(contents.get(job) ?? '') ?? 0) > 1,
    slices,
  );
}

/** What the filter does not know about targets. The index must be up to date. */
export function unknownOfFilter(filter: JobFilter, targets: TargetIndex): Unknown {
  const unknowns = setConditions(filter).flatMap(condition => {
    if (!('term' in condition)) {
      const { kind, name } = condition;
      return kind === 'device' ? targets.usesOfNamed(name).unknown : targets.usesOfGroupsNamed(name).unknown;
    }
    return isAboutReach(condition) ? targets.unknown : [];
  });
  return {
    groups: [...new Set(unknowns.flatMap(({ groups }) => groups))],
    groupIds: ascending(unknowns.flatMap(({ groupIds }) => groupIds)),
    dynamicGroups: ascending(unknowns.flatMap(({ dynamicGroups }) => dynamicGroups)),
    hasMore: unknowns.some(({ hasMore }) => hasMore),
  };
}
