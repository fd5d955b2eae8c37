import * as vscode from 'vscode';
import { iconFree, type QuickChoice } from './quickChoices.ts';

export interface SearchQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** The initial text. */
  readonly value?: string;
  /** Returns the choices for the typed text. Called for each text; the next call aborts `signal`. */
  readonly search: (typed: string, signal: AbortSignal) => Promise<readonly QuickChoice[]>;
  /** The text with which the input continues after a choice; `undefined` if the choice ends it. */
  readonly complete?: (value: string) => string | undefined;
}

export interface Searched {
  readonly value: string;
  /** The text in the box at the time of the choice. */
  readonly typed: string;
}

/** Asks for one of very many choices, of which only the best matches are shown; `undefined` if the user cancels. */
export function searchPick(question: SearchQuestion): Promise<Searched | undefined> {
  return new Promise((resolve, reject) => new SearchPick(question, resolve, reject).show());
}

class SearchPick {
  readonly #question: SearchQuestion;
  readonly #resolve: (searched: Searched | undefined) => void;
  readonly #reject: (error: unknown) => void;
  readonly #pick = vscode.window.createQuickPick<QuickChoice>();
  #controller = new AbortController();
  /** The text for which the choices were found. */
  #foundFor: string | undefined;
  /** Enter was pressed while the choices for the text were being searched, so the best of them is meant. */
  #acceptsFirst = false;

  constructor(
    question: SearchQuestion,
    resolve: (searched: Searched | undefined) => void,
    reject: (error: unknown) => void,
  ) {
    this.#question = question;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  show(): void {
    const { title, placeholder, value = '', complete } = this.#question;
    const pick = this.#pick;
    pick.title = title;
    pick.placeholder = placeholder;
    pick.value = value;
    // Text that takes effect while it is typed must not be lost to a click on what it has found.
    pick.ignoreFocusOut = complete !== undefined;
    pick.onDidChangeValue(() => void this.#search());
    pick.onDidAccept(() => this.#accept());
    pick.onDidHide(() => this.#end(undefined));
    pick.show();
    void this.#search();
  }

  async #search(): Promise<void> {
    this.#controller.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#acceptsFirst = false;
    this.#pick.busy = true;
    const typed = this.#pick.value;
    try {
      const found = await this.#question.search(typed, controller.signal);
      if (controller.signal.aborted) return;
      // The choices already match, so VS Code must not filter them.
      this.#pick.items = found.map(choice => ({ ...iconFree(choice), alwaysShow: true }));
      this.#foundFor = typed;
      this.#pick.busy = false;
      const [first] = found;
      if (this.#acceptsFirst && first !== undefined) this.#choose(first, typed);
    } catch (error) {
      if (controller.signal.aborted) return;
      // Before the list closes, which would count as canceled by the user.
      this.#reject(error);
      this.#pick.dispose();
    }
  }

  #accept(): void {
    // Until VS Code has shown the choices for the typed text, the active one is of an earlier text.
    const chosen = this.#pick.activeItems.find(active => this.#pick.items.includes(active));
    const { complete } = this.#question;
    const typed = this.#pick.value;
    // Text that is input by itself needs no choice; other text waits for its own choices.
    if (complete !== undefined && (chosen === undefined || typed !== this.#foundFor))
      this.#end({ value: '', typed });
    else if (typed !== this.#foundFor) this.#acceptsFirst = true;
    else {
      const best = chosen ?? this.#pick.items[0];
      if (best !== undefined) this.#choose(best, typed);
    }
  }

  #choose(chosen: QuickChoice, typed: string): void {
    const next = this.#question.complete?.(chosen.value);
    if (next === undefined) this.#end({ value: chosen.value, typed });
    else {
      this.#pick.value = next;
      void this.#search();
    }
  }

  #end(searched: Searched | undefined): void {
    this.#controller.abort();
    this.#resolve(searched);
    this.#pick.dispose();
  }
}
