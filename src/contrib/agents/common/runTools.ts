import * as z from 'zod/mini';
import { countBy } from '../../../base/collections.ts';
import { responseSlices } from '../../../base/slices.ts';
import { localDateTime } from '../../../recurrence/text/dateTimeValue.ts';
import type { TimeZone } from '../../../recurrence/text/timeZone.ts';
import { TimelineDevices } from '../../../store/reach/timelineDevices.ts';
import { countWatched } from '../../history/common/historyTerms.ts';
import type { SeenRun } from '../../history/common/seenRuns.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { buildTimeline } from '../../timeline/common/timelineBuild.ts';
import type { AgendaRow } from '../../timeline/common/timelineModel.ts';
import { RunsMemory } from '../../timeline/common/timelineRuns.ts';
import { dayAt, type TimelineSpan } from '../../timeline/common/timelineSpan.ts';
import { agentText, agentTexts } from './agentText.ts';
import { ToolError } from './fleet.ts';
import {
  filterInput,
  findJobs,
  localTimeInput,
  serverInput,
  type TimeWindow,
  windowOf,
} from './jobSearch.ts';
import { describeRun, nameOf, partOutput, resultOf, runResults, seenRunOutput } from './jobTools.ts';
import { pageInput, pageOfRows, pageOutput } from './pages.ts';
import { readReach, type ServerCall } from './serverCall.ts';
import { optionalInput, readingTool } from './tool.ts';

const mostPlannedDays = 31;
const mostSeenDays = 92;

const Input = z.strictObject({
  ...serverInput,
  runs: z.enum(['planned', 'seen']),
  from: localTimeInput('Default: now, for seen runs 7 days ago'),
  to: localTimeInput('Default: 24 hours after from, for seen runs now'),
  filter: filterInput,
  only_clashes: z.optional(z.boolean()),
  result: optionalInput(
    'Seen runs with this result; unknown: nobody saw how they ended.',
    z.enum(runResults),
  ),
  ...pageInput,
});
type Input = z.infer<typeof Input>;

export const listRunsTool = readingTool({
  name: 'list_runs',
  description:
    'Lists runs in a window of time. planned: what will run when, in which order, and which runs clash, that is, run in the same hour on shared devices; left_out says how many jobs are missing and why. seen: which runs took place and how they ended, newest first. The server keeps no history: only runs that VS Code or the program observed are known.',
  input: Input,
  output: z.object({
    server: z.string(),
    zone: z.string(),
    from: z.string(),
    to: z.string(),
    runs: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        /** Of planned runs: one row for each job and hour of the clock. */
        at: z.optional(z.string()),
        /** If it runs more than once in the hour. */
        times: z.optional(z.int()),
        clash: z.optional(z.object({ devices: z.int(), with: z.array(z.string()) })),
        ...z.partial(z.object(seenRunOutput)).shape,
      }),
    ),
    ...pageOutput,
    clashes: z.optional(z.int()),
    /** Jobs without planned runs here, and why. */
    left_out: z.optional(z.record(z.string(), z.int())),
    /** How many seen runs have each result, and of how many jobs. */
    counts: z.optional(z.record(z.string(), z.int())),
    jobs: z.optional(z.int()),
    /** How many of the jobs that match were watched before and after the beginning of the window. */
    watched: z.optional(z.object({ jobs: z.int(), of: z.int() })),
    ...partOutput,
    unknown: z.optional(z.array(z.string())),
  }),
  rows: 'runs',
  run: async (input, call) => {
    if (input.runs === 'planned' && input.result !== undefined)
      throw new ToolError('Planned runs have no result. Pass runs: seen.');
    if (input.runs === 'seen' && input.only_clashes === true)
      throw new ToolError('Only planned runs are compared. Pass runs: planned.');
    return input.runs === 'planned' ? plannedRuns(input, call) : seenRuns(input, call);
  },
});

async function plannedRuns(input: Input, call: ServerCall) {
  const { server, session, outlook, zone } = call;
  const part = await readReach(call);
  const { jobs, unknown } = await findJobs(input.filter, call);
  const wanted = new Set(jobs);
  const window = windowOf([input.from, input.to], call, { usualDays: 1, mostDays: mostPlannedDays });
  const slices = responseSlices(call.signal);
  const { targets } = session;
  // Clashes are with all jobs, whatever the filter shows.
  const { model, leftOut } = await buildTimeline(
    {
      jobs: session.jobs.jobs,
      isWanted: () => true,
      nameOf: ({ name }) => name,
      span: daysOf(window, zone),
      predictor: outlook.predictor,
      devices: new TimelineDevices(targets.numbers, id => targets.group(id)?.server_set),
      memory: new RunsMemory(),
    },
    slices,
    () => undefined,
  );
  const rows: AgendaRow[] = [];
  for (let cell = 0; cell < model.jobsIn.length; cell++) {
    if (slices.isOver) await slices.rest();
    rows.push(...model.rows({ from: cell, to: cell + 1 }, 0, Number.POSITIVE_INFINITY));
  }
  const shown = rows.filter(({ job, sharedDevices }) => {
    const isClash = input.only_clashes !== true || sharedDevices > 0;
    const found = session.jobs.get(job.id);
    const isWanted = input.filter === undefined || (found !== undefined && wanted.has(found));
    return isClash && isWanted;
  });
  const local = (instantMs: number) => localDateTime(zone.toWall(instantMs));
  const { rows: runs, ...page } = pageOfRows(
    shown,
    input,
    ({ job, firstMs, count, sharedDevices, others }) => ({
      at: local(firstMs),
      ...nameOf(job),
      times: count > 1 ? count : undefined,
      clash:
        sharedDevices === 0
          ? undefined
          : {
              devices: sharedDevices,
              with: others.map(other => `#${other.id} ${agentText(other.name)}`),
            },
    }),
  );
  return {
    server: agentText(server.name),
    zone: zone.id,
    from: local(window.fromMs),
    to: local(window.toMs),
    runs,
    ...page,
    clashes: shown.filter(({ sharedDevices }) => sharedDevices > 0).length,
    left_out: countsOf({
      disabled: leftOut.disabled,
      unscheduled: leftOut.unscheduled,
      unreadable_schedule: leftOut.unreadable.length,
      unpredictable: leftOut.unpredictable.length,
      only_first_runs: leftOut.cut.length,
      time_zone_unknown: server.timeZone === undefined ? leftOut.openZone : 0,
      no_start: leftOut.openStart,
    }),
    ...part,
    unknown: agentTexts(unknown, 400),
  };
}

function countsOf(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** The days that contain the window; only the runs in it are predicted, counted and compared. */
function daysOf({ fromMs, toMs }: TimeWindow, zone: TimeZone): TimelineSpan {
  const firstDay = dayAt(fromMs, zone);
  const dayCount = dayAt(toMs - 1, zone) - firstDay + 1;
  return { kind: 'week', zone, day: firstDay, firstDay, dayCount, fromMs, toMs };
}

async function seenRuns(input: Input, call: ServerCall) {
  const { server, session, zone } = call;
  const window = { usualDays: 7, mostDays: mostSeenDays, isPast: true };
  const { fromMs, toMs } = windowOf([input.from, input.to], call, window);
  const { jobs, part, unknown } = await findJobs(input.filter, call);
  const history = historyOf(session);
  await history.load();
  const slices = responseSlices(call.signal);
  const found: { readonly job: (typeof jobs)[number]; readonly run: SeenRun }[] = [];
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    for (const run of history.runs(job.id)) {
      const isIn = run.start.byMs >= fromMs && run.start.byMs < toMs;
      if (isIn && (input.result === undefined || resultOf(run) === input.result)) found.push({ job, run });
    }
  }
  found.sort((one, other) => other.run.start.byMs - one.run.start.byMs);
  const local = (instantMs: number) => localDateTime(zone.toWall(instantMs));
  const { rows, ...page } = pageOfRows(found, input, ({ job, run }) => ({
    ...nameOf(job),
    ...describeRun(run, zone),
  }));
  return {
    server: agentText(server.name),
    zone: zone.id,
    from: local(fromMs),
    to: local(toMs),
    counts: Object.fromEntries(countBy(found, ({ run }) => resultOf(run))),
    jobs: new Set(found.map(({ job }) => job.id)).size,
    watched: { jobs: await countWatched(session, jobs, fromMs), of: jobs.length },
    runs: rows,
    ...page,
    ...part,
    unknown: agentTexts(unknown, 400),
  };
}
