import { dayAfter, freeDayAfter } from '../../recurrence/builder/builderKinds.ts';
import type {
  BuilderEnd,
  BuilderZone,
  OnceSchedule,
  RepeatingSchedule,
} from '../../recurrence/builder/builderSchedule.ts';
import { fillIn, make } from '../dom/dom.ts';
import type { Change, Editing, FieldContext } from './scheduleEditing.ts';
import { choiceInput, labelled, valueInput, valueList } from './scheduleInputs.ts';
import { repeatFields } from './scheduleRepeat.ts';

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
    extraDates(schedule, { after: schedule.at, taken: [schedule.at] }, context, editing),
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
  const isOpen = schedule.isStartOpen === true;
  const start = valueInput({
    id: 'schedule-start',
    type: 'date',
    value: schedule.start,
    onInput: value => editing.type({ start: value, isStartOpen: false }),
  });
  return [
    ...repeatFields(schedule, context, editing),
    row(
      labelled(texts.start, start, isOpen ? texts.openStartHelp : texts.startHelp),
      ...(isHourly ? firstTime(schedule, context, editing) : [times(schedule, context, editing)]),
      // Without a start there is nothing that could have a zone.
      ...(isOpen ? [] : [zoneField(schedule.zone, context, zone => editing.set({ zone }))]),
    ),
    endFields(schedule, context, editing),
    ...(isHourly || isOpen ? [] : [exceptions(schedule, context, editing)]),
    ...(isOpen ? [] : [extraDates(schedule, extraAfter(schedule), context, editing)]),
  ];
}

function extraAfter({ start, times: [time = '03:00'], exceptionDates }: RepeatingSchedule): NewDate {
  return { after: `${start}T${time}`, taken: exceptionDates };
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

function row(...fields: readonly Node[]): HTMLElement {
  return make('div', { className: 'builder-row' }, ...fields);
}

function firstTime(
  { times: [time = ''], isStartOpen }: RepeatingSchedule,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): HTMLElement[] {
  if (isStartOpen) return [];
  const input = valueInput({
    id: 'schedule-time',
    type: 'time',
    value: time,
    onInput: value => editing.type({ times: [value] }),
  });
  return [labelled(texts.firstTime, input)];
}

function times(
  { times: values, isStartOpen }: RepeatingSchedule,
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
    isRequired: isStartOpen !== true,
    onChange: (next, isTyped) =>
      isTyped ? editing.type({ times: ascending(next) }) : editing.set({ times: ascending(next) }),
  });
}

function twelveHoursAfter(time: string): string {
  return `${String((Number(time.slice(0, 2)) + 12) % 24).padStart(2, '0')}${time.slice(2, 5)}`;
}

/** The user's own zone can be chosen, and another that the text names can stay. */
function zoneField(
  zone: BuilderZone,
  { texts, readerZone: mine }: FieldContext,
  onChange: (zone: BuilderZone) => void,
): HTMLElement {
  const zones: readonly { readonly zone: BuilderZone; readonly label: string }[] = [
    { zone: { kind: 'utc' }, label: texts.zoneUtc },
    { zone: { kind: 'floating' }, label: texts.zoneServer },
    ...(mine === 'UTC' ? [] : [{ zone: named(mine), label: fillIn(texts.zoneMine, { zone: mine }) }]),
    ...(zone.kind === 'named' && zone.tzid !== mine ? [{ zone, label: zone.tzid }] : []),
  ];
  const choices = zones.map(({ zone: choice, label }) => ({ value: zoneKey(choice), label }));
  const select = choiceInput('schedule-zone', choices, zoneKey(zone), key => {
    const chosen = zones.find(({ zone: choice }) => zoneKey(choice) === key);
    if (chosen) onChange(chosen.zone);
  });
  return labelled(texts.zone, select);
}

function named(tzid: string): BuilderZone {
  return { kind: 'named', tzid };
}

function zoneKey(zone: BuilderZone): string {
  return zone.kind === 'named' ? zone.tzid : zone.kind;
}

function endFields(
  { end, start, isStartOpen }: RepeatingSchedule,
  { texts, today }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): HTMLElement {
  const ends: Readonly<Record<BuilderEnd['kind'], BuilderEnd>> = {
    never: { kind: 'never' },
    onDate: { kind: 'onDate', date: monthLater(isStartOpen ? today : start) },
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
  { exceptionDates, extraDates: extras, start }: RepeatingSchedule,
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
    added: freeDayAfter(exceptionDates.at(-1) ?? start, [...exceptionDates, ...extras]),
    onChange: (next, isTyped) =>
      isTyped
        ? editing.type({ exceptionDates: ascending(next) })
        : editing.set({ exceptionDates: ascending(next) }),
  });
}

/** After which date and time a new one comes, and which days are not proposed. */
interface NewDate {
  readonly after: string;
  readonly taken: readonly string[];
}

function extraDates<Schedule extends { readonly extraDates: readonly string[] }>(
  { extraDates: values }: Schedule,
  { after, taken }: NewDate,
  { texts }: FieldContext,
  editing: Editing<Schedule>,
): HTMLElement {
  const [date = '', time = '03:00'] = (values.at(-1) ?? after).split('T');
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
    added: `${freeDayAfter(date, [...values, ...taken])}T${time}`,
    onChange: (next, isTyped) => (isTyped ? editing.type(changed(next)) : editing.set(changed(next))),
  });
}

function ascending(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
