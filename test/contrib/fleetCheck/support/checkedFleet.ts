import type { Group } from '../../../../src/api/model/group.ts';
import type { Job } from '../../../../src/api/model/job.ts';
import { englishLocalizer } from '../../../../src/base/localizer.ts';
import { responseSlices } from '../../../../src/base/slices.ts';
import type { CheckedFleet, RunKnowledge } from '../../../../src/contrib/fleetCheck/common/checkedFleet.ts';
import {
  FleetChecker,
  type FleetChoices,
  type FleetResult,
} from '../../../../src/contrib/fleetCheck/common/fleetChecker.ts';
import { fleetOfLists } from '../../../../src/contrib/fleetCheck/common/fleetSources.ts';
import { ScheduleOutlook } from '../../../../src/recurrence/describe/scheduleOutlook.ts';
import { group, job, startMs } from '../../../store/support/fakes.ts';

export const daily = 'DTSTART:20260101T030000Z\nRRULE:FREQ=DAILY';

/** A job with a target, a policy and a schedule, which no rule objects to. */
export function soundJob(id: number, fields: Partial<Job> = {}): Job {
  return job(id, {
    groups: [1],
    params: daily.replace('T03', `T${String(id % 24).padStart(2, '0')}`),
    ...fields,
  });
}

export const soundGroup = (id: number, fields: Partial<Group> = {}): Group =>
  group(`Group ${id}`, { id, ...fields });

const knowsNothing: RunKnowledge = {
  typicalMs: () => undefined,
  lastResults: () => [],
  verdicts: () => ({ judged: 0, notSeen: 0 }),
  executingMs: () => undefined,
};

export interface FleetPieces extends Partial<Omit<CheckedFleet, 'jobs' | 'groups' | 'runs'>> {
  readonly jobs: readonly Job[];
  readonly groups?: readonly Group[];
  readonly runs?: Partial<RunKnowledge>;
  readonly zone?: string;
}

export function fleetOf({ jobs, groups = [], runs, zone, ...others }: FleetPieces): CheckedFleet {
  const outlook = new ScheduleOutlook({ serverZone: zone, readerZone: 'UTC', localizer: englishLocalizer });
  return fleetOfLists(
    { jobs, groups },
    {
      areJobsWhole: true,
      areGroupsWhole: true,
      outlook,
      readerZone: 'UTC',
      localizer: englishLocalizer,
      nowMs: startMs,
      runs: runs && { ...knowsNothing, ...runs },
      ...others,
    },
  );
}

export function checkFleet(
  fleet: CheckedFleet,
  choices: Partial<FleetChoices> = {},
  checker = new FleetChecker(),
): Promise<FleetResult> {
  return checker.check(fleet, { severities: new Map(), suppressions: [], ...choices }, responseSlices());
}

/** The findings of a fleet as `rule: text`. */
export async function textsOf(pieces: FleetPieces, choices: Partial<FleetChoices> = {}): Promise<string[]> {
  const { findings } = await checkFleet(fleetOf(pieces), choices);
  return findings.map(({ rule, object, text }) => `${rule}, ${object.name}: ${text}`);
}
