import { ascending, groupBy } from '../../base/collections.ts';
import { RuleExpansion } from '../expand/ruleOccurrences.ts';
import { WorkBudget } from '../expand/workBudget.ts';
import { dayMs } from '../text/calendarDay.ts';
import {
  type DateTimeValue,
  dayOfWall,
  type LocalTime,
  type TimeOfDay,
  timeOfDay,
  wallOf,
} from '../text/dateTimeValue.ts';
import { emptyRule, type RecurrenceRule } from '../text/recurrenceRule.ts';
import { findTimeZone } from '../text/timeZone.ts';
import type { BuilderZone, MonthDays, RepeatingSchedule } from './builderSchedule.ts';

const searchBudgetSteps = 200_000;

/** The wall time of the first run, which becomes DTSTART; `undefined` when the rules never run. */
export function firstRunWall(schedule: RepeatingSchedule): number | undefined {
  const [firstTime = '00:00'] = schedule.times;
  const startWallMs = wallOf(schedule.start, firstTime) ?? 0;
  if (schedule.repeat.unit === 'hour') return startWallMs;
  const dayStartMs = dayOfWall(startWallMs) * dayMs;
  // The interval counts from the first run, so it does not affect the day of that run.
  return firstRunFrom({ ...schedule, interval: 1 }, dayStartMs);
}

/** The wall time of the first run at or after `startWallMs`, with the interval counted from there. */
export function firstRunFrom(schedule: RepeatingSchedule, startWallMs: number): number | undefined {
  const work = new WorkBudget(searchBudgetSteps);
  const rules = builderRules({ ...schedule, end: { kind: 'never' } }, startWallMs);
  const firstRuns = rules.flatMap(
    rule => new RuleExpansion(rule, startWallMs, work).from(startWallMs, work).next().value ?? [],
  );
  return firstRuns.length > 0 ? Math.min(...firstRuns) : undefined;
}

/**
 * The rules of a schedule that starts at `startWallMs`. Parts implied by DTSTART are omitted, unless the schedule has
 * none.
 */
export function builderRules(
  schedule: RepeatingSchedule,
  startWallMs: number | undefined,
): readonly RecurrenceRule[] {
  const days = repeatParts(schedule);
  const end = endParts(schedule);
  const hasTimes = schedule.repeat.unit !== 'hour' && schedule.times.length > 0;
  const groups = hasTimes ? timeGroups(schedule.times) : [undefined];
  return groups.map(group => ({
    ...emptyRule,
    ...days,
    ...end,
    interval: schedule.interval,
    ...(group && timeParts(group, startWallMs)),
  }));
}

const frequencyOf = {
  hour: 'HOURLY',
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
} as const;

function repeatParts({ repeat }: RepeatingSchedule): Pick<RecurrenceRule, 'freq'> & Partial<RecurrenceRule> {
  return {
    freq: frequencyOf[repeat.unit],
    ...('weekdays' in repeat && { byDay: repeat.weekdays.map(weekday => ({ weekday })) }),
    ...('month' in repeat && { byMonth: [repeat.month] }),
    ...('on' in repeat && monthDayParts(repeat.on)),
  };
}

function monthDayParts(on: MonthDays): Partial<RecurrenceRule> {
  return on.kind === 'days' ? { byMonthDay: on.days } : { byDay: [{ weekday: on.weekday, nth: on.nth }] };
}

function timeParts(group: TimeGroup, startWallMs: number | undefined): Partial<RecurrenceRule> {
  const open = { hour: undefined, minute: undefined, second: 0 };
  const { hour, minute, second } = startWallMs === undefined ? open : timeOfDay(startWallMs);
  const unlessImplied = (values: readonly number[], implied: number | undefined) =>
    values.length === 1 && values[0] === implied ? [] : values;
  return {
    byHour: unlessImplied(group.hours, hour),
    byMinute: unlessImplied(group.minutes, minute),
    bySecond: unlessImplied(group.seconds, second),
  };
}

function endParts({ end, zone }: RepeatingSchedule): Partial<RecurrenceRule> {
  if (end.kind === 'never') return {};
  return end.kind === 'afterRuns'
    ? { count: end.count }
    : { until: untilValue(wallOf(end.date, '23:59:59') ?? 0, zone) };
}

/** RFC 5545 requires UNTIL in UTC when DTSTART has a zone. */
function untilValue(wallMs: number, zone: BuilderZone): DateTimeValue {
  if (zone.kind === 'floating') return { form: 'floating', wallMs };
  const named = zone.kind === 'named' ? findTimeZone(zone.tzid) : undefined;
  return { form: 'utc', wallMs: named ? named.toInstant(wallMs).instantMs : wallMs };
}

/** Times of day that one rule can express: every hour with every minute and every second. */
export interface TimeGroup {
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
}

/**
 * BYHOUR and BYMINUTE multiply, so 03:00 and 15:30 need two rules. Returns as few groups as possible: one if the
 * times form such a product, otherwise one for each minute of the hour.
 */
export function timeGroups(times: readonly LocalTime[]): readonly TimeGroup[] {
  const parts = times.flatMap(time => {
    const wallMs = wallOf('2000-01-01', time);
    return wallMs === undefined ? [] : [timeOfDay(wallMs)];
  });
  const product = groupOf(parts);
  if (product.hours.length * product.minutes.length * product.seconds.length === new Set(times).size) {
    return [product];
  }
  return [...groupBy(parts, ({ minute, second }) => `${minute}:${second}`).values()].map(groupOf);
}

function groupOf(times: readonly TimeOfDay[]): TimeGroup {
  return {
    hours: ascending(times.map(({ hour }) => hour)),
    minutes: ascending(times.map(({ minute }) => minute)),
    seconds: ascending(times.map(({ second }) => second)),
  };
}
