import type { Localizer } from '../util/localizer.ts';
import { nearest } from '../util/nameSearch.ts';

/** The words with a special meaning in a filter, in the user's language and in lower case. */
export interface FilterWords<Term> {
  /** The terms by the words after `@`. */
  readonly terms: ReadonlyMap<string, Term>;
  /** Whether the word says that the next one is about a member: "has". */
  readonly isHas?: (word: string) => boolean;
}

/** A parsed filter, with all words in lower case; `members` are the words after "has". */
export interface TypedFilter<Term> {
  readonly words: readonly string[];
  readonly members: readonly string[];
  readonly terms: readonly Term[];
}

/** An `@` word that is not a term is searched for like any other word. */
export function parseFilter<Term>(
  text: string,
  { terms: known, isHas = () => false }: FilterWords<Term>,
): TypedFilter<Term> {
  const words: string[] = [];
  const members: string[] = [];
  const terms: Term[] = [];
  const typed = text.split(/\s+/).filter(word => word !== '');
  for (let index = 0; index < typed.length; index++) {
    const [written = '', next] = typed.slice(index, index + 2);
    const word = written.toLocaleLowerCase();
    const term = written.startsWith('@') ? known.get(word.slice(1)) : undefined;
    if (term !== undefined) terms.push(term);
    else if (next !== undefined && isHas(word)) {
      members.push(next.toLocaleLowerCase());
      index++;
    } else words.push(word);
  }
  return { words, members, terms };
}

/** Reports the first `@` word that is not a term, with the most similar term. */
export function unknownTermText(
  words: readonly string[],
  terms: Iterable<string>,
  { t }: Localizer,
): string | undefined {
  const word = words.find(each => each.startsWith('@') && each.length > 1);
  if (word === undefined) return undefined;
  const meant = nearest(word.slice(1), [...terms]);
  return meant === undefined
    ? t('There is no filter term {word}.', { word })
    : t('There is no filter term {word}. Did you mean @{meant}?', { word, meant });
}
