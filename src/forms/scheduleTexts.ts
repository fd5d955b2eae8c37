import { localizer } from '../host/localize.ts';
import type { ScheduleTexts } from '../protocol/scheduleTexts.ts';
import { type BuilderIssue, builderIssueText } from '../schedule/builderIssue.ts';

/** The words of the schedule builder. `{…}` is filled in by the page. */
export function scheduleTexts(): ScheduleTexts {
  const { t } = localizer;
  return {
    repeat: t('Runs'),
    none: t('No schedule'),
    once: t('Once'),
    hourly: t('Hourly'),
    daily: t('Daily'),
    weekly: t('Weekly'),
    monthly: t('Monthly'),
    yearly: t('Yearly'),
    custom: t('Custom'),
    customHelp: t(
      'The builder cannot show all of this text. It stays as it is until you choose something else here.',
    ),
    interval: t('Every'),
    hours: t('hours'),
    days: t('days'),
    weeks: t('weeks'),
    months: t('months'),
    years: t('years'),
    weekdays: t('On these weekdays'),
    monthDays: t('On'),
    onDays: t('days of the month'),
    onWeekday: t('a weekday of the month'),
    dayNumbers: t('Days of the month'),
    dayNumbersHelp: t('For example 1, 15'),
    lastDay: t('Last day of the month'),
    which: t('Which one'),
    first: t('first'),
    second: t('second'),
    third: t('third'),
    fourth: t('fourth'),
    fifth: t('fifth'),
    last: t('last'),
    fromEnd: t('{number} from the end'),
    weekday: t('Weekday'),
    month: t('Month'),
    at: t('Date and time'),
    start: t('Start'),
    startHelp: t('The first run is on or after this day.'),
    times: t('At'),
    firstTime: t('First run at'),
    time: t('Time {number}'),
    addTime: t('Add a Time'),
    zone: t('Times are in'),
    zoneUtc: t('UTC'),
    zoneServer: t('the server’s own time zone'),
    end: t('End'),
    never: t('never'),
    onDate: t('on a date'),
    afterRuns: t('after a number of runs'),
    endDate: t('Last day'),
    runs: t('Number of runs'),
    exceptions: t('Days without a run'),
    exception: t('Day without a run {number}'),
    addException: t('Add a Day Without a Run'),
    extraDates: t('Extra dates'),
    extraDate: t('Extra date {number}'),
    addExtraDate: t('Add an Extra Date'),
    remove: t('Remove'),
    notYet: t('Not in the schedule yet: {problems}'),
    nextRuns: t('Next runs'),
    local: t('Your time'),
    utc: t('UTC'),
    fromStart: t('the start date itself'),
    fromEndDate: t('the end date itself'),
  };
}

/** Why the builder does not write a schedule, for each reason that there is. */
export function issueTexts(): Record<BuilderIssue, string> {
  const text = (issue: BuilderIssue) => builderIssueText(issue, localizer);
  return {
    dateInvalid: text('dateInvalid'),
    timeInvalid: text('timeInvalid'),
    zoneUnknown: text('zoneUnknown'),
    weekdayMissing: text('weekdayMissing'),
    monthDayMissing: text('monthDayMissing'),
    intervalInvalid: text('intervalInvalid'),
    endBeforeStart: text('endBeforeStart'),
    neverRuns: text('neverRuns'),
    countInvalid: text('countInvalid'),
    countNeedsEvenTimes: text('countNeedsEvenTimes'),
    hourlyTimes: text('hourlyTimes'),
  };
}
