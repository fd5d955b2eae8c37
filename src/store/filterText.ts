/** The words with a special meaning in a filter, in the user's language. */
export interface FilterWords<Term> {
  /** The term for a word after `@`. */
  readonly termNamed: (word: string) => Term | undefined;
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
  { termNamed, isHas = () => false }: FilterWords<Term>,
): TypedFilter<Term> {
  const words: string[] = [];
  const members: string[] = [];
  const terms: Term[] = [];
  const typed = text.split(/\s+/).filter(word => word !== '');
  for (let index = 0; index < typed.length; index++) {
    const [written = '', next] = typed.slice(index, index + 2);
    const word = written.toLocaleLowerCase();
    const term = written.startsWith('@') ? termNamed(written.slice(1).toLowerCase()) : undefined;
    if (term !== undefined) terms.push(term);
    else if (next !== undefined && isHas(word)) {
      members.push(next.toLocaleLowerCase());
      index++;
    } else words.push(word);
  }
  return { words, members, terms };
}
