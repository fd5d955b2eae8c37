import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { monthDayNumbers, monthDaysOn } from '../../recurrence/builder/builderKinds.ts';
import type {
  BuilderRepeat,
  MonthDays,
  RepeatingSchedule,
} from '../../recurrence/builder/builderSchedule.ts';
import { inInput } from '../dom/dom.ts';
import { choiceInput, type Editing, type FieldContext, grouped, labeled } from './scheduleInputs.ts';
import { monthTexts, nthChoices, unitName, weekdaysInOrder, weekdayTexts } from './scheduleNames.ts';

type Texts = FieldContext['texts'];

/** The interval in hours, days, weeks, months or years, and the days of these periods on which the schedule runs. */
export function repeatFields(editing: Editing<RepeatingSchedule>): TemplateResult[] {
  const { texts, schedule } = editing;
  const { repeat, interval } = schedule;
  const id = 'schedule-interval';
  const every = html`<input
      id=${id}
      class="choice-input input-number"
      type="number"
      min="1"
      aria-describedby="schedule-unit"
      .value=${live(String(interval))}
      @input=${inInput(({ value }) => editing.type({ interval: Number(value) }))}
    /><span id="schedule-unit">${unitName(repeat.unit, interval)}</span>`;
  const head = labeled(id, texts.interval, every);
  switch (repeat.unit) {
    case 'week':
      return [head, weekdayField(repeat, editing)];
    case 'month':
      return [head, ...monthDaysFields(repeat.on, editing)];
    case 'year':
      return [head, monthField(repeat, editing), ...monthDaysFields(repeat.on, editing)];
    default:
      return [head];
  }
}

function weekdayField(
  { weekdays }: Extract<BuilderRepeat, { unit: 'week' }>,
  { texts, set }: Editing<RepeatingSchedule>,
): TemplateResult {
  const [names, shortNames] = [weekdayTexts('long'), weekdayTexts('short')];
  const toggle = (weekday: number) => {
    const others = weekdays.filter(day => day !== weekday);
    const next = weekdays.includes(weekday) ? others : [...others, weekday].sort();
    set({ repeat: { unit: 'week', weekdays: next } });
  };
  const toggles = weekdaysInOrder().map(
    weekday => html`<button
      id="schedule-weekday-${weekday}"
      class="button toggle"
      type="button"
      title=${names[weekday] ?? ''}
      aria-pressed=${String(weekdays.includes(weekday))}
      @click=${() => toggle(weekday)}
    >${shortNames[weekday]}</button>`,
  );
  return grouped('schedule-weekdays', texts.weekdays, html`<div class="toggles">${toggles}</div>`);
}

function monthField(
  { month }: Extract<BuilderRepeat, { unit: 'year' }>,
  editing: Editing<RepeatingSchedule>,
): TemplateResult {
  const choices = monthTexts().map((label, index) => ({ value: String(index + 1), label }));
  const id = 'schedule-month';
  const select = choiceInput(id, choices, {
    chosen: String(month),
    onChange: value => {
      const { repeat } = editing.current;
      if (repeat.unit === 'year') editing.set({ repeat: { ...repeat, month: Number(value) } });
    },
  });
  return labeled(id, editing.texts.month, select);
}

type SetDays = (days: MonthDays, isTyped?: boolean) => void;

function monthDaysFields(on: MonthDays, editing: Editing<RepeatingSchedule>): TemplateResult[] {
  const { texts } = editing;
  const setOn: SetDays = (days, isTyped = false) => {
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
  const onChange = (chosen: MonthDays['kind']) => setOn(monthDaysOn(chosen, editing.current.start));
  const kind = choiceInput(id, kinds, { chosen: on.kind, onChange });
  return on.kind === 'days'
    ? [labeled(id, texts.monthDays, kind), numberedDays(on.days, texts, setOn)]
    : [labeled(id, texts.monthDays, [kind, ...nthWeekday(on, texts, setOn)])];
}

function numberedDays(days: readonly number[], texts: Texts, setOn: SetDays): TemplateResult {
  let numbers = days.filter(day => day !== -1);
  let hasLast = days.includes(-1);
  const changed = (isTyped: boolean) =>
    setOn({ kind: 'days', days: [...(hasLast ? [-1] : []), ...numbers] }, isTyped);
  const typed = inInput(({ value }) => {
    numbers = monthDayNumbers(value).filter(day => day !== -1);
    changed(true);
  });
  const checked = inInput(input => {
    hasLast = input.checked;
    changed(false);
  });
  const id = 'schedule-month-days';
  const input = html`<input
    id=${id}
    class="choice-input input-text"
    type="text"
    inputmode="numeric"
    aria-describedby="${id}-help"
    .value=${live(numbers.join(', '))}
    @input=${typed}
  />`;
  const last = html`<label class="check"
    ><input id="schedule-last-day" type="checkbox" .checked=${live(hasLast)} @change=${checked} /><span
      >${texts.lastDay}</span
    ></label
  >`;
  return labeled(id, texts.dayNumbers, [input, last], { hint: texts.dayNumbersHelp });
}

function nthWeekday(
  { nth, weekday }: Extract<MonthDays, { kind: 'weekday' }>,
  texts: Texts,
  setOn: SetDays,
): TemplateResult[] {
  const which = choiceInput('schedule-nth', nthChoices(texts, nth), {
    label: texts.which,
    chosen: String(nth),
    onChange: value => setOn({ kind: 'weekday', nth: Number(value), weekday }),
  });
  const names = weekdayTexts('long');
  const days = weekdaysInOrder().map(index => ({ value: String(index), label: names[index] ?? '' }));
  const day = choiceInput('schedule-nth-weekday', days, {
    label: texts.weekday,
    chosen: String(weekday),
    onChange: value => setOn({ kind: 'weekday', nth, weekday: Number(value) }),
  });
  return [which, day];
}
