import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { firstWeekday, regionalLocale } from '../../../base/weekStart.ts';
import { fillIn, inInput } from '../../../pages/dom/dom.ts';
import type { ScheduleTexts } from '../../../pages/protocol/formTexts.ts';
import {
  type BuilderRepeat,
  type MonthDays,
  monthDayNumbers,
  monthDaysOn,
  type RepeatingSchedule,
} from '../../../recurrence/builder/builderSchedule.ts';
import {
  choiceInput,
  countInput,
  type Editing,
  type FieldContext,
  grouped,
  labeled,
  shownText,
} from './scheduleInputs.ts';

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

type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'year';

/** The weekdays, with Monday as 0, in the order of the user's calendar. */
export function weekdaysInOrder(locale = calendarLocale()): readonly number[] {
  const first = firstWeekday(locale);
  return Array.from({ length: 7 }, (_, index) => (first + index) % 7);
}

/** The language of the page, with the user's region if the browser reports one for it. */
function calendarLocale(): string {
  return regionalLocale(language(), navigator.languages);
}

/** The names of the weekdays, starting with Monday. */
export function weekdayTexts(length: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(language(), { weekday: length, timeZone: 'UTC' });
  // The fifth of January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(1970, 0, 5 + day)));
}

/** The names of the months in their standalone form. */
function monthTexts(): string[] {
  const format = new Intl.DateTimeFormat(language(), { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 15)));
}

/** Which weekdays of a month can be chosen; others are only listed if the text has one. */
function nthChoices(texts: ScheduleTexts, chosen: number): { value: string; label: string }[] {
  const { first, second, third, fourth, fifth, last, fromEnd } = texts;
  const usual = [first, second, third, fourth, fifth].map((label, index) => ({
    value: String(index + 1),
    label,
  }));
  const choices = [...usual, { value: '-1', label: last }];
  if (choices.some(({ value }) => value === String(chosen))) return choices;
  return [...choices, { value: String(chosen), label: fillIn(fromEnd, { number: String(-chosen) }) }];
}

function language(): string {
  return document.documentElement.lang || 'en';
}

/** The name of a unit after a number, such as `weeks` for 2, in the user's language. */
export function unitName(unit: TimeUnit, count: number, locale = language()): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  const parts = format.formatToParts(count).filter(({ type }) => type === 'unit');
  return parts.map(({ value }) => value).join(' ');
}
