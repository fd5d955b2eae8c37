import { clockTime } from '../../base/clockFormat.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import { foldText } from '../../base/foldText.ts';
import { keysOf } from '../../base/tables.ts';
import { unknownOfFilter } from '../../store/filter/filterSets.ts';
import type { FilterTerm } from '../../store/filter/filterTerm.ts';
import { type FilterWords, parseFilter, unknownTermText } from '../../store/filter/filterText.ts';
import {
  type GroupFilter,
  type GroupTerm,
  isAboutJobs,
  needsMembers,
} from '../../store/filter/groupArrangement.ts';
import type { Arrangement } from '../../store/filter/jobArrangement.ts';
import {
  type FilterKind,
  type JobFilter,
  type JobFilterWords,
  type JobTerm,
  needsReach,
  needsStatuses,
  noMatchText,
  parseJobFilter,
  timedTerms,
} from '../../store/filter/jobFilter.ts';
import type { SinceWord } from '../../store/filter/sinceTime.ts';
import type { Unknown } from '../../store/reach/targetIndex.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { localizer, plural, t } from '../platform/localize.ts';
import { type Labels, namedUnknownTexts } from '../servers/labels.ts';
import type { JobsOutline } from './jobsOutline.ts';
import { countText } from './listPresentation.ts';

/** A word of a filter in the user's language, and what it means. The English words always work as well. */
type WordTexts<Word extends string> = Readonly<
  Record<Word, readonly [word: () => string, meaning: () => string]>
>;

const termTexts: WordTexts<JobTerm> = {
  running: [() => t('executing'), () => t('Jobs that are executing')],
  queued: [() => t('queued'), () => t('Jobs that are queued')],
  failed: [() => t('failed'), () => t('Jobs that failed')],
  succeeded: [() => t('succeeded'), () => t('Jobs that succeeded')],
  stopped: [() => t('stopped'), () => t('Jobs that were stopped')],
  idle: [() => t('idle'), () => t('Jobs that are not executing and have no result')],
  unknown: [() => t('other'), () => t('Jobs with any other status')],
  enabled: [() => t('enabled'), () => t('Jobs that are enabled')],
  disabled: [() => t('disabled'), () => t('Jobs that are disabled')],
  today: [() => t('today'), () => t('Jobs that run within 24 hours')],
  week: [() => t('week'), () => t('Jobs that run within 7 days')],
  scheduled: [() => t('scheduled'), () => t('Jobs with a schedule')],
  unscheduled: [() => t('unscheduled'), () => t('Jobs without a schedule')],
  ended: [() => t('ended'), () => t('Jobs whose schedule has no more runs')],
  untargeted: [() => t('untargeted'), () => t('Jobs that run on no device')],
  offline: [() => t('offline'), () => t('Jobs whose devices are all offline')],
  duplicate: [
    () => t('duplicate'),
    () => t('Jobs with the same name, or with the same schedule, targets and work'),
  ],
};

const sinceTexts: WordTexts<SinceWord> = {
  today: [() => t('today'), () => t('since 0:00')],
  yesterday: [() => t('yesterday'), () => t('since 0:00 yesterday')],
  'last night': [() => t('last night'), () => t('since 18:00 yesterday')],
};

/** The words before a time. */
const sinceWordTexts: WordTexts<'since'> = {
  since: [() => t('since'), () => t('which was seen since a time')],
};
/** Words that are used like it: «со вчера». */
const otherSinceWords = ['со'];

const kindTexts: WordTexts<FilterKind> = {
  device: [() => t('device'), () => t('Jobs that run on a device, by its host name or address')],
  group: [() => t('group'), () => t('Jobs that target a group, by its name')],
};

const groupTermTexts: WordTexts<GroupTerm> = {
  offline: [() => t('offline'), () => t('Groups with devices that are offline')],
  empty: [() => t('empty'), () => t('Groups without devices')],
  untargeted: [() => t('untargeted'), () => t('Groups with devices on which no job runs')],
};

const groupKindTexts: WordTexts<'device'> = {
  device: [() => t('device'), () => t('Groups that contain a device, by its host name or address')],
};

/** The words of a filter of jobs or groups. */
export interface FilterVocabulary {
  /** The words after `@`, with what they mean. */
  readonly terms: readonly (readonly [word: string, meaning: string])[];
  /** The words before a name, with what they mean and whose name it is. */
  readonly kinds: readonly (readonly [word: string, meaning: string, kind: FilterKind])[];
  /** Where other words are searched. */
  readonly searched: string;
  /** Explains the words. */
  readonly prompt: string;
  /** Reports a word of a filter that looks like a term but is none. */
  readonly problemOf: (filter: string) => string | undefined;
  /** What can follow some terms; a group has no times. */
  readonly since?: {
    readonly word: readonly [word: string, meaning: string];
    readonly words: ReadonlySet<string>;
    readonly terms: ReadonlySet<string>;
    readonly times: readonly (readonly [word: string, meaning: string])[];
  };
}

function vocabularyOf<Term extends string, Kind extends FilterKind>(
  terms: WordTexts<Term>,
  kinds: WordTexts<Kind>,
  others: Pick<FilterVocabulary, 'searched' | 'prompt' | 'problemOf'>,
): FilterVocabulary {
  return {
    ...others,
    terms: keysOf(terms).map(term => [terms[term][0](), terms[term][1]()]),
    kinds: keysOf(kinds).map(kind => [kinds[kind][0](), kinds[kind][1](), kind]),
  };
}

export function jobVocabulary(contributed: readonly FilterTerm[]): FilterVocabulary {
  const { terms, since } = jobWords(contributed);
  const vocabulary = vocabularyOf(termTexts, kindTexts, {
    searched: t('Words are searched in names'),
    prompt: t('Words in the name, #ID, @term, or a device or group by its name; - excludes'),
    problemOf: text => filterProblem(text, contributed),
  });
  const [word, meaning] = sinceWordTexts.since;
  const times = keysOf(sinceTexts).map(time => [sinceTexts[time][0](), sinceTexts[time][1]()] as const);
  const timed = [...terms].filter(([, term]) => since.terms.has(term)).map(([name]) => name);
  return {
    ...vocabulary,
    terms: [...vocabulary.terms, ...contributed.flatMap(({ text }) => (text ? [text(localizer)] : []))],
    since: { word: [word(), meaning()], words: since.words, terms: new Set(timed), times },
  };
}

export function groupVocabulary(): FilterVocabulary {
  return vocabularyOf(groupTermTexts, groupKindTexts, {
    searched: t('Words are searched in names and devices'),
    prompt: t('Words in the name or a device, @term, or a device by its name; - excludes'),
    problemOf: groupFilterProblem,
  });
}

/** The words for parsing a filter of groups. */
function groupWords(): FilterWords<GroupTerm, 'device'> {
  return { terms: wordMap(groupTermTexts), kinds: wordMap(groupKindTexts) };
}

function wordMap<Word extends string>(texts: WordTexts<Word>): ReadonlyMap<string, Word> {
  const words = keysOf(texts);
  return new Map([
    ...words.map(word => [foldText(texts[word][0]()), word] as const),
    ...words.map(word => [word, word] as const),
  ]);
}

function jobWords(contributed: readonly FilterTerm[]): Required<JobFilterWords> {
  return {
    // Contributions replace no term.
    terms: new Map<string, JobTerm | FilterTerm>([
      ...contributed.flatMap(term => wordsOf(term).map(word => [word, term] as const)),
      ...wordMap(termTexts),
    ]),
    kinds: wordMap(kindTexts),
    since: {
      terms: timedTerms(contributed),
      words: new Set([...wordMap(sinceWordTexts).keys(), ...otherSinceWords]),
      times: wordMap(sinceTexts),
    },
  };
}

/** The words for a term of a contribution, folded. */
function wordsOf({ name, text }: FilterTerm): readonly string[] {
  return text === undefined ? [name] : [foldText(text(localizer)[0]), name];
}

/** Parses a filter in the user's language. */
export function readFilter(text: string, contributed: readonly FilterTerm[]): JobFilter {
  return parseJobFilter(text, jobWords(contributed));
}

function filterProblem(text: string, contributed: readonly FilterTerm[]): string | undefined {
  const words = jobWords(contributed);
  return unknownTermText(parseJobFilter(text, words).unknown, words.terms.keys(), localizer);
}

interface MessageParts {
  readonly session: ServerSession;
  readonly labels: Pick<Labels, 'text'>;
}

/** The message about the filter, which claims no more than was searched. */
export function filterMessage(
  filter: JobFilter,
  { found, searchedTexts }: Pick<JobsOutline, 'found' | 'searchedTexts'>,
  { session, labels, filterTerms }: MessageParts & { readonly filterTerms: readonly FilterTerm[] },
): string | undefined {
  const { jobs, targets } = session;
  // Without any rows, the welcome content explains why, which VS Code only shows while there is no message.
  if (filter.text === '' || jobs.isEmpty) return undefined;
  const problem = filterProblem(filter.text, filterTerms);
  if (problem !== undefined) return problem;
  const unknown = needsReach(filter) ? unknownOfFilter(filter, targets) : undefined;
  return joinTexts(
    ' ',
    needsStatuses(filter)
      ? statusFilterText(filter, found, session)
      : foundText(filter.text, found, jobs.loadedCount),
    ...searchedTexts,
    ...missingNames(filter, session),
    unknown && unknownText(unknown, session, labels),
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

/** A status that was read earlier says little about now. Visible ones are read more often. */
const recentMs = 5 * 60_000;

/** Since when the statuses are known by which jobs are grouped or sorted, if some were read long ago. */
export function oldStatusesText(
  { filter, grouping, sort }: Arrangement,
  { statuses }: ServerSession,
  nowMs: number,
): string | undefined {
  if (needsStatuses(filter) || (grouping !== 'status' && sort !== 'status')) return undefined;
  let oldestMs = nowMs;
  for (const { asOfMs } of statuses.known.values()) oldestMs = Math.min(oldestMs, asOfMs);
  return oldestMs >= nowMs - recentMs
    ? undefined
    : t('The oldest status is as of {time}.', { time: clockTime(oldestMs) });
}

/** The groups with unknown IDs have a row of their own, and the number of jobs is mentioned anyway. */
function unknownText(unknown: Unknown, { server }: ServerSession, labels: Pick<Labels, 'text'>): string {
  const texts = namedUnknownTexts({ ...unknown, groups: [], hasMore: false }, server, labels);
  return texts.map(text => `${text}.`).join(' ');
}

/** Names in the filter that are of no known device or group. */
function missingNames(
  { conditions }: Pick<JobFilter | GroupFilter, 'conditions'>,
  { targets }: ServerSession,
): readonly string[] {
  return conditions.flatMap(condition => {
    if (!('kind' in condition)) return [];
    const { kind, name } = condition;
    if (kind === 'device') return targets.isKnown(name) ? [] : [t('No device “{name}” is known.', { name })];
    return targets.groupsNamed(name).length > 0 ? [] : [t('No group “{name}” is known.', { name })];
  });
}

export function readGroupFilter(text: string): GroupFilter {
  return parseFilter(text, groupWords());
}

function groupFilterProblem(text: string): string | undefined {
  const { unknown } = readGroupFilter(text);
  return unknownTermText(unknown, groupWords().terms.keys(), localizer);
}

/** The message about the filter of the groups, like that of the jobs. */
export function groupFilterMessage(
  text: string,
  foundCount: number,
  { session, labels }: MessageParts,
): string | undefined {
  const { groups, jobs, targets } = session;
  if (text === '' || groups.isEmpty) return undefined;
  const problem = groupFilterProblem(text);
  if (problem !== undefined) return problem;
  const typed = readGroupFilter(text);
  const filter = displayText(text, 40);
  const [found, loaded] = [countText(foundCount), countText(groups.entries.length)];
  return joinTexts(
    ' ',
    foundCount === 0
      ? t('No group of {loaded} matches “{filter}”.', { loaded, filter })
      : t('Filter “{filter}”: {found} of {loaded} groups.', { filter, found, loaded }),
    ...(needsMembers(typed) ? missingNames(typed, session) : []),
    isAboutJobs(typed) && unknownText(targets.unknown, session, labels),
    isAboutJobs(typed) && !jobs.isComplete && t('Not all jobs were read.'),
  );
}
