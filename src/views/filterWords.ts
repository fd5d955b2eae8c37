import { localizer, plural, t } from '../platform/localize.ts';
import { type FilterWords, parseFilter, unknownTermText } from '../store/filterText.ts';
import type { GroupFilter, GroupTerm } from '../store/groups/groupArrangement.ts';
import { type FilterTerm, type JobFilter, noMatchText, parseJobFilter } from '../store/jobs/jobFilter.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
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
function filterWords<Term extends string>(
  termTexts: Readonly<Record<Term, () => string>>,
): FilterWords<Term> {
  const terms = keysOf(termTexts);
  return {
    terms: new Map([
      ...terms.map(term => [termTexts[term]().toLocaleLowerCase(), term] as const),
      ...terms.map(term => [term, term] as const),
    ]),
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

/** Reports a word of the filter that looks like a term but is none. */
export function filterProblem(text: string): string | undefined {
  return unknownTermText(readFilter(text).words, filterWords(termWords).terms.keys(), localizer);
}

/** The message about the filter, which claims no more than was searched. */
export function filterMessage(
  { text, words, statuses }: JobFilter,
  found: number,
  session: ServerSession,
): string | undefined {
  const { jobs } = session;
  // Without any rows, the welcome content explains why, which VS Code only shows while there is no message.
  if (text === '' || jobs.isEmpty) return undefined;
  const unread = jobs.jobs.filter(job => !session.statuses.known.has(job.id)).length;
  return joinTexts(
    ' ',
    foundText(text, found, session),
    unknownTermText(words, filterWords(termWords).terms.keys(), localizer),
    statuses.length > 0 &&
      unread > 0 &&
      plural(
        'The status of {count} job has not been read yet.|The status of {count} jobs has not been read yet.',
        unread,
      ),
  );
}

function foundText(filter: string, found: number, { jobs }: ServerSession): string {
  if (found === 0) return noMatchText(filter, jobs, localizer);
  const args = {
    filter: displayText(filter, 40),
    found: countText(found),
    loaded: countText(jobs.loadedCount),
  };
  return jobs.hasMore
    ? t('Filter “{filter}”: {found} of {loaded} loaded jobs; not all jobs are loaded.', args)
    : t('Filter “{filter}”: {found} of {loaded} jobs.', args);
}

const groupTermWords: Readonly<Record<GroupTerm, () => string>> = {
  offline: () => t('offline'),
  empty: () => t('empty'),
};

export function readGroupFilter(text: string): GroupFilter {
  return parseFilter(text, filterWords(groupTermWords));
}

export function groupFilterPrompt(): string {
  return t(
    'Words in the name or a device, “{has} PC-042”, @{offline} or @{empty}. Leave empty to show all.',
    {
      has: t('has'),
      offline: groupTermWords.offline(),
      empty: groupTermWords.empty(),
    },
  );
}

export function groupFilterProblem(text: string): string | undefined {
  return unknownTermText(readGroupFilter(text).words, filterWords(groupTermWords).terms.keys(), localizer);
}

/** The message about the filter of the groups, like that of the jobs. */
export function groupFilterMessage(
  text: string,
  foundCount: number,
  { groups }: ServerSession,
): string | undefined {
  if (text === '' || groups.isEmpty) return undefined;
  const filter = displayText(text, 40);
  const [found, loaded] = [countText(foundCount), countText(groups.entries.length)];
  return joinTexts(
    ' ',
    foundCount === 0
      ? t('No group of {loaded} matches “{filter}”.', { loaded, filter })
      : t('Filter “{filter}”: {found} of {loaded} groups.', { filter, found, loaded }),
    groupFilterProblem(text),
  );
}
