import { html, noChange, nothing, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import type { FlagField, TextField } from '../../api/fields/objectFields.ts';
import { Debounce, icon, inInput } from '../dom/dom.ts';
import type { FormTexts } from '../protocol/formTexts.ts';
import type { FormProblem, FormRow } from '../protocol/hostMessages.ts';
import type { DocumentMessage, FormContext, FormControl } from './formControl.ts';

/** A text field. Input is sent to the document after a pause, and changes of the document are shown. */
export class TextInput implements FormControl {
  readonly #context: FormContext;
  readonly #field: TextField;
  readonly #row: FormRow;
  #received = '';
  /** What the user has typed, until the document contains it. */
  #typed: string | undefined;
  #waitingFor = 0;
  readonly #debounce = new Debounce(() => this.#send());

  constructor(context: FormContext, field: TextField, row: FormRow) {
    this.#context = context;
    this.#field = field;
    this.#row = row;
  }

  get hasUnsent(): boolean {
    return this.#debounce.isPending;
  }

  flush(): void {
    this.#debounce.flush();
  }

  receive({ values, acknowledged }: DocumentMessage): void {
    this.#received = values[this.#field] ?? this.#received;
    // While input is being applied, the document is outdated.
    if (!this.#debounce.isPending && acknowledged >= this.#waitingFor) this.#typed = undefined;
  }

  view(problems: readonly FormProblem[]): TemplateResult {
    const { label, help, isRequired } = this.#row;
    const id = `field-${this.#field}`;
    const invalid = String(isInvalid(problems));
    const text = withText(this.#typed ?? this.#received);
    const control =
      this.#field !== 'params'
        ? html`<input
            id=${id}
            class="choice-input"
            type="text"
            aria-required=${isRequired ? 'true' : nothing}
            aria-invalid=${invalid}
            aria-describedby="${id}-messages"
            ${text}
            @input=${this.#type}
            @blur=${() => this.flush()}
          />`
        : html`<textarea
            id=${id}
            class="choice-input"
            rows="4"
            spellcheck="false"
            aria-invalid=${invalid}
            aria-describedby="${id}-messages"
            ${text}
            @input=${this.#type}
            @blur=${() => this.flush()}
          ></textarea>`;
    return html`<div class="field">
      <label class=${isRequired ? 'field-label required' : 'field-label'} for=${id}>${label}</label>
      ${control} ${fieldMessages(this.#field, this.#context.setup.texts, { help, problems })}
    </div>`;
  }

  readonly #type = ({ target }: Event) => {
    if (!isTextControl(target)) return;
    this.#typed = target.value;
    this.#debounce.restart();
    this.#context.redraw();
  };

  #send(): void {
    if (this.#typed === undefined || this.#typed === this.#received) return;
    this.#waitingFor = this.#context.link.change({ kind: 'text', field: this.#field, value: this.#typed });
  }
}

function isTextControl(element: unknown): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** Sets the text of a field; the caret stays at the same place in it. */
const withText = directive(
  class extends Directive {
    render(_text: string) {
      return noChange;
    }

    override update({ element }: ElementPart, [text]: [string]) {
      if (!isTextControl(element) || element.value === text) return noChange;
      const { value: before, selectionStart, selectionEnd } = element;
      element.value = text;
      const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0];
      if (document.activeElement === element)
        element.setSelectionRange(moveCaret(before, text, start), moveCaret(before, text, end));
      return noChange;
    }
  },
);

/** The new caret position after a text change. */
function moveCaret(before: string, after: string, caret: number): number {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  if (caret <= start) return caret;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const behind = before.length - caret;
  return behind <= end ? after.length - behind : after.length - end;
}

const shownAtMost = 5;

type Problem = Pick<FormProblem, 'severity' | 'text'>;

/** The texts below a field, which describe it to screen readers: its help, its problems, and the last notice. */
export function fieldMessages(
  field: string,
  texts: FormTexts,
  { help = '', problems, notice = '' }: { help?: string; problems: readonly Problem[]; notice?: string },
): TemplateResult {
  const problem = ({ severity, text }: Problem) => html`<div class="problem ${severity}">
    ${icon(severity)}<span class="hidden-text">${`${texts[severity]}: `}</span><span>${text}</span>
  </div>`;
  return html`<div id="field-${field}-messages" class="messages">
    <div class="help" .hidden=${help === ''}>${help}</div>
    <div class="problems">${problems.slice(0, shownAtMost).map(problem)}</div>
    <div class="notice" role="status">${notice}</div>
  </div>`;
}

export function isInvalid(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** A checkbox; indeterminate if the server does not return the value. */
export function flagInput({ link, setup }: FormContext, field: FlagField, label: string): FormControl {
  let received: boolean | null = null;
  /** What the user has clicked, until the document contains it. */
  let clicked: boolean | undefined;
  let waitingFor = 0;
  const changed = inInput(({ checked }) => {
    clicked = checked;
    waitingFor = link.change({ kind: 'flag', field, value: checked });
  });
  return {
    view: problems => html`<div class="field flag">
      <label class="check"
        ><input
          id="field-${field}"
          type="checkbox"
          aria-invalid=${String(isInvalid(problems))}
          aria-describedby="field-${field}-messages"
          .checked=${live((clicked ?? received) === true)}
          .indeterminate=${live((clicked ?? received) === null)}
          @change=${changed}
        /><span>${label}</span></label
      >
      ${fieldMessages(field, setup.texts, { problems })}
    </div>`,
    receive: message => {
      const { [field]: value = received } = message.values;
      received = value;
      if (message.acknowledged >= waitingFor) clicked = undefined;
    },
  };
}
