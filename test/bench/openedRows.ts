import { type BenchRow, limitRow, median, ratioRow } from './benchRow.ts';

/** Times in ms until pages were usable. */
interface Times {
  readonly ours: number[];
  readonly bare: number[];
}

/** Opens and closes our page or a bare one of its size; resolves with the time until it was usable. */
export interface Pages {
  newWindow(): Promise<void>;
  ours(): Promise<number>;
  bare(): Promise<number>;
}

export interface Opened {
  readonly first: Times;
  readonly second: Times;
  readonly later: Times;
}

const mostOfFloor = 1.3;
/** The number of new windows for each order. */
const windows = 3;
const laterRounds = 7;

/** Opens both kinds in the same windows, each first equally often, and then alternately in the last window. */
export async function openInTurns(pages: Pages): Promise<Opened> {
  const [first, second, later] = [times(), times(), times()];
  // The first page in a browser also installs what all pages need.
  await pages.bare();
  for (let window = 0; window < windows; window++) {
    await pages.newWindow();
    first.bare.push(await pages.bare());
    second.ours.push(await pages.ours());
    await pages.newWindow();
    first.ours.push(await pages.ours());
    second.bare.push(await pages.bare());
  }
  for (let round = 0; round < laterRounds; round++) {
    later.bare.push(await pages.bare());
    later.ours.push(await pages.ours());
  }
  return { first, second, later };
}

function times(): Times {
  return { ours: [], bare: [] };
}

/** A page has absolute goals, and one relative to a bare page of its size. */
export function openedRows(
  page: string,
  { first, second, later }: Opened,
  { firstMs, laterMs }: { readonly firstMs: number; readonly laterMs?: number },
): BenchRow[] {
  const name = `${page} usable after the command`;
  const ofBoth = (kind: keyof Times) => (median(first[kind]) + median(second[kind])) / 2;
  return [
    limitRow(`${name}, first in the window`, 'ms', median(first.ours), firstMs),
    against('the same, against a bare page that is first in another window', {
      value: median(first.ours),
      floor: median(first.bare),
    }),
    against(`${name}, against a bare page in the same window, either first`, {
      value: ofBoth('ours'),
      floor: ofBoth('bare'),
    }),
    ...(laterMs === undefined
      ? []
      : [limitRow(`${name}, median of ${laterRounds} later ones`, 'ms', median(later.ours), laterMs)]),
    against(`${name}, later ones in turns with a bare page in the same window`, {
      value: median(later.ours),
      floor: median(later.bare),
    }),
  ];
}

function against(
  name: string,
  { value, floor }: { readonly value: number; readonly floor: number },
): BenchRow {
  return ratioRow(name, 'ms', { value, floor, most: mostOfFloor });
}
