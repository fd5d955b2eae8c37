import type { ListItem } from '../../fields/objectFields.ts';
import type { Choice } from '../../protocol/hostMessages.ts';

/** One row of the popup: a known choice, or the typed text itself. */
export type Offer =
  | { readonly kind: 'choice'; readonly choice: Choice }
  | { readonly kind: 'typed'; readonly item: ListItem };

interface Entry {
  readonly choice: Choice;
  /** In lower case. The detail describes a choice without naming it, and is not searched. */
  readonly value: string | undefined;
  readonly alias: string | undefined;
  readonly label: string;
}

/** The order of the rows for a typed text; all that come before the text itself are exact matches. */
const ranks = {
  value: 0,
  valueIgnoringCase: 1,
  alias: 2,
  label: 3,
  labelIgnoringCase: 4,
  typed: 5,
  sharedAlias: 6,
  prefix: 7,
  part: 8,
} as const;

type Rank = (typeof ranks)[keyof typeof ranks];

/** The choices of a list, indexed for a search on every keystroke. */
export class ChoiceIndex {
  readonly #entries: readonly Entry[];
  readonly #byValue = new Map<ListItem, Choice>();

  constructor(choices: readonly Choice[]) {
    this.#entries = choices.map(choice => ({
      choice,
      value: choice.value === null ? undefined : String(choice.value).toLowerCase(),
      alias: choice.alias?.toLowerCase(),
      label: choice.label.toLowerCase(),
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
    const lowerCase = text.toLowerCase();
    if (text === '') return this.#entries.map(({ choice }) => ({ kind: 'choice', choice }));
    const item = toTypedItem(text, isIdList);
    // An address that two devices share identifies neither; the server decides what it refers to.
    const isShared = this.#entries.filter(({ alias }) => alias === lowerCase).length > 1;
    const forms = isIdList ? [lowerCase, lowerCase.replace(/^#(?=\d)/, '')] : [lowerCase];
    const found: { readonly rank: Rank; readonly offer: Offer }[] = [];
    for (const entry of this.#entries) {
      const rank = rankOf(entry, { text, item, forms, isShared });
      if (rank !== undefined) found.push({ rank, offer: { kind: 'choice', choice: entry.choice } });
    }
    const isListed = found.some(({ rank }) => rank === ranks.value || rank === ranks.alias);
    if (item !== undefined && !isListed) found.push({ rank: ranks.typed, offer: { kind: 'typed', item } });
    return found.sort((one, other) => one.rank - other.rank).map(({ offer }) => offer);
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

interface Typed {
  readonly text: string;
  readonly item: ListItem | undefined;
  /** The text in lower case; in a list of IDs, with and without `#`. */
  readonly forms: readonly string[];
  readonly isShared: boolean;
}

function rankOf(
  { choice, value, alias, label }: Entry,
  { text, item, forms, isShared }: Typed,
): Rank | undefined {
  const [lowerCase] = forms;
  if (item !== undefined && choice.value === item) return ranks.value;
  if (value === lowerCase) return ranks.valueIgnoringCase;
  if (alias === lowerCase) return isShared ? ranks.sharedAlias : ranks.alias;
  if (choice.label === text) return ranks.label;
  if (label === lowerCase) return ranks.labelIgnoringCase;
  const fits = (test: (part: string, form: string) => boolean) =>
    [label, value, alias].some(part => part !== undefined && forms.some(form => test(part, form)));
  if (fits((part, form) => part.startsWith(form))) return ranks.prefix;
  return fits((part, form) => part.includes(form)) ? ranks.part : undefined;
}
