import { cutToWidth, displayWidth, wrapText } from './displayWidth.ts';

type Row = readonly string[];

export interface TableOptions {
  /** The width of the terminal in cells. The widest columns are truncated to fit it; `undefined` truncates nothing. */
  readonly width: number | undefined;
  /** Wraps the last column instead of cutting: next to the others, or below them if there is too little room. */
  readonly hasSentences?: boolean | undefined;
}

const gap = '  ';
const narrowest = 8;
/** Sentences with less room than this go below the other columns. */
const narrowestSentence = 24;
const indentation = 4;
/** A longer cell shifts the rest of its own line, but not the other lines. */
const widestPadding = 60;

/** Lines with columns that are aligned in terminal cells. Cells must not contain line breaks or control characters. */
export function tableLines(rows: readonly Row[], { width, hasSentences = false }: TableOptions): string[] {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[column] ?? '')), 0),
  );
  if (width === undefined) return rows.map(lineOf(widths.map(cells => Math.min(cells, widestPadding))));
  if (hasSentences) return wrapRows(rows, widths, width).flat();
  return rows.map(lineOf(narrowColumns(widths, width), cutToWidth));
}

/** The lines of each row. The last column stays next to the others if they leave it enough room. */
function wrapRows(rows: readonly Row[], widths: readonly number[], width: number): readonly Row[] {
  if (totalOf(widths) <= width) return rows.map(row => [lineOf(widths)(row)]);
  const before = widths.slice(0, -1);
  const column = totalOf(before) + gap.length;
  const textOf = (row: Row) => row[before.length] ?? '';
  if (before.length === 0) return rows.map(row => wrapText(textOf(row), width));
  if (width - column >= narrowestSentence) {
    return rows.map(row => {
      const [first = '', ...rest] = wrapText(textOf(row), width - column);
      return [lineOf([...before, 0])([...row.slice(0, before.length), first]), ...indent(rest, column)];
    });
  }
  const heads = wrapRows(rows, before, width);
  return rows.map((row, index) => {
    const lines = textOf(row) === '' ? [] : wrapText(textOf(row), width - indentation);
    return [...(heads[index] ?? []), ...indent(lines, indentation)];
  });
}

function indent(lines: Row, cells: number): Row {
  return lines.map(line => ' '.repeat(cells) + line);
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, cells) => sum + cells, gap.length * (widths.length - 1));
}

/** Cuts the widest columns to equal widths, so that the line fits. */
function narrowColumns(widths: readonly number[], width: number): readonly number[] {
  const cut = (most: number) => widths.map(cells => Math.min(cells, most));
  const isTooWide = (most: number) => totalOf(cut(most)) > width;
  let most = Math.min(width, Math.max(0, ...widths));
  while (most > narrowest && isTooWide(most)) most -= 1;
  return cut(most);
}

function lineOf(widths: readonly number[], cut = (text: string, _cells: number): string => text) {
  return (row: Row): string =>
    widths
      .map((cells, column) => {
        const text = cut(row[column] ?? '', cells);
        return text + ' '.repeat(Math.max(0, cells - displayWidth(text)));
      })
      .join(gap)
      .trimEnd();
}
