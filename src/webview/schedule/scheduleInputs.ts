import { make } from '../dom/dom.ts';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Controls of the builder: VS Code's colours, the browser's own pickers for dates and times. */
export function choiceInput<Value extends string>(
  id: string,
  choices: readonly Choice<Value>[],
  chosen: Value,
  onChange: (value: Value) => void,
): HTMLSelectElement {
  const select = make(
    'select',
    { id, className: 'choice-input' },
    ...choices.map(({ value, label }) => make('option', { text: label, attributes: { value } })),
  );
  select.value = chosen;
  select.addEventListener('change', () => {
    const found = choices[select.selectedIndex];
    if (found !== undefined) onChange(found.value);
  });
  return select;
}

export interface ValueInputOptions {
  readonly id: string;
  readonly type: 'date' | 'time' | 'datetime-local' | 'number' | 'text';
  readonly value: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onInput: (value: string) => void;
}

export function valueInput({
  id,
  type,
  value,
  attributes = {},
  onInput,
}: ValueInputOptions): HTMLInputElement {
  // Seconds are only shown when the value has some.
  const step = /:\d\d:\d\d$/.test(value) ? { step: '1' } : {};
  const input = make('input', {
    id,
    className: `choice-input input-${type}`,
    attributes: { type, ...step, ...attributes },
  });
  input.value = value;
  input.addEventListener('input', () => onInput(input.value));
  return input;
}

export function checkInput(
  id: string,
  label: string,
  isChecked: boolean,
  onChange: (isChecked: boolean) => void,
): HTMLElement {
  const input = make('input', { id, attributes: { type: 'checkbox' } });
  input.checked = isChecked;
  input.addEventListener('change', () => onChange(input.checked));
  return make('label', { className: 'check' }, input, make('span', { text: label }));
}

export interface ToggleOptions {
  readonly id: string;
  readonly text: string;
  /** What `text` is short for: the tooltip, and the accessible description. */
  readonly title: string;
  readonly isPressed: boolean;
  readonly onToggle: (isPressed: boolean) => void;
}

export function toggleButton({ id, text, title, isPressed, onToggle }: ToggleOptions): HTMLButtonElement {
  const button = plainButton(id, text, () => onToggle(!isPressed));
  button.classList.add('toggle');
  button.title = title;
  button.ariaPressed = String(isPressed);
  return button;
}

/** A control below its name. */
export function labelled(text: string, control: HTMLElement, help = ''): HTMLElement {
  const label = make('label', { text, attributes: { for: control.id } });
  const box = make('div', { className: 'builder-field' }, label, control);
  if (help !== '') {
    const description = make('div', { id: `${control.id}-help`, className: 'help', text: help });
    control.setAttribute('aria-describedby', description.id);
    box.append(description);
  }
  return box;
}

/** Controls that belong together, with one name for all. */
export function grouped(text: string, ...controls: readonly Node[]): HTMLElement {
  return make(
    'fieldset',
    { className: 'builder-group' },
    make('legend', { text }),
    make('div', { className: 'builder-items' }, ...controls),
  );
}

export function plainButton(id: string, text: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', { id, className: 'builder-button', text, attributes: { type: 'button' } });
  button.addEventListener('click', onClick);
  return button;
}

export interface ValueListOptions {
  readonly id: string;
  readonly legend: string;
  readonly type: 'date' | 'time' | 'datetime-local';
  readonly values: readonly string[];
  /** Names one of them; `{number}` is its place. */
  readonly itemLabel: (number: number) => string;
  readonly addLabel: string;
  readonly removeLabel: string;
  /** What a new one begins with. */
  readonly added: string;
  /** One has to stay. */
  readonly isRequired?: boolean;
  /** `isTyped`: only a value was typed, nothing was added or removed. */
  readonly onChange: (values: readonly string[], isTyped: boolean) => void;
}

/** Several dates or times, each with a button to take it away, and one to add another. */
export function valueList(options: ValueListOptions): HTMLElement {
  const { id, legend, type, values, itemLabel, addLabel, removeLabel, added, isRequired, onChange } = options;
  // Stored here, so that typing into one does not restore what was in another.
  const current = [...values];
  const items = values.map((value, index) => {
    const name = itemLabel(index + 1);
    const input = valueInput({
      id: `${id}-${index}`,
      type,
      value,
      attributes: { 'aria-label': name },
      onInput: typed => {
        current[index] = typed;
        onChange(current, true);
      },
    });
    const remove = plainButton(`${id}-remove-${index}`, '×', () =>
      onChange(current.toSpliced(index, 1), false),
    );
    remove.ariaLabel = `${removeLabel}: ${name}`;
    remove.title = removeLabel;
    const isKept = isRequired === true && values.length === 1;
    return make('div', { className: 'builder-value' }, input, ...(isKept ? [] : [remove]));
  });
  const add = plainButton(`${id}-add`, addLabel, () => onChange([...current, added], false));
  return grouped(legend, ...items, add);
}
