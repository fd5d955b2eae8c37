import { html, type TemplateResult } from 'lit';
import { closedAtFirst, type FoldId, type FoldStates } from '../protocol/hostMessages.ts';

/** Which parts of a form are open. The user's choice applies to all forms, including later ones. */
export class Folds {
  #states: FoldStates;
  /** Opened by the form to reveal something, which is not the user's choice. */
  readonly #revealed = new Set<FoldId>();
  readonly #changed: (id: FoldId, isOpen: boolean) => void;

  constructor(states: FoldStates, changed: (id: FoldId, isOpen: boolean) => void) {
    this.#states = states;
    this.#changed = changed;
  }

  reveal(id: FoldId): void {
    this.#revealed.add(id);
  }

  /** A part with a heading that folds and unfolds it. */
  section(id: FoldId, heading: unknown, ...content: readonly unknown[]): TemplateResult {
    // The browser opens and closes the element after the click.
    const toggle = ({ currentTarget }: Event) => {
      if (currentTarget instanceof HTMLElement) this.#choose(id, !currentTarget.closest('details')?.open);
    };
    return html`<details class=${closedAtFirst.has(id) ? 'fold' : ''} ?open=${this.#revealed.has(id) || this.#isChosen(id)}>
      <summary @click=${toggle}>${heading}</summary>
      ${content}
    </details>`;
  }

  #isChosen(id: FoldId): boolean {
    return this.#states[id] ?? !closedAtFirst.has(id);
  }

  #choose(id: FoldId, isOpen: boolean): void {
    this.#revealed.delete(id);
    if (isOpen === this.#isChosen(id)) return;
    this.#states = { ...this.#states, [id]: isOpen };
    this.#changed(id, isOpen);
  }
}
