import { html, nothing, type TemplateResult } from 'lit';
import type {
  BuilderEnd,
  BuilderZone,
  OnceSchedule,
  RepeatingSchedule,
} from '../../recurrence/builder/builderSchedule.ts';
import { fillIn } from '../dom/dom.ts';
import { dateInput, dateTimeInput } from './dateInputs.ts';
import type { Change, Editing, FieldContext } from './scheduleEditing.ts';
import { choiceInput, grouped, labeled, row, timeInput, valueInput } from './scheduleInputs.ts';
import { exceptions, extraDates, times } from './scheduleLists.ts';
import { repeatFields } from './scheduleRepeat.ts';
import { daysLater } from './typedDate.ts';

/** The controls of a schedule that runs once, and on extra dates. */
export function onceFields(
  schedule: OnceSchedule,
  context: FieldContext,
  change: Change<OnceSchedule>,
): TemplateResult[] {
  const editing = editor(schedule, context, change);
  const { texts } = context;
  const at = dateTimeInput({
    id: 'schedule-at',
    label: texts.at,
    timeLabel: fillIn(texts.timeOf, { date: texts.at }),
    value: schedule.at,
    texts,
    onInput: value => editing.type({ at: value }),
  });
  const extra = extraDates(editing);
  return [
    row(grouped('schedule-at-group', texts.at, at), zoneField(editing)),
    moreDates(context, schedule.extraDates.length, extra),
  ];
}

/** The controls of a repeating schedule, in the order of the sentence that they form. */
export function repeatingFields(
  schedule: RepeatingSchedule,
  context: FieldContext,
  change: Change<RepeatingSchedule>,
): TemplateResult[] {
  const editing = editor(schedule, context, change);
  const isHourly = schedule.repeat.unit === 'hour';
  const isOpen = schedule.isStartOpen === true;
  const { exceptionDates, extraDates: extras } = schedule;
  const kept = [
    ...(isHourly || isOpen ? [] : [exceptions(editing)]),
    ...(isOpen ? [] : [extraDates(editing)]),
  ];
  return [
    ...repeatFields(editing),
    row(
      ...(isHourly ? firstTime(editing) : [times(editing)]),
      // Without a start there are no times that could have a zone.
      ...(isOpen ? [] : [zoneField(editing)]),
    ),
    row(startField(editing), endField(editing)),
    ...(kept.length === 0 ? [] : [moreDates(context, exceptionDates.length + extras.length, ...kept)]),
  ];
}

/** Rarely used fields in a section whose heading shows how many are set. */
function moreDates(
  { texts, folds }: FieldContext,
  count: number,
  ...fields: readonly TemplateResult[]
): TemplateResult {
  const heading = count === 0 ? texts.moreDates : `${texts.moreDates} (${count})`;
  return folds.section('exceptions', heading, fields);
}

function startField(editing: Editing<RepeatingSchedule>): TemplateResult {
  const { texts, schedule } = editing;
  const { start, isStartOpen } = schedule;
  const id = 'schedule-start';
  const input = dateInput({
    id,
    texts,
    value: start,
    describedBy: `${id}-help`,
    onInput: value => editing.type({ start: value, isStartOpen: false }),
  });
  const help = isStartOpen === true ? { help: texts.openStartHelp } : { hint: texts.startHelp };
  return labeled(id, texts.start, input, help);
}

function editor<Schedule>(
  schedule: Schedule,
  context: FieldContext,
  change: Change<Schedule>,
): Editing<Schedule> {
  let current = schedule;
  const apply = (changes: Partial<Schedule>, isTyped: boolean) => {
    current = { ...current, ...changes };
    change(current, isTyped);
  };
  return {
    ...context,
    schedule,
    get current() {
      return current;
    },
    set: changes => apply(changes, false),
    type: changes => apply(changes, true),
  };
}

function firstTime(editing: Editing<RepeatingSchedule>): TemplateResult[] {
  const { texts, schedule } = editing;
  const [time = ''] = schedule.times;
  if (schedule.isStartOpen) return [];
  const id = 'schedule-time';
  const input = timeInput({ id, value: time, onInput: value => editing.type({ times: [value] }) });
  return [labeled(id, texts.firstTime, input)];
}

/** Offers the user's own zone, and the zone of the text if that is another one. */
function zoneField<Schedule extends OnceSchedule | RepeatingSchedule>(
  editing: Editing<Schedule>,
): TemplateResult {
  const { texts, readerZone: mine, schedule } = editing;
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
  const select = choiceInput({
    id,
    choices,
    chosen: zoneKey(zone),
    onChange: key => {
      const chosen = zones.find(({ zone: choice }) => zoneKey(choice) === key);
      if (chosen) editing.set({ ...editing.current, zone: chosen.zone });
    },
  });
  return labeled(id, texts.zone, select);
}

function zoneKey(zone: BuilderZone): string {
  return zone.kind === 'named' ? zone.tzid : zone.kind;
}

function endField(editing: Editing<RepeatingSchedule>): TemplateResult {
  const { texts, today, schedule } = editing;
  const choices = (['never', 'onDate', 'afterRuns'] as const).map(value => ({ value, label: texts[value] }));
  const select = choiceInput({
    id: 'schedule-end',
    choices,
    chosen: schedule.end.kind,
    onChange: kind => editing.set({ end: newEnd(kind, editing.current, today) }),
  });
  return labeled('schedule-end', texts.end, html`${select}${endInput(schedule.end, editing)}`);
}

function endInput(
  end: BuilderEnd,
  { texts, type }: Editing<RepeatingSchedule>,
): TemplateResult | typeof nothing {
  if (end.kind === 'never') return nothing;
  if (end.kind === 'onDate') {
    const onInput = (date: string) => type({ end: { kind: 'onDate', date } });
    return dateInput({ id: 'schedule-end-date', texts, value: end.date, label: texts.endDate, onInput });
  }
  return valueInput({
    id: 'schedule-count',
    type: 'number',
    value: String(end.count),
    min: '1',
    label: texts.runs,
    onInput: count => type({ end: { kind: 'afterRuns', count: Number(count) } }),
  });
}

function newEnd(kind: BuilderEnd['kind'], { start }: RepeatingSchedule, today: string): BuilderEnd {
  if (kind === 'onDate') return { kind, date: daysLater(start, 30) ?? daysLater(today, 30) ?? today };
  return kind === 'never' ? { kind } : { kind, count: 10 };
}
