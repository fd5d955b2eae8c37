import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type {
  BuilderEnd,
  BuilderZone,
  OnceSchedule,
  RepeatingSchedule,
} from '../../recurrence/builder/builderSchedule.ts';
import { fillIn, inInput } from '../dom/dom.ts';
import { dateInput, dateTimeInput, timeInput } from './momentInputs.ts';
import { choiceInput, type Editing, type FieldContext, grouped, labeled } from './scheduleInputs.ts';
import { exceptions, extraDates, times } from './scheduleLists.ts';
import { repeatFields } from './scheduleRepeat.ts';
import { daysLater } from './typedMoment.ts';

/** The controls of a schedule that runs once, and on extra dates. */
export function onceFields(editing: Editing<OnceSchedule>): TemplateResult[] {
  const { texts, schedule } = editing;
  const onInput = (at: string) => editing.type({ at });
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
  const kept = [
    ...(isHourly || isOpen ? [] : [exceptions(editing)]),
    ...(isOpen ? [] : [extraDates(editing)]),
  ];
  return [
    ...repeatFields(editing),
    // Without a start there are no times that could have a zone.
    isHourly ? firstTime(editing) : times(editing),
    isOpen ? nothing : zoneField(editing),
    startField(editing),
    endField(editing),
    ...(kept.length === 0 ? [] : [moreDates(editing, exceptionDates.length + extras.length, ...kept)]),
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

function startField({ texts, schedule, type }: Editing<RepeatingSchedule>): TemplateResult {
  const id = 'schedule-start';
  const onInput = (start: string) => type({ start, isStartOpen: false });
  const input = dateInput({ id, value: schedule.start, describedBy: `${id}-help`, onInput }, texts);
  const help = schedule.isStartOpen === true ? { help: texts.openStartHelp } : { hint: texts.startHelp };
  return labeled(id, texts.start, input, help);
}

function firstTime({ texts, schedule, type }: Editing<RepeatingSchedule>): TemplateResult | typeof nothing {
  const [value = ''] = schedule.times;
  if (schedule.isStartOpen) return nothing;
  const id = 'schedule-time';
  return labeled(id, texts.firstTime, timeInput({ id, value, onInput: time => type({ times: [time] }) }));
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
  const select = choiceInput(id, choices, {
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
  const id = 'schedule-end';
  const select = choiceInput(id, choices, {
    chosen: schedule.end.kind,
    onChange: kind => editing.set({ end: newEnd(kind, editing.current, today) }),
  });
  return labeled(id, texts.end, html`${select}${endInput(schedule.end, editing)}`);
}

function endInput(
  end: BuilderEnd,
  { texts, type }: Editing<RepeatingSchedule>,
): TemplateResult | typeof nothing {
  if (end.kind === 'never') return nothing;
  if (end.kind === 'onDate') {
    const onInput = (date: string) => type({ end: { kind: 'onDate', date } });
    return dateInput({ id: 'schedule-end-date', value: end.date, label: texts.endDate, onInput }, texts);
  }
  return html`<input
    id="schedule-count"
    class="choice-input input-number"
    type="number"
    min="1"
    aria-label=${texts.runs}
    .value=${live(String(end.count))}
    @input=${inInput(({ value }) => type({ end: { kind: 'afterRuns', count: Number(value) } }))}
  />`;
}

function newEnd(kind: BuilderEnd['kind'], { start }: RepeatingSchedule, today: string): BuilderEnd {
  if (kind === 'onDate') return { kind, date: daysLater(start, 30) ?? daysLater(today, 30) ?? today };
  return kind === 'never' ? { kind } : { kind, count: 10 };
}
