import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import { inInput } from '../dom/dom.ts';
import { type TimeInputOptions, timeInput } from './scheduleInputs.ts';
import { daysLater, typedDate } from './typedDate.ts';

export interface DateInputOptions extends TimeInputOptions {
  readonly texts: Pick<ScheduleTexts, 'dateForm' | 'calendar'>;
  readonly describedBy?: string;
}

/**
 * A date field that accepts any common notation as year, month and day. Arrow keys change the date; a button opens a
 * calendar for the mouse.
 */
export function dateInput(options: DateInputOptions): TemplateResult {
  const { id, value, label, describedBy, texts, onInput } = options;
  const show = (field: HTMLInputElement, date: string) => {
    field.value = date;
    field.removeAttribute('aria-invalid');
    onInput(date);
  };
  const typed = inInput(({ value: text }) => onInput(typedDate(text, false) ?? text));
  const left = inInput(field => {
    const date = typedDate(field.value, true);
    if (date === undefined) field.setAttribute('aria-invalid', 'true');
    else show(field, date);
  });
  const moved = (event: KeyboardEvent) => {
    const { target: field, key } = event;
    const days = { ArrowUp: 1, ArrowDown: -1 }[key];
    if (!(field instanceof HTMLInputElement)) return;
    const date = days === undefined ? undefined : daysLater(typedDate(field.value, true) ?? '', days);
    if (date === undefined) return;
    event.preventDefault();
    show(field, date);
  };
  const picked = inInput(({ value: date, previousElementSibling: field }) => {
    if (field instanceof HTMLInputElement && date !== '') show(field, date);
  });
  // Opens the calendar at the date in the field.
  const opened = inInput(calendar => {
    const { previousElementSibling: field } = calendar;
    if (field instanceof HTMLInputElement) calendar.value = typedDate(field.value, true) ?? '';
  });
  return html`<span class="builder-date"
    ><input
      id=${id}
      class="choice-input input-date"
      type="text"
      inputmode="numeric"
      autocomplete="off"
      spellcheck="false"
      placeholder=${texts.dateForm}
      aria-label=${label ?? nothing}
      aria-describedby=${describedBy ?? nothing}
      .value=${live(value)}
      @input=${typed}
      @change=${left}
      @keydown=${moved}
    /><input
      class="calendar"
      type="date"
      tabindex="-1"
      aria-hidden="true"
      title=${texts.calendar}
      @pointerdown=${opened}
      @input=${picked}
  /></span>`;
}

export interface DateTimeInputOptions extends DateInputOptions {
  readonly label: string;
  readonly timeLabel: string;
}

/** A date and a time of day with one common value. */
export function dateTimeInput(options: DateTimeInputOptions): TemplateResult {
  const { id, value, label, timeLabel, texts, onInput } = options;
  // Stored here, so that typing into one field does not reset the other.
  let [date = '', time = ''] = value.split('T');
  const changed = () => onInput(`${date}T${time}`);
  const day = dateInput({
    id,
    value: date,
    label,
    texts,
    onInput: typed => {
      date = typed;
      changed();
    },
  });
  const timeOfDay = timeInput({
    id: `${id}-time`,
    value: time,
    label: timeLabel,
    onInput: typed => {
      time = typed;
      changed();
    },
  });
  return html`${day}${timeOfDay}`;
}
