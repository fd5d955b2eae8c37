import { type BenchRow, limitRow, median, ratioRow } from './benchRow.ts';

/** Times in ms until pages could be used, measured in turns. */
export interface Opened {
  readonly ours: number[];
  readonly bare: number[];
}

const mostOfFloor = 1.5;

/** A page has a goal of its own, and one against a bare page of its size in the same window. */
export function openedRows(name: string, { ours, bare }: Opened, { mostMs }: { mostMs: number }): BenchRow[] {
  const value = median(ours);
  return [
    limitRow(name, 'ms', value, mostMs),
    ratioRow('the same, against a bare page of its size', 'ms', {
      value,
      floor: median(bare),
      most: mostOfFloor,
    }),
  ];
}
