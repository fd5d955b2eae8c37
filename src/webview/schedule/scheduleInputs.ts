import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ScheduleTexts } from '../../protocol/scheduleTexts.ts';
import { button } from '../dom/dom.ts';
import type { Folds } from '../dom/foldParts.ts';
import type { MomentInput } from './momentInputs.ts';

export interface FieldContext {
  readonly texts: ScheduleTexts;
  /** The time zone of the reader. */
  readonly readerZone: string;
  /** The current date of the user. */
  readonly today: string;
  readonly folds: Folds;
}

/** A schedule as it was drawn, and how its controls change it. */
export interface Editing<Schedule> extends FieldContext {
  readonly schedule: Schedule;
  /** Includes input since the schedule was drawn, because controls are not redrawn while the user types. */
  readonly current: Schedule;
  set(changes: Partial<Schedule>): void;
  /** The user is typing a value, so its field must not be redrawn. */
  type(changes: Partial<Schedule>): void;
}

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
  readonly values: readonly string[];
  /** The control of one value. */
  readonly input: (item: Required<Omit<MomentInput, 'describedBy'>>) => TemplateResult;
  /** Names one value; `{number}` is its position. */
  readonly itemLabel: string;
  readonly addLabel: string;
  /** The value of a new item, based on those typed so far. */
  readonly added: () => string;
  /** The last item cannot be removed. */
  readonly isRequired?: boolean;
  /** A value was typed, but nothing was added or removed. */
  readonly onType: (values: readonly string[]) => void;
  readonly onChange: (values: readonly string[]) => void;
}

/** Several dates or times, each with a button to remove it, and a button to add another. */
export function valueList(id: string, name: string, removeLabel: string, list: ValueList): TemplateResult {
  const { values, input, itemLabel, addLabel, added, isRequired = false, onType, onChange } = list;
  // Stored here, so that typing into one field does not reset another.
  const current = [...values];
  const items = values.map((value, index) => {
    const label = itemLabel.replace('{number}', String(index + 1));
    const onInput = (typed: string) => {
      current[index] = typed;
      onType(current);
    };
    const remove = html`<button
      id="${id}-remove-${index}"
      class="button icon-button"
      type="button"
      title=${removeLabel}
      aria-label="${removeLabel}: ${label}"
      @click=${() => onChange(current.toSpliced(index, 1))}
    ><span class="codicon codicon-close" aria-hidden="true"></span></button>`;
    return html`<div class="builder-value">
      ${input({ id: `${id}-${index}`, value, label, onInput })}${isRequired && values.length === 1 ? nothing : remove}
    </div>`;
  });
  return grouped(
    id,
    name,
    items,
    button(addLabel, () => onChange([...current, added()])),
  );
}
