import type { ListItem } from '../../api/fields/objectFields.ts';
import { foldText } from '../../base/foldText.ts';
import type { Choice } from '../protocol/hostMessages.ts';

/** One row of the popup: a known choice, or the typed text itself. */
export type Offer =
  | { readonly kind: 'choice'; readonly choice: Choice }
  | { readonly kind: 'typed'; readonly item: ListItem };

interface Entry {
  readonly choice: Choice;
  /** Folded. The detail describes a choice without naming it, and is not searched. */
  readonly value: string | undefined;
  readonly alias: string | undefined;
  readonly label: string;
}

/** The choices of a list, indexed for a search on every keystroke. */
export class ChoiceIndex {
  readonly #entries: readonly Entry[];
  readonly #byValue = new Map<ListItem, Choice>();

  constructor(choices: readonly Choice[]) {
    this.#entries = choices.map(choice => ({
      choice,
      value: choice.value === null ? undefined : foldText(String(choice.value)),
      alias: choice.alias === undefined ? undefined : foldText(choice.alias),
      label: foldText(choice.label),
    }));
    for (const choice of choices) if (choice.alias !== undefined) this.#byValue.set(choice.alias, choice);
    for (const choice of choices) if (choice.value !== null) this.#byValue.set(choice.value, choice);
  }

  /** The choice for a member of a list, even if the member is its alias. */
  find(item: ListItem): Choice | undefined {
    return this.#byValue.get(item);
  }

  /**
   * The rows of the popup, of which Enter takes the first by default: the choice that equals the typed text (ID or
   * host name, then address, then label), or else the typed text; then choices that start with it, then those that
   * contain it.
   */
  offers(raw: string, isIdList: boolean): Offer[] {
    const text = raw.trim();
    const folded = foldText(text);
    if (text === '') return this.#entries.map(({ choice }) => ({ kind: 'choice', choice }));
    const item = toTypedItem(text, isIdList);
    // An address that two devices share identifies neither; the server decides what it refers to.
    const isShared = this.#entries.filter(({ alias }) => alias === folded).length > 1;
    const forms = isIdList ? [folded, folded.replace(/^#(?=\d)/, '')] : [folded];
    const fits = ({ label, value, alias }: Entry, test: (part: string, form: string) => boolean) =>
      [label, value, alias].some(part => part !== undefined && forms.some(form => test(part, form)));
    const isItself = ({ choice, alias }: Entry) => choice.value === item || (!isShared && alias === folded);
    const exact = [
      ({ choice }: Entry) => item !== undefined && choice.value === item,
      ({ value }: Entry) => value === folded,
      ({ alias }: Entry) => alias === folded && !isShared,
      ({ choice }: Entry) => choice.label === text,
      ({ label }: Entry) => label === folded,
    ];
    const ranks = [
      ...exact,
      ({ alias }: Entry) => alias === folded,
      (entry: Entry) => fits(entry, (part, form) => part.startsWith(form)),
      (entry: Entry) => fits(entry, (part, form) => part.includes(form)),
    ];
    const found = ranks.map((): Entry[] => []);
    for (const entry of this.#entries) found[ranks.findIndex(test => test(entry))]?.push(entry);
    const offered = found.map(entries => entries.map(({ choice }): Offer => ({ kind: 'choice', choice })));
    const isListed = item === undefined || found.slice(0, exact.length).flat().some(isItself);
    const typed: readonly Offer[] = isListed ? [] : [{ kind: 'typed', item }];
    return [...offered.slice(0, exact.length).flat(), ...typed, ...offered.slice(exact.length).flat()];
  }
}

/** Whether two rows offer the same choice, even if they come from different searches. */
export function isSameOffer(one: Offer, other: Offer): boolean {
  if (one.kind === 'typed' || other.kind === 'typed') return memberOf(one) === memberOf(other);
  return one.choice.value === other.choice.value && one.choice.key === other.choice.key;
}

function memberOf(offer: Offer): ListItem | null {
  return offer.kind === 'typed' ? offer.item : offer.choice.value;
}

/** The list member that the typed text itself represents; `undefined` if it cannot be one. */
export function toTypedItem(typed: string, isIdList: boolean): ListItem | undefined {
  const text = typed.trim();
  if (!isIdList) return text === '' ? undefined : text;
  const digits = text.replace(/^#/, '');
  const id = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
