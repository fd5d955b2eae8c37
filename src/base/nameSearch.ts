import { getOrAdd } from './collections.ts';
import { foldText } from './foldText.ts';

/** A value that can be found by its texts, the first of which is its name. */
export interface Searchable<T> {
  readonly value: T;
  /** Folded. */
  readonly texts: readonly string[];
}

export function searchable<T>(value: T, ...texts: readonly string[]): Searchable<T> {
  return { value, texts: texts.map(foldText) };
}

function searchWords(typed: string): readonly string[] {
  return foldText(typed)
    .split(/\s/)
    .filter(word => word !== '');
}

const missed = Number.POSITIVE_INFINITY;

/**
 * How well the texts match the words; lower is better. From best to worst: a whole text, its start, the start of a
 * word in it, any part of it, and, for the name only, its letters in order. `undefined` when a word does not match at
 * all.
 */
function searchScore(texts: readonly string[], words: readonly string[]): number | undefined {
  let sum = 0;
  for (const word of words) {
    let best = missed;
    for (const [index, text] of texts.entries()) {
      best = Math.min(best, scoreOf(text, word, index === 0));
      if (best === 0) break;
    }
    if (best === missed) return undefined;
    sum += best;
  }
  return sum;
}

function scoreOf(text: string, word: string, isName: boolean): number {
  const at = text.indexOf(word);
  if (at === -1) return isName && hasInOrder(text, word) ? 8 : missed;
  if (at === 0) return text.length === word.length ? 0 : 1;
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 4 : 2;
}

function hasInOrder(text: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = text.indexOf(letter, from);
    if (at === -1) return false;
    from = at + letter.length;
  }
  return true;
}

export interface SearchOptions {
  readonly atMost: number;
  /** Breaks ties between entries that match equally well. */
  readonly isPreferred?: (index: number) => boolean;
  /** Yields to other work between slices. */
  readonly yieldToHost: () => Promise<void>;
  /** The search is no longer wanted. */
  readonly signal?: AbortSignal;
}

const sliceLength = 5_000;

/** The best matches; entries that match equally well keep their order. */
export async function searchNames<T>(
  entries: readonly Searchable<T>[],
  typed: string,
  { atMost, isPreferred = () => false, yieldToHost, signal }: SearchOptions,
): Promise<T[]> {
  const words = searchWords(typed);
  const byScore = new Map<number, T[]>();
  for (const [index, { value, texts }] of entries.entries()) {
    if (index % sliceLength === sliceLength - 1) {
      await yieldToHost();
      signal?.throwIfAborted();
    }
    const score = searchScore(texts, words);
    if (score === undefined) continue;
    const rank = score - (isPreferred(index) ? 0.5 : 0);
    const same = getOrAdd(byScore, rank, () => []);
    if (same.length < atMost) same.push(value);
  }
  return [...byScore]
    .sort(([a], [b]) => a - b)
    .flatMap(([, values]) => values)
    .slice(0, atMost);
}

/** The most similar known word; `undefined` if none is close. */
export function nearest<T extends string>(word: string, known: readonly T[]): T | undefined {
  const ranked = known.map(name => ({ name, steps: distance(foldText(word), name) }));
  const best = ranked.sort((a, b) => a.steps - b.steps)[0];
  return best !== undefined && best.steps <= Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3))
    ? best.name
    : undefined;
}

function distance(one: string, other: string): number {
  if (one.length > 40) return one.length;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, character] of [...one].entries()) {
    const next = [line + 1];
    for (const [column, wanted] of [...other].entries()) {
      const steps = [(row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1];
      next.push(Math.min(...steps, (row[column] ?? 0) + (character === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? one.length;
}
