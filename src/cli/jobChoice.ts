import type { Job } from '../api/model/job.ts';
import { onceForEach } from '../base/collections.ts';
import { displayText } from '../base/displayText.ts';
import type { Localizer } from '../base/localizer.ts';
import { responseSlices } from '../base/slices.ts';
import { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';
import { localTimeZone } from '../recurrence/text/timeZone.ts';
import { searchedTexts, unknownOfFilter } from '../store/filter/filterSets.ts';
import { isBlankFilter, unknownTermText } from '../store/filter/filterText.ts';
import {
  englishFilterWords,
  type JobFilter,
  needsReach,
  noMatchText,
  parseJobFilter,
} from '../store/filter/jobFilter.ts';
import { searchJobs } from '../store/filter/jobSearch.ts';
import { unknownTexts } from '../store/reach/unknownTexts.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { CliContext } from './cliContext.ts';
import {
  type ReadContext,
  readGroups,
  readJobs,
  readStatuses,
  requireWhole,
  selectJobs,
} from './namedObjects.ts';
import { UsageError } from './optionTable.ts';

interface ChosenJobs {
  readonly jobs: readonly Job[];
  /** How many statuses could not be read that the filter asks for: these jobs may be missing. */
  readonly unread: number;
}

/** The jobs of the operands, or those that match --filter; `undefined` if there is neither. */
export async function chosenJobs(
  context: CliContext<'filter'>,
  session: ServerSession,
  operands: readonly string[] = context.operands,
): Promise<ChosenJobs | undefined> {
  const filter = await filterOf(context);
  if (filter === undefined && operands.length === 0) return undefined;
  if (filter === undefined) return { jobs: await selectJobs(session, operands, context), unread: 0 };
  if (operands.length > 0) throw new UsageError(context.localizer.t('Pass jobs or --filter, not both.'));
  const all = await readJobs(session, context);
  if (needsReach(filter)) await readTargets(session, context);
  await context.loadTerms(filter, session);
  const { localizer, output, signal } = context;
  let unread = 0;
  const source = {
    session,
    outlook: outlookOf(localizer),
    findReaderZone: localTimeZone,
    nowMs: Date.now(),
    readStatuses: async (jobs: readonly Job[]) => {
      unread = (await readStatuses(session, jobs, context)).size;
      const missing = localizer.plural(
        'The status of {count} job cannot be read, so it may be missing.|The status of {count} jobs cannot be read, so they may be missing.',
        unread,
      );
      if (unread > 0) output.note(missing);
    },
  };
  const jobs = await searchJobs(filter, source, responseSlices(signal));
  const unknown = unknownOfFilter(filter, session.targets);
  for (const text of unknownTexts(unknown, { localizer, nameDynamicGroup: id => `#${id}` }))
    output.note(`${text}.`);
  for (const text of await searchedTexts(filter, { ...source, jobs: all }, localizer)) output.note(text);
  if (jobs.length === 0 && !output.isDocument) output.note(noMatchText(filter.text, all.length, localizer));
  return { jobs, unread };
}

/** The same for a command that acts on them: none may be missing from a list that a filter searches. */
export async function requiredJobs(
  context: CliContext<'filter'>,
  session: ServerSession,
  operands?: readonly string[],
): Promise<readonly Job[]> {
  const { jobs = [] } = (await chosenJobs(context, session, operands)) ?? {};
  if (context.options.has('filter')) requireWhole(session, 'jobs', 'groups');
  return jobs;
}

/** Throws `UsageError` before anything is read. */
export function requireChoice({ operands, options, localizer: { t } }: CliContext<'filter'>): void {
  if (operands.length === 0 && !options.has('filter'))
    throw new UsageError(t('Pass the jobs, by ID or name, or --filter.'));
  const [kind = '', ...names] = operands;
  if (/^(job|group)s?$/.test(kind) && names.length > 0)
    throw new UsageError(
      t('This command is for jobs only: leave out “{kind}”, or pass a job of that name as “name:{kind}”.', {
        kind,
      }),
    );
}

/** One for a filter and the table of what it finds, so that each schedule is read once. */
export const outlookOf = onceForEach(
  (localizer: Localizer) =>
    new ScheduleOutlook({ serverZone: undefined, readerZone: localTimeZone(), localizer }),
);

/** Throws `UsageError` if it is blank, or if a word looks like a term but is none. */
async function filterOf({
  options,
  localizer,
  filterTerms,
}: CliContext<'filter'>): Promise<JobFilter | undefined> {
  const text = options.value('filter');
  if (text === undefined) return undefined;
  const words = englishFilterWords(await filterTerms());
  if (isBlankFilter(text, words.kinds))
    throw new UsageError(
      localizer.t('The filter “{filter}” is blank, or contains an empty name. Is a variable not set?', {
        filter: displayText(text, 60),
      }),
    );
  const filter = parseJobFilter(text, words);
  const problem = unknownTermText(filter.unknown, words.terms.keys(), localizer);
  if (problem !== undefined) throw new UsageError(problem);
  return filter;
}

/** Which jobs reach a device also depends on the groups that they target. */
export async function readTargets(session: ServerSession, context: ReadContext): Promise<void> {
  await readGroups(session, context);
  await session.groups.identity.resolveFromJobs({ signal: context.signal });
}
