import type { Group } from '../../../api/model/group.ts';
import type { CliContext } from '../../../cli/cliContext.ts';
import { namedObjects } from '../../../cli/commands/get.ts';
import { command } from '../../../cli/contribution.ts';
import { requiredJobs } from '../../../cli/jobChoice.ts';
import { jobTitle, kindAndNames, readJobs, selectGroups } from '../../../cli/namedObjects.ts';
import { connectionOptions, general, SelectionError, UsageError } from '../../../cli/optionTable.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { groupObject, jobObject } from '../common/serverState.ts';
import { maxDeletesOption } from './changes.ts';
import { applyObjectChange, deletionItem } from './plannedChanges.ts';
import { outOption, planFailureTitle } from './planReports.ts';

export const deleteCommand = command({
  operands: '(job|group) NAME…',
  synonyms: ['destroy', 'remove', 'rm'],
  completes: 'objects',
  texts: ({ t }) => ({
    summary: t('Delete jobs or groups'),
    details: [
      t(
        'Prints what is deleted, asks in a terminal, and deletes only objects that are still as they were printed. Without a terminal, more than one requires --yes. Specify them as for “get”; “delete jobs --filter TEXT” chooses jobs as in the Jobs view. For a group, the jobs that target it are printed first.',
      ),
      t(
        'With --dry-run, it is only printed, as by “plan”; with --out, it is also written to a file for “apply”. Then the exit code is 2. Otherwise it is 1 if an object could not be deleted.',
      ),
    ],
    examples: {
      'device-automation delete job 12': t('Delete a job by its ID.'),
      "device-automation delete jobs -l '@ended' --dry-run": t('Print which jobs would be deleted.'),
      "device-automation delete group 'CN=Lab,DC=example' --yes": t('Delete a group without asking.'),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('filter'),
    ...maxDeletesOption,
    ...general('dry-run'),
    ...outOption,
    ...general('yes', 'state-dir', 'output', 'json'),
  },
  formats: ['markdown'],
  failureTitle: planFailureTitle,
  run: async context => {
    const { operands, options, localizer } = context;
    const filtered = options.has('filter') ? kindAndNames(operands) : undefined;
    const { kind, names } = filtered?.names.length === 0 ? filtered : namedObjects(context);
    if (filtered !== undefined && kind === 'group')
      throw new UsageError(localizer.t('--filter is for jobs only.'));
    const mostDeletes = options.number('max-deletes');
    const connection = context.connect();
    const { session } = connection;
    if (kind === 'job') {
      const jobs = await requiredJobs(context, session, names);
      const items = jobs.map(job => deletionItem(jobObject(job)));
      const managed = session.jobs.isComplete ? session.jobs.jobs.length : jobs.length;
      return applyObjectChange(context, connection, { act: 'deleteJobs', items, managed, mostDeletes });
    }
    const groups = await selectGroups(session, names, context);
    const ids = await findIds(context, session, groups);
    await noteTargeting(context, session, ids);
    const items = [...ids].map(([group, id]) => deletionItem(groupObject(group, id)));
    const managed = session.groups.entries.length;
    return applyObjectChange(context, connection, { act: 'deleteGroups', items, managed, mostDeletes });
  },
});

const mostRequests = 200;

/** Servers need not return the IDs of groups. Throws `SelectionError` if one cannot be found. */
async function findIds(
  { localizer, signal }: CliContext,
  { groups: { identity } }: ServerSession,
  groups: readonly Group[],
): Promise<ReadonlyMap<Group, number>> {
  if (groups.some(group => identity.known(group) === undefined))
    await identity.findAll({ signal, budget: mostRequests });
  return new Map(
    groups.map(group => {
      const id = identity.known(group);
      if (id !== undefined) return [group, id] as const;
      throw new SelectionError(localizer.t('The ID of the group “{name}” is unknown.', { name: group.name }));
    }),
  );
}

/** Names the jobs that would lose a target. */
async function noteTargeting(
  context: CliContext,
  session: ServerSession,
  ids: ReadonlyMap<Group, number>,
): Promise<void> {
  const { output, localizer } = context;
  const jobs = await readJobs(session, context);
  for (const [{ name }, id] of ids) {
    const targeting = jobs.filter(job => job.groups.includes(id)).map(job => jobTitle(job, localizer));
    if (targeting.length > 0 && !output.isDocument)
      output.note(
        localizer.plural(
          '{count} job targets the group “{name}”: {jobs}.|{count} jobs target the group “{name}”: {jobs}.',
          targeting.length,
          { name, jobs: targeting.join(', ') },
        ),
      );
  }
}
