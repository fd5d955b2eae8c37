import { type Group, groupKey } from '../../model/group.ts';
import type { Job } from '../../model/job.ts';
import { localizer } from '../../platform/localize.ts';
import { jobName, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { RunContext } from '../runs/bulk.ts';
import type { RecreationOffer } from '../runs/createAgain.ts';
import { editJobs, type JobEdit } from '../runs/editJobs.ts';
import { groupIdsOf } from './groupIds.ts';

const { t, plural } = localizer;

/** A group and the jobs that target it, as far as jobs are loaded. */
export interface TargetedGroup {
  readonly group: Group;
  readonly id: number;
  readonly jobs: readonly Job[];
}

/** The jobs that target the groups; those of the first page are loaded for it if none are. */
export async function targetingJobs(
  session: ServerSession,
  ids: ReadonlyMap<Group, number>,
): Promise<readonly TargetedGroup[]> {
  // Without the jobs, the question says that they could not be read.
  await session.jobs.ensureLoaded().catch(() => undefined);
  return [...ids].map(([group, id]) => ({
    group,
    id,
    jobs: session.jobs.jobs.filter(job => job.groups.includes(id)),
  }));
}

/** Which jobs target the groups, in sentences for a question. */
export function targetingText(session: ServerSession, targeted: readonly TargetedGroup[]): string[] {
  const jobs = [...new Set(targeted.flatMap(({ jobs: targeting }) => targeting))];
  return [
    jobs.length === 0
      ? ''
      : plural('{count} job targets it: {jobs}.|{count} jobs target it: {jobs}.', jobs.length, {
          jobs: namesOf(jobs, jobName, 10),
        }),
    checkedJobsText(session),
  ].filter(text => text !== '');
}

/** Says so where not all jobs are loaded. */
export function checkedJobsText({ jobs }: ServerSession): string {
  if (!jobs.hasMore && jobs.state.kind !== 'failed') return '';
  return plural(
    'Only {count} loaded job was checked.|Only {count} loaded jobs were checked.',
    jobs.loadedCount,
  );
}

/** Offers to let the jobs that named groups by their old IDs name them by the new ones. */
export function repointOffer(
  context: RunContext,
  session: ServerSession,
  targeted: readonly TargetedGroup[],
): RecreationOffer | undefined {
  const recreated = targeted.flatMap(old => {
    const entry = session.groups.entries.find(({ group }) => groupKey(group) === groupKey(old.group));
    return entry === undefined || old.jobs.length === 0 ? [] : [{ old, group: entry.group }];
  });
  const count = new Set(recreated.flatMap(({ old }) => old.jobs)).size;
  if (count === 0) return undefined;
  return {
    text: plural('{count} job named it by its old ID.|{count} jobs named it by its old ID.', count),
    action: t('Use New ID in Jobs'),
    run: async () => {
      const ids = await groupIdsOf(
        context,
        session,
        recreated.map(({ group }) => group),
      );
      const newIds = new Map(recreated.map(({ old, group }) => [old.id, ids.get(group)]));
      await editJobs(context, session, { edits: editsFor(targeted, newIds) });
    },
  };
}

/** One edit a job, also where it targeted several of the groups. */
function editsFor(
  targeted: readonly TargetedGroup[],
  newIds: ReadonlyMap<number, number | undefined>,
): JobEdit[] {
  const jobs = new Set(targeted.flatMap(({ jobs: targeting }) => targeting));
  return [...jobs].map(job => {
    const groups = job.groups.map(id => newIds.get(id) ?? id);
    return { job, edit: { before: { groups: job.groups }, after: { groups } } };
  });
}
