import type { Job } from '../../model/job.ts';
import { ascending, countBy } from '../../util/collections.ts';
import { foldText } from '../../util/foldText.ts';
import { type Slices, yieldToHost } from '../../util/slices.ts';
import {
  type FilterFacts,
  isAboutReach,
  isHistoryCondition,
  type JobFilter,
  type SetCondition,
  setConditions,
} from '../jobs/jobFilter.ts';
import { hasRun } from '../jobs/pastRuns.ts';
import type { ServerSession } from '../serverSession.ts';
import { historyOf } from '../sessionHistory.ts';
import type { ScheduledJobs } from './jobClashes.ts';
import { contentKey } from './jobContent.ts';
import type { TargetIndex, Unknown } from './targetIndex.ts';

/** Jobs of a server, and what decides which of them match a filter. */
export interface FilterSource extends Omit<ScheduledJobs, 'targets'> {
  readonly session: ServerSession;
  readonly statusOf: FilterFacts['statusOf'];
  /** Passed in, because what computes the runs of a week is not needed for the first rows. */
  readonly findClashes: (source: ScheduledJobs, slices: Slices) => Promise<ReadonlySet<number>>;
}

/** Determines the facts that a filter needs, in slices. What is known of past runs must be loaded (`needsHistory`). */
export async function findFilterFacts(
  filter: JobFilter,
  source: FilterSource,
  slices: Slices,
): Promise<FilterFacts> {
  const { session, outlook, nowMs, statusOf } = source;
  const conditions = setConditions(filter);
  if (conditions.some(condition => !isHistoryCondition(condition))) await session.targets.update(yieldToHost);
  const sets = new Map<string, ReadonlySet<number>>();
  for (const condition of conditions) sets.set(keyOf(condition), await findSet(condition, source, slices));
  return {
    nowMs,
    statusOf,
    setOf: condition => sets.get(keyOf(condition)) ?? new Set(),
    hasEnded: ({ params }) => outlook.hasEnded(params, nowMs),
    nextRunMs: ({ params, enabled }) => (enabled === false ? undefined : outlook.nextRunMs(params, nowMs)),
  };
}

function keyOf(condition: SetCondition): string {
  if ('kind' in condition) return `${condition.kind} ${condition.name}`;
  return isHistoryCondition(condition) ? JSON.stringify(condition) : `@${condition.term}`;
}

async function findSet(
  condition: SetCondition,
  { session, findClashes, ...scheduled }: FilterSource,
  slices: Slices,
): Promise<ReadonlySet<number>> {
  const { jobs, outlook } = scheduled;
  const { targets } = session;
  if ('kind' in condition) {
    return condition.kind === 'device'
      ? new Set(targets.usesOfNamed(condition.name).jobs.map(({ job }) => job.id))
      : new Set(targets.usesOfGroupsNamed(condition.name).jobs.map(({ id }) => id));
  }
  if (isHistoryCondition(condition)) {
    const runs = { history: historyOf(session), outlook, nowMs: session.serverTime.nowMs };
    return idsOf(jobs, job => hasRun(job.id, condition, runs), slices);
  }
  switch (condition.term) {
    case 'untargeted':
      return idsOf(jobs, job => targets.isUntargeted(job), slices);
    case 'offline':
      return idsOf(jobs, job => targets.isOffline(job), slices);
    case 'duplicate':
      return findDuplicates(jobs, targets, slices);
    case 'clash':
      return findClashes({ ...scheduled, targets }, slices);
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
  targets: TargetIndex,
  slices: Slices,
): Promise<ReadonlySet<number>> {
  const contents = new Map<Job, string>();
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    contents.set(job, contentKey(job, targets));
  }
  const nameOf = ({ name }: Job) => foldText(name.trim());
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
