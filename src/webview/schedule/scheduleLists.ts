import type { TemplateResult } from 'lit';
import { freeDayAfter } from '../../recurrence/builder/builderKinds.ts';
import type { OnceSchedule, RepeatingSchedule } from '../../recurrence/builder/builderSchedule.ts';
import { fillIn } from '../dom/dom.ts';
import { dateInput, dateTimeInput } from './dateInputs.ts';
import type { Editing, FieldContext } from './scheduleEditing.ts';
import { timeInput, valueList } from './scheduleInputs.ts';

/** The times of day at which a schedule runs. */
export function times(
  { times: values, isStartOpen }: RepeatingSchedule,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): TemplateResult {
  return valueList({
    id: 'schedule-times',
    name: texts.times,
    values,
    input: timeInput,
    itemLabel: number => fillIn(texts.time, { number: String(number) }),
    addLabel: texts.addTime,
    removeLabel: texts.remove,
    added: twelveHoursAfter(values.at(-1) ?? '03:00'),
    isRequired: isStartOpen !== true,
    onChange: (next, isTyped) => edit(editing, { times: ascending(next) }, isTyped),
  });
}

function twelveHoursAfter(time: string): string {
  return `${String((Number(time.slice(0, 2)) + 12) % 24).padStart(2, '0')}${time.slice(2, 5)}`;
}

/** The dates on which it does not run. */
export function exceptions(
  { exceptionDates, extraDates: extras, start }: RepeatingSchedule,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): TemplateResult {
  return valueList({
    id: 'schedule-exceptions',
    name: texts.exceptions,
    values: exceptionDates,
    input: item => dateInput({ ...item, texts }),
    itemLabel: number => fillIn(texts.exception, { number: String(number) }),
    addLabel: texts.addException,
    removeLabel: texts.remove,
    added: freeDayAfter(exceptionDates.at(-1) ?? start, [...exceptionDates, ...extras]),
    onChange: (next, isTyped) => edit(editing, { exceptionDates: ascending(next) }, isTyped),
  });
}

/** The dates and times at which it runs besides. */
export function extraDates<Schedule extends OnceSchedule | RepeatingSchedule>(
  schedule: Schedule,
  { texts }: FieldContext,
  editing: Editing<Schedule>,
): TemplateResult {
  const { extraDates: values } = schedule;
  const { after, taken } = 'at' in schedule ? afterRun(schedule) : afterFirstRun(schedule);
  const [date = '', time = '03:00'] = (values.at(-1) ?? after).split('T');
  const changed = (next: readonly string[]): Partial<Schedule> => ({
    ...editing.current,
    extraDates: ascending(next),
  });
  return valueList({
    id: 'schedule-extra',
    name: texts.extraDates,
    values,
    input: item => dateTimeInput({ ...item, texts, timeLabel: fillIn(texts.timeOf, { date: item.label }) }),
    itemLabel: number => fillIn(texts.extraDate, { number: String(number) }),
    addLabel: texts.addExtraDate,
    removeLabel: texts.remove,
    added: `${freeDayAfter(date, [...values, ...taken])}T${time}`,
    onChange: (next, isTyped) => edit(editing, changed(next), isTyped),
  });
}

/** After which date and time a new one comes, and which days are not proposed. */
interface NewDate {
  readonly after: string;
  readonly taken: readonly string[];
}

function afterRun({ at }: OnceSchedule): NewDate {
  return { after: at, taken: [at] };
}

function afterFirstRun({ start, times: [time = '03:00'], exceptionDates }: RepeatingSchedule): NewDate {
  return { after: `${start}T${time}`, taken: exceptionDates };
}

function edit<Schedule>(editing: Editing<Schedule>, changes: Partial<Schedule>, isTyped: boolean): void {
  if (isTyped) editing.type(changes);
  else editing.set(changes);
}

function ascending(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
