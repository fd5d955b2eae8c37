import { nothing, type TemplateResult } from 'lit';
import { ascending } from '../../../base/collections.ts';
import { fillIn } from '../../../pages/dom/dom.ts';
import {
  type BuilderEnd,
  type BuilderZone,
  freeDayAfter,
  nightly,
  type OnceSchedule,
  type RepeatingSchedule,
} from '../../../recurrence/builder/builderSchedule.ts';
import { wallOfDateTime } from '../../../recurrence/text/dateTimeValue.ts';
import { dateInput, dateTimeInput, timeInput } from './momentInputs.ts';
import {
  choiceInput,
  countInput,
  type Editing,
  type FieldContext,
  grouped,
  labeled,
  valueList,
} from './scheduleInputs.ts';
import { repeatFields } from './scheduleRepeat.ts';
import { daysLater, isDate } from './typedMoment.ts';

/** The controls of a schedule that runs once, and on extra dates. */
export function onceFields(editing: Editing<OnceSchedule>): TemplateResult[] {
  const { texts, schedule, change } = editing;
  const onInput = (at: string) => change({ at }, true);
  const at = dateTimeInput({ id: 'schedule-at', label: texts.at, value: schedule.at, onInput }, texts);
  return [
    grouped('schedule-at-group', texts.at, at),
    zoneField(editing),
    moreDates(editing, schedule.extraDates.length, extraDates(editing)),
  ];
}

/** The controls of a repeating schedule, in the order of the sentence that they form. */
export function repeatingFields(editing: Editing<RepeatingSchedule>): unknown[] {
  const { repeat, isStartOpen: isOpen = false, exceptionDates, extraDates: extras } = editing.schedule;
  const isHourly = repeat.unit === 'hour';
  const count = exceptionDates.length + extras.length;
  return [
    ...repeatFields(editing),
    isHourly ? firstTime(editing) : times(editing),
    // Without a start there are no times that could have a zone, and no dates to skip or to add.
    isOpen ? nothing : zoneField(editing),
    startField(editing),
    endField(editing),
    isOpen
      ? nothing
      : moreDates(editing, count, isHourly ? nothing : exceptions(editing), extraDates(editing)),
  ];
}

/** Rarely used fields in a section whose heading shows how many are set. */
function moreDates(
  { texts, folds }: FieldContext,
  count: number,
  ...fields: readonly unknown[]
): TemplateResult {
  return folds.section('exceptions', count === 0 ? texts.moreDates : `${texts.moreDates} (${count})`, fields);
}

function startField({ texts, schedule, change }: Editing<RepeatingSchedule>): TemplateResult {
  const id = 'schedule-start';
  const onInput = (start: string) => change({ start, isStartOpen: false }, true);
  const input = dateInput({ id, value: schedule.start, describedBy: `${id}-help`, onInput }, texts);
  const help = schedule.isStartOpen === true ? { help: texts.openStartHelp } : { hint: texts.startHelp };
  return labeled(id, texts.start, input, help);
}

function firstTime({ texts, schedule, change }: Editing<RepeatingSchedule>): TemplateResult | typeof nothing {
  const [value = ''] = schedule.times;
  if (schedule.isStartOpen) return nothing;
  const id = 'schedule-time';
  const onInput = (time: string) => change({ times: [time] }, true);
  return labeled(id, texts.firstTime, timeInput({ id, value, onInput }));
}

/** Offers the user's own zone, and the zone of the text if that is another one. */
function zoneField<Schedule extends OnceSchedule | RepeatingSchedule>({
  texts,
  readerZone: mine,
  schedule,
  change,
}: Editing<Schedule>): TemplateResult {
  const { zone } = schedule;
  const own: BuilderZone = { kind: 'named', tzid: mine };
  const zones: readonly { readonly zone: BuilderZone; readonly label: string }[] = [
    { zone: { kind: 'utc' }, label: texts.zoneUtc },
    { zone: { kind: 'floating' }, label: texts.zoneServer },
    ...(mine === 'UTC' ? [] : [{ zone: own, label: fillIn(texts.zoneMine, { zone: mine }) }]),
    ...(zone.kind === 'named' && zone.tzid !== mine ? [{ zone, label: zone.tzid }] : []),
  ];
  const choices = zones.map(({ zone: choice, label }) => ({ value: zoneKey(choice), label }));
  const id = 'schedule-zone';
  const onChange = (key: string) => {
    const chosen = zones.find(({ zone: choice }) => zoneKey(choice) === key);
    if (chosen) change({ ...schedule, zone: chosen.zone });
  };
  return labeled(id, texts.zone, choiceInput(id, choices, { chosen: zoneKey(zone), onChange }));
}

function zoneKey(zone: BuilderZone): string {
  return zone.kind === 'named' ? zone.tzid : zone.kind;
}

function endField({ texts, today, schedule, change }: Editing<RepeatingSchedule>): TemplateResult {
  const { start, end } = schedule;
  const ends: Readonly<Record<BuilderEnd['kind'], () => BuilderEnd>> = {
    never: () => ({ kind: 'never' }),
    onDate: () => ({ kind: 'onDate', date: daysLater(start, 30) ?? daysLater(today, 30) ?? today }),
    afterRuns: () => ({ kind: 'afterRuns', count: 10 }),
  };
  const choices = (['never', 'onDate', 'afterRuns'] as const).map(value => ({ value, label: texts[value] }));
  const id = 'schedule-end';
  const onChange = (kind: BuilderEnd['kind']) => change({ end: ends[kind]() });
  const select = choiceInput(id, choices, { chosen: end.kind, onChange });
  const typed = (changed: BuilderEnd) => change({ end: changed }, true);
  switch (end.kind) {
    case 'never':
      return labeled(id, texts.end, select);
    case 'onDate': {
      const onInput = (date: string) => typed({ kind: 'onDate', date });
      const date = { id: 'schedule-end-date', value: end.date, label: texts.endDate, onInput };
      return labeled(id, texts.end, [select, dateInput(date, texts)]);
    }
    case 'afterRuns': {
      const onInput = (count: string) => typed({ kind: 'afterRuns', count: Number(count) });
      const count = { id: 'schedule-count', value: String(end.count), label: texts.runs, onInput };
      return labeled(id, texts.end, [select, countInput(count)]);
    }
  }
}

/** The times of day at which a schedule runs. */
function times({ texts, schedule, change }: Editing<RepeatingSchedule>): TemplateResult {
  return valueList('schedule-times', texts.remove, {
    words: [texts.times, texts.time, texts.addTime],
    values: schedule.times,
    input: timeInput,
    added: () => nextTime(schedule.times),
    isRequired: schedule.isStartOpen !== true,
    change: (values, isTyped) => change({ times: isTyped ? values : ascending(values) }, isTyped),
  });
}

/** Twelve hours after the last time, or in the first free hour after that. */
function nextTime(known: readonly string[]): string {
  const last = known.findLast(time => wallOfDateTime(`2000-01-01T${time}`) !== undefined) ?? nightly;
  const hours = Array.from({ length: 24 }, (_, index) => (Number(last.slice(0, 2)) + 12 + index) % 24);
  const choices = hours.map(hour => `${String(hour).padStart(2, '0')}${last.slice(2, 5)}`);
  return choices.find(time => !known.includes(time)) ?? last;
}

/** The dates on which the schedule does not run. */
function exceptions({ texts, today, schedule, change }: Editing<RepeatingSchedule>): TemplateResult {
  const { start, exceptionDates: skipped, extraDates: extras } = schedule;
  return valueList('schedule-exceptions', texts.remove, {
    words: [texts.exceptions, texts.exception, texts.addException],
    values: skipped,
    input: item => dateInput(item, texts),
    added: () => freeDayAfter(later([start, ...skipped].findLast(isDate), today), [...skipped, ...extras]),
    change: (values, isTyped) => change({ exceptionDates: isTyped ? values : ascending(values) }, isTyped),
  });
}

/** The dates and times at which the schedule also runs. */
function extraDates<Schedule extends OnceSchedule | RepeatingSchedule>({
  texts,
  today,
  schedule,
  change,
}: Editing<Schedule>): TemplateResult {
  return valueList('schedule-extra', texts.remove, {
    words: [texts.extraDates, texts.extraDate, texts.addExtraDate],
    values: schedule.extraDates,
    input: item => dateTimeInput(item, texts),
    added: () => nextExtraDate(schedule, today),
    change: (values, isTyped) =>
      change({ ...schedule, extraDates: isTyped ? values : ascending(values) }, isTyped),
  });
}

/** The day after the last extra date, after the first run, or after today, at the same time; skips excluded days. */
function nextExtraDate(schedule: OnceSchedule | RepeatingSchedule, today: string): string {
  const isOnce = schedule.kind === 'once';
  const first = isOnce ? schedule.at : `${schedule.start}T${schedule.times[0] ?? nightly}`;
  const taken = isOnce ? [schedule.at] : schedule.exceptionDates;
  const known = [first, ...schedule.extraDates];
  const last = known.findLast(moment => wallOfDateTime(moment) !== undefined) ?? `${today}T${nightly}`;
  const [date = '', time = ''] = last.split('T');
  return `${freeDayAfter(later(date, today), [...schedule.extraDates, ...taken])}T${time}`;
}

/** The later one of two dates. */
function later(date: string | undefined, today: string): string {
  return date !== undefined && date > today ? date : today;
}
