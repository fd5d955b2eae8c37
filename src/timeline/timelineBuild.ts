import type { Job } from '../model/job.ts';
import type { Predictor } from '../recurrence/expand/predictor.ts';
import type { Slices } from '../util/slices.ts';
import type { TimelineDevices } from './timelineDevices.ts';
import { type TimelineJob, TimelineModel } from './timelineModel.ts';
import type { RunsMemory, ScheduleRuns } from './timelineRuns.ts';
import type { TimelineSpan } from './timelineSpan.ts';

export interface TimelineSource {
  readonly jobs: readonly Job[];
  readonly isWanted: (job: Job) => boolean;
  readonly nameOf: (job: Job) => string;
  readonly span: TimelineSpan;
  readonly predictor: Predictor;
  readonly devices: TimelineDevices;
  readonly memory: RunsMemory;
}

/** Wanted jobs that the timeline does not show, or not as they will be. */
interface LeftOut {
  readonly disabled: number;
  readonly unscheduled: number;
  readonly unreadable: readonly string[];
  readonly unpredictable: readonly string[];
  /** They run so often that only their first runs are counted. */
  readonly cut: readonly string[];
  /** Their text names no zone. */
  readonly openZone: number;
  /** Their text has no start to count from. */
  readonly openStart: number;
}

export interface Timeline {
  readonly model: TimelineModel;
  readonly leftOut: LeftOut;
  /** Wanted, enabled jobs with a schedule. */
  readonly scheduledJobs: number;
}

export interface BuildProgress {
  readonly done: number;
  readonly total: number;
  readonly timeline: Timeline;
}

/** Builds a timeline piece by piece and reports the intermediate result after each. */
export async function buildTimeline(
  source: TimelineSource,
  slices: Slices,
  onProgress: (progress: BuildProgress) => void,
): Promise<Timeline> {
  const gathering = await gather(source, slices);
  const model = new TimelineModel(source.span, source.devices.count);
  const leftOut = new LeftOutCounter(gathering);
  const timeline: Timeline = { model, leftOut, scheduledJobs: gathering.scheduledJobs };
  let done = 0;
  for (const [text, jobs] of gathering.bySchedule) {
    const runs = source.memory.of(text, source.span, source.predictor);
    if (runs.kind === 'runs') model.add({ runs, jobs });
    leftOut.count(runs, jobs);
    done += 1;
    if (!slices.isOver) continue;
    onProgress({ done, total: gathering.bySchedule.size, timeline });
    await slices.rest();
  }
  onProgress({ done, total: done, timeline });
  await model.findClashes(slices);
  return timeline;
}

interface Gathering {
  readonly bySchedule: ReadonlyMap<string, readonly TimelineJob[]>;
  readonly disabled: number;
  readonly unscheduled: number;
  readonly scheduledJobs: number;
}

async function gather(source: TimelineSource, slices: Slices): Promise<Gathering> {
  const bySchedule = new Map<string, TimelineJob[]>();
  let [disabled, unscheduled, scheduledJobs] = [0, 0, 0];
  for (const job of source.jobs) {
    if (slices.isOver) await slices.rest();
    if (!source.isWanted(job)) continue;
    if (job.enabled === false) disabled += 1;
    else if (job.params.trim() === '') unscheduled += 1;
    else {
      scheduledJobs += 1;
      const entry = { id: job.id, name: source.nameOf(job), devices: source.devices.of(job) };
      const same = bySchedule.get(job.params);
      if (same === undefined) bySchedule.set(job.params, [entry]);
      else same.push(entry);
    }
  }
  return { bySchedule, disabled, unscheduled, scheduledJobs };
}

class LeftOutCounter implements LeftOut {
  readonly disabled: number;
  readonly unscheduled: number;
  readonly unreadable: string[] = [];
  readonly unpredictable: string[] = [];
  readonly cut: string[] = [];
  openZone = 0;
  openStart = 0;

  constructor({ disabled, unscheduled }: Gathering) {
    this.disabled = disabled;
    this.unscheduled = unscheduled;
  }

  count(runs: ScheduleRuns, jobs: readonly TimelineJob[]): void {
    const names = jobs.map(job => job.name);
    if (runs.kind !== 'runs') {
      for (const name of names) this[runs.kind].push(name);
      return;
    }
    if (runs.isCut) for (const name of names) this.cut.push(name);
    if (runs.open === 'zone') this.openZone += jobs.length;
    if (runs.open === 'start') this.openStart += jobs.length;
  }
}
