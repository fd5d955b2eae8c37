import { ifFound } from '../../api/errors/apiError.ts';
import type { Group } from '../../model/group.ts';
import type { Job } from '../../model/job.ts';
import { plural, t } from '../../platform/localize.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { JobEdit } from '../../writes/objectEdits.ts';
import { groupIdsOf } from '../findGroupIds.ts';
import type { RunContext } from './bulk.ts';
import { changeObjects } from './changeObjects.ts';
import {
  type CreateAgainContext,
  createAgain,
  type FormerGroup,
  type Recreated,
  type Recreation,
  type RecreationOffer,
} from './createAgain.ts';
import { findJob } from './recordedObjects.ts';
import type { TargetedGroup } from './targetingJobs.ts';

/** A group that was created again, and the jobs that targeted its old ID. */
interface Moved extends TargetedGroup {
  readonly group: Group;
}

/** Creates deleted groups again, and offers to change the jobs that targeted them to the new IDs. */
export async function recreateGroups(
  context: CreateAgainContext,
  session: ServerSession,
  items: readonly Recreation[],
): Promise<void> {
  await createAgain(context, session, {
    kind: 'group',
    items,
    offer: created => repointOffer(context, session, created),
  });
}

/** Offers to replace the old IDs of groups that were created again in the jobs that targeted them. */
export async function repointOffer(
  context: RunContext,
  session: ServerSession,
  created: readonly Recreated[],
): Promise<RecreationOffer | undefined> {
  const moved: Moved[] = [];
  for (const { item, group } of created) {
    if (item.former === undefined || group === undefined) continue;
    const { id } = item.former;
    const jobs = await jobsOf(session, item.former);
    if (jobs.length > 0 && (await isUnused(session, id))) moved.push({ id, group, jobs });
  }
  const count = new Set(moved.flatMap(({ jobs }) => jobs)).size;
  if (count === 0) return undefined;
  return {
    text: plural(
      '{count} job referred to it by its old ID.|{count} jobs referred to it by its old ID.',
      count,
    ),
    action: t('Use New ID in Jobs'),
    run: async () => {
      const groups = moved.map(({ group }) => group);
      const ids = await groupIdsOf(context, session, groups);
      const changes = editsFor(moved, ids);
      if (changes.length > 0) await changeObjects(context, session, { act: 'changeJobs', changes });
    },
  };
}

/** The jobs that targeted the group when it was deleted, and those that still refer to it. */
async function jobsOf(session: ServerSession, { id, targetedBy }: FormerGroup): Promise<readonly Job[]> {
  await session.jobs.ensureLoaded().catch(() => undefined);
  const ids = new Set(targetedBy);
  for (const job of session.jobs.jobs) if (job.groups.includes(id)) ids.add(job.id);
  const jobs = await Promise.all([...ids].map(job => session.jobs.get(job) ?? findJob(session, job)));
  return jobs.filter(job => job !== undefined);
}

/** If the server has reused the ID, jobs with that ID mean the new group. */
async function isUnused({ groups }: ServerSession, id: number): Promise<boolean> {
  return (await ifFound(groups.read(id))) === undefined;
}

/**
 * One edit per job, even if it targeted several of the groups. Servers may already have removed deleted groups from
 * it. References to a group whose new ID was not found stay unchanged.
 */
function editsFor(moved: readonly Moved[], ids: ReadonlyMap<Group, number>): JobEdit[] {
  const found = moved.filter(({ group }) => ids.has(group));
  const newIds = new Map(found.map(({ id, group }) => [id, ids.get(group)]));
  const jobs = new Map(found.flatMap(target => target.jobs.map(job => [job.id, job] as const)));
  return [...jobs.values()].map(job => {
    const named = found.filter(target => target.jobs.some(({ id }) => id === job.id)).map(({ id }) => id);
    const groups = [...new Set([...job.groups, ...named])];
    return {
      job,
      edit: { before: { groups }, after: { groups: groups.map(id => newIds.get(id) ?? id) } },
    };
  });
}
