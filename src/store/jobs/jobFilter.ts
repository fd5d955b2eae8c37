import type { Job } from '../../model/job.ts';
import { type StatusKind, statusKinds } from '../../model/jobStatus.ts';
import { dayMs } from '../../recurrence/text/calendarDay.ts';
import { displayText } from '../../util/displayText.ts';
import { formatInteger, type Localizer } from '../../util/localizer.ts';
import { type FilterWords, parseFilter } from '../filterText.ts';
import type { KnownStatus } from '../statuses/statusCache.ts';

/** Facts about a job that are not fields. */
export interface JobFacts {
  readonly statusOf: (id: number) => KnownStatus | undefined;
  /** The time of the next run; `undefined` when there is none or it is unknown. */
  readonly nextRunMs: (job: Job) => number | undefined;
  /** Whether a word occurs in a target of the job: a group, a device in a group, or a single device. */
  readonly touches?: (job: Job, word: string) => boolean;
  readonly nowMs: number;
}

/** Terms of a filter, typed after an `@`. */
export const filterTerms = [
  ...statusKinds,
  'enabled',
  'disabled',
  'today',
  'week',
  'scheduled',
  'unscheduled',
] as const;
export type FilterTerm = (typeof filterTerms)[number];

/** The filter words of the command line, which are the same in all languages. */
export const englishFilterWords: FilterWords<FilterTerm> = {
  terms: new Map(filterTerms.map(term => [term, term])),
};

/**
 * A parsed filter. `text` is as typed; the name must contain all `words`, the targets all `targets`, and the job must
 * have one of the statuses.
 */
export interface JobFilter {
  readonly text: string;
  readonly words: readonly string[];
  readonly targets: readonly string[];
  readonly statuses: readonly StatusKind[];
  readonly terms: readonly Exclude<FilterTerm, StatusKind>[];
}

export const noFilter: JobFilter = { text: '', words: [], targets: [], statuses: [], terms: [] };

/**
 * Parses a filter: words of the name, `#12` for an ID, "has Office" for a target, and `@` terms. An `@` word that is
 * not a term is searched for in the name.
 */
export function parseJobFilter(text: string, meanings: FilterWords<FilterTerm>): JobFilter {
  const { words, members: targets, terms } = parseFilter(text, meanings);
  const statuses = terms.filter(isStatus);
  return { text: text.trim(), words, targets, statuses, terms: terms.filter(term => !isStatus(term)) };
}

export function isFiltering(filter: JobFilter): boolean {
  return filter.text !== '';
}

/** States that no job matches the filter, and how many were searched. */
export function noMatchText(filter: string, searchedCount: number, { t, language }: Localizer): string {
  return t('No job of {loaded} matches “{filter}”.', {
    filter: displayText(filter, 40),
    loaded: formatInteger(searchedCount, language),
  });
}

/** Whether the filter needs statuses, which are not known for every loaded job. */
export function needsStatuses(filter: JobFilter): boolean {
  return filter.statuses.length > 0;
}

export function matches(job: Job, filter: JobFilter, facts: JobFacts): boolean {
  if (filter.words.length > 0) {
    const name = job.name.toLocaleLowerCase();
    if (!filter.words.every(word => name.includes(word) || word === `#${job.id}`)) return false;
  }
  if (filter.statuses.length > 0) {
    const kind = facts.statusOf(job.id)?.kind;
    if (kind === undefined || !filter.statuses.includes(kind)) return false;
  }
  const { touches = () => false } = facts;
  if (!filter.targets.every(word => touches(job, word))) return false;
  return filter.terms.every(term => fits[term](job, facts));
}

/** Whether a job matches a term. */
const fits: Readonly<Record<JobFilter['terms'][number], (job: Job, facts: JobFacts) => boolean>> = {
  enabled: ({ enabled }) => enabled === true,
  disabled: ({ enabled }) => enabled === false,
  scheduled: ({ params }) => params.trim() !== '',
  unscheduled: ({ params }) => params.trim() === '',
  today: (job, facts) => runsWithin(job, dayMs, facts),
  week: (job, facts) => runsWithin(job, 7 * dayMs, facts),
};

function runsWithin(job: Job, ms: number, facts: JobFacts): boolean {
  const nextMs = job.enabled === false ? undefined : facts.nextRunMs(job);
  return nextMs !== undefined && nextMs <= facts.nowMs + ms;
}

function isStatus(term: FilterTerm): term is StatusKind {
  return statusKinds.some(kind => kind === term);
}
