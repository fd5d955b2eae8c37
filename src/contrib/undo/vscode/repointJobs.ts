import { ifFound } from '../../../api/errors/apiError.ts';
import { onlyFields } from '../../../api/model/draft.ts';
import { type Group, GroupSchema } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import type { JobEdit } from '../../../api/writes/objectEdits.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { yieldToHost } from '../../../base/slices.ts';
import type { ItemOutcome, RunRecord } from '../../../store/runs/runRecord.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import { groupIdsOf } from '../../../workbench/commands/findGroupIds.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { findJob } from '../../../workbench/commands/runs/recordedObjects.ts';
import type { RunAction } from '../../../workbench/commands/runs/runActions.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { type Creation, editStep, readFormerGroup } from '../../../workbench/commands/runs/steps.ts';
import { checkedJobsText, type TargetedGroup } from '../../../workbench/commands/runs/targetingJobs.ts';
import { readMost } from '../../../workbench/notices/wholeLists.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';

/** A group that was created again, and the jobs that targeted its old ID. */
interface Moved extends TargetedGroup {
  readonly group: Group;
}

/** Offers to replace the old IDs of groups that a run has created again in the jobs that targeted them. */
export async function repointOffers(
  context: RunContext,
  session: ServerSession,
  run: RunRecord,
): Promise<readonly RunAction[]> {
  const moved: Moved[] = [];
  for (const item of run.items) {
    // Only groups that are created again have a former ID.
    const [former, group] = [readFormerGroup(item.marks), createdGroup(item)];
    if (former === undefined || group === undefined) continue;
    const jobs = await jobsOf(context, session, former);
    if (jobs.length > 0 && (await isUnused(session, former.id))) moved.push({ id: former.id, group, jobs });
  }
  const count = new Set(moved.flatMap(({ jobs }) => jobs)).size;
  if (count === 0) return [];
  const action: RunAction = {
    label: t('Use New ID in Jobs'),
    text: joinTexts(
      ' ',
      plural('{count} job referred to it by its old ID.|{count} jobs referred to it by its old ID.', count),
      checkedJobsText(session),
    ),
    run: async () => {
      const groups = moved.map(({ group }) => group);
      const edits = editsFor(moved, await groupIdsOf(context, session, groups));
      if (edits.length > 0)
        await takeSteps(context, session, { act: 'changeJobs', steps: edits.map(editStep) });
    },
  };
  return [action];
}

/** The group that the item has created, as far as it identifies it. */
function createdGroup({ left, newId: id }: ItemOutcome): Group | undefined {
  if (left === undefined) return undefined;
  return GroupSchema.safeParse({ ...onlyFields(left, ['name', 'dn']), id }).data;
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
