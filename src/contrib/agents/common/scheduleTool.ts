import * as z from 'zod/mini';
import { ascending } from '../../../base/collections.ts';
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
import { agentText, agentTexts, unlessEmpty } from './agentText.ts';
import { ToolError } from './fleet.ts';
import { serverInput } from './jobSearch.ts';
import type { ServerCall } from './serverCall.ts';
import { optionalInput, readingTool } from './tool.ts';

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

export const convertScheduleTool = readingTool({
  name: 'convert_schedule',
  description:
    'Explains a schedule, or builds one. With schedule, RFC 5545 text (DTSTART, RRULE, EXRULE, RDATE, EXDATE lines): what it means as a sentence, its next runs, its problems, and the choices that build it. With every and further choices instead: the RFC 5545 text, for a job. Example: {"every":"week","weekdays":["MO","FR"],"times":["03:00"]}.',
  input: z.strictObject({
    ...serverInput,
    schedule: z.optional(z.string().check(z.maxLength(8_000))),
    ...z.partial(Parts, { every: true }).shape,
  }),
  output: z.object({ ...scheduleOutput, choices: z.optional(Parts) }),
  run: async ({ server: _, schedule, every, ...others }, call) => {
    const isBuilt = every !== undefined || Object.values(others).some(value => value !== undefined);
    if (schedule !== undefined && !isBuilt) return explain(schedule, call);
    if (schedule !== undefined || every === undefined)
      throw new ToolError('Pass schedule, the text to explain, or every and further choices, but not both.');
    const { zone, nowMs } = call;
    const built = fromParts({ every, ...others }, localDate(zone.toWall(nowMs)));
    const issues = builderIssues(built);
    if (issues.length > 0) throw new ToolError(issues.map(issue => builderIssueWords[issue]).join(' '));
    return describe(fromBuilder(built), call).output;
  },
});

function explain(schedule: string, call: ServerCall) {
  const { set, output } = describe(schedule, call);
  const built = toBuilder(set);
  return { ...output, choices: built === undefined || built.kind === 'none' ? undefined : toParts(built) };
}

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
