import { formatDateTime, localDate, wallOf, wallOfDateTime } from '../text/dateTimeValue.ts';
import { formatRule } from '../text/recurrenceRule.ts';
import { findTimeZone } from '../text/timeZone.ts';
import { builderRules, firstRunWall, timeGroups } from './builderRules.ts';
import type { BuilderSchedule, MonthDays, RepeatingSchedule } from './builderSchedule.ts';

/**
 * The text of a schedule from the builder, with one property and one date per line, which every known parser accepts.
 * Throws if the schedule has issues.
 */
export function fromBuilder(schedule: BuilderSchedule): string {
  const issues = builderIssues(schedule);
  if (issues.length > 0) throw new RangeError(`A schedule with issues has no text: ${issues.join(', ')}`);
  if (schedule.kind === 'none') return '';
  const { zone } = schedule;
  const line = (name: string, wallMs = 0) => {
    const form = zone.kind === 'utc' ? 'utc' : 'floating';
    const parameter = zone.kind === 'named' ? `;TZID=${zone.tzid}` : '';
    return `${name}${parameter}:${formatDateTime({ form, wallMs })}`;
  };
  const extraDates = schedule.extraDates.map(date => line('RDATE', wallOfDateTime(date)));
  if (schedule.kind === 'once')
    return [line('DTSTART', wallOfDateTime(schedule.at)), ...extraDates].join('\n');
  const startWallMs = schedule.isStartOpen ? undefined : (firstRunWall(schedule) ?? 0);
  const exceptions = schedule.exceptionDates.flatMap(date =>
    schedule.times.map(time => line('EXDATE', wallOf(date, time))),
  );
  return [
    ...(startWallMs === undefined ? [] : [line('DTSTART', startWallMs)]),
    ...builderRules(schedule, startWallMs).map(rule => `RRULE:${formatRule(rule)}`),
    ...extraDates,
    ...exceptions,
  ].join('\n');
}

export const builderIssueWords = {
  dateInvalid: 'Enter dates as year, month and day, such as 2027-01-31.',
  timeInvalid: 'Enter at least one time of day, such as 03:00.',
  zoneUnknown: 'The time zone is unknown.',
  weekdayMissing: 'Choose at least one weekday.',
  monthDayMissing: 'Choose at least one day of the month.',
  intervalInvalid: 'The interval must be a whole number of at least 1.',
  endBeforeStart: 'The end is before the first run.',
  neverRuns: 'This day does not exist, so the schedule would never run.',
  countInvalid: 'The number of runs must be a whole number of at least 1.',
  countNeedsEvenTimes:
    'To end after a number of runs, the times must have the same minutes in every hour, such as 03:00 and 15:00.',
  hourlyTimes: 'An hourly schedule has a single time, that of its first run, and no skipped dates.',
} as const;

/** Why a schedule of the builder cannot be written as text. */
export type BuilderIssue = keyof typeof builderIssueWords;

export function builderIssues(schedule: BuilderSchedule): readonly BuilderIssue[] {
  if (schedule.kind === 'none') return [];
  const dates = schedule.kind === 'once' ? [schedule.at, ...schedule.extraDates] : schedule.extraDates;
  const issues: BuilderIssue[] = schedule.kind === 'repeating' ? repeatingIssues(schedule) : [];
  if (dates.some(date => wallOfDateTime(date) === undefined)) issues.push('dateInvalid');
  if (schedule.zone.kind === 'named' && !findTimeZone(schedule.zone.tzid)) issues.push('zoneUnknown');
  return [...new Set(issues)];
}

function repeatingIssues(schedule: RepeatingSchedule): BuilderIssue[] {
  const { times, repeat, interval } = schedule;
  const isStartOpen = schedule.isStartOpen === true;
  const isHourly = repeat.unit === 'hour';
  const isDate = (date: string) => wallOf(date, '00:00') !== undefined;
  const checks: readonly (readonly [boolean, BuilderIssue])[] = [
    [[...(isStartOpen ? [] : [schedule.start]), ...schedule.exceptionDates].every(isDate), 'dateInvalid'],
    [
      (isStartOpen || times.length > 0) && times.every(time => wallOf('2000-01-01', time) !== undefined),
      'timeInvalid',
    ],
    [repeat.unit !== 'week' || repeat.weekdays.length > 0, 'weekdayMissing'],
    [!('on' in repeat) || hasDays(repeat.on), 'monthDayMissing'],
    [isCount(interval), 'intervalInvalid'],
    [
      !isHourly || (times.length === (isStartOpen ? 0 : 1) && schedule.exceptionDates.length === 0),
      'hourlyTimes',
    ],
  ];
  const issues = checks.flatMap(([isRight, issue]) => (isRight ? [] : [issue]));
  return issues.length > 0 ? issues : endIssues(schedule);
}

function endIssues(schedule: RepeatingSchedule): BuilderIssue[] {
  const { end, times, repeat } = schedule;
  const firstRun = firstRunWall(schedule);
  if (firstRun === undefined) return ['neverRuns'];
  if (end.kind === 'onDate') {
    const isDate = wallOf(end.date, '00:00') !== undefined;
    return isDate ? (end.date < localDate(firstRun) ? ['endBeforeStart'] : []) : ['dateInvalid'];
  }
  if (end.kind === 'afterRuns') {
    const isEven = repeat.unit === 'hour' || timeGroups(times).length === 1;
    return isCount(end.count) ? (isEven ? [] : ['countNeedsEvenTimes']) : ['countInvalid'];
  }
  return [];
}

function hasDays(on: MonthDays): boolean {
  return on.kind === 'weekday' ? on.nth !== 0 : on.days.length > 0;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}
