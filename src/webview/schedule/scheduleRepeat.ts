import { html, type TemplateResult } from 'lit';
import { monthDayNumbers, monthDaysOn } from '../../recurrence/builder/builderKinds.ts';
import type {
  BuilderRepeat,
  MonthDays,
  RepeatingSchedule,
} from '../../recurrence/builder/builderSchedule.ts';
import type { Editing, FieldContext } from './scheduleEditing.ts';
import {
  checkInput,
  choiceInput,
  clause,
  grouped,
  labeled,
  row,
  toggleButton,
  valueInput,
} from './scheduleInputs.ts';
import { monthNames, nthChoices, unitName, weekdayNames, weekdaysInOrder } from './scheduleNames.ts';

/** The interval in hours, days, weeks, months or years, and the days of these periods on which the schedule runs. */
export function repeatFields(editing: Editing<RepeatingSchedule>): TemplateResult[] {
  const { texts, schedule } = editing;
  const { repeat, interval } = schedule;
  const id = 'schedule-interval';
  const every = valueInput({
    id,
    type: 'number',
    value: String(interval),
    min: '1',
    describedBy: 'schedule-unit',
    onInput: value => editing.type({ interval: Number(value) }),
  });
  const unit = html`<span id="schedule-unit">${unitName(repeat.unit, interval)}</span>`;
  const head = labeled(id, texts.interval, html`${every}${unit}`);
  if (repeat.unit === 'week') return [clause(head), weekdayField(repeat, editing)];
  if (repeat.unit === 'month' || repeat.unit === 'year') {
    const month = repeat.unit === 'year' ? [monthField(repeat, editing)] : [];
    return [clause(head, ...month), monthDaysField(repeat.on, editing)];
  }
  return [clause(head)];
}

function weekdayField(
  { weekdays }: Extract<BuilderRepeat, { unit: 'week' }>,
  editing: Editing<RepeatingSchedule>,
): TemplateResult {
  const [names, shortNames] = [weekdayNames('long'), weekdayNames('short')];
  const toggles = weekdaysInOrder().map(weekday =>
    toggleButton({
      id: `schedule-weekday-${weekday}`,
      text: shortNames[weekday] ?? '',
      title: names[weekday] ?? '',
      isPressed: weekdays.includes(weekday),
      onToggle: isPressed => {
        const others = weekdays.filter(day => day !== weekday);
        const next = isPressed ? [...others, weekday].sort() : others;
        editing.set({ repeat: { unit: 'week', weekdays: next } });
      },
    }),
  );
  return grouped('schedule-weekdays', editing.texts.weekdays, html`<div class="toggles">${toggles}</div>`);
}

function monthField(
  { month }: Extract<BuilderRepeat, { unit: 'year' }>,
  editing: Editing<RepeatingSchedule>,
): TemplateResult {
  const choices = monthNames().map((label, index) => ({ value: String(index + 1), label }));
  const id = 'schedule-month';
  const select = choiceInput({
    id,
    choices,
    chosen: String(month),
    onChange: value => {
      const { repeat } = editing.current;
      if (repeat.unit === 'year') editing.set({ repeat: { ...repeat, month: Number(value) } });
    },
  });
  return labeled(id, editing.texts.month, select);
}

function monthDaysField(on: MonthDays, editing: Editing<RepeatingSchedule>): TemplateResult {
  const { texts } = editing;
  const setOn = (days: MonthDays, isTyped: boolean) => {
    const { repeat } = editing.current;
    if (!('on' in repeat)) return;
    if (isTyped) editing.type({ repeat: { ...repeat, on: days } });
    else editing.set({ repeat: { ...repeat, on: days } });
  };
  const kinds = [
    { value: 'days' as const, label: texts.onDays },
    { value: 'weekday' as const, label: texts.onWeekday },
  ];
  const id = 'schedule-month-kind';
  const setKind = (chosen: MonthDays['kind']) => setOn(monthDaysOn(chosen, editing.current.start), false);
  const kind = choiceInput({ id, choices: kinds, chosen: on.kind, onChange: setKind });
  if (on.kind === 'days')
    return row(labeled(id, texts.monthDays, kind), ...numberedDays(on.days, texts, setOn));
  return labeled(id, texts.monthDays, html`${kind}${nthWeekday(on, texts, setOn)}`);
}

function numberedDays(
  days: readonly number[],
  texts: FieldContext['texts'],
  setOn: (on: MonthDays, isTyped: boolean) => void,
): TemplateResult[] {
  let numbers = days.filter(day => day !== -1);
  let hasLast = days.includes(-1);
  const changed = (isTyped: boolean) =>
    setOn({ kind: 'days', days: [...(hasLast ? [-1] : []), ...numbers] }, isTyped);
  const id = 'schedule-month-days';
  const input = valueInput({
    id,
    type: 'text',
    value: numbers.join(', '),
    inputMode: 'numeric',
    describedBy: `${id}-help`,
    onInput: value => {
      numbers = monthDayNumbers(value).filter(day => day !== -1);
      changed(true);
    },
  });
  const last = checkInput({
    id: 'schedule-last-day',
    label: texts.lastDay,
    isChecked: hasLast,
    onChange: isChecked => {
      hasLast = isChecked;
      changed(false);
    },
  });
  return [labeled(id, texts.dayNumbers, input, { hint: texts.dayNumbersHelp }), last];
}

function nthWeekday(
  { nth, weekday }: Extract<MonthDays, { kind: 'weekday' }>,
  texts: FieldContext['texts'],
  setOn: (on: MonthDays, isTyped: boolean) => void,
): TemplateResult[] {
  const which = choiceInput({
    id: 'schedule-nth',
    label: texts.which,
    choices: nthChoices(texts, nth),
    chosen: String(nth),
    onChange: value => setOn({ kind: 'weekday', nth: Number(value), weekday }, false),
  });
  const names = weekdayNames('long');
  const day = choiceInput({
    id: 'schedule-nth-weekday',
    label: texts.weekday,
    choices: weekdaysInOrder().map(index => ({ value: String(index), label: names[index] ?? '' })),
    chosen: String(weekday),
    onChange: value => setOn({ kind: 'weekday', nth, weekday: Number(value) }, false),
  });
  return [which, day];
}
