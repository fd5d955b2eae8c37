import { closedAtFirst, type FoldId, type FoldStates } from '../../protocol/folds.ts';
import { make } from './dom.ts';

/** Which parts of a form are open. The user's choice applies to all forms, including later ones. */
export class Folds {
  #states: FoldStates;
  readonly #changed: (id: FoldId, isOpen: boolean) => void;

  constructor(states: FoldStates, changed: (id: FoldId, isOpen: boolean) => void) {
    this.#states = states;
    this.#changed = changed;
  }

  isOpen(id: FoldId): boolean {
    return this.#states[id] ?? !closedAtFirst.has(id);
  }

  set(id: FoldId, isOpen: boolean): void {
    if (isOpen === this.isOpen(id)) return;
    this.#states = { ...this.#states, [id]: isOpen };
    this.#changed(id, isOpen);
  }

  /** A part with a heading that folds and unfolds it. */
  section(id: FoldId, heading: HTMLElement, ...children: readonly Node[]): HTMLDetailsElement {
    const summary = make('summary', {}, heading);
    const element = make('details', {}, summary, ...children);
    element.open = this.isOpen(id);
    // Not on `toggle`: when the form opens a part to reveal something, that is not the user's choice.
    summary.addEventListener('click', () => this.set(id, !element.open));
    return element;
  }
}
