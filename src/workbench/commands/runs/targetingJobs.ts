import { type Device, deviceLabel, unwritableDevices } from '../../../api/model/device.ts';
import type { Group } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import { yieldToHost } from '../../../base/slices.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { readWhole } from '../../notices/wholeLists.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobNames, namesOf } from '../../platform/objectNames.ts';
import type { Uses } from '../commandContext.ts';

/** The ID of a group and the jobs that target it. */
export interface TargetedGroup {
  readonly id: number;
  readonly jobs: readonly Job[];
}

/** The jobs that target the groups, of all jobs on the server. */
export async function targetingJobs(
  context: Uses<'dialogs'>,
  session: ServerSession,
  ids: ReadonlyMap<Group, number>,
): Promise<readonly TargetedGroup[]> {
  // If the jobs cannot be read, the prompt says so.
  await readWhole(context, session, ['jobs']).catch(() => undefined);
  await session.targets.update(yieldToHost);
  return [...ids.values()].map(id => ({ id, jobs: session.targets.jobsTargeting(id) }));
}

/** Describes which jobs target the groups, for a prompt. */
export function targetingText(session: ServerSession, targeted: readonly TargetedGroup[]): string[] {
  const jobs = [...new Set(targeted.flatMap(({ jobs: targeting }) => targeting))];
  return [
    jobs.length === 0
      ? ''
      : plural('{count} job targets it: {jobs}.|{count} jobs target it: {jobs}.', jobs.length, {
          jobs: jobNames(jobs, 10),
        }),
    checkedJobsText(session),
  ].filter(text => text !== '');
}

/** Mentions that not all jobs were read; '' if they were. */
export function checkedJobsText({ jobs }: ServerSession): string {
  if (jobs.isComplete && jobs.state.kind !== 'failed') return '';
  return plural('Only {count} job was checked.|Only {count} jobs were checked.', jobs.loadedCount);
}

/** Names the devices that “Undo” cannot restore, because a create cannot name them; '' for none. */
export function unrestorableText(devices: readonly Device[]): string {
  const lost = unwritableDevices(devices);
  if (lost.length === 0) return '';
  return t('Devices without a host name or address cannot be restored: {devices}.', {
    devices: namesOf(lost, deviceLabel),
  });
}
