import { localizer, plural, t } from '../platform/localize.ts';
import { type FilterWords, parseFilter, unknownTermText } from '../store/filterText.ts';
import type { GroupFilter, GroupTerm } from '../store/groups/groupArrangement.ts';
import { type FilterTerm, type JobFilter, noMatchText, parseJobFilter } from '../store/jobs/jobFilter.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { clockTime } from '../util/clockFormat.ts';
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
export function filterMessage(filter: JobFilter, found: number, session: ServerSession): string | undefined {
  const { jobs } = session;
  // Without any rows, the welcome content explains why, which VS Code only shows while there is no message.
  if (filter.text === '' || jobs.isEmpty) return undefined;
  return joinTexts(
    ' ',
    filter.statuses.length > 0
      ? statusFilterText(filter, found, session)
      : foundText(filter.text, found, jobs.loadedCount),
    unknownTermText(filter.words, filterWords(termWords).terms.keys(), localizer),
  );
}

function foundText(filter: string, found: number, loaded: number): string {
  if (found === 0) return noMatchText(filter, loaded, localizer);
  const args = { filter: displayText(filter, 40), found: countText(found), loaded: countText(loaded) };
  return t('Filter “{filter}”: {found} of {loaded} jobs.', args);
}

/** Says of how many jobs the status was read, and when. */
function statusFilterText({ text }: JobFilter, found: number, { jobs, sweep }: ServerSession): string {
  const { read, asOfMs } = sweep.coverage;
  const args = { filter: displayText(text, 40), found: countText(found), read: countText(read) };
  if (sweep.isRunning) {
    const total = countText(jobs.total ?? jobs.loadedCount);
    return t('Filter “{filter}”: {found} jobs; {read} of {total} statuses read.', { ...args, total });
  }
  const unread = jobs.loadedCount - read;
  return joinTexts(
    ' ',
    read > 0 &&
      t('Filter “{filter}”: {found} of {read} jobs, as of {time}.', { ...args, time: clockTime(asOfMs) }),
    unread > 0 &&
      plural(
        'The status of {count} job has not been read yet.|The status of {count} jobs has not been read yet.',
        unread,
      ),
  );
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
