import type * as vscode from 'vscode';
import type { Job } from '../../api/model/job.ts';
import type { ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Labels } from '../servers/labels.ts';
import type { JobTarget } from './nodes.ts';
import type { Fact } from './tooltip.ts';

/** What the texts of a job's rows are made from: names of IDs, schedules. */
export interface Naming {
  readonly session: ServerSession;
  readonly labels: Pick<Labels, 'get' | 'text'>;
  readonly outlook: ScheduleOutlook;
}

/** A row below a job: the kernel has schedule, targets, policies and reports, contributions add others. */
export interface JobPart {
  /** Its name in nodes and context values. */
  readonly part: string;
  readonly label: () => string;
  readonly icon: string;
  readonly description: (job: Job, naming: Naming) => string;
  /** What the rows below it represent. */
  readonly rows: (job: Job, naming: Naming) => readonly PartRow[];
  /** Draws its rows that are no targets. */
  readonly row?: (key: string, job: Job, naming: Naming) => vscode.TreeItem | undefined;
}

export type PartRow =
  | { readonly kind: 'target'; readonly target: JobTarget }
  | { readonly kind: 'partRow'; readonly key: string };

/** What a contribution adds to the tooltip of a job, besides the facts of its marks. */
export interface JobFacts {
  /** Characters in colors of the theme, which stand above all facts, and what they mean. */
  readonly strip?: {
    readonly marks: readonly (readonly [mark: string, color: string])[];
    readonly text: string;
  };
  /** Lines after the status. */
  readonly facts: readonly Fact[];
}

export type FactSource = (job: Job, naming: Naming) => JobFacts;

/** What contributions add to the rows of jobs. */
export interface JobPoints {
  readonly jobParts: readonly JobPart[];
  readonly factSources: readonly FactSource[];
}
