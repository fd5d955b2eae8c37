import { html, noChange, nothing, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import { button, icon, inInput } from '../../../pages/dom/dom.ts';
import type { Folds } from '../../../pages/dom/foldParts.ts';
import type { ScheduleTexts } from '../../../pages/protocol/formTexts.ts';

export interface FieldContext {
  readonly texts: ScheduleTexts;
  /** The time zone of the reader. */
  readonly readerZone: string;
  /** The current date of the user. */
  readonly today: string;
  readonly folds: Folds;
}

/** A schedule, and how its controls change it. */
export interface Editing<Schedule> extends FieldContext {
  readonly schedule: Schedule;
  /** `isTyped`: the user may not have finished typing, so the change is written after a pause. */
  change(changes: Partial<Schedule>, isTyped?: boolean): void;
}

/** A value that is typed, and its control. */
export interface TypedValue {
  readonly id: string;
  readonly value: string;
  /** The accessible name, if there is no visible label. */
  readonly label?: string;
  readonly describedBy?: string;
  readonly onInput: (value: string) => void;
}

/** Sets the text of a field, unless what it already contains means the same: the user may still be typing it. */
export const shownText = directive(
  class extends Directive {
    render(_value: string, _read: (text: string) => string) {
      return noChange;
    }

    override update({ element }: ElementPart, [value, read]: [string, (text: string) => string]) {
      if (!(element instanceof HTMLInputElement) || read(element.value) === value) return noChange;
      element.value = value;
      element.removeAttribute('aria-invalid');
      return noChange;
    }
  },
);

/** A native select in VS Code's colors. `label` is its accessible name, if there is no visible label. */
export function choiceInput<Value extends string>(
  id: string,
  choices: readonly { readonly value: Value; readonly label: string }[],
  { chosen, label, onChange }: { chosen: Value; label?: string; onChange: (value: Value) => void },
): TemplateResult {
  const changed = (event: Event) => {
    const found = event.target instanceof HTMLSelectElement ? choices[event.target.selectedIndex] : undefined;
    if (found !== undefined) onChange(found.value);
  };
  return html`<select
    id=${id}
    class="choice-input"
    aria-label=${label ?? nothing}
    aria-describedby=${label === undefined ? `${id}-help` : nothing}
    @change=${changed}
  >
    ${choices.map(
      ({ value, label: text }) =>
        html`<option value=${value} .selected=${live(value === chosen)}>${text}</option>`,
    )}
  </select>`;
}

/** A positive whole number. */
export function countInput({ id, value, label, describedBy, onInput }: TypedValue): TemplateResult {
  return html`<input
    id=${id}
    class="choice-input input-number"
    type="number"
    min="1"
    aria-label=${label ?? nothing}
    aria-describedby=${describedBy ?? nothing}
    ${shownText(value, text => String(Number(text)))}
    @input=${inInput(field => onInput(field.value))}
  />`;
}

/** A control with its label, described by help after it, or by a hint that is also its tooltip. */
export function labeled(
  id: string,
  text: string,
  control: unknown,
  { help = '', hint = '' }: { help?: unknown; hint?: string } = {},
): TemplateResult {
  const description =
    help === ''
      ? html`<span id="${id}-help" hidden>${hint}</span>`
      : html`<div id="${id}-help" class="help">${help}</div>`;
  return html`<div class="builder-field" title=${hint === '' ? nothing : hint}>
    <label for=${id}>${text}</label>
    <div class="builder-items">${control}${description}</div>
  </div>`;
}

/** Related controls with a common name. */
export function grouped(id: string, text: string, ...controls: readonly unknown[]): TemplateResult {
  return html`<div class="builder-field" role="group" aria-labelledby="${id}-name">
    <span id="${id}-name">${text}</span>
    <div class="builder-items">${controls}</div>
  </div>`;
}

interface ValueList {
  /** Their name, the name of one (`{number}` is its position), and what the button that adds one says. */
  readonly words: readonly [all: string, one: string, add: string];
  readonly values: readonly string[];
  /** The control of one value. */
  readonly input: (item: Required<Omit<TypedValue, 'describedBy'>>) => TemplateResult;
  /** The value of a new item. */
  readonly added: () => string;
  /** The last item cannot be removed. */
  readonly isRequired?: boolean;
  readonly change: (values: readonly string[], isTyped: boolean) => void;
}

/** Several dates or times, each with a button to remove it, and a button to add another. */
export function valueList(
  id: string,
  removeText: string,
  { words: [all, one, add], values, input, added, isRequired = false, change }: ValueList,
): TemplateResult {
  const items = values.map((value, index) => {
    const label = one.replace('{number}', String(index + 1));
    const onInput = (typed: string) => change(values.with(index, typed), true);
    const remove = html`<button
      id="${id}-remove-${index}"
      class="button icon-button"
      type="button"
      title=${removeText}
      aria-label="${removeText}: ${label}"
      @click=${() => change(values.toSpliced(index, 1), false)}
    >${icon('close')}</button>`;
    return html`<div class="builder-value">
      ${input({ id: `${id}-${index}`, value, label, onInput })}${isRequired && values.length === 1 ? nothing : remove}
    </div>`;
  });
  return grouped(
    id,
    all,
    items,
    button(add, () => change([...values, added()], false)),
  );
}
