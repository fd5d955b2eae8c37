import { deviceLabel } from '../../api/model/device.ts';
import { type Group, groupKey, toGroupDraft } from '../../api/model/group.ts';
import { type Job, toJobDraft } from '../../api/model/job.ts';
import { responseSlices } from '../../base/slices.ts';
import type { CliContext } from '../cliContext.ts';
import { command } from '../contribution.ts';
import { withSuggestion } from '../habits.ts';
import { chosenJobs, outlookOf } from '../jobChoice.ts';
import { jobTitle, readExitCode, readGroups, readJobs, yesNo } from '../namedObjects.ts';
import { connectionOptions, general, UsageError } from '../optionTable.ts';
import { watchList } from '../watch.ts';

export const listCommand = command({
  operands: '[jobs|groups]',
  synonyms: ['ls'],
  texts: ({ t }) => ({
    summary: t('List the jobs or groups of the server'),
    details: [
      t(
        "Prints a row for each job (the default) or group, in the server's order. With --json, each object has the same fields as its document in VS Code, and its ID if the server returns one.",
      ),
      t('The exit code is 1 if jobs or groups may be missing from the list.'),
    ],
    examples: {
      'device-automation list': t('All jobs.'),
      "device-automation list --filter 'nightly @enabled' --json": t(
        'The enabled jobs with “nightly” in their names, as JSON.',
      ),
      "device-automation list -l '@failed' -o name | xargs device-automation get": t(
        'Each job that failed, with all its fields.',
      ),
      'device-automation list groups --watch': t('All groups, and then each change.'),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('filter', 'state-dir', 'watch', 'no-trunc', 'output', 'json'),
  },
  formats: ['wide', 'name'],
  completes: ['jobs', 'groups'],
  run: async context => {
    const { operands, options, localizer } = context;
    const [kind = 'jobs', ...rest] = operands;
    if ((kind !== 'jobs' && kind !== 'groups') || rest.length > 0)
      throw new UsageError(
        withSuggestion(kind, ['jobs', 'groups'], localizer.t('Pass “jobs” or “groups”.'), localizer),
      );
    if (kind === 'groups' && options.has('filter'))
      throw new UsageError(localizer.t('--filter is for jobs only.'));
    const { session } = context.connect();
    const readAll = async () => (await chosenJobs(context, session, [])) ?? readJobs(session, context);
    if (kind === 'jobs') {
      const watched = {
        read: readAll,
        keyOf: ({ id }: Job) => String(id),
        nameOf: (job: Job) => jobTitle(job, localizer),
      };
      await watchList(context, watched, (jobs, isFirst) => printJobs(context, jobs, isFirst));
      return readExitCode(session);
    }
    const watched = {
      read: () => readGroups(session, context),
      keyOf: groupKey,
      nameOf: ({ name }: Group) => name,
    };
    await watchList(context, watched, (groups, isFirst) => printGroups(context, groups, isFirst));
    return readExitCode(session);
  },
});

interface Column<T> {
  readonly title: string;
  readonly isWide?: true;
  readonly cell: (object: T) => string;
}

/** The columns of a table; the wide ones only with `--output wide`. */
async function printTable<T>(
  { output, signal }: CliContext,
  objects: readonly T[],
  columns: readonly Column<T>[],
  isFirst: boolean,
): Promise<void> {
  const shown = columns.filter(({ isWide }) => isWide !== true || output.format === 'wide');
  const rows = isFirst ? [shown.map(({ title }) => title)] : [];
  const slices = responseSlices(signal);
  for (const object of objects) {
    if (slices.isOver) await slices.rest();
    rows.push(shown.map(({ cell }) => cell(object)));
  }
  output.table(rows);
}

async function printJobs(context: CliContext, jobs: readonly Job[], isFirst: boolean): Promise<void> {
  const { output, localizer } = context;
  const { t } = localizer;
  if (output.isDocument)
    return output.document({ jobs: jobs.map(job => ({ id: job.id, ...toJobDraft(job) })) });
  if (output.format === 'name') return output.lines(jobs.map(({ id }) => `job/${id}`));
  const outlook = outlookOf(localizer);
  const nowMs = Date.now();
  const columns: readonly Column<Job>[] = [
    { title: t('ID'), cell: ({ id }) => String(id) },
    { title: t('Name'), cell: ({ name }) => name },
    { title: t('Enabled'), cell: ({ enabled }) => yesNo(enabled, localizer) },
    { title: t('Groups'), isWide: true, cell: ({ groups }) => String(groups.length) },
    { title: t('Devices'), isWide: true, cell: ({ peers }) => String(peers.length) },
    { title: t('Policies'), isWide: true, cell: ({ policies }) => policies.join(', ') },
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
    { title: t('Device names'), isWide: true, cell: members },
  ];
  await printTable(context, groups, columns, isFirst);
}
