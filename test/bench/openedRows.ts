import { type BenchRow, limitRow, median, type Pair, pairsRow } from './benchRow.ts';

/** Opens and closes our page or a bare one of its size; resolves with the time in ms until it was usable. */
export interface Pages {
  newWindow(): Promise<void>;
  ours(): Promise<number>;
  bare(): Promise<number>;
}

/** The times of pages that were opened soon after each other. */
export interface Opened {
  /** Each is the first page of its window. */
  readonly first: readonly Pair[];
  /** The averages of two windows, in one of which ours was opened first, and the bare one in the other. */
  readonly both: readonly Pair[];
  /** In one window, in turns. */
  readonly later: readonly Pair[];
}

const mostOfFloor = 1.3;
const windowPairs = 11;
const laterRounds = 31;

/** Opens both kinds in the same windows, each first equally often, and then alternately in the last window. */
export async function openInTurns(pages: Pages): Promise<Opened> {
  const first: Pair[] = [];
  const both: Pair[] = [];
  const later: Pair[] = [];
  const inNewWindow = async (kind: keyof Pair, other: keyof Pair) => {
    await pages.newWindow();
    return { first: await pages[kind](), second: await pages[other]() };
  };
  const oursFirst = () => inNewWindow('ours', 'bare');
  const bareFirst = () => inNewWindow('bare', 'ours');
  // The first page in a browser also installs what all pages need.
  await pages.bare();
  for (let pair = 0; pair < windowPairs; pair++) {
    const early = pair % 2 === 0 ? await oursFirst() : undefined;
    const bare = await bareFirst();
    const ours = early ?? (await oursFirst());
    first.push({ ours: ours.first, bare: bare.first });
    both.push({ ours: (ours.first + bare.second) / 2, bare: (bare.first + ours.second) / 2 });
  }
  for (let round = 0; round < laterRounds; round++)
    later.push({ bare: await pages.bare(), ours: await pages.ours() });
  return { first, both, later };
}

/** A page has absolute goals, and one relative to a bare page of its size. */
export function openedRows(
  page: string,
  { first, both, later }: Opened,
  { firstMs, laterMs }: { readonly firstMs: number; readonly laterMs?: number },
): BenchRow[] {
  const name = `${page} usable after the command`;
  const medianOf = (pairs: readonly Pair[]) => median(pairs.map(({ ours }) => ours));
  const against = (what: string, pairs: readonly Pair[]) => pairsRow(what, 'ms', pairs, mostOfFloor);
  return [
    limitRow(`${name}, first in the window`, 'ms', medianOf(first), firstMs),
    against('the same, against a bare page that is first in another window', first),
    against(`${name}, against a bare page in the same window, either first`, both),
    ...(laterMs === undefined
      ? []
      : [limitRow(`${name}, median of ${laterRounds} later ones`, 'ms', medianOf(later), laterMs)]),
    against(`${name}, later ones in turns with a bare page in the same window`, later),
  ];
}
