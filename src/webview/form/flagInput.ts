import type { FlagField } from '../../fields/objectFields.ts';
import { make } from '../dom/dom.ts';
import { FieldMessages } from './fieldMessages.ts';
import type { DocumentMessage, FormContext, FormControl } from './formControl.ts';
import { describeInner } from './innerField.ts';

/** A checkbox; indeterminate while the server does not return the value. */
export class FlagInput implements FormControl {
  readonly element: HTMLElement;
  readonly #field: FlagField;
  readonly #messages: FieldMessages;
  readonly #box = make('vscode-checkbox');

  constructor({ link, texts }: FormContext, field: FlagField, label: string) {
    this.#field = field;
    this.#box.id = `field-${field}`;
    this.#box.label = label;
    this.#messages = new FieldMessages(`field-${field}-messages`, '', texts);
    this.element = make('div', { className: 'field flag' }, this.#box, this.#messages.element);
    this.#box.addEventListener('change', () => {
      link.change({ kind: 'flag', field, value: this.#box.checked });
    });
  }

  receive({ values, problems }: DocumentMessage): void {
    const value = values.flags[this.#field];
    if (value !== undefined) {
      this.#box.checked = value === true;
      this.#box.indeterminate = value === null;
    }
    const isInvalid = this.#messages.showProblems(problems.filter(problem => problem.field === this.#field));
    void describeInner(this.#box, this.#messages.text, isInvalid);
  }
}
