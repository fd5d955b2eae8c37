import type { FormTexts } from '../../protocol/formTexts.ts';
import type { FormProblem } from '../../protocol/hostMessages.ts';
import { icon, make } from '../dom/dom.ts';

const shownAtMost = 5;

/** The texts below a field: its help, its problems, and the result of the last action. */
export class FieldMessages {
  readonly element: HTMLElement;
  readonly #help: HTMLElement;
  readonly #problems = make('div', { className: 'problems' });
  readonly #notice = make('div', { className: 'notice', attributes: { role: 'status' } });
  readonly #texts: FormTexts;

  constructor(id: string, help: string, texts: FormTexts) {
    this.#texts = texts;
    this.#help = make('div', { className: 'help', text: help });
    this.#help.hidden = help === '';
    this.element = make('div', { id, className: 'messages' }, this.#help, this.#problems, this.#notice);
  }

  /** Help and problems as one text, for elements that cannot reference this one. */
  get text(): string {
    return [this.#help, this.#problems, this.#notice]
      .map(part => part.textContent)
      .filter(text => text !== '')
      .join(' ');
  }

  /** Shows the problems; returns true if any is an error. */
  showProblems(problems: readonly Pick<FormProblem, 'severity' | 'text'>[]): boolean {
    this.#problems.replaceChildren(...problems.slice(0, shownAtMost).map(problem => this.#problem(problem)));
    return problems.some(problem => problem.severity === 'error');
  }

  showNotice(text: string): void {
    this.#notice.textContent = text;
  }

  #problem({ severity, text }: Pick<FormProblem, 'severity' | 'text'>): HTMLElement {
    const word = severity === 'error' ? this.#texts.error : this.#texts.warning;
    return make(
      'div',
      { className: `problem ${severity}` },
      icon(severity),
      make('span', { className: 'hidden-text', text: `${word}: ` }),
      make('span', { text }),
    );
  }
}
