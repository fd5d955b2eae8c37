import { ifFound } from '../../api/errors/apiError.ts';
import type { Group } from '../../model/group.ts';
import type { Job } from '../../model/job.ts';
import { readMost } from '../../notices/wholeLists.ts';
import { plural, t } from '../../platform/localize.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { joinTexts } from '../../util/displayText.ts';
import { yieldToHost } from '../../util/slices.ts';
import type { JobEdit } from '../../writes/objectEdits.ts';
import type { Uses } from '../commandContext.ts';
import { groupIdsOf } from '../findGroupIds.ts';
import { findJob } from './recordedObjects.ts';
import type { Creation } from './steps.ts';
import type { Created } from './takenSteps.ts';
import { checkedJobsText, type TargetedGroup } from './targetingJobs.ts';

/** A group that was created again, and the jobs that targeted its old ID. */
interface Moved extends TargetedGroup {
  readonly group: Group;
}

/** An action to offer after groups were created again. */
interface RepointOffer {
  readonly text: string;
  readonly action: string;
  readonly edits: (context: Parameters<typeof groupIdsOf>[0]) => Promise<readonly JobEdit[]>;
}

/** Offers to replace the old IDs of groups that were created again in the jobs that targeted them. */
export async function repointOffer(
  context: Uses<'dialogs' | 'notices'>,
  session: ServerSession,
  created: readonly Created[],
): Promise<RepointOffer | undefined> {
  const moved: Moved[] = [];
  for (const { step, group } of created) {
    if (step.former === undefined || group === undefined) continue;
    const { id } = step.former;
    const jobs = await jobsOf(context, session, step.former);
    if (jobs.length > 0 && (await isUnused(session, id))) moved.push({ id, group, jobs });
  }
  const count = new Set(moved.flatMap(({ jobs }) => jobs)).size;
  if (count === 0) return undefined;
  return {
    text: joinTexts(
      ' ',
      plural('{count} job referred to it by its old ID.|{count} jobs referred to it by its old ID.', count),
      checkedJobsText(session),
    ),
    action: t('Use New ID in Jobs'),
    edits: async context => {
      const groups = moved.map(({ group }) => group);
      return editsFor(moved, await groupIdsOf(context, session, groups));
    },
  };
}

/** The jobs that targeted the group when it was deleted, and those that still refer to it. */
async function jobsOf(
  context: Uses<'dialogs' | 'notices'>,
  session: ServerSession,
  { id, targetedBy }: NonNullable<Creation['former']>,
): Promise<readonly Job[]> {
  await readMost(context, session, ['jobs']);
  await session.targets.update(yieldToHost);
  const ids = new Set([...targetedBy, ...session.targets.jobsTargeting(id).map(job => job.id)]);
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
