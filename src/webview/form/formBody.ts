import type { ListField } from '../../fields/objectFields.ts';
import type { Choice, ScheduleDescription } from '../../protocol/hostMessages.ts';
import { make } from '../dom/dom.ts';
import type { DocumentMessage, FormControl } from './formControl.ts';
import type { Picker } from './picker.ts';

/** The fields of a form: their controls, and what else to do when the document has changed. */
export class FormBody {
  readonly element: HTMLElement;
  readonly #controls: readonly FormControl[];
  readonly #pickers: readonly Picker[];
  readonly #changed: (message: DocumentMessage) => void;

  constructor(
    columns: readonly (readonly HTMLElement[])[],
    controls: { readonly all: readonly FormControl[]; readonly pickers: readonly Picker[] },
    changed: (message: DocumentMessage) => void,
  ) {
    const filled = columns.filter(sections => sections.length > 0);
    this.element = make(
      'div',
      { className: 'body' },
      ...filled.map(sections => make('div', { className: 'column' }, ...sections)),
    );
    this.#controls = controls.all;
    this.#pickers = controls.pickers;
    this.#changed = changed;
  }

  receive(message: DocumentMessage): void {
    for (const control of this.#controls) control.receive(message);
    this.#changed(message);
  }

  showChoices(field: ListField, choices: readonly Choice[]): void {
    for (const picker of this.#pickers) if (picker.field === field) picker.showChoices(choices);
  }

  showNotice(field: ListField, text: string): void {
    for (const picker of this.#pickers) if (picker.field === field) picker.showNotice(text);
  }

  showDescriptions(descriptions: readonly ScheduleDescription[]): void {
    for (const control of this.#controls) control.showDescriptions?.(descriptions);
  }

  /** Sends everything typed so far. */
  flush(): void {
    for (const control of this.#controls) control.flush?.();
  }
}

/** A status line that screen readers announce when it changes. */
export class StatusLine {
  readonly element: HTMLElement;

  constructor(className: string) {
    this.element = make('div', { className, attributes: { role: 'status' } });
    this.element.hidden = true;
  }

  show(text: string): void {
    if (this.element.textContent !== text) this.element.textContent = text;
    this.element.hidden = text === '';
  }
}
