import type { Job } from '../../api/model/job.ts';
import type { StatusKind } from '../../api/model/jobStatus.ts';
import { pushTo } from '../../base/collections.ts';
import { sortInSlices } from '../../base/slices.ts';
import { frequencies } from '../../recurrence/text/recurrenceRule.ts';
import { type FilterFacts, isFiltering, type JobFilter, matches } from './jobFilter.ts';

export const jobSorts = ['server', 'name', 'status', 'nextRun', 'enabled'] as const;
export type JobSort = (typeof jobSorts)[number];

export const jobGroupings = ['none', 'status', 'schedule', 'targetGroup'] as const;
export type JobGrouping = (typeof jobGroupings)[number];

export interface Arrangement {
  readonly filter: JobFilter;
  readonly sort: JobSort;
  readonly grouping: JobGrouping;
}

/** Whether the rows may differ from the server's list. */
export function isArranged({ filter, sort, grouping }: Arrangement): boolean {
  return isFiltering(filter) || sort !== 'server' || grouping !== 'none';
}

/** A section of jobs; the meaning of `key` depends on the grouping. */
export interface JobSection {
  readonly key: string;
  readonly jobs: readonly Job[];
}

export interface ArrangedJobs {
  /** In sorted order, regardless of sections. */
  readonly jobs: readonly Job[];
  /** `undefined` when the jobs are not grouped. */
  readonly sections: readonly JobSection[] | undefined;
}

/** What jobs are sorted by besides their fields. */
type SortFacts = Pick<FilterFacts, 'statusOf' | 'nextRunMs'>;

interface SortOptions {
  readonly facts: SortFacts;
  readonly language: string;
  /** Yields to other work between slices. */
  readonly yieldToHost: () => Promise<void>;
}

export interface ArrangeOptions extends SortOptions {
  readonly facts: FilterFacts;
  /** The IDs of jobs that come before all others, in every order. */
  readonly pinned?: ReadonlySet<number>;
}

/** Running jobs first, then failed ones; unknown ones last. */
const statusRanks: Readonly<Record<StatusKind, number>> = {
  running: 0,
  queued: 1,
  failed: 2,
  unknown: 3,
  stopped: 4,
  succeeded: 5,
  idle: 6,
};
const statusOrder = Object.keys(statusRanks);

/** Filters, sorts and groups jobs in short slices to keep the extension host responsive. */
export async function arrangeJobs(
  jobs: readonly Job[],
  arrangement: Arrangement,
  options: ArrangeOptions,
): Promise<ArrangedJobs> {
  const found: Job[] = [];
  for (const [index, job] of jobs.entries()) {
    if (index % 5_000 === 4_999) await options.yieldToHost();
    if (matches(job, arrangement.filter, options.facts)) found.push(job);
  }
  const sorted = pinnedFirst(
    await sortJobs(found, arrangement.sort, options),
    options.pinned ?? new Set(),
    ({ id }) => id,
  );
  return { jobs: sorted, sections: sectionsOf(sorted, arrangement.grouping, options) };
}

/** The pinned ones before the others, without changing the order otherwise. */
export function pinnedFirst<T, Key>(
  sorted: readonly T[],
  pinned: ReadonlySet<Key>,
  keyOf: (item: T) => Key,
): readonly T[] {
  if (pinned.size === 0) return sorted;
  const isPinned = (item: T) => pinned.has(keyOf(item));
  return [...sorted.filter(isPinned), ...sorted.filter(item => !isPinned(item))];
}

export async function sortJobs(
  jobs: readonly Job[],
  sort: JobSort,
  { facts, language, yieldToHost }: SortOptions,
): Promise<readonly Job[]> {
  if (sort === 'server') return jobs;
  if (sort === 'name') {
    const { compare } = new Intl.Collator(language, { numeric: true });
    return sortInSlices(jobs, (a, b) => compare(a.name, b.name), yieldToHost);
  }
  const keys = new Map<number, number>();
  for (const [index, job] of jobs.entries()) {
    if (index % 100 === 99) await yieldToHost();
    keys.set(job.id, sortKey(job, sort, facts));
  }
  const keyOf = (job: Job) => keys.get(job.id) ?? Number.POSITIVE_INFINITY;
  // The difference of two infinite keys would be NaN.
  return sortInSlices(jobs, (a, b) => (keyOf(a) === keyOf(b) ? 0 : keyOf(a) - keyOf(b)), yieldToHost);
}

function sortKey(job: Job, sort: 'status' | 'nextRun' | 'enabled', facts: SortFacts): number {
  switch (sort) {
    case 'status': {
      const kind = facts.statusOf(job.id)?.kind;
      return kind === undefined ? statusOrder.length : statusRanks[kind];
    }
    case 'nextRun':
      return facts.nextRunMs(job) ?? Number.POSITIVE_INFINITY;
    case 'enabled':
      return job.enabled === undefined ? 1 : job.enabled ? 0 : 2;
  }
}

function sectionsOf(
  jobs: readonly Job[],
  grouping: JobGrouping,
  { facts, pinned = new Set() }: Pick<ArrangeOptions, 'facts' | 'pinned'>,
): readonly JobSection[] | undefined {
  if (grouping === 'none') return undefined;
  const byKey = new Map<string, Job[]>();
  for (const job of jobs) {
    for (const key of sectionKeys(job, grouping, facts)) pushTo(byKey, key, job);
  }
  const sections = [...byKey].map(([key, members]) => ({ key, jobs: members }));
  sections.sort((a, b) => sectionOrder(a.key, grouping) - sectionOrder(b.key, grouping));
  const onTop = jobs.filter(({ id }) => pinned.has(id));
  return onTop.length === 0 ? sections : [{ key: pinnedKey, jobs: onTop }, ...sections];
}

/** The sections of a job, of which there may be several because it can have several target groups. */
export function sectionKeys(
  job: Job,
  grouping: Exclude<JobGrouping, 'none'>,
  facts: Pick<FilterFacts, 'statusOf'>,
): readonly string[] {
  switch (grouping) {
    case 'status':
      return [facts.statusOf(job.id)?.kind ?? notRead];
    case 'schedule':
      return [rhythmOf(job.params)];
    case 'targetGroup':
      return job.groups.length === 0 ? [noGroup] : [...new Set(job.groups)].map(String);
  }
}

/** Key of the section for pinned jobs, which are in their other sections as well. */
export const pinnedKey = 'pinned';
/** Key of the section for jobs whose status was not read. */
const notRead = 'notRead';
/** Key of the section for jobs without target groups. */
export const noGroup = 'none';

/** How often a schedule repeats, by its first rule: one section per schedule would be too many. */
const rhythms = [...frequencies, 'dates', 'none'] as const;
export type Rhythm = (typeof rhythms)[number];

function rhythmOf(params: string): Rhythm {
  if (params.trim() === '') return 'none';
  const text = params.replace(/\r?\n[ \t]/g, '');
  const [, usual] = /^RRULE\b.*?FREQ=([A-Z]+)/im.exec(text) ?? [];
  const frequency = (usual ?? oddFrequency(text))?.toUpperCase();
  return rhythms.find(rhythm => rhythm === frequency) ?? 'dates';
}

/** Also matches a rule without its property name or after a space. */
function oddFrequency(text: string): string | undefined {
  const rules = text.split('\n').filter(line => /^\s*RRULE\b/i.test(line) || !line.includes(':'));
  return rules.map(line => /\bFREQ=([A-Z]+)/i.exec(line)?.[1]).find(found => found !== undefined);
}

function sectionOrder(key: string, grouping: Exclude<JobGrouping, 'none'>): number {
  if (grouping === 'targetGroup') return key === noGroup ? Number.MAX_SAFE_INTEGER : Number(key);
  const order: readonly string[] = grouping === 'status' ? statusOrder : rhythms;
  const place = order.indexOf(key);
  return place < 0 ? order.length : place;
}
