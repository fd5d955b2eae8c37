import * as vscode from 'vscode';
import { type Choice, iconFree } from './quickChoices.ts';

export interface OpenQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** Shown as the title while what is typed could mean several choices. */
  readonly hint: string;
  readonly choices: readonly Choice[];
  /** Label of the button that takes the text of the clipboard. */
  readonly paste: string;
  /** Further choices for what was typed; called when the user pauses. */
  readonly search?: (typed: string) => Promise<readonly Choice[]>;
}

/** What was chosen from the list, and text that was typed or pasted besides. */
export interface PickedOrTyped {
  readonly values: readonly string[];
  readonly typed: string;
}

const searchDebounceMs = 300;
const shortestSearch = 2;

/** Asks for any number of choices, or for text that is none of them; `undefined` when the user cancels. */
export function pickOrType(question: OpenQuestion): Promise<PickedOrTyped | undefined> {
  return new Promise(resolve => new OpenPick(question, resolve).show());
}

class OpenPick {
  readonly #question: OpenQuestion;
  readonly #pick = vscode.window.createQuickPick<Choice>();
  readonly #resolve: (picked: PickedOrTyped | undefined) => void;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(question: OpenQuestion, resolve: (picked: PickedOrTyped | undefined) => void) {
    this.#question = question;
    this.#resolve = resolve;
  }

  show(): void {
    const { title, placeholder, choices, paste } = this.#question;
    const pick = this.#pick;
    Object.assign(pick, { title, placeholder, canSelectMany: true, matchOnDescription: true });
    pick.ignoreFocusOut = true;
    pick.items = choices.map(iconFree);
    pick.buttons = [{ iconPath: new vscode.ThemeIcon('clippy'), tooltip: paste }];
    pick.onDidTriggerButton(() => void this.#paste());
    pick.onDidAccept(() => this.#accept());
    pick.onDidChangeValue(typed => this.#typed(typed));
    pick.onDidHide(() => this.#end(undefined));
    pick.show();
  }

  async #paste(): Promise<void> {
    const typed = await vscode.env.clipboard.readText();
    this.#end({ values: this.#chosen(), typed });
  }

  #accept(): void {
    const chosen = this.#chosen();
    const typed = this.#pick.value.trim();
    const found = this.#matching(typed);
    const [only] = found;
    // What is typed narrows the list as long as it is a part of something in it.
    if (typed === '' || (found.length > 0 && chosen.length > 0)) {
      if (chosen.length > 0) this.#end({ values: chosen, typed: '' });
    } else if (found.length === 0) this.#end({ values: chosen, typed: spacesAsLines(typed) });
    else if (found.length === 1 && only !== undefined) this.#end({ values: [only.value], typed: '' });
    else this.#pick.title = this.#question.hint;
  }

  /** The choice that is typed in full, else all that VS Code shows for it. */
  #matching(typed: string): readonly Choice[] {
    const wanted = typed.toLowerCase();
    const exact = this.#pick.items.filter(({ label }) => label.toLowerCase() === wanted);
    const holds = ({ label, description = '' }: Choice) =>
      label.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted);
    return exact.length > 0 ? exact : this.#pick.items.filter(holds);
  }

  #chosen(): readonly string[] {
    return this.#pick.selectedItems.map(({ value }) => value);
  }

  #typed(typed: string): void {
    this.#pick.title = this.#question.title;
    clearTimeout(this.#timer);
    const { search } = this.#question;
    if (search === undefined || typed.trim().length < shortestSearch) return;
    this.#timer = setTimeout(() => void this.#search(search, typed.trim()), searchDebounceMs);
  }

  async #search(search: (typed: string) => Promise<readonly Choice[]>, typed: string): Promise<void> {
    this.#pick.busy = true;
    const found = await search(typed);
    if (!this.#isOpen) return;
    this.#pick.busy = false;
    const known = new Set(this.#pick.items.map(({ value }) => value));
    const more = found.filter(({ value }) => !known.has(value));
    if (more.length === 0) return;
    const chosen = this.#pick.selectedItems;
    this.#pick.items = [...this.#pick.items, ...more.map(iconFree)];
    // VS Code unchecks everything when the items change.
    this.#pick.selectedItems = chosen;
  }

  #end(picked: PickedOrTyped | undefined): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#resolve(picked);
    this.#pick.dispose();
  }
}

/** An input box turns the line breaks of pasted text into spaces. */
function spacesAsLines(typed: string): string {
  return typed.replace(/\s+/g, '\n');
}
