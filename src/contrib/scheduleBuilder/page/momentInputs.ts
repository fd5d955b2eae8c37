import { html, nothing, type TemplateResult } from 'lit';
import { icon, inInput } from '../../../pages/dom/dom.ts';
import type { ScheduleTexts } from '../../../pages/protocol/formTexts.ts';
import { shownText, type TypedValue } from './scheduleInputs.ts';
import { daysLater, readTypedDate, readTypedTime } from './typedMoment.ts';

/*
 * Dates and times are typed as text, because native fields show the date and the clock of the browser's region: month
 * before day and AM/PM in an English VS Code, unlike all other dates and times here. Nothing can be pasted into them.
 */

type Texts = Pick<ScheduleTexts, 'dateForm' | 'calendar' | 'timeOf'>;

/** A time of day on the 24-hour clock, in any common notation. */
export function timeInput(input: TypedValue): TemplateResult {
  return momentInput(input, readTypedTime, { className: 'input-time' });
}

/**
 * A date field that accepts any common notation as year, month and day. Arrow keys change the date; a button opens a
 * calendar for the mouse.
 */
export function dateInput(input: TypedValue, texts: Texts): TemplateResult {
  const moved = (text: string, key: string) => {
    const days = { ArrowUp: 1, ArrowDown: -1 }[key];
    return days === undefined ? undefined : daysLater(readTypedDate(text, true) ?? '', days);
  };
  const className = 'input-date';
  const field = momentInput(input, readTypedDate, { className, placeholder: texts.dateForm, moved });
  const picked = inInput(({ value: date, previousElementSibling: text }) => {
    if (text instanceof HTMLInputElement && date !== '') show(text, date, input);
  });
  // Opens the calendar at the date in the field.
  const opened = inInput(calendar => {
    const { previousElementSibling: text } = calendar;
    if (text instanceof HTMLInputElement) calendar.value = readTypedDate(text.value, true) ?? '';
  });
  return html`<span class="builder-date"
    >${field}<input
      class="calendar"
      type="date"
      tabindex="-1"
      aria-hidden="true"
      title=${texts.calendar}
      @pointerdown=${opened}
      @input=${picked}
    />${icon('calendar')}</span
  >`;
}

/** A date and a time of day with one common value. */
export function dateTimeInput(
  { id, value, label, onInput }: Required<Omit<TypedValue, 'describedBy'>>,
  texts: Texts,
): TemplateResult {
  const [date = '', time = ''] = value.split('T');
  const timeLabel = texts.timeOf.replace('{date}', label);
  return html`${dateInput({ id, value: date, label, onInput: typed => onInput(`${typed}T${time}`) }, texts)}
  ${timeInput({ id: `${id}-time`, value: time, label: timeLabel, onInput: typed => onInput(`${date}T${typed}`) })}`;
}

interface MomentField {
  readonly className: string;
  readonly placeholder?: string;
  /** The value to which a key leads. */
  readonly moved?: (text: string, key: string) => string | undefined;
}

/** A text field whose text is read while it is typed, and replaced by what it means when it is left. */
function momentInput(
  input: TypedValue,
  read: (text: string, isComplete: boolean) => string | undefined,
  { className, placeholder, moved }: MomentField,
): TemplateResult {
  const { id, value, label, describedBy, onInput } = input;
  const meaning = (text: string) => read(text, false) ?? text;
  const left = inInput(field => {
    const moment = read(field.value, true);
    if (moment === undefined) field.setAttribute('aria-invalid', 'true');
    else show(field, moment, input);
  });
  const pressed = (event: KeyboardEvent) => {
    const { target: field, key } = event;
    const moment = field instanceof HTMLInputElement ? moved?.(field.value, key) : undefined;
    if (!(field instanceof HTMLInputElement) || moment === undefined) return;
    event.preventDefault();
    show(field, moment, input);
  };
  return html`<input
    id=${id}
    class="choice-input ${className}"
    type="text"
    autocomplete="off"
    spellcheck="false"
    placeholder=${placeholder ?? nothing}
    aria-label=${label ?? nothing}
    aria-describedby=${describedBy ?? nothing}
    ${shownText(value, meaning)}
    @input=${inInput(field => onInput(meaning(field.value)))}
    @change=${left}
    @keydown=${pressed}
  />`;
}

function show(field: HTMLInputElement, moment: string, { onInput }: TypedValue): void {
  field.value = moment;
  field.removeAttribute('aria-invalid');
  onInput(moment);
}
