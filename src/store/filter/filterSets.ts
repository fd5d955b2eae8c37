import type { Job } from '../../api/model/job.ts';
import { ascending, countBy } from '../../base/collections.ts';
import { foldText } from '../../base/foldText.ts';
import type { Localizer } from '../../base/localizer.ts';
import { type Slices, yieldToHost } from '../../base/slices.ts';
import { contentKey } from '../reach/jobContent.ts';
import type { TargetIndex, Unknown } from '../reach/targetIndex.ts';
import type { FilterSource } from './filterTerm.ts';
import {
  contributedConditions,
  type FilterFacts,
  isAboutReach,
  type JobFilter,
  type SetCondition,
  setConditions,
} from './jobFilter.ts';

/** Determines the facts that a filter needs, in slices. */
export async function findFilterFacts(
  filter: JobFilter,
  source: FilterSource,
  slices: Slices,
): Promise<FilterFacts> {
  const { session, outlook, nowMs } = source;
  const conditions = setConditions(filter);
  if (conditions.some(needsTargets)) await session.targets.update(yieldToHost);
  const sets = new Map<SetCondition, ReadonlySet<number>>();
  for (const condition of conditions) sets.set(condition, await findSet(condition, source, slices));
  return {
    nowMs,
    statusOf: id => session.statuses.get(id),
    setOf: condition => sets.get(condition) ?? new Set(),
    hasEnded: ({ params }) => outlook.hasEnded(params, nowMs),
    nextRunMs: ({ params, enabled }) => (enabled === false ? undefined : outlook.nextRunMs(params, nowMs)),
  };
}

/** What was searched by the terms of contributions, as sentences. */
export async function searchedTexts(
  filter: JobFilter,
  source: FilterSource,
  localizer: Localizer,
): Promise<readonly string[]> {
  const conditions = contributedConditions(filter);
  const texts: string[] = [];
  for (const textOf of new Set(conditions.flatMap(({ term }) => term.searchedText ?? []))) {
    const times = conditions.flatMap(({ term, since }) =>
      term.searchedText === textOf ? (since ?? []) : [],
    );
    texts.push(await textOf(source, times, localizer));
  }
  return texts;
}

function needsTargets(condition: SetCondition): boolean {
  return isAboutReach(condition) || ('term' in condition && condition.term === 'duplicate');
}

async function findSet(
  condition: SetCondition,
  source: FilterSource,
  slices: Slices,
): Promise<ReadonlySet<number>> {
  const {
    jobs,
    session: { targets },
  } = source;
  if ('kind' in condition) {
    return condition.kind === 'device'
      ? new Set(targets.usesOfNamed(condition.name).jobs.map(({ job }) => job.id))
      : new Set(targets.usesOfGroupsNamed(condition.name).jobs.map(({ id }) => id));
  }
  switch (condition.term) {
    case 'untargeted':
      return idsOf(jobs, job => targets.isUntargeted(job), slices);
    case 'offline':
      return idsOf(jobs, job => targets.isOffline(job), slices);
    case 'duplicate':
      return findDuplicates(jobs, targets, slices);
    default:
      return condition.term.find(source, slices, condition.since);
  }
}

/** The IDs of the jobs that are wanted. */
export async function idsOf(
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
