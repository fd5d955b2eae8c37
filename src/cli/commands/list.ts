import { toGroupDraft } from '../../model/group.ts';
import { type Job, toJobDraft } from '../../model/job.ts';
import { ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import { unknownTermText } from '../../store/filterText.ts';
import {
  englishFilterWords,
  filterTerms,
  type JobFilter,
  matches,
  needsHistory,
  needsReach,
  needsStatuses,
  noMatchText,
  parseJobFilter,
} from '../../store/jobs/jobFilter.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { findFilterSets, unknownOfFilter } from '../../store/targets/filterSets.ts';
import { findClashes } from '../../store/targets/jobClashes.ts';
import type { Unknown } from '../../store/targets/targetIndex.ts';
import { unknownTexts } from '../../store/targets/unknownTexts.ts';
import { responseSlices } from '../../util/slices.ts';
import type { CliContext, CommandRow, ExitCode } from '../cliContext.ts';
import { type ReadContext, readGroups, readJobs, readStatuses, statusIn, yesNo } from '../objects.ts';
import { connectionOptions, UsageError } from '../optionTable.ts';

export const listCommand = {
  operands: '[jobs|groups]',
  summary: 'List the jobs or groups of the server',
  details: [
    "Prints a row for each job (the default) or group, in the server's order. With --json, each object has the same fields as its document in VS Code, and its ID if the server returns one.",
  ],
  options: [...connectionOptions, 'filter', 'no-trunc', 'json'],
  completes: ['jobs', 'groups'],
  examples: {
    'device-automation list': 'All jobs.',
    "device-automation list --filter 'nightly @enabled' --json":
      'The enabled jobs with “nightly” in their names, as JSON.',
    'device-automation list groups': 'All groups.',
  },
  run: async context => {
    const [kind = 'jobs', ...rest] = context.operands;
    if ((kind !== 'jobs' && kind !== 'groups') || rest.length > 0)
      throw new UsageError(context.localizer.t('Pass “jobs” or “groups”.'));
    return kind === 'jobs' ? listJobs(context) : listGroups(context);
  },
} as const satisfies CommandRow;

async function listJobs(context: CliContext): Promise<ExitCode> {
  const { output, localizer, signal } = context;
  const { t } = localizer;
  const filter = filterOf(context);
  const { session } = context.connect();
  const all = await readJobs(session, context);
  const outlook = new ScheduleOutlook({ serverZone: undefined, readerZone: readersZone(), localizer });
  const isShown =
    filter === undefined ? () => true : await matcherOf(filter, all, outlook, { ...context, session });
  const jobs = all.filter(isShown);
  if (filter !== undefined && jobs.length === 0 && !output.isJson) {
    output.note(noMatchText(filter.text, all.length, localizer));
  }
  if (output.isJson) {
    output.json({ jobs: jobs.map(job => ({ id: job.id, ...toJobDraft(job) })) });
    return 0;
  }
  const rows = [[t('ID'), t('Name'), t('Enabled'), t('Schedule')]];
  const slices = responseSlices(signal);
  for (const { id, name, enabled, params } of jobs) {
    if (slices.isOver) await slices.rest();
    rows.push([String(id), name, yesNo(enabled, localizer), outlook.row(params, Date.now()).text]);
  }
  output.table(rows);
  return 0;
}

/** Throws `UsageError` if a word looks like a term but is none. */
function filterOf({ options, localizer }: CliContext): JobFilter | undefined {
  const text = options.value('filter');
  if (text === undefined) return undefined;
  const filter = parseJobFilter(text, englishFilterWords);
  const problem = unknownTermText(filter.unknown, filterTerms, localizer);
  if (problem !== undefined) throw new UsageError(problem);
  if (needsHistory(filter))
    throw new UsageError(localizer.t('Only VS Code stores the runs that this filter is about.'));
  return filter;
}

/** Reads what the filter needs to know of the jobs: statuses, and who is reached by what. */
async function matcherOf(
  filter: JobFilter,
  jobs: readonly Job[],
  outlook: ScheduleOutlook,
  context: ReadContext & { readonly session: ServerSession },
): Promise<(job: Job) => boolean> {
  const { session, signal } = context;
  const ids = needsStatuses(filter) ? jobs.map(({ id }) => id) : [];
  const read = await readStatuses(session, ids, context);
  const nowMs = Date.now();
  if (needsReach(filter)) await readTargets(session, context);
  const { targets } = session;
  const slices = responseSlices(signal);
  const clashes = () => findClashes({ jobs, targets, outlook, readerZone: readersZone(), nowMs }, slices);
  const setOf = await findFilterSets(filter, { jobs, targets, findClashes: clashes }, slices);
  if (needsReach(filter)) noteUnknown(unknownOfFilter(filter, targets), context);
  return job =>
    matches(job, filter, {
      nowMs,
      setOf,
      hasEnded: ({ params }) => outlook.hasEnded(params, nowMs),
      statusOf: id => statusIn(read, id),
      nextRunMs: ({ params, enabled }) => (enabled === false ? undefined : outlook.nextRunMs(params, nowMs)),
    });
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

async function listGroups(context: CliContext): Promise<ExitCode> {
  const { output, localizer, options } = context;
  const { t } = localizer;
  if (options.has('filter')) throw new UsageError(t('--filter is for jobs only.'));
  const groups = await readGroups(context.connect().session, context);
  if (output.isJson) {
    output.json({ groups: groups.map(group => ({ id: group.id, ...toGroupDraft(group) })) });
    return 0;
  }
  const rows = groups.map(({ id, name, dn, server_set }) => [
    String(id ?? ''),
    name,
    dn,
    String(server_set.length),
  ]);
  output.table([[t('ID'), t('Name'), t('Distinguished name'), t('Devices')], ...rows]);
  return 0;
}
