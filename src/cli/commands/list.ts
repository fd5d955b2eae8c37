import { responseSlices } from '../../api/transport/responseSlices.ts';
import { toGroupDraft } from '../../model/group.ts';
import { type Job, toJobDraft } from '../../model/job.ts';
import { ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import { unknownTermText } from '../../store/filterText.ts';
import {
  englishFilterWords,
  filterTerms,
  type JobFilter,
  matches,
  needsReach,
  needsStatuses,
  noMatchText,
  parseJobFilter,
} from '../../store/jobs/jobFilter.ts';
import { findFilterSets, unknownOfFilter } from '../../store/targets/filterSets.ts';
import { findClashes } from '../../store/targets/jobClashes.ts';
import type { Unknown } from '../../store/targets/targetIndex.ts';
import { unknownTexts } from '../../store/targets/unknownTexts.ts';
import type { CliConnection } from '../cliConnection.ts';
import type { CliContext, CommandRow, ExitCode } from '../cliContext.ts';
import { readGroups, readJobs } from '../objects.ts';
import { connectionOptions } from '../optionTable.ts';
import { readStatuses, statusIn } from '../statuses.ts';
import { UsageError } from '../usageError.ts';
import { yesNo } from '../words.ts';

export const listCommand = {
  operands: '[jobs|groups]',
  summary: 'List the jobs or groups of the server',
  details: [
    "Prints a row for each job (the default) or group, in the server's order. With --json, each object has the same fields as its document in VS Code, and its ID if the server returns one.",
  ],
  options: [...connectionOptions, 'filter', 'no-trunc', 'json'],
  completes: ['jobs', 'groups'],
  examples: [
    { line: 'device-automation list', text: 'All jobs.' },
    {
      line: "device-automation list --filter 'nightly @enabled' --json",
      text: 'The enabled jobs with “nightly” in their names, as JSON.',
    },
    { line: 'device-automation list groups', text: 'All groups.' },
  ],
  run: async context => {
    const [kind = 'jobs', ...rest] = context.operands;
    if ((kind !== 'jobs' && kind !== 'groups') || rest.length > 0)
      throw new UsageError(context.localizer.t('Pass “jobs” or “groups”.'));
    return kind === 'jobs' ? listJobs(context) : listGroups(context);
  },
} as const satisfies CommandRow;

async function listJobs(context: CliContext): Promise<ExitCode> {
  const { output, localizer } = context;
  const { t } = localizer;
  const filter = filterOf(context);
  const connection = context.connect();
  const all = await readJobs(connection, context);
  const outlook = outlookOf(context);
  const jobs = filter === undefined ? all : await filterRows(all, filter, { outlook, connection, context });
  if (filter !== undefined && jobs.length === 0 && !output.isJson) {
    output.note(noMatchText(filter.text, all.length, localizer));
  }
  if (output.isJson) {
    output.json({ jobs: jobs.map(job => ({ id: job.id, ...toJobDraft(job) })) });
    return 0;
  }
  const rows: string[][] = [];
  const slices = responseSlices(context.signal);
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    const schedule = outlook.row(job.params, Date.now()).text;
    rows.push([String(job.id), job.name, yesNo(job.enabled, localizer), schedule]);
  }
  output.table([[t('ID'), t('Name'), t('Enabled'), t('Schedule')], ...rows]);
  return 0;
}

function outlookOf({ localizer }: CliContext): ScheduleOutlook {
  return new ScheduleOutlook({ serverZone: undefined, readerZone: readersZone(), localizer });
}

function readersZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Throws `UsageError` if a word looks like a term but is none. */
function filterOf({ options, localizer }: CliContext): JobFilter | undefined {
  const text = options.value('filter');
  if (text === undefined) return undefined;
  const filter = parseJobFilter(text, englishFilterWords);
  const problem = unknownTermText(filter.unknown, filterTerms, localizer);
  if (problem !== undefined) throw new UsageError(problem);
  return filter;
}

interface Filtering {
  readonly outlook: ScheduleOutlook;
  readonly connection: CliConnection;
  readonly context: CliContext;
}

async function filterRows(
  jobs: readonly Job[],
  filter: JobFilter,
  { outlook, connection, context }: Filtering,
): Promise<readonly Job[]> {
  const ids = jobs.map(({ id }) => id);
  const read = needsStatuses(filter) ? await readStatuses(connection, ids, context) : undefined;
  const nowMs = Date.now();
  if (needsReach(filter)) await readTargets(connection, context);
  const { targets } = connection.session;
  const slices = responseSlices(context.signal);
  const readerZone = readersZone();
  const clashes = () => findClashes({ jobs, targets, outlook, readerZone, nowMs }, slices);
  const setOf = await findFilterSets(filter, { jobs, targets, findClashes: clashes }, slices);
  if (needsReach(filter)) noteUnknown(unknownOfFilter(filter, targets), context);
  return jobs.filter(job =>
    matches(job, filter, {
      nowMs,
      setOf,
      hasEnded: ({ params }) => outlook.hasEnded(params, nowMs),
      statusOf: id => (read === undefined ? undefined : statusIn(read, id)),
      nextRunMs: ({ params, enabled }) => (enabled === false ? undefined : outlook.nextRunMs(params, nowMs)),
    }),
  );
}

/** Which jobs reach a device also depends on the groups that they target. */
async function readTargets(connection: CliConnection, context: CliContext): Promise<void> {
  await readGroups(connection, context);
  await connection.session.groups.identity.resolveFromJobs({ signal: context.signal });
}

function noteUnknown(unknown: Unknown, { output, localizer }: CliContext): void {
  for (const text of unknownTexts(unknown, { localizer, nameDynamicGroup: id => `#${id}` }))
    output.note(`${text}.`);
}

async function listGroups(context: CliContext): Promise<ExitCode> {
  const { output, localizer, options } = context;
  const { t } = localizer;
  if (options.has('filter')) throw new UsageError(t('--filter is for jobs only.'));
  const groups = await readGroups(context.connect(), context);
  if (output.isJson) {
    output.json({ groups: groups.map(group => ({ id: group.id, ...toGroupDraft(group) })) });
    return 0;
  }
  output.table([
    [t('ID'), t('Name'), t('Distinguished name'), t('Devices')],
    ...groups.map(({ id, name, dn, server_set }) => [
      id === undefined ? '' : String(id),
      name,
      dn,
      String(server_set.length),
    ]),
  ]);
  return 0;
}
