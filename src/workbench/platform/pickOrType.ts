import * as vscode from 'vscode';
import { foldText } from '../../base/foldText.ts';
import { iconFree, type QuickChoice } from './quickChoices.ts';

export interface OpenQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** The title while the typed text matches several choices. */
  readonly hint: string;
  readonly choices: readonly QuickChoice[];
  /** Whether the text is an entry of its own, such as an ID, although choices contain it. */
  readonly isComplete?: (typed: string) => boolean;
  /** The label of the button that pastes from the clipboard. */
  readonly paste: string;
  /** Returns further choices for the typed text; called when the user pauses typing. */
  readonly search?: (typed: string) => Promise<readonly QuickChoice[]>;
}

/** The chosen values, and any other text that was typed or pasted. */
export interface PickedOrTyped {
  readonly values: readonly string[];
  readonly typed: string;
}

const searchDebounceMs = 300;
const shortestSearch = 2;

/** Asks for any number of choices, or for other text; `undefined` if the user cancels. */
export function pickOrType(question: OpenQuestion): Promise<PickedOrTyped | undefined> {
  return new Promise(resolve => new OpenPick(question, resolve).show());
}

class OpenPick {
  readonly #question: OpenQuestion;
  readonly #pick = vscode.window.createQuickPick<QuickChoice>();
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
    pick.title = title;
    pick.placeholder = placeholder;
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
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
    const accepted = findAcceptedChoice(typed, this.#pick.items, chosen, this.#question.isComplete);
    if (accepted === 'unclear') this.#pick.title = this.#question.hint;
    else if (accepted.values.length > 0 || accepted.typed !== '') this.#end(accepted);
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

  async #search(search: (typed: string) => Promise<readonly QuickChoice[]>, typed: string): Promise<void> {
    this.#pick.busy = true;
    const found = await search(typed);
    if (!this.#isOpen) return;
    this.#pick.busy = false;
    const known = new Set(this.#pick.items.map(({ value }) => value));
    const more = found.filter(({ value }) => !known.has(value));
    if (more.length === 0) return;
    const chosen = this.#pick.selectedItems;
    this.#pick.items = [...this.#pick.items, ...more.map(iconFree)];
    // VS Code unchecks all items when they are replaced.
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

/**
 * Decides what Enter accepts. A choice that is typed in full is added to the checked ones. Part of a choice only
 * filters the list, and counts only if a single choice matches and nothing is checked. Any other text is the user's
 * own.
 */
export function findAcceptedChoice(
  typed: string,
  choices: readonly QuickChoice[],
  checked: readonly string[],
  isComplete = (_typed: string): boolean => false,
): PickedOrTyped | 'unclear' {
  const wanted = foldText(typed);
  const exact = choices.filter(({ label, value }) => [foldText(label), value, `#${value}`].includes(wanted));
  if (exact.length > 0)
    return { values: [...new Set([...checked, ...exact.map(({ value }) => value)])], typed: '' };
  if (isComplete(typed)) return { values: checked, typed };
  const found = choices.filter(({ label, description = '' }) =>
    [label, description].some(text => foldText(text).includes(wanted)),
  );
  if (typed === '' || (found.length > 0 && checked.length > 0)) return { values: checked, typed: '' };
  if (found.length === 0) return { values: checked, typed: spacesAsLines(typed) };
  return found.length === 1 ? { values: found.map(({ value }) => value), typed: '' } : 'unclear';
}

/** An input box replaces the line breaks of pasted text with spaces. */
function spacesAsLines(typed: string): string {
  return typed.replace(/\s+/g, '\n');
}
