import type { Group } from '../../../api/model/group.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { namedObjects } from '../../../cli/commands/get.ts';
import { requiredJobs } from '../../../cli/jobChoice.ts';
import { jobTitle, kindAndNames, readJobs, selectGroups } from '../../../cli/namedObjects.ts';
import { SelectionError, UsageError } from '../../../cli/optionTable.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { deletionItem } from '../common/filePlan.ts';
import { groupObject, jobObject } from '../common/serverState.ts';
import { applyObjectChange } from './plannedChanges.ts';

export async function deleteObjects(
  context: CliContext<'filter' | 'max-deletes' | 'dry-run' | 'out' | 'yes' | 'state-dir'>,
): Promise<ExitCode> {
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
  const targeting = await readTargeting(context, session, ids);
  const items = [...ids].map(([group, id]) => deletionItem(groupObject(group, id), targeting.get(id)));
  const managed = session.groups.entries.length;
  return applyObjectChange(context, connection, { act: 'deleteGroups', items, managed, mostDeletes });
}

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

/** The IDs of the jobs that would lose each group as target; names them. */
async function readTargeting(
  context: CliContext,
  session: ServerSession,
  ids: ReadonlyMap<Group, number>,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { output, localizer } = context;
  const jobs = await readJobs(session, context);
  const targeting = new Map<number, readonly number[]>();
  for (const [{ name }, id] of ids) {
    const found = jobs.filter(job => job.groups.includes(id));
    targeting.set(
      id,
      found.map(job => job.id),
    );
    if (found.length > 0 && !output.isDocument)
      output.note(
        localizer.plural(
          '{count} job targets the group “{name}”: {jobs}.|{count} jobs target the group “{name}”: {jobs}.',
          found.length,
          { name, jobs: found.map(job => jobTitle(job, localizer)).join(', ') },
        ),
      );
  }
  return targeting;
}
