import type { ScheduleTexts } from '../protocol/scheduleTexts.ts';
import { dayAfter } from '../schedule/builderKinds.ts';
import type {
  BuilderEnd,
  BuilderZone,
  OnceSchedule,
  RepeatingSchedule,
} from '../schedule/builderSchedule.ts';
import { fillIn, make } from './dom.ts';
import { choiceInput, labelled, valueInput, valueList } from './scheduleInputs.ts';
import { repeatFields } from './scheduleRepeat.ts';

export interface FieldContext {
  readonly texts: ScheduleTexts;
  /** The person's present date. */
  readonly today: string;
}

/** `isTyped`: a value is being typed, so its field must stay as it is. */
export type Change<Schedule> = (schedule: Schedule, isTyped?: boolean) => void;

/** The controls of a schedule that runs once, and on extra dates. */
export function onceFields(
  schedule: OnceSchedule,
  context: FieldContext,
  change: Change<OnceSchedule>,
): Node[] {
  const editing = editor(schedule, change);
  const at = valueInput({
    id: 'schedule-at',
    type: 'datetime-local',
    value: schedule.at,
    onInput: value => editing.type({ at: value }),
  });
  return [
    row(
      labelled(context.texts.at, at),
      zoneField(schedule.zone, context, zone => editing.set({ zone })),
    ),
    extraDates(schedule.extraDates, schedule.at, context, editing),
  ];
}

/** The controls of a schedule that repeats. */
export function repeatingFields(
  schedule: RepeatingSchedule,
  context: FieldContext,
  change: Change<RepeatingSchedule>,
): Node[] {
  const editing = editor(schedule, change);
  const { texts } = context;
  const isHourly = schedule.repeat.unit === 'hour';
  const start = valueInput({
    id: 'schedule-start',
    type: 'date',
    value: schedule.start,
    onInput: value => editing.type({ start: value }),
  });
  return [
    ...repeatFields(schedule, context, editing),
    row(
      labelled(texts.start, start, texts.startHelp),
      isHourly ? firstTime(schedule, context, editing) : times(schedule, context, editing),
      zoneField(schedule.zone, context, zone => editing.set({ zone })),
    ),
    endFields(schedule, context, editing),
    ...(isHourly ? [] : [exceptions(schedule, context, editing)]),
    extraDates(schedule.extraDates, `${schedule.start}T${schedule.times[0] ?? '03:00'}`, context, editing),
  ];
}

/** Keeps what was typed so far, since the controls are not made anew while one of them is typed into. */
export interface Editing<Schedule> {
  readonly current: Schedule;
  set(changes: Partial<Schedule>): void;
  type(changes: Partial<Schedule>): void;
}

function editor<Schedule>(schedule: Schedule, change: Change<Schedule>): Editing<Schedule> {
  let current = schedule;
  const apply = (changes: Partial<Schedule>, isTyped: boolean) => {
    current = { ...current, ...changes };
    change(current, isTyped);
  };
  return {
    get current() {
      return current;
    },
    set: changes => apply(changes, false),
    type: changes => apply(changes, true),
  };
}

export function row(...fields: readonly Node[]): HTMLElement {
  return make('div', { className: 'builder-row' }, ...fields);
}

function firstTime(
  { times: [time = ''] }: RepeatingSchedule,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): HTMLElement {
  const input = valueInput({
    id: 'schedule-time',
    type: 'time',
    value: time,
    onInput: value => editing.type({ times: [value] }),
  });
  return labelled(texts.firstTime, input);
}

function times(
  { times: values }: RepeatingSchedule,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): HTMLElement {
  return valueList({
    id: 'schedule-times',
    legend: texts.times,
    type: 'time',
    values,
    itemLabel: number => fillIn(texts.time, { number: String(number) }),
    addLabel: texts.addTime,
    removeLabel: texts.remove,
    added: twelveHoursAfter(values.at(-1) ?? '03:00'),
    isRequired: true,
    onChange: (next, isTyped) =>
      isTyped ? editing.type({ times: ascending(next) }) : editing.set({ times: ascending(next) }),
  });
}

function twelveHoursAfter(time: string): string {
  return `${String((Number(time.slice(0, 2)) + 12) % 24).padStart(2, '0')}${time.slice(2, 5)}`;
}

/** A zone that the text names can be kept, but not chosen anew: most servers would overlook it. */
function zoneField(
  zone: BuilderZone,
  { texts }: FieldContext,
  onChange: (zone: BuilderZone) => void,
): HTMLElement {
  const named = zone.kind === 'named' ? [{ value: 'named' as const, label: zone.tzid }] : [];
  const choices = [
    { value: 'utc' as const, label: texts.zoneUtc },
    { value: 'floating' as const, label: texts.zoneServer },
    ...named,
  ];
  const select = choiceInput('schedule-zone', choices, zone.kind, kind =>
    onChange(kind === 'named' ? zone : { kind }),
  );
  return labelled(texts.zone, select);
}

function endFields(
  { end, start }: RepeatingSchedule,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): HTMLElement {
  const ends: Readonly<Record<BuilderEnd['kind'], BuilderEnd>> = {
    never: { kind: 'never' },
    onDate: { kind: 'onDate', date: monthLater(start) },
    afterRuns: { kind: 'afterRuns', count: 10 },
  };
  const choices = (['never', 'onDate', 'afterRuns'] as const).map(value => ({ value, label: texts[value] }));
  const select = choiceInput('schedule-end', choices, end.kind, kind => editing.set({ end: ends[kind] }));
  const fields = [labelled(texts.end, select)];
  if (end.kind === 'onDate') {
    const date = valueInput({
      id: 'schedule-end-date',
      type: 'date',
      value: end.date,
      onInput: value => editing.type({ end: { kind: 'onDate', date: value } }),
    });
    fields.push(labelled(texts.endDate, date));
  }
  if (end.kind === 'afterRuns') {
    const count = valueInput({
      id: 'schedule-count',
      type: 'number',
      value: String(end.count),
      attributes: { min: '1' },
      onInput: value => editing.type({ end: { kind: 'afterRuns', count: Number(value) } }),
    });
    fields.push(labelled(texts.runs, count));
  }
  return row(...fields);
}

function monthLater(date: string): string {
  let later = date;
  for (let day = 0; day < 30; day++) later = dayAfter(later);
  return later;
}

function exceptions(
  { exceptionDates, start }: RepeatingSchedule,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): HTMLElement {
  return valueList({
    id: 'schedule-exceptions',
    legend: texts.exceptions,
    type: 'date',
    values: exceptionDates,
    itemLabel: number => fillIn(texts.exception, { number: String(number) }),
    addLabel: texts.addException,
    removeLabel: texts.remove,
    added: dayAfter(exceptionDates.at(-1) ?? start),
    onChange: (next, isTyped) =>
      isTyped
        ? editing.type({ exceptionDates: ascending(next) })
        : editing.set({ exceptionDates: ascending(next) }),
  });
}

function extraDates<Schedule extends { readonly extraDates: readonly string[] }>(
  values: readonly string[],
  start: string,
  { texts }: FieldContext,
  editing: Editing<Schedule>,
): HTMLElement {
  const [date = '', time = '03:00'] = (values.at(-1) ?? start).split('T');
  const changed = (next: readonly string[]): Partial<Schedule> => ({
    ...editing.current,
    extraDates: ascending(next),
  });
  return valueList({
    id: 'schedule-extra',
    legend: texts.extraDates,
    type: 'datetime-local',
    values,
    itemLabel: number => fillIn(texts.extraDate, { number: String(number) }),
    addLabel: texts.addExtraDate,
    removeLabel: texts.remove,
    added: `${dayAfter(date)}T${time}`,
    onChange: (next, isTyped) => (isTyped ? editing.type(changed(next)) : editing.set(changed(next))),
  });
}

function ascending(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
