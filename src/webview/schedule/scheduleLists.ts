import type { TemplateResult } from 'lit';
import {
  freeDayAfter,
  nightly,
  type OnceSchedule,
  type RepeatingSchedule,
} from '../../recurrence/builder/builderSchedule.ts';
import { wallOf, wallOfDateTime } from '../../recurrence/text/dateTimeValue.ts';
import { ascending } from '../../util/collections.ts';
import { dateInput, dateTimeInput, timeInput } from './momentInputs.ts';
import { type Editing, valueList } from './scheduleInputs.ts';
import { isDate } from './typedMoment.ts';

/** The times of day at which a schedule runs. */
export function times(editing: Editing<RepeatingSchedule>): TemplateResult {
  const { texts, schedule } = editing;
  return valueList('schedule-times', texts.times, texts.remove, {
    values: schedule.times,
    input: timeInput,
    itemLabel: texts.time,
    addLabel: texts.addTime,
    added: () => nextTime(editing.current.times),
    isRequired: schedule.isStartOpen !== true,
    onType: next => editing.type({ times: ascending(next) }),
    onChange: next => editing.set({ times: ascending(next) }),
  });
}

/** Twelve hours after the last time, or in the first free hour after that. */
function nextTime(known: readonly string[]): string {
  const last = known.findLast(isTime) ?? nightly;
  const hours = Array.from({ length: 24 }, (_, index) => (Number(last.slice(0, 2)) + 12 + index) % 24);
  const choices = hours.map(hour => `${String(hour).padStart(2, '0')}${last.slice(2, 5)}`);
  return choices.find(time => !known.includes(time)) ?? last;
}

/** The dates on which the schedule does not run. */
export function exceptions(editing: Editing<RepeatingSchedule>): TemplateResult {
  const { texts, today, schedule } = editing;
  return valueList('schedule-exceptions', texts.exceptions, texts.remove, {
    values: schedule.exceptionDates,
    input: item => dateInput(item, texts),
    itemLabel: texts.exception,
    addLabel: texts.addException,
    added: () => {
      const { start, exceptionDates: skipped, extraDates: extras } = editing.current;
      return freeDayAfter([start, ...skipped].findLast(isDate) ?? today, [...skipped, ...extras]);
    },
    onType: next => editing.type({ exceptionDates: ascending(next) }),
    onChange: next => editing.set({ exceptionDates: ascending(next) }),
  });
}

/** The dates and times at which the schedule also runs. */
export function extraDates<Schedule extends OnceSchedule | RepeatingSchedule>(
  editing: Editing<Schedule>,
): TemplateResult {
  const { texts, today, schedule } = editing;
  const changed = (next: readonly string[]) => ({ ...editing.current, extraDates: ascending(next) });
  return valueList('schedule-extra', texts.extraDates, texts.remove, {
    values: schedule.extraDates,
    input: item => dateTimeInput(item, texts),
    itemLabel: texts.extraDate,
    addLabel: texts.addExtraDate,
    added: () => nextExtraDate(editing.current, today),
    onType: next => editing.type(changed(next)),
    onChange: next => editing.set(changed(next)),
  });
}

/** The day after the last extra date, or after the first run, at the same time; skips excluded days. */
function nextExtraDate(schedule: OnceSchedule | RepeatingSchedule, today: string): string {
  const { extraDates: extras } = schedule;
  const [first, taken] = 'at' in schedule ? [schedule.at, [schedule.at]] : firstRun(schedule);
  const [date = '', time = ''] = ([first, ...extras].findLast(isDateTime) ?? `${today}T${nightly}`).split(
    'T',
  );
  return `${freeDayAfter(date, [...extras, ...taken])}T${time}`;
}

/** The start of a repeating schedule, and its excluded days. */
function firstRun({ start, times: [time = nightly], exceptionDates }: RepeatingSchedule) {
  return [`${start}T${time}`, exceptionDates] as const;
}

function isTime(time: string): boolean {
  return wallOf('2000-01-01', time) !== undefined;
}

function isDateTime(dateTime: string): boolean {
  return wallOfDateTime(dateTime) !== undefined;
}
