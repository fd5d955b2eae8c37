import type { ListItem } from '../../fields/objectFields.ts';
import type { Choice } from '../../protocol/hostMessages.ts';
import { groupBy } from '../../util/collections.ts';

/** One row of the popup: a known choice, or the typed text itself. */
export type Offer =
  | { readonly kind: 'choice'; readonly choice: Choice }
  | { readonly kind: 'typed'; readonly item: ListItem };

/** How well a choice matches the typed text; all but the last two are exact matches. */
type Rank =
  | 'sameValue'
  | 'sameValueIgnoringCase'
  | 'sameAlias'
  | 'sameLabel'
  | 'sameLabelIgnoringCase'
  | 'prefix'
  | 'part';

interface Indexed {
  readonly choice: Choice;
  /** Value, alias and label in lower case. The detail describes a choice without naming it, and is not searched. */
  readonly lowerCase: {
    readonly value: string | undefined;
    readonly alias: string | undefined;
    readonly label: string;
    readonly all: readonly string[];
  };
}

/** The typed text, prepared for comparisons with choices. */
interface Typed {
  readonly text: string;
  readonly item: ListItem | undefined;
  /** The text in lower case; in a list of IDs, with and without `#`. */
  readonly forms: readonly string[];
}

/** The choices of a list, indexed for a search on every keystroke. */
export class ChoiceIndex {
  readonly #entries: readonly Indexed[];
  readonly #byValue = new Map<ListItem, Choice>();

  constructor(choices: readonly Choice[]) {
    this.#entries = choices.map(indexed);
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
  offers(text: string, isIdList: boolean): Offer[] {
    const typed = readTyped(text, isIdList);
    if (typed.text === '') return this.#entries.map(({ choice }) => ({ kind: 'choice', choice }));
    const byRank = groupBy(this.#entries, entry => rankOf(entry, typed));
    const of = (rank: Rank): Offer[] =>
      (byRank.get(rank) ?? []).map(({ choice }) => ({ kind: 'choice', choice }));
    const [sameValue, sameAlias] = [of('sameValue'), of('sameAlias')];
    // An address that two devices share identifies neither; the server decides what it refers to.
    const isOneAlias = sameAlias.length === 1;
    const isListed = sameValue.length > 0 || isOneAlias;
    return [
      ...sameValue,
      ...of('sameValueIgnoringCase'),
      ...(isOneAlias ? sameAlias : []),
      ...of('sameLabel'),
      ...of('sameLabelIgnoringCase'),
      ...typedOffer(isListed ? undefined : typed.item),
      ...(isOneAlias ? [] : sameAlias),
      ...of('prefix'),
      ...of('part'),
    ];
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
export function typedItem(typed: string, isIdList: boolean): ListItem | undefined {
  const text = typed.trim();
  if (!isIdList) return text === '' ? undefined : text;
  const digits = text.replace(/^#/, '');
  const id = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

function indexed(choice: Choice): Indexed {
  const value = choice.value === null ? undefined : String(choice.value).toLowerCase();
  const alias = choice.alias?.toLowerCase();
  const label = choice.label.toLowerCase();
  const all = [label, value, alias].filter(part => part !== undefined);
  return { choice, lowerCase: { value, alias, label, all } };
}

function readTyped(raw: string, isIdList: boolean): Typed {
  const text = raw.trim();
  const lowerCase = text.toLowerCase();
  const forms = isIdList ? [lowerCase, lowerCase.replace(/^#(?=\d)/, '')] : [lowerCase];
  return { text, item: typedItem(text, isIdList), forms };
}

function typedOffer(item: ListItem | undefined): readonly Offer[] {
  return item === undefined ? [] : [{ kind: 'typed', item }];
}

function rankOf({ choice, lowerCase }: Indexed, { text, item, forms }: Typed): Rank | undefined {
  if (item !== undefined && choice.value === item) return 'sameValue';
  const typed = text.toLowerCase();
  if (lowerCase.value === typed) return 'sameValueIgnoringCase';
  if (lowerCase.alias === typed) return 'sameAlias';
  if (choice.label === text) return 'sameLabel';
  if (lowerCase.label === typed) return 'sameLabelIgnoringCase';
  const fits = (test: (part: string, form: string) => boolean) =>
    lowerCase.all.some(part => forms.some(form => test(part, form)));
  if (fits((part, form) => part.startsWith(form))) return 'prefix';
  return fits((part, form) => part.includes(form)) ? 'part' : undefined;
}
