import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  type BuilderRepeat,
  type MonthDays,
  monthDayNumbers,
  monthDaysOn,
  type RepeatingSchedule,
} from '../../recurrence/builder/builderSchedule.ts';
import { inInput } from '../dom/dom.ts';
import {
  choiceInput,
  countInput,
  type Editing,
  type FieldContext,
  grouped,
  labeled,
  shownText,
} from './scheduleInputs.ts';
import { monthTexts, nthChoices, unitName, weekdaysInOrder, weekdayTexts } from './scheduleNames.ts';

type Texts = FieldContext['texts'];

/** The interval in hours, days, weeks, months or years, and the days of these periods on which the schedule runs. */
export function repeatFields(editing: Editing<RepeatingSchedule>): TemplateResult[] {
  const { texts, schedule } = editing;
  const { repeat, interval } = schedule;
  const id = 'schedule-interval';
  const onInput = (count: string) => editing.change({ interval: Number(count) }, true);
  const count = countInput({ id, value: String(interval), describedBy: 'schedule-unit', onInput });
  const unit = html`<span id="schedule-unit">${unitName(repeat.unit, interval)}</span>`;
  const head = labeled(id, texts.interval, [count, unit]);
  switch (repeat.unit) {
    case 'week':
      return [head, weekdayField(repeat, editing)];
    case 'month':
      return [head, ...monthDaysFields(repeat, editing)];
    case 'year':
      return [head, monthField(repeat, editing), ...monthDaysFields(repeat, editing)];
    default:
      return [head];
  }
}

function weekdayField(
  { weekdays }: Extract<BuilderRepeat, { unit: 'week' }>,
  { texts, change }: Editing<RepeatingSchedule>,
): TemplateResult {
  const [names, shortNames] = [weekdayTexts('long'), weekdayTexts('short')];
  const toggle = (weekday: number) => {
    const others = weekdays.filter(day => day !== weekday);
    const next = weekdays.includes(weekday) ? others : [...others, weekday].sort();
    change({ repeat: { unit: 'week', weekdays: next } });
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
  repeat: Extract<BuilderRepeat, { unit: 'year' }>,
  { texts, change }: Editing<RepeatingSchedule>,
): TemplateResult {
  const choices = monthTexts().map((label, index) => ({ value: String(index + 1), label }));
  const id = 'schedule-month';
  const select = choiceInput(id, choices, {
    chosen: String(repeat.month),
    onChange: value => change({ repeat: { ...repeat, month: Number(value) } }),
  });
  return labeled(id, texts.month, select);
}

type SetDays = (days: MonthDays, isTyped?: boolean) => void;

function monthDaysFields(
  repeat: Extract<BuilderRepeat, { unit: 'month' | 'year' }>,
  { texts, schedule, change }: Editing<RepeatingSchedule>,
): TemplateResult[] {
  const { on } = repeat;
  const setOn: SetDays = (days, isTyped) => change({ repeat: { ...repeat, on: days } }, isTyped);
  const kinds = [
    { value: 'days' as const, label: texts.onDays },
    { value: 'weekday' as const, label: texts.onWeekday },
  ];
  const id = 'schedule-month-kind';
  const onChange = (chosen: MonthDays['kind']) => setOn(monthDaysOn(chosen, schedule.start));
  const kind = choiceInput(id, kinds, { chosen: on.kind, onChange });
  return on.kind === 'days'
    ? [labeled(id, texts.monthDays, kind), numberedDays(on.days, texts, setOn)]
    : [labeled(id, texts.monthDays, [kind, ...nthWeekday(on, texts, setOn)])];
}

function numberedDays(days: readonly number[], texts: Texts, setOn: SetDays): TemplateResult {
  const read = (text: string) => monthDayNumbers(text).filter(day => day !== -1);
  const meaning = (text: string) => read(text).join(', ');
  const numbers = days.filter(day => day !== -1);
  const hasLast = days.includes(-1);
  const typed = inInput(({ value }) =>
    setOn({ kind: 'days', days: [...(hasLast ? [-1] : []), ...read(value)] }, true),
  );
  const checked = inInput(({ checked: isLast }) =>
    setOn({ kind: 'days', days: [...(isLast ? [-1] : []), ...numbers] }),
  );
  const id = 'schedule-month-days';
  const input = html`<input
    id=${id}
    class="choice-input input-text"
    type="text"
    inputmode="numeric"
    aria-describedby="${id}-help"
    ${shownText(numbers.join(', '), meaning)}
    @input=${typed}
    @change=${inInput(field => {
      field.value = meaning(field.value);
    })}
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
