import { cutToWidth, displayWidth } from './displayWidth.ts';

export interface TableOptions {
  /** Cells of a line; the widest columns are cut to it. `undefined`: nothing is cut. */
  readonly width: number | undefined;
}

const gap = '  ';
const narrowest = 8;
/** A cell that is longer moves the rest of its line instead of all other lines. */
const widestPadding = 60;

/** Lines with columns that are aligned by the cells of a terminal. The cells are lines without control characters. */
export function tableLines(rows: readonly (readonly string[])[], { width }: TableOptions): string[] {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[column] ?? '')), 0),
  );
  const line =
    width === undefined
      ? lineOf(
          widths.map(cells => Math.min(cells, widestPadding)),
          text => text,
        )
      : lineOf(narrowed(widths, width), cutToWidth);
  return rows.map(line);
}

/** Cuts the widest columns to one width, so that the line fits. */
function narrowed(widths: readonly number[], width: number): readonly number[] {
  const gaps = gap.length * (widths.length - 1);
  const cut = (most: number) => widths.map(cells => Math.min(cells, most));
  const isTooWide = (most: number) => cut(most).reduce((sum, cells) => sum + cells, gaps) > width;
  let most = Math.min(
    width,
    widths.reduce((widest, cells) => Math.max(widest, cells), 0),
  );
  while (most > narrowest && isTooWide(most)) most -= 1;
  return cut(most);
}

function lineOf(widths: readonly number[], cut: (text: string, cells: number) => string) {
  return (row: readonly string[]): string =>
    widths
      .map((cells, column) => {
        const text = cut(row[column] ?? '', cells);
        return text + ' '.repeat(Math.max(0, cells - displayWidth(text)));
      })
      .join(gap)
      .trimEnd();
}
