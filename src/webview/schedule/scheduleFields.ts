import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { dayAfter, freeDayAfter } from '../../recurrence/builder/builderKinds.ts';
import type {
  BuilderEnd,
  BuilderZone,
  OnceSchedule,
  RepeatingSchedule,
} from '../../recurrence/builder/builderSchedule.ts';
import { fillIn } from '../dom/dom.ts';
import { dateInput, dateTimeInput } from './dateInputs.ts';
import type { Change, Editing, FieldContext } from './scheduleEditing.ts';
import { choiceInput, grouped, labelled, row, timeInput, valueInput, valueList } from './scheduleInputs.ts';
import { repeatFields } from './scheduleRepeat.ts';

/** The controls of a schedule that runs once, and on extra dates. */
export function onceFields(
  schedule: OnceSchedule,
  context: FieldContext,
  change: Change<OnceSchedule>,
): TemplateResult[] {
  const editing = editor(schedule, change);
  const { texts } = context;
  const at = dateTimeInput({
    id: 'schedule-at',
    label: texts.at,
    timeLabel: fillIn(texts.timeOf, { date: texts.at }),
    value: schedule.at,
    texts,
    onInput: value => editing.type({ at: value }),
  });
  const extra = extraDates(schedule, { after: schedule.at, taken: [schedule.at] }, context, editing);
  return [
    row(
      grouped('schedule-at-group', texts.at, at),
      zoneField(schedule.zone, context, zone => editing.set({ zone })),
    ),
    folded(context, schedule.extraDates.length, extra),
  ];
}

/** The controls of a schedule that repeats, in the order of the sentence that they mean. */
export function repeatingFields(
  schedule: RepeatingSchedule,
  context: FieldContext,
  change: Change<RepeatingSchedule>,
): TemplateResult[] {
  const editing = editor(schedule, change);
  const isHourly = schedule.repeat.unit === 'hour';
  const isOpen = schedule.isStartOpen === true;
  const { exceptionDates, extraDates: extras } = schedule;
  const kept = [
    ...(isHourly || isOpen ? [] : [exceptions(schedule, context, editing)]),
    ...(isOpen ? [] : [extraDates(schedule, extraAfter(schedule), context, editing)]),
  ];
  return [
    ...repeatFields(schedule, context, editing),
    row(
      ...(isHourly ? firstTime(schedule, context, editing) : [times(schedule, context, editing)]),
      // Without a start there is nothing that could have a zone.
      ...(isOpen ? [] : [zoneField(schedule.zone, context, zone => editing.set({ zone }))]),
    ),
    row(startField(schedule, context, editing), ...endFields(schedule, context, editing)),
    ...(kept.length === 0 ? [] : [folded(context, exceptionDates.length + extras.length, ...kept)]),
  ];
}

/** What is seldom used, below its name and how many there are. */
function folded(
  { texts, folds }: FieldContext,
  count: number,
  ...fields: readonly TemplateResult[]
): TemplateResult {
  const toggle = () => folds.set('exceptions', !folds.isOpen('exceptions'));
  return html`<details class="fold" ?open=${live(folds.isOpen('exceptions'))}>
    <summary @click=${toggle}>${count === 0 ? texts.moreDates : `${texts.moreDates} (${count})`}</summary>
    ${fields}
  </details>`;
}

function startField(
  { start, isStartOpen }: RepeatingSchedule,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): TemplateResult {
  const id = 'schedule-start';
  const input = dateInput({
    id,
    texts,
    value: start,
    describedBy: `${id}-help`,
    onInput: value => editing.type({ start: value, isStartOpen: false }),
  });
  const help = isStartOpen === true ? { help: texts.openStartHelp } : { hint: texts.startHelp };
  return labelled(id, texts.start, input, help);
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

function firstTime(
  { times: [time = ''], isStartOpen }: RepeatingSchedule,
  { texts }: FieldContext,
  editing: Editing<RepeatingSchedule>,
): TemplateResult[] {
  if (isStartOpen) return [];
  const id = 'schedule-time';
  const input = timeInput({ id, value: time, onInput: value => editing.type({ times: [value] }) });
  return [labelled(id, texts.firstTime, input)];
}

function times(
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
): TemplateResult {
  const zones: readonly { readonly zone: BuilderZone; readonly label: string }[] = [
    { zone: { kind: 'utc' }, label: texts.zoneUtc },
    { zone: { kind: 'floating' }, label: texts.zoneServer },
    ...(mine === 'UTC' ? [] : [{ zone: named(mine), label: fillIn(texts.zoneMine, { zone: mine }) }]),
    ...(zone.kind === 'named' && zone.tzid !== mine ? [{ zone, label: zone.tzid }] : []),
  ];
  const choices = zones.map(({ zone: choice, label }) => ({ value: zoneKey(choice), label }));
  const id = 'schedule-zone';
  const select = choiceInput({
    id,
    choices,
    chosen: zoneKey(zone),
    onChange: key => {
      const chosen = zones.find(({ zone: choice }) => zoneKey(choice) === key);
      if (chosen) onChange(chosen.zone);
    },
  });
  return labelled(id, texts.zone, select);
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
): TemplateResult[] {
  const ends: Readonly<Record<BuilderEnd['kind'], BuilderEnd>> = {
    never: { kind: 'never' },
    onDate: { kind: 'onDate', date: monthLater(isStartOpen ? today : start) },
    afterRuns: { kind: 'afterRuns', count: 10 },
  };
  const choices = (['never', 'onDate', 'afterRuns'] as const).map(value => ({ value, label: texts[value] }));
  const select = choiceInput({
    id: 'schedule-end',
    choices,
    chosen: end.kind,
    onChange: kind => editing.set({ end: ends[kind] }),
  });
  const field = labelled('schedule-end', texts.end, select);
  if (end.kind === 'onDate') {
    const id = 'schedule-end-date';
    const setDate = (date: string) => editing.type({ end: { kind: 'onDate', date } });
    const input = dateInput({ id, texts, value: end.date, label: texts.endDate, onInput: setDate });
    return [field, input];
  }
  if (end.kind === 'afterRuns') {
    const id = 'schedule-count';
    const setCount = (count: string) => editing.type({ end: { kind: 'afterRuns', count: Number(count) } });
    const value = String(end.count);
    const input = valueInput({ id, type: 'number', value, min: '1', label: texts.runs, onInput: setCount });
    return [field, input];
  }
  return [field];
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
): TemplateResult {
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
    onChange: (next, isTyped) => (isTyped ? editing.type(changed(next)) : editing.set(changed(next))),
  });
}

function ascending(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
