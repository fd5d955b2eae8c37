import type { Job } from '../model/job.ts';
import { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';
import { unknownTermText } from '../store/filterText.ts';
import {
  englishFilterWords,
  type JobFilter,
  matches,
  needsHistory,
  needsReach,
  needsStatuses,
  noMatchText,
  parseJobFilter,
} from '../store/jobs/jobFilter.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { findFilterFacts, unknownOfFilter } from '../store/targets/filterSets.ts';
import { findClashes } from '../store/targets/jobClashes.ts';
import type { Unknown } from '../store/targets/targetIndex.ts';
import { unknownTexts } from '../store/targets/unknownTexts.ts';
import { onceForEach } from '../util/collections.ts';
import type { Localizer } from '../util/localizer.ts';
import { responseSlices } from '../util/slices.ts';
import type { CliContext } from './cliContext.ts';
import { openHistory } from './journal.ts';
import {
  type ReadContext,
  readGroups,
  readJobs,
  readStatuses,
  selectJobs,
  statusIn,
} from './namedObjects.ts';
import { SelectionError, UsageError } from './optionTable.ts';

/** The jobs of the operands, or those that match --filter; `undefined` if there is neither. */
export async function chosenJobs(
  context: CliContext,
  session: ServerSession,
  operands: readonly string[] = context.operands,
): Promise<readonly Job[] | undefined> {
  const filter = filterOf(context);
  if (filter === undefined) return operands.length === 0 ? undefined : selectJobs(session, operands, context);
  if (operands.length > 0) throw new UsageError(context.localizer.t('Pass jobs or --filter, not both.'));
  const all = await readJobs(session, context);
  const matching = await matcherOf(filter, all, outlookOf(context.localizer), { ...context, session });
  const jobs = all.filter(matching);
  if (jobs.length === 0 && !context.output.isDocument)
    context.output.note(noMatchText(filter.text, all.length, context.localizer));
  return jobs;
}

/** The same for a command that must not run on all jobs by mistake: there must be at least one. */
export async function requiredJobs(
  context: CliContext,
  session: ServerSession,
  operands?: readonly string[],
): Promise<readonly Job[]> {
  requireChoice(context, operands);
  const jobs = (await chosenJobs(context, session, operands)) ?? [];
  if (jobs.length === 0) throw new SelectionError(context.localizer.t('There is nothing to do.'));
  return jobs;
}

/** Throws `UsageError` before anything is read. */
export function requireChoice({ operands, options, localizer }: CliContext, own = operands): void {
  if (own.length === 0 && !options.has('filter'))
    throw new UsageError(localizer.t('Pass the jobs, by ID or name, or --filter.'));
  const [kind = '', ...names] = own;
  if (/^(job|group)s?$/.test(kind) && names.length > 0)
    throw new UsageError(
      localizer.t(
        'This command is for jobs only: leave out “{kind}”, or pass a job of that name as “name:{kind}”.',
        {
          kind,
        },
      ),
    );
}

/** One for a filter and the table of what it finds, so that each schedule is read once. */
export const outlookOf = onceForEach(
  (localizer: Localizer) =>
    new ScheduleOutlook({ serverZone: undefined, readerZone: readersZone(), localizer }),
);

/** Throws `UsageError` if a word looks like a term but is none. */
function filterOf({ options, localizer }: CliContext): JobFilter | undefined {
  const text = options.value('filter');
  if (text === undefined) return undefined;
  const filter = parseJobFilter(text, englishFilterWords);
  const problem = unknownTermText(filter.unknown, englishFilterWords.terms.keys(), localizer);
  if (problem !== undefined) throw new UsageError(problem);
  return filter;
}

/** Reads what the filter needs to know of the jobs: statuses, and who is reached by what. */
async function matcherOf(
  filter: JobFilter,
  jobs: readonly Job[],
  outlook: ScheduleOutlook,
  context: CliContext & { readonly session: ServerSession },
): Promise<(job: Job) => boolean> {
  const { session, signal } = context;
  const ids = needsStatuses(filter) ? jobs.map(({ id }) => id) : [];
  const read = await readStatuses(session, ids, context);
  const nowMs = Date.now();
  if (needsReach(filter)) await readTargets(session, context);
  if (needsHistory(filter)) await readRuns(jobs, context);
  const statusOf = (id: number) => statusIn(read, id);
  const source = { session, jobs, outlook, findReaderZone: readersZone, nowMs, statusOf, findClashes };
  const facts = await findFilterFacts(filter, source, responseSlices(signal));
  if (needsReach(filter)) noteUnknown(unknownOfFilter(filter, session.targets), context);
  return job => matches(job, filter, facts);
}

/** What windows and `observe` on this computer saw of runs. */
async function readRuns(
  jobs: readonly Job[],
  context: CliContext & { readonly session: ServerSession },
): Promise<void> {
  const { history } = context.session;
  const files = openHistory(context, context.session);
  await history.load();
  await files.close();
  const count = jobs.filter(({ id }) => history.past(id).spans.length > 0).length;
  context.output.note(
    context.localizer.t('{count} of {loaded} jobs were watched.', { count, loaded: jobs.length }),
  );
}

function readersZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Which jobs reach a device also depends on the groups that they target. */
async function readTargets(session: ServerSession, context: ReadContext): Promise<void> {
  await readGroups(session, context);
  await session.groups.identity.resolveFromJobs({ signal: context.signal });
}

function noteUnknown(unknown: Unknown, { output, localizer }: ReadContext): void {
  for (const text of unknownTexts(unknown, { localizer, nameDynamicGroup: id => `#${id}` }))
    output.note(`${text}.`);
}
