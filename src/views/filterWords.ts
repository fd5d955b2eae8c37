import { plural, t } from '../platform/localize.ts';
import type { FilterWords } from '../store/filterText.ts';
import {
  type FilterTerm,
  isFiltering,
  type JobFilter,
  needsStatuses,
  parseJobFilter,
} from '../store/jobs/jobFilter.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText } from '../util/displayText.ts';
import { keysOf } from '../util/tables.ts';
import { countText } from './listPresentation.ts';

/** The filter terms in the user's language. The English ones always work as well. */
const termWords: Readonly<Record<FilterTerm, () => string>> = {
  queued: () => t('queued'),
  running: () => t('executing'),
  succeeded: () => t('succeeded'),
  failed: () => t('failed'),
  stopped: () => t('stopped'),
  idle: () => t('idle'),
  unknown: () => t('other'),
  enabled: () => t('enabled'),
  disabled: () => t('disabled'),
  today: () => t('today'),
  week: () => t('week'),
  scheduled: () => t('scheduled'),
  unscheduled: () => t('unscheduled'),
};

/** The words for parsing a filter with these terms. */
export function filterWords<Term extends string>(
  termTexts: Readonly<Record<Term, () => string>>,
): FilterWords<Term> {
  return {
    termNamed: word =>
      keysOf(termTexts).find(term => term === word || termTexts[term]().toLocaleLowerCase() === word),
    isHas: word => word === 'has' || word === t('has'),
  };
}

/** Parses a filter in the user's language. */
export function readFilter(text: string): JobFilter {
  return parseJobFilter(text, filterWords(termWords));
}

/** Explains the words that a filter understands. */
export function filterPrompt(): string {
  const terms = (['running', 'failed', 'disabled', 'today', 'week'] as const).map(
    term => `@${termWords[term]()}`,
  );
  return t('Words in the name, #ID, “{has} Office” for a target, or {terms}. Leave empty to show all.', {
    has: t('has'),
    terms: terms.join(' '),
  });
}

/**
 * The message about the filter, which claims no more than was searched. `undefined` if welcome content already says
 * that no job matches.
 */
export function filterMessage(filter: JobFilter, found: number, session: ServerSession): string | undefined {
  if (!isFiltering(filter)) return undefined;
  const { jobs, statuses } = session;
  if (found + jobs.unreadable.length === 0 && !jobs.hasMore && !needsStatuses(filter)) return undefined;
  const args = {
    filter: displayText(filter.text, 40),
    found: countText(found),
    loaded: countText(jobs.loadedCount),
  };
  const line = jobs.hasMore
    ? t('Filter “{filter}”: {found} of {loaded} loaded jobs; not all jobs are loaded.', args)
    : t('Filter “{filter}”: {found} of {loaded} jobs.', args);
  if (!needsStatuses(filter)) return line;
  const unread = jobs.jobs.filter(job => !statuses.known.has(job.id)).length;
  if (unread === 0) return line;
  const missing = plural(
    'The status of {count} job has not been read yet.|The status of {count} jobs has not been read yet.',
    unread,
  );
  return `${line} ${missing}`;
}
