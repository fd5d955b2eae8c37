import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { button, inInput } from '../dom/dom.ts';
import { typedTime } from './typedTime.ts';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface ChoiceInputOptions<Value extends string> {
  readonly id: string;
  /** The accessible name, if there is no visible label. */
  readonly label?: string;
  readonly describedBy?: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChange: (value: Value) => void;
}

/** A native select in VS Code's colors. */
export function choiceInput<Value extends string>(options: ChoiceInputOptions<Value>): TemplateResult {
  const { id, label, choices, chosen, describedBy, onChange } = options;
  const changed = (event: Event) => {
    const found = event.target instanceof HTMLSelectElement ? choices[event.target.selectedIndex] : undefined;
    if (found !== undefined) onChange(found.value);
  };
  return html`<select
    id=${id}
    class="choice-input"
    aria-label=${label ?? nothing}
    aria-describedby=${describedBy ?? nothing}
    @change=${changed}
  >
    ${choices.map(
      ({ value, label: text }) =>
        html`<option value=${value} .selected=${live(value === chosen)}>${text}</option>`,
    )}
  </select>`;
}

export interface ValueInputOptions {
  readonly id: string;
  readonly type: 'number' | 'text';
  readonly value: string;
  readonly min?: string;
  readonly inputMode?: 'numeric';
  /** The accessible name, if there is no visible label. */
  readonly label?: string;
  readonly describedBy?: string;
  readonly onInput: (value: string) => void;
}

export function valueInput(options: ValueInputOptions): TemplateResult {
  const { id, type, value, min, inputMode, label, describedBy, onInput } = options;
  return html`<input
    id=${id}
    class="choice-input input-${type}"
    type=${type}
    min=${min ?? nothing}
    inputmode=${inputMode ?? nothing}
    aria-label=${label ?? nothing}
    aria-describedby=${describedBy ?? nothing}
    .value=${live(value)}
    @input=${inInput(input => onInput(input.value))}
  />`;
}

export type TimeInputOptions = Pick<ValueInputOptions, 'id' | 'value' | 'label' | 'onInput'>;

/** A time of day on the 24-hour clock, in any common notation. */
export function timeInput({ id, value, label, onInput }: TimeInputOptions): TemplateResult {
  const left = inInput(input => {
    const typed = input.value;
    const time = typedTime(typed, true);
    if (time === undefined) return;
    input.value = time;
    if (typed !== time) onInput(time);
  });
  return html`<input
    id=${id}
    class="choice-input input-time"
    type="text"
    autocomplete="off"
    spellcheck="false"
    aria-label=${label ?? nothing}
    .value=${live(value)}
    @input=${inInput(input => onInput(typedTime(input.value, false) ?? input.value))}
    @change=${left}
  />`;
}

export interface CheckInputOptions {
  readonly id: string;
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function checkInput({ id, label, isChecked, onChange }: CheckInputOptions): TemplateResult {
  const changed = inInput(({ checked }) => onChange(checked));
  return html`<label class="check"
    ><input id=${id} type="checkbox" .checked=${live(isChecked)} @change=${changed} /><span>${label}</span></label
  >`;
}

export interface ToggleOptions {
  readonly id: string;
  readonly text: string;
  /** The long form of `text`, for the tooltip and the accessible description. */
  readonly title: string;
  readonly isPressed: boolean;
  readonly onToggle: (isPressed: boolean) => void;
}

export function toggleButton({ id, text, title, isPressed, onToggle }: ToggleOptions): TemplateResult {
  return html`<button
    id=${id}
    class="button toggle"
    type="button"
    title=${title}
    aria-pressed=${String(isPressed)}
    @click=${() => onToggle(!isPressed)}
  >${text}</button>`;
}

export interface LabelOptions {
  /** Shown below the control. */
  readonly help?: string;
  /** Shown as a tooltip, and announced with the control. */
  readonly hint?: string;
}

/** A control with its label; help or a hint describe it through `${id}-help`. */
export function labeled(
  id: string,
  text: string,
  control: TemplateResult,
  { help = '', hint = '' }: LabelOptions = {},
): TemplateResult {
  const hidden = html`<span id="${id}-help" hidden>${hint}</span>`;
  const shown = html`<div id="${id}-help" class="help">${help}</div>`;
  return html`<div class="builder-field" title=${hint === '' ? nothing : hint}>
    <label for=${id}>${text}</label>${control}${hint === '' ? nothing : hidden}${help === '' ? nothing : shown}
  </div>`;
}

/** Related controls with a common name. */
export function grouped(id: string, text: string, ...controls: readonly TemplateResult[]): TemplateResult {
  return html`<div class="builder-group" role="group" aria-labelledby="${id}-name">
    <span id="${id}-name" class="builder-name">${text}</span>
    <div class="builder-items">${controls}</div>
  </div>`;
}

export function row(...fields: readonly TemplateResult[]): TemplateResult {
  return html`<div class="builder-row">${fields}</div>`;
}

/** A row that shares its line with others if there is room. */
export function clause(...fields: readonly TemplateResult[]): TemplateResult {
  return html`<div class="builder-row clause">${fields}</div>`;
}

export interface ValueListOptions {
  readonly id: string;
  readonly name: string;
  readonly values: readonly string[];
  /** The control of one value. */
  readonly input: (item: Required<TimeInputOptions>) => TemplateResult;
  /** Names one value; `{number}` is its position. */
  readonly itemLabel: (number: number) => string;
  readonly addLabel: string;
  readonly removeLabel: string;
  /** The value of a new item, based on those typed so far. */
  readonly added: () => string;
  /** The last item cannot be removed. */
  readonly isRequired?: boolean;
  /** `isTyped`: a value was typed, but nothing was added or removed. */
  readonly onChange: (values: readonly string[], isTyped: boolean) => void;
}

/** Several dates or times, each with a button to remove it, and a button to add another. */
export function valueList(options: ValueListOptions): TemplateResult {
  const { id, name, values, addLabel, added, onChange } = options;
  // Stored here, so that typing into one field does not reset another.
  const current = [...values];
  const items = values.map((_, index) => listItem(options, current, index));
  const add = button(addLabel, () => onChange([...current, added()], false));
  return grouped(id, name, html`${items}`, add);
}

function listItem(options: ValueListOptions, current: string[], index: number): TemplateResult {
  const { id, values, input, itemLabel, removeLabel, isRequired, onChange } = options;
  const label = itemLabel(index + 1);
  const control = input({
    id: `${id}-${index}`,
    value: values[index] ?? '',
    label,
    onInput: typed => {
      current[index] = typed;
      onChange(current, true);
    },
  });
  const isKept = isRequired === true && values.length === 1;
  const remove = html`<button
    id="${id}-remove-${index}"
    class="button icon-button"
    type="button"
    title=${removeLabel}
    aria-label="${removeLabel}: ${label}"
    @click=${() => onChange(current.toSpliced(index, 1), false)}
  ><span class="codicon codicon-close" aria-hidden="true"></span></button>`;
  return html`<div class="builder-value">${control}${isKept ? nothing : remove}</div>`;
}
