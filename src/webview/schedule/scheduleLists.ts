import type { TemplateResult } from 'lit';
import { freeDayAfter, nightly } from '../../recurrence/builder/builderKinds.ts';
import type { OnceSchedule, RepeatingSchedule } from '../../recurrence/builder/builderSchedule.ts';
import { wallOf, wallOfDateTime } from '../../recurrence/text/localDateTime.ts';
import { ascending } from '../../util/collections.ts';
import { fillIn } from '../dom/dom.ts';
import { dateInput, dateTimeInput } from './dateInputs.ts';
import type { Editing } from './scheduleEditing.ts';
import { timeInput, valueList } from './scheduleInputs.ts';
import { isDate } from './typedDate.ts';

/** The times of day at which a schedule runs. */
export function times(editing: Editing<RepeatingSchedule>): TemplateResult {
  const { texts, schedule } = editing;
  return valueList({
    id: 'schedule-times',
    name: texts.times,
    values: schedule.times,
    input: timeInput,
    itemLabel: number => fillIn(texts.time, { number: String(number) }),
    addLabel: texts.addTime,
    removeLabel: texts.remove,
    added: () => nextTime(editing.current.times),
    isRequired: schedule.isStartOpen !== true,
    onChange: (next, isTyped) => edit(editing, { times: ascending(next) }, isTyped),
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
  return valueList({
    id: 'schedule-exceptions',
    name: texts.exceptions,
    values: schedule.exceptionDates,
    input: item => dateInput({ ...item, texts }),
    itemLabel: number => fillIn(texts.exception, { number: String(number) }),
    addLabel: texts.addException,
    removeLabel: texts.remove,
    added: () => {
      const { start, exceptionDates: skipped, extraDates: extras } = editing.current;
      return freeDayAfter([start, ...skipped].findLast(isDate) ?? today, [...skipped, ...extras]);
    },
    onChange: (next, isTyped) => edit(editing, { exceptionDates: ascending(next) }, isTyped),
  });
}

/** The dates and times at which the schedule also runs. */
export function extraDates<Schedule extends OnceSchedule | RepeatingSchedule>(
  editing: Editing<Schedule>,
): TemplateResult {
  const { texts, today, schedule } = editing;
  const changed = (next: readonly string[]): Partial<Schedule> => ({
    ...editing.current,
    extraDates: ascending(next),
  });
  return valueList({
    id: 'schedule-extra',
    name: texts.extraDates,
    values: schedule.extraDates,
    input: item => dateTimeInput({ ...item, texts, timeLabel: fillIn(texts.timeOf, { date: item.label }) }),
    itemLabel: number => fillIn(texts.extraDate, { number: String(number) }),
    addLabel: texts.addExtraDate,
    removeLabel: texts.remove,
    added: () => nextExtraDate(editing.current, today),
    onChange: (next, isTyped) => edit(editing, changed(next), isTyped),
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

function edit<Schedule>(editing: Editing<Schedule>, changes: Partial<Schedule>, isTyped: boolean): void {
  if (isTyped) editing.type(changes);
  else editing.set(changes);
}
