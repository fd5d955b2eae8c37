import * as z from 'zod/mini';
import type { LabeledField } from '../../../api/fields/objectFields.ts';
import { deviceLabel } from '../../../api/model/device.ts';
import type { Job } from '../../../api/model/job.ts';
import { countBy } from '../../../base/collections.ts';
import { englishLocalizer } from '../../../base/localizer.ts';
import { responseSlices, yieldToHost } from '../../../base/slices.ts';
import { describeRecurrenceSetBriefly } from '../../../recurrence/describe/description.ts';
import type { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import { localDateTime } from '../../../recurrence/text/dateTimeValue.ts';
import type { TimeZone } from '../../../recurrence/text/timeZone.ts';
import { type JobSort, jobSorts, sortJobs } from '../../../store/filter/jobArrangement.ts';
import type { Reach } from '../../../store/reach/targetIndex.ts';
import { lastPlanned } from '../../history/common/pastRuns.ts';
import { durationText, endText, outcomeText } from '../../history/common/runTexts.ts';
import { durationOf, type SeenRun } from '../../history/common/seenRuns.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { agentText, agentTexts, scheduleLines, unlessEmpty } from './agentText.ts';
import { ToolError } from './fleet.ts';
import {
  explainedFilterInput,
  findJobs,
  idsInput,
  localTimeInput,
  oneJob,
  readStaleStatuses,
  serverInput,
  windowOf,
} from './jobSearch.ts';
import { pageInput, pageOfRows, pageOutput } from './pages.ts';
import { readReach, type ServerCall } from './serverCall.ts';
import { optionalInput, readingTool } from './tool.ts';

export const partOutput = {
  /** How many jobs or groups were searched, and whether these are all. */
  searched: z.int(),
  complete: z.boolean(),
  total: z.optional(z.int()),
  as_of: z.string(),
};

export const jobOutput = {
  id: z.int(),
  name: z.string(),
  /** Only if it is false. */
  enabled: z.optional(z.boolean()),
  next_run: z.optional(z.string()),
};

const reachOutput = z.object({
  devices: z.int(),
  unknown_groups: z.optional(z.array(z.int())),
  dynamic_groups: z.optional(z.array(z.int())),
});

export const findJobsTool = readingTool({
  name: 'find_jobs',
  description:
    'Finds, lists and counts jobs by name, current status (running, failed, …), enabled or disabled, target group or device, schedule, past runs, or the time at which they run. Gives their IDs, next runs and, on request, their status now. If a job is missing, “complete” and “unknown” say what was not read. With policy or report, only jobs with that policy or report.',
  input: z.strictObject({
    ...serverInput,
    ids: z.optional(idsInput),
    filter: explainedFilterInput,
    policy: optionalInput('ID of a policy that the jobs apply.', z.int().check(z.minimum(0))),
    report: optionalInput('ID of a report that they create.', z.int().check(z.minimum(0))),
    runs_from: localTimeInput('Jobs that run at or after this time'),
    runs_to: localTimeInput('Jobs that run before this time; default: a day later'),
    sort: z.optional(z.enum(jobSorts)),
    with_status: optionalInput('Reads the status of each row.', z.boolean()),
    count_statuses: optionalInput('Reads the status of all found jobs and counts them.', z.boolean()),
    ...pageInput,
  }),
  output: z.object({
    server: z.string(),
    zone: z.string(),
    jobs: z.array(
      z.object({
        ...jobOutput,
        /** In a few words. */
        schedule: z.optional(z.string()),
        status: z.optional(z.string()),
      }),
    ),
    ...pageOutput,
    /** How many of all found jobs have each status. */
    counts: z.optional(z.record(z.string(), z.int())),
    ...partOutput,
    unknown: z.optional(z.array(z.string())),
    /** Of how many jobs past runs are known. */
    watched: z.optional(z.array(z.string())),
  }),
  rows: 'jobs',
  run: async (input, call) => {
    const { offset = 0, limit = 50, with_status: withStatus, count_statuses: counts, ids } = input;
    if (ids !== undefined && input.filter !== undefined) throw new ToolError('Pass either ids or a filter.');
    const found = await findJobs(input.filter, call);
    const named = ids === undefined ? found.jobs : jobsListed(ids, found.jobs);
    const doing = named.filter(
      ({ policies, reports }) =>
        (input.policy === undefined || policies.includes(input.policy)) &&
        (input.report === undefined || reports.includes(input.report)),
    );
    const within = await runningWithin(doing, [input.runs_from, input.runs_to], call);
    if (counts === true) await readStatuses(within.jobs, call);
    const sorted = await sortRows(within.jobs, input.sort, call);
    if (withStatus === true && counts !== true)
      await readStatuses(sorted.slice(offset, offset + limit), call);
    const showsStatus =
      found.hasStatuses || input.sort === 'status' || withStatus === true || counts === true;
    const { rows, ...page } = pageOfRows(sorted, input, job => describeRow(job, showsStatus, call));
    const kindOf = (job: Job) => call.statusOf(job)?.kind ?? 'not read';
    return {
      server: agentText(call.server.name),
      zone: call.zone.id,
      jobs: rows,
      ...page,
      counts: counts === true ? Object.fromEntries(countBy(sorted, kindOf)) : undefined,
      ...found.part,
      unknown: agentTexts([...found.unknown, ...within.unknown], 400),
      watched: agentTexts(found.watched, 400),
    };
  },
});

function jobsListed(ids: readonly number[], jobs: readonly Job[]): readonly Job[] {
  const byId = new Map(jobs.map(job => [job.id, job]));
  const missing = ids.filter(id => !byId.has(id));
  if (missing.length > 0)
    throw new ToolError(`The server lists no job with the ID ${missing.slice(0, 10).join(', ')}.`);
  return ids.flatMap(id => byId.get(id) ?? []);
}

/** Reads the statuses that were not read during this call. */
function readStatuses(jobs: readonly Job[], call: ServerCall): Promise<void> {
  return readStaleStatuses(jobs, call, call.fleet.nowMs() - call.nowMs);
}

/** The jobs that run in the window, and what is not known of the others, as sentences; all jobs without a window. */
async function runningWithin(
  jobs: readonly Job[],
  [from, to]: readonly [from: string | undefined, to: string | undefined],
  call: ServerCall,
): Promise<{ readonly jobs: readonly Job[]; readonly unknown: readonly string[] }> {
  if (from === undefined && to === undefined) return { jobs, unknown: [] };
  const { fromMs, toMs } = windowOf([from, to], call, { usualDays: 1 });
  const { predictor } = call.outlook;
  const slices = responseSlices(call.signal);
  const found: Job[] = [];
  let unpredictable = 0;
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    if (job.enabled === false || job.params.trim() === '') continue;
    const prediction = predictor.predict(job.params, { fromMs, toMs, limit: 1, stopsAtLimit: true });
    if (prediction.occurrences.length > 0) found.push(job);
    else if (prediction.kind !== 'complete') unpredictable += 1;
  }
  const unknown = unpredictable > 0 ? [`When ${unpredictable} jobs run cannot be predicted`] : [];
  return { jobs: found, unknown };
}

async function sortRows(
  jobs: readonly Job[],
  sort: JobSort = 'server',
  call: ServerCall,
): Promise<readonly Job[]> {
  if (sort === 'status') await readStaleStatuses(jobs, call);
  const facts = {
    statusOf: (id: number) => call.statusOf({ id }),
    nextRunMs: (job: Job) => nextRunMs(job, call.outlook, call.nowMs),
  };
  return sortJobs(jobs, sort, { facts, language: 'en', yieldToHost });
}

function describeRow(job: Job, showsStatus: boolean, call: ServerCall) {
  const status = showsStatus ? call.statusOf(job) : undefined;
  return {
    ...describeJob(job, call),
    schedule: job.params.trim() === '' ? undefined : briefSchedule(job.params, call.outlook, call.nowMs),
    status: status === undefined ? undefined : describeStatus(status),
  };
}

export function nameOf({ id, name }: Pick<Job, 'id' | 'name'>): {
  readonly id: number;
  readonly name: string;
} {
  return { id, name: agentText(name) };
}

/** The server's own word, and what it means. */
export function describeStatus({ word, kind }: { readonly word: string; readonly kind: string }): string {
  return word.toLowerCase() === kind ? kind : `${kind} (${JSON.stringify(agentText(word, 60))})`;
}

function nextRunMs(job: Job, outlook: ScheduleOutlook, nowMs: number): number | undefined {
  return job.enabled === false ? undefined : outlook.nextRunMs(job.params, nowMs);
}

export function describeJob(job: Job, { outlook, zone, nowMs }: ServerCall) {
  const nextMs = nextRunMs(job, outlook, nowMs);
  return {
    ...nameOf(job),
    enabled: job.enabled === false ? false : undefined,
    next_run: nextMs === undefined ? undefined : localDateTime(zone.toWall(nextMs)),
  };
}

function briefSchedule(params: string, { predictor }: ScheduleOutlook, nowMs: number): string {
  const options = { ...predictor.options, nowMs };
  return agentText(describeRecurrenceSetBriefly(predictor.parse(params), englishLocalizer, options), 160);
}

export const seenRunOutput = {
  /** It began at this time or shortly before. */
  began: z.string(),
  result: z.string(),
  took: z.string(),
};

const Named = z.object({ id: z.int(), name: z.optional(z.string()) });

export const readJobTool = readingTool({
  name: 'read_job',
  description:
    'Reads one job: its fields, schedule as text and as a sentence, next runs, targets, number of devices reached, status now, last seen run, and why a planned run did not take place or was not seen. Use it for “when does it run?” and “why did it not run?”.',
  input: z.strictObject({
    ...serverInput,
    id: z.optional(z.int().check(z.minimum(0))),
    name: optionalInput('Or its full name.', z.string()),
    runs: optionalInput('Number of next runs. Default: 5.', z.int().check(z.minimum(0), z.maximum(50))),
  }),
  output: z.object({
    server: z.string(),
    zone: z.string(),
    id: z.int(),
    name: z.string(),
    enabled: z.optional(z.boolean()),
    run_on_start: z.optional(z.boolean()),
    /** RFC 5545 text. */
    schedule: z.string(),
    sentence: z.string(),
    next_runs: z.array(z.string()),
    notes: z.optional(z.array(z.string())),
    groups: z.array(Named),
    dynamic_groups: z.array(Named),
    devices: z.array(z.string()),
    policies: z.array(Named),
    reports: z.array(Named),
    report_formats: z.array(z.string()),
    reach: reachOutput,
    status: z.string(),
    /** The last run that was seen. */
    last_run: z.optional(z.object(seenRunOutput)),
    /** The last planned run that nobody saw begin in time, and what is known of it. */
    last_planned: z.optional(z.object({ at: z.string(), outcome: z.string() })),
    other_fields: z.optional(z.array(z.string())),
  }),
  run: async (input, call) => {
    const { server, session, outlook, zone, nowMs, fleet, signal } = call;
    await readReach(call);
    const job = await oneJob(input, call);
    const status = await session.statuses.read(job.id, { signal }).then(describeStatus, (error: unknown) => {
      signal.throwIfAborted();
      return `not read: ${agentText(fleet.errorText(error, server), 300)}`;
    });
    const { runs = 5 } = input;
    const details = outlook.details(job.params, nowMs, Math.max(1, runs));
    const { occurrences } = outlook.predictor.predict(job.params, {
      fromMs: nowMs,
      limit: Math.max(1, runs),
    });
    const notes = [...details.notes, ...details.warnings, ...details.problems.map(({ text }) => text)];
    const history = historyOf(session);
    await history.load();
    const lastRun = history.runs(job.id).at(-1);
    const missed = lastPlanned(job, { history, outlook, nowMs: session.serverTime.nowMs });
    const labeled = (field: LabeledField) => job[field].map(id => named(id, fleet.label(server, field, id)));
    return {
      server: agentText(server.name),
      zone: zone.id,
      ...nameOf(job),
      enabled: job.enabled,
      run_on_start: job.run_on_start,
      schedule: scheduleLines(job.params),
      sentence: agentText(outlook.sentence(job.params, nowMs), 1_000),
      next_runs: occurrences
        .slice(0, job.enabled === false ? 0 : runs)
        .map(({ instantMs }) => localDateTime(zone.toWall(instantMs))),
      notes: agentTexts(notes, 300, 8),
      groups: job.groups.map(id => named(id, session.targets.group(id)?.name)),
      dynamic_groups: labeled('dynamic_groups'),
      devices: job.peers.map(device => agentText(deviceLabel(device), 80)),
      policies: labeled('policies'),
      reports: labeled('reports'),
      report_formats: job.report_formats.map(format => agentText(format, 40)),
      reach: describeReach(session.targets.reachOf(job)),
      status,
      last_run: lastRun && describeRun(lastRun, zone),
      last_planned: missed && {
        at: localDateTime(zone.toWall(missed.atMs)),
        outcome: outcomeText(missed, englishLocalizer),
      },
      other_fields: agentTexts(Object.keys(job.extra), 60, 30),
    };
  },
});

export function describeRun(run: SeenRun, zone: TimeZone) {
  const word = endText(run, englishLocalizer);
  const result = resultOf(run);
  return {
    began: localDateTime(zone.toWall(Math.floor(run.start.byMs / 1_000) * 1_000)),
    result: word === result ? result : `${result} (${JSON.stringify(agentText(word, 80))})`,
    took: durationText(durationOf(run), englishLocalizer),
  };
}

export const runResults = ['succeeded', 'failed', 'stopped', 'executing', 'unknown'] as const;

export function resultOf({ state, kind }: SeenRun): (typeof runResults)[number] {
  if (state === 'executing') return 'executing';
  return runResults.find(result => result === kind) ?? 'unknown';
}

function named(id: number, name: string | undefined): z.infer<typeof Named> {
  return { id, name: name === undefined ? undefined : agentText(name) };
}

function describeReach({ devices, unknownGroups, dynamicGroups }: Reach): z.infer<typeof reachOutput> {
  return {
    devices,
    unknown_groups: unlessEmpty([...unknownGroups]),
    dynamic_groups: unlessEmpty([...dynamicGroups]),
  };
}
