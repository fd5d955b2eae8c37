import type { ListItem } from '../protocol/formFields.ts';
import type { Choice } from '../protocol/hostMessages.ts';

interface Indexed {
  readonly choice: Choice;
  /** What the person may type to find it, in lower case. */
  readonly text: string;
  readonly label: string;
  readonly value: string;
}

/** What can be picked in a list, prepared for searching with every keystroke. */
export class ChoiceIndex {
  readonly #entries: readonly Indexed[];
  readonly #byValue = new Map<ListItem, Choice>();

  constructor(choices: readonly Choice[]) {
    this.#entries = choices.map(choice => {
      const value = choice.value === null ? '' : String(choice.value);
      const text = [choice.label, choice.detail, value, choice.alias ?? ''].join('\n').toLowerCase();
      return { choice, text, label: choice.label.toLowerCase(), value: value.toLowerCase() };
    });
    for (const choice of choices) if (choice.alias !== undefined) this.#byValue.set(choice.alias, choice);
    for (const choice of choices) if (choice.value !== null) this.#byValue.set(choice.value, choice);
  }

  get size(): number {
    return this.#entries.length;
  }

  /** The choice behind a member of a list, also when it is written as its alias. */
  find(item: ListItem): Choice | undefined {
    return this.#byValue.get(item);
  }

  /** Choices that hold the text: the same value first, then those that begin with it, then the others. */
  search(typed: string): Choice[] {
    const text = typed
      .trim()
      .toLowerCase()
      .replace(/^#(?=\d)/, '');
    if (text === '') return this.#entries.map(entry => entry.choice);
    const ranked: [Choice[], Choice[], Choice[]] = [[], [], []];
    for (const { choice, text: haystack, label, value } of this.#entries) {
      if (!haystack.includes(text)) continue;
      const rank =
        value === text || label === text ? 0 : label.startsWith(text) || value.startsWith(text) ? 1 : 2;
      ranked[rank].push(choice);
    }
    return ranked.flat();
  }
}

/** The member that typed text stands for by itself; `undefined` when it cannot be one. */
export function typedItem(typed: string, isIdList: boolean): ListItem | undefined {
  const text = typed.trim();
  if (!isIdList) return text === '' ? undefined : text;
  const digits = text.replace(/^#/, '');
  const id = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
