import type { Group } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import { TargetIndex } from '../../../store/reach/targetIndex.ts';
import { asOfMs } from '../../../store/reading/listState.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { CheckedFleet } from './checkedFleet.ts';
import type { OfflineLooks } from './offlineLooks.ts';

/** What a check knows besides the objects themselves. */
type Surroundings = Pick<CheckedFleet, 'outlook' | 'readerZone' | 'localizer' | 'nowMs' | 'runs' | 'pauses'>;

/** The fleet of a server as far as it was read. */
export function fleetOfSession(
  { jobs, groups, targets }: ServerSession,
  { looks, ...surroundings }: Surroundings & { readonly looks?: OfflineLooks },
): CheckedFleet {
  // Devices are as old as the older of the two lists.
  const readMs = Math.min(asOfMs(jobs.state) ?? 0, asOfMs(groups.state) ?? 0);
  return {
    ...surroundings,
    jobs: jobs.jobs,
    groups: groups.entries,
    areJobsWhole: jobs.isComplete,
    areGroupsWhole: groups.isComplete,
    idOf: group => groups.identity.known(group),
    targets,
    looks: looks && { asOfMs: readMs, memory: looks },
  };
}

const never = () => ({ dispose: () => undefined });

/** The fleet of lists that do not change, with groups whose IDs are known. */
export function fleetOfLists(
  { jobs, groups }: { readonly jobs: readonly Job[]; readonly groups: readonly Group[] },
  others: Omit<CheckedFleet, 'jobs' | 'groups' | 'targets' | 'idOf'>,
): CheckedFleet {
  const entries = groups.map((group, index) => ({ key: String(index), group }));
  const byId = new Map(jobs.map(job => [job.id, job]));
  const byKey = new Map(entries.map(entry => [entry.key, entry]));
  const targets = new TargetIndex(
    { jobs, get: id => byId.get(id), isComplete: others.areJobsWhole, onDidChange: never },
    {
      entries,
      entry: key => byKey.get(key),
      isComplete: others.areGroupsWhole,
      identity: { known: ({ id }) => id, revision: 0 },
      onDidChange: never,
    },
  );
  return { ...others, jobs, groups: entries, targets, idOf: ({ id }) => id };
}
