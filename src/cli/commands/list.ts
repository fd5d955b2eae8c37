import { deviceLabel } from '../../api/model/device.ts';
import { type Group, groupKey, toGroupDraft } from '../../api/model/group.ts';
import { type Job, toJobDraft } from '../../api/model/job.ts';
import { responseSlices } from '../../base/slices.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CliContext, ExitCode } from '../cliContext.ts';
import { withSuggestion } from '../habits.ts';
import { chosenJobs, outlookOf } from '../jobChoice.ts';
import { detailsJson, groupsText, readJobDetails } from '../jobDetails.ts';
import { jobTitle, readExitCode, readGroups, readJobs, statusCell, yesNo } from '../namedObjects.ts';
import { UsageError } from '../optionTable.ts';
import type { Cell } from '../terminal/textTable.ts';
import { watchList } from '../watch.ts';

export async function list(
  context: CliContext<'filter' | 'no-status' | 'state-dir' | 'watch'>,
): Promise<ExitCode> {
  const { operands, options, localizer } = context;
  const [kind = 'jobs', ...rest] = operands;
  if ((kind !== 'jobs' && kind !== 'groups') || rest.length > 0)
    throw new UsageError(
      withSuggestion(kind, ['jobs', 'groups'], localizer.t('Pass “jobs” or “groups”.'), localizer),
    );
  if (kind === 'groups' && options.has('filter'))
    throw new UsageError(localizer.t('--filter is for jobs only.'));
  const { session } = context.connect();
  if (kind === 'jobs') {
    let code: ExitCode = 0;
    const watched = {
      read: async () => {
        const chosen = await chosenJobs(context, session, []);
        const jobs = chosen?.jobs ?? (await readJobs(session, context));
        // The names of groups, which are read below, may be incomplete.
        code = readExitCode(session, chosen?.unread);
        return jobs;
      },
      keyOf: ({ id }: Job) => String(id),
      nameOf: (job: Job) => jobTitle(job, localizer),
    };
    await watchList(context, watched, (jobs, isFirst) => printJobs(context, session, jobs, isFirst));
    return code;
  }
  const watched = {
    read: () => readGroups(session, context),
    keyOf: groupKey,
    nameOf: ({ name }: Group) => name,
  };
  await watchList(context, watched, (groups, isFirst) => printGroups(context, groups, isFirst));
  return readExitCode(session);
}

interface Column<T> {
  readonly title: string;
  /** Whether only CSV has it, which has room for all. */
  readonly isInCsv?: true;
  readonly cell: (object: T) => Cell;
}

async function printTable<T>(
  { output, signal }: CliContext,
  objects: readonly T[],
  columns: readonly Column<T>[],
  isFirst: boolean,
): Promise<void> {
  const shown = columns.filter(({ isInCsv }) => isInCsv !== true || output.format === 'csv');
  const rows: (readonly Cell[])[] = isFirst ? [shown.map(({ title }) => title)] : [];
  const slices = responseSlices(signal);
  for (const object of objects) {
    if (slices.isOver) await slices.rest();
    rows.push(shown.map(({ cell }) => cell(object)));
  }
  output.table(rows);
}

async function printJobs(
  context: CliContext<'no-status'>,
  session: ServerSession,
  jobs: readonly Job[],
  isFirst: boolean,
): Promise<void> {
  const { output, localizer } = context;
  const { t } = localizer;
  if (output.format === 'name') return output.lines(jobs.map(({ id }) => `job/${id}`));
  const details = await readJobDetails(context, session, jobs);
  if (output.isDocument)
    return output.document({
      jobs: jobs.map(job => ({ id: job.id, ...toJobDraft(job), ...detailsJson(job, details) })),
      statuses: details.statuses,
    });
  const outlook = outlookOf(localizer);
  const nowMs = Date.now();
  const status: Column<Job> = {
    title: t('Status'),
    cell: job => statusCell(details.statusOf(job), localizer),
  };
  const columns: readonly Column<Job>[] = [
    { title: t('ID'), cell: ({ id }) => String(id) },
    { title: t('Name'), cell: ({ name }) => name },
    ...(details.statuses === undefined ? [] : [status]),
    { title: t('Enabled'), cell: ({ enabled }) => yesNo(enabled, localizer) },
    { title: t('Groups'), cell: job => groupsText(job, details) },
    { title: t('Devices'), isInCsv: true, cell: ({ peers }) => String(peers.length) },
    { title: t('Policies'), isInCsv: true, cell: ({ policies }) => policies.join(', ') },
    { title: t('Schedule'), cell: ({ params }) => outlook.row(params, nowMs).text },
  ];
  await printTable(context, jobs, columns, isFirst);
}

async function printGroups(context: CliContext, groups: readonly Group[], isFirst: boolean): Promise<void> {
  const { output, localizer } = context;
  const { t } = localizer;
  if (output.isDocument)
    return output.document({ groups: groups.map(group => ({ id: group.id, ...toGroupDraft(group) })) });
  if (output.format === 'name')
    return output.lines(groups.map(({ dn, name }) => `group/${dn.trim() || name.trim()}`));
  const members = (group: Group) => group.server_set.map(deviceLabel).join(', ');
  const columns: readonly Column<Group>[] = [
    { title: t('ID'), cell: ({ id }) => String(id ?? '') },
    { title: t('Name'), cell: ({ name }) => name },
    { title: t('Distinguished name'), cell: ({ dn }) => dn },
    { title: t('Devices'), cell: ({ server_set }) => String(server_set.length) },
    { title: t('Device names'), isInCsv: true, cell: members },
  ];
  await printTable(context, groups, columns, isFirst);
}
