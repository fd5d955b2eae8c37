import * as z from 'zod/mini';
import { ascending } from '../../../base/collections.ts';
import { responseSlices } from '../../../base/slices.ts';
import { toBuilder } from '../../../recurrence/builder/builderReading.ts';
import {
  type BuilderEnd,
  type BuilderRepeat,
  type BuilderSchedule,
  type BuilderZone,
  type MonthDays,
  newSchedule,
  nightly,
} from '../../../recurrence/builder/builderSchedule.ts';
import { builderIssues, builderIssueWords, fromBuilder } from '../../../recurrence/builder/builderText.ts';
import { localDate, localDateTime } from '../../../recurrence/text/dateTimeValue.ts';
import { weekdayCodes } from '../../../recurrence/text/recurrenceRule.ts';
import type { TimeZone } from '../../../recurrence/text/timeZone.ts';
import { TimelineDevices } from '../../../store/reach/timelineDevices.ts';
import { buildTimeline } from '../../timeline/common/timelineBuild.ts';
import type { AgendaRow } from '../../timeline/common/timelineModel.ts';
import { RunsMemory } from '../../timeline/common/timelineRuns.ts';
import { dayAt, type TimelineSpan } from '../../timeline/common/timelineSpan.ts';
import { agentText, agentTexts, unlessEmpty } from './agentText.ts';
import { ToolError } from './fleet.ts';
import {
  filterInput,
  findJobs,
  localTimeInput,
  serverInput,
  type TimeWindow,
  windowOf,
} from './jobSearch.ts';
import { nameOf, partOutput } from './jobTools.ts';
import { pageInput, pageOfRows, pageOutput } from './pages.ts';
import type { ServerCall } from './serverCall.ts';
import { readReach } from './serverCall.ts';
import { optionalInput, readingTool } from './tool.ts';

const mostDays = 31;

export const whatRunsTool = readingTool({
  name: 'what_runs',
  description:
    'Says what is planned to run in a window of time, in chronological order: one row per job and hour of the clock, and which rows clash, that is, run in the same hour on shared devices. Only runs in the window count. For planned runs of enabled jobs; what really ran is not in it. Times are local times of the server.',
  input: z.strictObject({
    ...serverInput,
    from: localTimeInput('Begin of the window; default: now'),
    to: localTimeInput(`End of the window, at most ${mostDays} days later; default: 24 hours later`),
    filter: filterInput,
    only_clashes: z.optional(z.boolean()),
    ...pageInput,
  }),
  output: z.object({
    server: z.string(),
    zone: z.string(),
    from: z.string(),
    to: z.string(),
    runs: z.array(
      z.object({
        at: z.string(),
        id: z.int(),
        name: z.string(),
        /** If it runs more than once in the hour. */
        times: z.optional(z.int()),
        clash: z.optional(z.object({ devices: z.int(), with: z.array(z.string()) })),
      }),
    ),
    ...pageOutput,
    clashes: z.int(),
    /** Jobs without runs here, and why. */
    left_out: z.record(z.string(), z.int()),
    ...partOutput,
  }),
  rows: 'runs',
  run: async (input, call) => {
    const { server, session, outlook, zone } = call;
    const part = await readReach(call);
    const { jobs } = await findJobs(input.filter, call);
    const wanted = new Set(jobs);
    const window = windowOf([input.from, input.to], call, { usualDays: 1, mostDays });
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
    };
  },
});

function countsOf(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** The days that contain the window; only the runs in it are predicted, counted and compared. */
function daysOf({ fromMs, toMs }: TimeWindow, zone: TimeZone): TimelineSpan {
  const firstDay = dayAt(fromMs, zone);
  const dayCount = dayAt(toMs - 1, zone) - firstDay + 1;
  return { kind: 'week', zone, day: firstDay, firstDay, dayCount, fromMs, toMs };
}

const scheduleOutput = {
  /** RFC 5545 text, one property per line. */
  schedule: z.string(),
  sentence: z.string(),
  zone: z.string(),
  next_runs: z.array(z.string()),
  problems: z.optional(z.array(z.string())),
  notes: z.optional(z.array(z.string())),
};

function describe(text: string, { outlook, zone, nowMs }: ServerCall) {
  const { occurrences } = outlook.predictor.predict(text, { fromMs: nowMs, limit: 5 });
  const { problems, notes, warnings } = outlook.details(text, nowMs, 1);
  return {
    set: outlook.predictor.parse(text),
    output: {
      schedule: text,
      sentence: agentText(outlook.sentence(text, nowMs), 2_000),
      zone: zone.id,
      next_runs: occurrences.map(({ instantMs }) => localDateTime(zone.toWall(instantMs))),
      problems: unlessEmpty(
        problems.slice(0, 10).map(({ text: problem, start }) => `${agentText(problem, 300)} (at ${start})`),
      ),
      notes: agentTexts([...notes, ...warnings], 300, 8),
    },
  };
}

const parts = {
  every: z.enum(['once', 'hour', 'day', 'week', 'month', 'year']),
  start: optionalInput(
    'First day, YYYY-MM-DD. Default: today.',
    z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'YYYY-MM-DD')),
  ),
  times: optionalInput(
    `Times of day, HH:MM. Default: ${nightly}.`,
    z.array(z.string().check(z.regex(/^\d\d:\d\d(:\d\d)?$/, 'HH:MM'))).check(z.minLength(1)),
  ),
  weekdays: optionalInput(
    'For week: MO to SU. For month and year together with nth.',
    z.array(z.enum(weekdayCodes)),
  ),
  days_of_month: optionalInput(
    'For month and year; -1 is the last day.',
    z.array(z.int().check(z.minimum(-31), z.maximum(31))),
  ),
  nth: optionalInput(
    'For month and year: the n-th of the one weekday; -1 is the last.',
    z.int().check(z.minimum(-4), z.maximum(4)),
  ),
  month: optionalInput('For year.', z.int().check(z.minimum(1), z.maximum(12))),
  interval: optionalInput('Every n hours, days, weeks, months or years.', z.int().check(z.minimum(1))),
  until: optionalInput('Last day, YYYY-MM-DD.', z.string()),
  count: optionalInput('Ends after this many runs.', z.int().check(z.minimum(1))),
  except: optionalInput('Days without a run, YYYY-MM-DD.', z.array(z.string())),
  also: optionalInput('Additional runs, YYYY-MM-DDTHH:MM.', z.array(z.string())),
  time_zone: optionalInput(
    'UTC, server (the clock of the server; the default), or an IANA name, which many servers ignore.',
    z.string(),
  ),
};
const Parts = z.strictObject(parts);
type Parts = z.infer<typeof Parts>;

export const explainScheduleTool = readingTool({
  name: 'explain_schedule',
  description:
    'Explains a schedule in RFC 5545 text (DTSTART, RRULE, EXRULE, RDATE, EXDATE lines): as a sentence, its next five runs, problems with their position, and, if it is simple enough, the choices that build_schedule takes.',
  input: z.strictObject({ ...serverInput, schedule: z.string().check(z.maxLength(8_000)) }),
  output: z.object({ ...scheduleOutput, choices: z.optional(Parts) }),
  run: async ({ schedule }, call) => {
    const { set, output } = describe(schedule, call);
    const built = toBuilder(set);
    return { ...output, choices: built === undefined || built.kind === 'none' ? undefined : toParts(built) };
  },
});

export const buildScheduleTool = readingTool({
  name: 'build_schedule',
  description:
    'Builds the RFC 5545 text of a schedule from simple choices, and explains it: use the text in create_object or change_jobs. Example: every week on MO and FR at 03:00 is {"every":"week","weekdays":["MO","FR"],"times":["03:00"]}.',
  input: z.strictObject({ ...serverInput, ...parts }),
  output: z.object(scheduleOutput),
  run: async (chosen, call) => {
    const { zone, nowMs } = call;
    const schedule = fromParts(chosen, localDate(zone.toWall(nowMs)));
    const issues = builderIssues(schedule);
    if (issues.length > 0) throw new ToolError(issues.map(issue => builderIssueWords[issue]).join(' '));
    return describe(fromBuilder(schedule), call).output;
  },
});

function fromParts(chosen: Parts, today: string): BuilderSchedule {
  const { every, start = today, times = [nightly], also = [], time_zone: named = 'server' } = chosen;
  const zone: BuilderZone =
    named.toLowerCase() === 'utc'
      ? { kind: 'utc' }
      : named === 'server'
        ? { kind: 'floating' }
        : { kind: 'named', tzid: named };
  if (every === 'once')
    return { kind: 'once', zone, at: `${start}T${times[0] ?? nightly}`, extraDates: ascending(also) };
  return {
    ...newSchedule(zone, start, nightly),
    times: ascending(times),
    repeat: repeatOf(every, chosen, Number(start.slice(8))),
    interval: chosen.interval ?? 1,
    end: endOf(chosen),
    exceptionDates: ascending(chosen.except ?? []),
    extraDates: ascending(also),
  };
}

function repeatOf(every: Exclude<Parts['every'], 'once'>, chosen: Parts, startDay: number): BuilderRepeat {
  const weekdays = (chosen.weekdays ?? []).map(code => weekdayCodes.indexOf(code));
  if (every === 'hour' || every === 'day') return { unit: every };
  if (every === 'week') return { unit: 'week', weekdays: ascending(weekdays) };
  const [weekday, ...others] = weekdays;
  if (others.length > 0 || (weekday === undefined) !== (chosen.nth === undefined))
    throw new ToolError('A month or a year takes nth with exactly one of weekdays, or days_of_month.');
  const on: MonthDays =
    weekday === undefined || chosen.nth === undefined
      ? { kind: 'days', days: ascending(chosen.days_of_month ?? [startDay]) }
      : { kind: 'weekday', nth: chosen.nth, weekday };
  return every === 'month' ? { unit: 'month', on } : { unit: 'year', month: chosen.month ?? 1, on };
}

function endOf({ until, count }: Parts): BuilderEnd {
  if (until !== undefined && count !== undefined) throw new ToolError('Pass until or count, not both.');
  if (until !== undefined) return { kind: 'onDate', date: until };
  return count === undefined ? { kind: 'never' } : { kind: 'afterRuns', count };
}

function toParts(schedule: Exclude<BuilderSchedule, { kind: 'none' }>): Parts | undefined {
  const { zone } = schedule;
  const time_zone = zone.kind === 'utc' ? 'UTC' : zone.kind === 'floating' ? 'server' : zone.tzid;
  const also = unlessEmpty([...schedule.extraDates]);
  if (schedule.kind === 'once') {
    const [start = '', time = nightly] = schedule.at.split('T');
    return { every: 'once', start, times: [time], also, time_zone };
  }
  const { start, isStartOpen, times, repeat, interval, end, exceptionDates } = schedule;
  // Without a start, the text means something that the choices cannot say.
  if (isStartOpen === true) return undefined;
  const on = 'on' in repeat ? repeat.on : undefined;
  const weekdays = repeat.unit === 'week' ? repeat.weekdays : on?.kind === 'weekday' ? [on.weekday] : [];
  return {
    every: repeat.unit,
    start,
    times: [...times],
    weekdays: unlessEmpty(weekdays.flatMap(day => weekdayCodes[day] ?? [])),
    days_of_month: on?.kind === 'days' ? [...on.days] : undefined,
    nth: on?.kind === 'weekday' ? on.nth : undefined,
    month: repeat.unit === 'year' ? repeat.month : undefined,
    interval: interval === 1 ? undefined : interval,
    until: end.kind === 'onDate' ? end.date : undefined,
    count: end.kind === 'afterRuns' ? end.count : undefined,
    except: unlessEmpty([...exceptionDates]),
    also,
    time_zone,
  };
}
