import { foldText } from '../../base/foldText.ts';
import type { Localizer } from '../../base/localizer.ts';
import { nearest } from '../../base/nameSearch.ts';
import { readSinceTime, type SinceTime, type SinceWord } from './sinceTime.ts';

/** The words with a special meaning in a filter, in the user's language and folded. */
export interface FilterWords<Term, Kind extends string = never> {
  /** The terms by the words after `@`. */
  readonly terms: ReadonlyMap<string, Term>;
  /** What a name that follows one of these words is the name of: "device". */
  readonly kinds?: ReadonlyMap<string, Kind>;
  readonly since?: SinceWords<Term>;
}

/** What can follow a term, as in `@failed since yesterday`. */
interface SinceWords<Term> {
  /** The terms that a time can follow, and what they are with one. */
  readonly terms: ReadonlyMap<Term, Term>;
  /** The words before the time. */
  readonly words: ReadonlySet<string>;
  readonly times: ReadonlyMap<string, SinceWord>;
}

/** A term, or an object by its name in lower case; `isNot` for those behind a dash. */
export type Condition<Term, Kind> = { readonly isNot: boolean } & (
  | { readonly term: Term; readonly since?: SinceTime }
  | { readonly kind: Kind; readonly name: string }
);

/** A parsed filter. All conditions must be met. */
export interface TypedFilter<Term, Kind extends string = never> {
  /** Folded. */
  readonly words: readonly string[];
  readonly conditions: readonly Condition<Term, Kind>[];
  /** Words after an `@` that are no terms, or times that are none: the filter cannot mean what the user wants. */
  readonly unknown: readonly string[];
}

/** A word of a filter, or several within quotes. */
interface Token<Kind> {
  /** Folded. */
  readonly text: string;
  readonly typed: string;
  readonly isQuoted: boolean;
  /** Whether more can be typed at its end. */
  readonly isOpen: boolean;
  readonly start: number;
  /** What the token is the name of. */
  readonly names: { readonly kind: Kind; readonly isNot: boolean } | undefined;
}

const tokenPattern = /"([^"]*)("|$)|“([^”]*)(”|$)|«([^»]*)(»|$)|\S+/gu;

function tokensOf<Kind extends string>(text: string, kinds: ReadonlyMap<string, Kind>): Token<Kind>[] {
  const tokens: Token<Kind>[] = [];
  for (const match of text.matchAll(tokenPattern)) {
    const [all, ...quotes] = match;
    const [quoted, closing] = quotes.filter(part => part !== undefined);
    const typed = quoted ?? all;
    const last = tokens.at(-1);
    const kind =
      last === undefined || last.isQuoted || last.names !== undefined
        ? undefined
        : kinds.get(bare(last.text));
    tokens.push({
      text: foldText(typed),
      typed,
      isQuoted: quoted !== undefined,
      isOpen: quoted === undefined ? match.index + all.length === text.length : closing === '',
      start: match.index,
      names: kind === undefined ? undefined : { kind, isNot: last?.text.startsWith('-') === true },
    });
  }
  return tokens;
}

function bare(word: string): string {
  return word.replace(/^-/, '');
}

/** Words, `@` terms, and names such as `device "PC 042"`; a dash negates terms and names. */
export function parseFilter<Term, Kind extends string = never>(
  text: string,
  { terms, kinds = new Map(), since }: FilterWords<Term, Kind>,
): TypedFilter<Term, Kind> {
  const words: string[] = [];
  const conditions: Condition<Term, Kind>[] = [];
  const unknown: string[] = [];
  const tokens = tokensOf(text, kinds);
  for (let index = 0; index < tokens.length; index++) {
    const { text = '', typed = '', isQuoted, names } = tokens[index] ?? {};
    const word = isQuoted ? '' : bare(text);
    if (names !== undefined) conditions.push({ ...names, name: typed.trim().toLowerCase() });
    else if (word.length > 1 && word.startsWith('@')) {
      const term = terms.get(word.slice(1));
      if (term === undefined) {
        unknown.push(word);
        continue;
      }
      const isNot = text.startsWith('-');
      const timed = since?.terms.get(term);
      const time = timed && since && timeAfter(tokens.slice(index + 1), since);
      if (time !== undefined && time.value === undefined) unknown.push(time.text);
      conditions.push(timed && time?.value ? { term: timed, isNot, since: time.value } : { term, isNot });
      index += time?.count ?? 0;
    } else if (tokens[index + 1]?.names === undefined && text !== '') words.push(text);
  }
  return { words, conditions, unknown };
}

/** Whether the text has no visible letter, digit or emoji, so that nobody searches for it. */
function saysNothing(text: string): boolean {
  return !/[\p{L}\p{N}\p{So}]/u.test(text.replaceAll(/[\p{DI}\u2800]/gu, ''));
}

/**
 * Whether a filter says nothing, or a name in it is missing or empty. Where a filter decides what is changed, that is a
 * mistake, such as a variable of a script that is not set, and would choose everything. A name that begins like a term
 * stands in quotes.
 */
export function isBlankFilter(text: string, kinds: ReadonlyMap<string, string> = new Map()): boolean {
  const tokens = tokensOf(text, kinds);
  const isBlankName = ({ names, isQuoted, start, text: word }: Token<string>) =>
    saysNothing(word)
      ? names !== undefined || /^-?["“«]/u.test(text.slice(start))
      : names !== undefined && !isQuoted && bare(word).startsWith('@');
  return tokens.every(token => saysNothing(token.text)) || tokens.some(isBlankName);
}

/** The time behind a term, and how many tokens it consists of; `undefined` if none follows. */
function timeAfter<Term>(
  [word, ...rest]: readonly Token<string>[],
  { words, times }: SinceWords<Term>,
): { readonly text: string; readonly count: number; readonly value: SinceTime | undefined } | undefined {
  if (word === undefined || word.isQuoted || !words.has(word.text)) return undefined;
  for (const count of [2, 1]) {
    const text = rest
      .slice(0, count)
      .map(token => token.text)
      .join(' ');
    const value = rest.length < count ? undefined : readSinceTime(text, times);
    if (value !== undefined) return { text, count: count + 1, value };
  }
  const text = `${word.text} ${rest[0]?.text ?? '…'}`;
  return { text, count: Math.min(2, 1 + rest.length), value: undefined };
}

/** Reports the first `@` word that is not a term, with the most similar term. */
export function unknownTermText(
  unknown: readonly string[],
  terms: Iterable<string>,
  { t }: Localizer,
): string | undefined {
  const [word] = unknown;
  if (word === undefined) return undefined;
  if (!word.startsWith('@'))
    return t('“{word}” is no time. Use “yesterday”, “last night”, 12h, 3d, 22:00 or 2026-11-20.', { word });
  const meant = nearestTerm(word, terms);
  return meant === undefined
    ? t('There is no filter term {word}.', { word })
    : t('There is no filter term {word}. Did you mean @{meant}?', { word, meant });
}

function nearestTerm(word: string, terms: Iterable<string>): string | undefined {
  return nearest(word.slice(1), [...terms]);
}

/** What the last words of a filter may become: an `@` term, an object, or the word before its name. */
export interface UnfinishedFilter<Kind> {
  /** The text before what is unfinished. */
  readonly before: string;
  /** What is being typed: `@te`, a part of a name, or a part of a word; folded. */
  readonly typed: string;
  /** The kind of object whose name is being typed. */
  readonly kind: Kind | undefined;
}

/** The part of a filter that the user is typing, at its end. */
export function unfinishedFilter<Kind extends string>(
  text: string,
  kinds: ReadonlyMap<string, Kind>,
): UnfinishedFilter<Kind> {
  // A letter stands for the token that follows the last space.
  const token = tokensOf(text, kinds).findLast(({ isOpen }) => isOpen) ?? tokensOf(`${text} x`, kinds).at(-1);
  const isStarted = token !== undefined && token.start < text.length;
  return {
    before: isStarted ? text.slice(0, token.start) : text,
    typed: isStarted ? token.text : '',
    kind: token?.names?.kind,
  };
}

const quotePairs = ['""', '“”', '«»'] as const;

/** A name as it is written in a filter. */
export function quoteName(name: string): string {
  if (/^[^-@\s"“«][^\s]*$/u.test(name)) return name;
  const [open = '"', close = '"'] = quotePairs.find(pair => !name.includes(pair[1] ?? '')) ?? '""';
  return `${open}${name}${close}`;
}
