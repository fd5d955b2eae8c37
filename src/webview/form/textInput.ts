import type { VscodeTextarea } from '@vscode-elements/elements/dist/vscode-textarea/vscode-textarea.js';
import type { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/vscode-textfield.js';
import type { TextField } from '../../fields/objectFields.ts';
import { Debounce } from '../dom/debounce.ts';
import { make } from '../dom/dom.ts';
import { FieldMessages } from './fieldMessages.ts';
import type { DocumentMessage, FormContext, FormControl } from './formControl.ts';
import { describeInner, innerField } from './innerField.ts';

export interface TextInputOptions {
  readonly field: TextField;
  readonly label: string;
  readonly help: string;
  /** More than one gives a multi-line field. */
  readonly lines?: number;
  readonly isRequired?: boolean;
}

/** A text field. Input is sent to the document after a pause, and changes of the document are shown. */
export class TextInput implements FormControl {
  readonly element: HTMLElement;
  readonly messages: FieldMessages;
  readonly #context: FormContext;
  readonly #field: TextField;
  readonly #control: VscodeTextfield | VscodeTextarea;
  #received = '';
  #waitingFor = 0;
  readonly #debounce = new Debounce(() => this.#send());

  constructor(context: FormContext, options: TextInputOptions) {
    const { field, label, help, lines = 1, isRequired = false } = options;
    this.#context = context;
    this.#field = field;
    const id = `field-${field}`;
    this.#control = lines === 1 ? make('vscode-textfield', { id }) : textArea(id, lines);
    this.messages = new FieldMessages(`${id}-messages`, help, context.texts);
    const title = make('vscode-label', { text: label, attributes: { for: id } });
    title.required = isRequired;
    this.element = make('div', { className: 'field' }, title, this.#control, this.messages.element);
    this.#control.addEventListener('input', () => this.#debounce.restart());
    this.#control.addEventListener('focusout', () => this.flush());
    void describeInner(this.#control, this.messages.text, false).then(() => {
      if (isRequired) innerField(this.#control)?.setAttribute('aria-required', 'true');
    });
  }

  get hasUnsent(): boolean {
    return this.#debounce.isPending;
  }

  flush(): void {
    this.#debounce.flush();
  }

  receive({ values, problems, acknowledged }: DocumentMessage): void {
    this.#received = values.text[this.#field] ?? this.#received;
    // While input is being applied, the document is outdated.
    if (!this.hasUnsent && acknowledged >= this.#waitingFor) void this.#show(this.#received);
    this.showProblems(problems.filter(problem => problem.field === this.#field));
  }

  showProblems(problems: DocumentMessage['problems']): void {
    const isInvalid = this.messages.showProblems(problems);
    this.#control.invalid = isInvalid;
    void describeInner(this.#control, this.messages.text, isInvalid);
  }

  #send(): void {
    if (this.#control.value === this.#received) return;
    this.#waitingFor = this.#context.link.change({
      kind: 'text',
      field: this.#field,
      value: this.#control.value,
    });
  }

  async #show(value: string): Promise<void> {
    const before = this.#control.value;
    if (before === value) return;
    const field = innerField(this.#control);
    const [start, end] = [field?.selectionStart ?? 0, field?.selectionEnd ?? 0];
    this.#control.value = value;
    await this.#control.updateComplete;
    if (document.activeElement === this.#control) {
      field?.setSelectionRange(movedCaret(before, value, start), movedCaret(before, value, end));
    }
  }
}

function textArea(id: string, lines: number): VscodeTextarea {
  const area = make('vscode-textarea', { id });
  area.rows = lines;
  area.resize = 'vertical';
  area.monospace = true;
  area.spellcheck = false;
  return area;
}

/** The new caret position after a text change, so that the caret stays at the same place in the text. */
export function movedCaret(before: string, after: string, caret: number): number {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  if (caret <= start) return caret;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const behind = before.length - caret;
  return behind <= end ? after.length - behind : after.length - end;
}
