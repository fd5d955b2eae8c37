import type { Job } from '../../api/model/job.ts';
import { type StatusKind, statusKinds } from '../../api/model/jobStatus.ts';
import { displayText } from '../../base/displayText.ts';
import { foldText } from '../../base/foldText.ts';
import { formatInteger, type Localizer } from '../../base/localizer.ts';
import { dayMs } from '../../recurrence/text/calendarDay.ts';
import type { KnownStatus } from '../statuses/statusCache.ts';
import type { FilterTerm } from './filterTerm.ts';
import { type Condition, type FilterWords, parseFilter } from './filterText.ts';
import { type SinceTime, sinceWords } from './sinceTime.ts';

/** Facts about a job that are not fields. */
export interface FilterFacts {
  readonly statusOf: (id: number) => KnownStatus | undefined;
  /** The time of the next run; `undefined` when there is none or it is unknown. */
  readonly nextRunMs: (job: Job) => number | undefined;
  /** Whether all runs of the schedule are past. */
  readonly hasEnded: (job: Job) => boolean;
  /** The jobs that meet a condition that depends on more than the job itself (`filterSets.ts`). */
  readonly setOf: (condition: SetCondition) => ReadonlySet<number>;
  readonly nowMs: number;
}

/** Terms whose jobs are determined together, like those of contributions. */
const setTerms = ['untargeted', 'offline', 'duplicate'] as const;
type SetTerm = (typeof setTerms)[number];

/** Terms of a filter, typed after an `@`, without those that contributions add. */
const jobTerms = [
  ...statusKinds,
  'enabled',
  'disabled',
  'today',
  'week',
  'scheduled',
  'unscheduled',
  'ended',
  ...setTerms,
] as const;
export type JobTerm = (typeof jobTerms)[number];

/** The words of the Jobs view for terms with another word; both are understood. */
const viewWords: Readonly<Partial<Record<JobTerm, string>>> = { running: 'executing', unknown: 'other' };

/** The terms as they are called wherever filters are English. */
export function englishTerms(contributed: readonly Pick<FilterTerm, 'name' | 'text'>[]): readonly string[] {
  const own = jobTerms.map(term => viewWords[term] ?? term);
  return [...own, ...contributed.flatMap(({ name, text }) => (text === undefined ? [] : [name]))];
}

/** What a filter can name: a device that jobs reach, or a group that they target. */
const filterKinds = ['device', 'group'] as const;
export type FilterKind = (typeof filterKinds)[number];

type JobCondition = Condition<JobTerm | FilterTerm, FilterKind>;
export type SetCondition =
  | { readonly term: SetTerm }
  | ContributedCondition
  | { readonly kind: FilterKind; readonly name: string };
/** A condition that a contribution decides. */
interface ContributedCondition {
  readonly term: FilterTerm;
  readonly since?: SinceTime;
}

export type JobFilterWords = FilterWords<JobTerm | FilterTerm, FilterKind>;

/** The filter words of the command line and of tools, which are English in all languages. */
export function englishFilterWords(contributed: readonly FilterTerm[]): JobFilterWords {
  const terms = jobTerms.flatMap(term => [term, viewWords[term] ?? term].map(word => [word, term] as const));
  return {
    // Contributions replace no term.
    terms: new Map<string, JobTerm | FilterTerm>([
      ...contributed.map(term => [term.name, term] as const),
      ...terms,
    ]),
    kinds: new Map(filterKinds.map(kind => [kind, kind])),
    since: {
      terms: timedTerms(contributed),
      words: new Set(['since']),
      times: new Map(sinceWords.map(word => [word, word])),
    },
  };
}

/** The terms that a time can follow, and what they are with one. */
export function timedTerms(
  contributed: readonly FilterTerm[],
): ReadonlyMap<JobTerm | FilterTerm, FilterTerm> {
  return new Map(
    contributed
      .filter(({ takesTime }) => takesTime === true)
      .map(term => [statusKinds.find(kind => kind === term.name) ?? term, term]),
  );
}

/**
 * A parsed filter. `text` is as typed; the name must contain all `words`, the job must have one of the statuses, and
 * meet all conditions.
 */
export interface JobFilter {
  readonly text: string;
  readonly words: readonly string[];
  readonly statuses: readonly StatusKind[];
  readonly conditions: readonly JobCondition[];
  readonly unknown: readonly string[];
}

export const noFilter: JobFilter = { text: '', words: [], statuses: [], conditions: [], unknown: [] };

/**
 * Parses a filter: words of the name, `#12` for an ID, `device PC-042` and `group Office` for targets, and `@` terms.
 */
export function parseJobFilter(text: string, meanings: JobFilterWords): JobFilter {
  const { words, conditions, unknown } = parseFilter(text, meanings);
  const statuses = conditions.flatMap(condition =>
    isStatusCondition(condition) && !condition.isNot ? [condition.term] : [],
  );
  const others = conditions.filter(condition => condition.isNot || !isStatusCondition(condition));
  return { text: text.trim(), words, statuses, conditions: others, unknown };
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
export function needsStatuses({ statuses, conditions }: JobFilter): boolean {
  return statuses.length > 0 || conditions.some(isStatusCondition);
}

/** The conditions whose jobs are determined together. */
export function setConditions({ conditions }: JobFilter): readonly SetCondition[] {
  return conditions.filter(isSetCondition);
}

function isSetCondition(condition: JobCondition): condition is JobCondition & SetCondition {
  return 'kind' in condition || isContributed(condition) || setTerms.some(term => term === condition.term);
}

function isContributed<T extends object>(condition: T): condition is T & ContributedCondition {
  return 'term' in condition && typeof condition.term !== 'string';
}

/** The conditions that contributions decide. */
export function contributedConditions({ conditions }: JobFilter): readonly ContributedCondition[] {
  return conditions.filter(condition => isContributed(condition));
}

/** Whether jobs come to match, or no longer do, because time passes. */
export function dependsOnTime({ conditions }: JobFilter): boolean {
  return conditions.some(condition => {
    if (!('term' in condition)) return false;
    const { term } = condition;
    return typeof term === 'string' ? timeTerms.some(name => name === term) : term.takesTime === true;
  });
}

const timeTerms: readonly JobTerm[] = ['today', 'week', 'ended'];

/** Whether the filter needs to know which jobs reach which devices. */
export function needsReach(filter: JobFilter): boolean {
  return setConditions(filter).some(isAboutReach);
}

/** Whether the condition depends on which jobs reach which devices. */
export function isAboutReach(condition: SetCondition): boolean {
  if ('kind' in condition) return true;
  return isContributed(condition) ? condition.term.isAboutReach === true : condition.term !== 'duplicate';
}

export function matches(job: Job, filter: JobFilter, facts: FilterFacts): boolean {
  if (filter.unknown.length > 0) return false;
  if (filter.words.length > 0) {
    const name = foldText(job.name);
    if (!filter.words.every(word => name.includes(word) || word === `#${job.id}`)) return false;
  }
  if (filter.statuses.length > 0) {
    const kind = facts.statusOf(job.id)?.kind;
    if (kind === undefined || !filter.statuses.includes(kind)) return false;
  }
  return filter.conditions.every(condition => meets(job, condition, facts) === true);
}

/** `undefined` if it is unknown. */
function meets(job: Job, condition: JobCondition, facts: FilterFacts): boolean | undefined {
  const fit = fitOf(job, condition, facts);
  return fit === undefined ? undefined : fit !== condition.isNot;
}

function fitOf(job: Job, condition: JobCondition, facts: FilterFacts): boolean | undefined {
  if (isSetCondition(condition)) return facts.setOf(condition).has(job.id);
  if ('kind' in condition) return undefined;
  const { term } = condition;
  if (isStatus(term)) {
    const kind = facts.statusOf(job.id)?.kind;
    return kind === undefined ? undefined : kind === term;
  }
  return isPlain(term) && fits[term](job, facts);
}

type PlainTerm = Exclude<JobTerm, StatusKind | SetTerm>;

/** Whether a job matches a term. */
const fits: Readonly<Record<PlainTerm, (job: Job, facts: FilterFacts) => boolean>> = {
  enabled: ({ enabled }) => enabled === true,
  disabled: ({ enabled }) => enabled === false,
  scheduled: ({ params }) => params.trim() !== '',
  unscheduled: ({ params }) => params.trim() === '',
  today: (job, facts) => runsWithin(job, dayMs, facts),
  week: (job, facts) => runsWithin(job, 7 * dayMs, facts),
  ended: (job, facts) => facts.hasEnded(job),
};

function runsWithin(job: Job, ms: number, facts: FilterFacts): boolean {
  const nextMs = job.enabled === false ? undefined : facts.nextRunMs(job);
  return nextMs !== undefined && nextMs <= facts.nowMs + ms;
}

type StatusCondition = JobCondition & { readonly term: StatusKind };

function isStatusCondition(condition: JobCondition): condition is StatusCondition {
  return 'term' in condition && isStatus(condition.term);
}

function isStatus(term: JobTerm | FilterTerm): term is StatusKind {
  return statusKinds.some(kind => kind === term);
}

function isPlain(term: JobTerm | FilterTerm): term is PlainTerm {
  return typeof term === 'string' && term in fits;
}
