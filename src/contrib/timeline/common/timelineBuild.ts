import type { Job } from '../../../api/model/job.ts';
import { pushTo } from '../../../base/collections.ts';
import type { Slices } from '../../../base/slices.ts';
import type { Predictor } from '../../../recurrence/expand/predictor.ts';
import type { DeviceLists, TimelineDevices } from '../../../store/reach/timelineDevices.ts';
import { type TimelineEntry, type TimelineJob, TimelineModel } from './timelineModel.ts';
import { changedPlan, type PastSource, runOutcomes } from './timelinePast.ts';
import { hourlyRuns, type RunsMemory, type ScheduleRuns } from './timelineRuns.ts';
import type { TimelineSpan } from './timelineSpan.ts';

export interface TimelineSource {
  readonly jobs: readonly Job[];
  readonly isWanted: (job: Job) => boolean;
  readonly nameOf: (job: Job) => string;
  readonly span: TimelineSpan;
  readonly predictor: Predictor;
  readonly devices: TimelineDevices;
  readonly memory: RunsMemory;
  /** Whether a job is paused for a part of the span. */
  readonly isPaused?: (job: Job) => boolean;
  /** What is known of past runs. */
  readonly past?: PastSource | undefined;
}

/** Requested jobs that the timeline omits or shows only approximately. */
interface LeftOut {
  readonly disabled: number;
  readonly unscheduled: number;
  /** They have fewer runs than usual. */
  readonly paused: number;
  readonly unreadable: readonly string[];
  readonly unpredictable: readonly string[];
  /** They run so often that only their first runs are counted. */
  readonly cut: readonly string[];
  /** Their schedules have no time zone. */
  readonly openZone: number;
  /** Their schedules have no start to count from. */
  readonly openStart: number;
}

/** `LeftOut` while it is being counted. */
interface Counting extends LeftOut {
  readonly unreadable: string[];
  readonly unpredictable: string[];
  readonly cut: string[];
  openZone: number;
  openStart: number;
}

export interface Timeline {
  readonly model: TimelineModel;
  readonly leftOut: LeftOut;
  /** Jobs that match the query, with and without runs. */
  readonly jobCount: number;
}

export interface BuildProgress {
  readonly done: number;
  readonly total: number;
  readonly timeline: Timeline;
}

/** Its name and devices are looked up when they are needed: what is shown first needs those of few jobs. */
class LazyJob implements TimelineJob {
  readonly id: number;
  readonly #job: Job;
  readonly #source: TimelineSource;
  #name: string | undefined;
  #devices: DeviceLists | undefined;

  constructor(job: Job, source: TimelineSource) {
    this.id = job.id;
    this.#job = job;
    this.#source = source;
  }

  get name(): string {
    this.#name ??= this.#source.nameOf(this.#job);
    return this.#name;
  }

  get devices(): DeviceLists {
    return this.findDevices();
  }

  findDevices(): DeviceLists {
    this.#devices ??= this.#source.devices.of(this.#job);
    return this.#devices;
  }
}

/** Builds a timeline in parts, and reports the intermediate result after each. */
export async function buildTimeline(
  source: TimelineSource,
  slices: Slices,
  onProgress: (progress: BuildProgress) => void,
): Promise<Timeline> {
  const { bySchedule, changed, matching, listed, ...others } = await gather(source, slices);
  const jobCount = matching.length;
  const model = new TimelineModel(source.span, source.devices);
  const leftOut = { ...others, unreadable: [], unpredictable: [], cut: [], openZone: 0, openStart: 0 };
  const timeline: Timeline = { model, leftOut, jobCount };
  let done = 0;
  for (const [text, jobs] of bySchedule) {
    const runs = source.memory.of(text, source.span, source.predictor);
    if (runs.kind === 'runs') model.add({ text, runs, jobs });
    count(leftOut, runs, jobs);
    done += 1;
    if (!slices.isOver) continue;
    onProgress({ done, total: bySchedule.size, timeline });
    await slices.rest();
  }
  for (const entry of changed) model.add(entry);
  onProgress({ done, total: done, timeline });
  // Clashes are found by the numbers of all devices, and groups with unknown devices are counted.
  for (const job of listed) {
    job.findDevices();
    if (slices.isOver) await slices.rest();
  }
  await addPast(model, matching, source, slices);
  await model.findClashes(slices);
  return timeline;
}

async function addPast(
  model: TimelineModel,
  jobs: readonly Job[],
  { past, nameOf, devices, span }: TimelineSource,
  slices: Slices,
): Promise<void> {
  if (past === undefined || span.fromMs >= past.nowMs) return;
  model.isPastKnown = true;
  for (const job of jobs) {
    const runs = await runOutcomes(job.id, past, slices);
    if (runs.length > 0) model.addPast({ id: job.id, name: nameOf(job), devices: devices.of(job) }, runs);
    if (slices.isOver) await slices.rest();
  }
}

async function gather(source: TimelineSource, slices: Slices) {
  const matching = await matchingJobs(source, slices);
  const bySchedule = new Map<string, LazyJob[]>();
  /** Jobs whose schedule was another one during a part of the span, and when they were planned to run. */
  const changed: TimelineEntry[] = [];
  const listed: LazyJob[] = [];
  const list = (job: Job) => {
    const made = new LazyJob(job, source);
    listed.push(made);
    return made;
  };
  let [disabled, unscheduled, paused] = [0, 0, 0];
  for (const job of matching) {
    if (slices.isOver) await slices.rest();
    if (source.isPaused?.(job) === true) paused += 1;
    const { past, span, predictor } = source;
    const times = past && changedPlan(past.history.facts(job.id), span, predictor);
    if (times !== undefined)
      changed.push({
        text: job.params,
        times,
        runs: hourlyRuns(times, span),
        jobs: [list(job)],
      });
    else if (job.enabled === false) disabled += 1;
    else if (job.params.trim() === '') unscheduled += 1;
    else pushTo(bySchedule, job.params, list(job));
  }
  return { bySchedule, changed, matching, listed, disabled, unscheduled, paused };
}

async function matchingJobs({ jobs, isWanted }: TimelineSource, slices: Slices): Promise<readonly Job[]> {
  const found: Job[] = [];
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    if (isWanted(job)) found.push(job);
  }
  return found;
}

/** Adds the jobs of a schedule to what the timeline leaves out. */
function count(leftOut: Counting, runs: ScheduleRuns, jobs: readonly TimelineJob[]): void {
  if (runs.kind !== 'runs') {
    for (const { name } of jobs) leftOut[runs.kind].push(name);
    return;
  }
  if (runs.isCut) for (const { name } of jobs) leftOut.cut.push(name);
  if (runs.open === 'zone') leftOut.openZone += jobs.length;
  if (runs.open === 'start') leftOut.openStart += jobs.length;
}
