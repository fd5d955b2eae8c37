import { type Group, storedGroupKey } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import type { StatusKind } from '../../../api/model/jobStatus.ts';
import type { Localizer } from '../../../base/localizer.ts';
import type { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import type { GroupEntry } from '../../../store/groups/groupStore.ts';
import type { TargetIndex } from '../../../store/reach/targetIndex.ts';
import type { JobChange } from '../../changeJobs/common/jobChange.ts';
import type { PausesByJob } from '../../pause/common/pauseFile.ts';
import type { OfflineLooks } from './offlineLooks.ts';

/** From the most to the least severe. */
export const severities = ['error', 'warning', 'information'] as const;
export type Severity = (typeof severities)[number];

/** What a rule may need to know; without it, the rule judges nothing. */
export type Need = 'jobs' | 'groups' | 'groupIds' | 'targets' | 'devices' | 'zone' | 'runs' | 'looks';

/** What can be known where the fleet check runs; the window and the service only know `looks` after a day. */
export const knownIn = {
  'VS Code': ['jobs', 'groups', 'groupIds', 'targets', 'devices', 'zone', 'runs', 'looks'],
  lint: ['jobs', 'groups', 'groupIds', 'targets', 'devices', 'zone', 'runs'],
  'lint FOLDER': ['jobs', 'groupIds', 'targets', 'zone'],
  observe: ['jobs', 'groups', 'groupIds', 'targets', 'devices', 'zone', 'runs', 'looks'],
} as const satisfies Readonly<Record<string, readonly Need[]>>;

/** All jobs and groups of a server, or of a folder of files, and what is known about them. */
export interface CheckedFleet {
  readonly jobs: readonly Job[];
  readonly groups: readonly GroupEntry[];
  readonly areJobsWhole: boolean;
  readonly areGroupsWhole: boolean;
  readonly idOf: (group: Group) => number | undefined;
  /** Files name devices instead of describing them. */
  readonly isOfFiles?: boolean;
  /** How another job is named beside its name; by its ID unless it has another place. */
  readonly labelOf?: (job: Job) => string;
  readonly targets: TargetIndex;
  readonly outlook: ScheduleOutlook;
  readonly readerZone: string;
  readonly localizer: Localizer;
  readonly nowMs: number;
  /** When devices were last read, and what earlier looks found; `undefined` where there is only one look. */
  readonly looks?: { readonly asOfMs: number; readonly memory: OfflineLooks } | undefined;
  readonly runs?: RunKnowledge | undefined;
  /** The pauses that were recorded on this computer; a schedule may say more. */
  readonly pauses?: PausesByJob;
}

/** What the history of runs knows about a job. */
export interface RunKnowledge {
  /** `undefined` unless enough runs were seen from start to end. */
  typicalMs(job: number): number | undefined;
  /** The results of the last runs that were seen, newest first. */
  lastResults(job: number): readonly StatusKind[];
  /** Of the last ten planned runs that could be judged. */
  verdicts(job: number): { readonly judged: number; readonly notSeen: number };
  /** For how long the present run has been executing at least; `undefined` if there is none. */
  executingMs(job: number): number | undefined;
}

/** An object that a finding is about. */
export type FleetObject =
  | { readonly kind: 'job'; readonly id: number; readonly name: string }
  | {
      readonly kind: 'group';
      /** Of its row, while the list is the same. */
      readonly rowKey: string;
      /** `groupKey`, by which it is found again. */
      readonly groupKey: string;
      readonly id: number | undefined;
      readonly name: string;
    };

/** What identifies an object among those of its server. */
export type FleetPlace =
  | { readonly kind: 'job'; readonly id: number }
  | { readonly kind: 'group'; readonly groupKey: string };

export function objectKey(object: FleetPlace): string {
  return object.kind === 'job' ? `job ${object.id}` : `group ${storedGroupKey(object.groupKey)}`;
}

/** A change that removes what was found and is safe to offer. Report formats are for the user to choose. */
export type FleetFix = JobChange | { readonly kind: 'chooseFormats' };

/** What a rule finds on an object. */
export interface Found {
  readonly text: string;
  /** If it is less severe than usual. */
  readonly severity?: Severity;
  readonly related?: Job;
  readonly fix?: FleetFix;
}
