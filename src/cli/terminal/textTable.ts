import { styleText } from 'node:util';

export type Color = 'red' | 'green' | 'yellow' | 'blue' | 'cyan' | 'dim';
/** A text, or one that a terminal prints in color. */
export type Cell = string | { readonly text: string; readonly color: Color };
type Row = readonly Cell[];

const gap = '  ';
const narrowest = 8;
/** Sentences with less room than this go below the other columns. */
const narrowestSentence = 24;
const indentation = 4;
/** A longer cell shifts the rest of its own line, but not the other lines. */
const widestPadding = 60;

/**
 * Lines with columns that are aligned in terminal cells. Cells must not contain line breaks or control characters.
 * `width`: that of the terminal, to which the widest columns are cut. `hasSentences`: the last column is wrapped
 * instead, next to the others, or below them if there is too little room.
 */
export function tableLines(rows: readonly Row[], width: number | undefined, hasSentences = false): string[] {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(cellText(row[column]))), 0),
  );
  if (width === undefined) return rows.map(lineOf(widths.map(cells => Math.min(cells, widestPadding))));
  if (hasSentences) return wrapRows(rows, widths, width).flat();
  return rows.map(lineOf(narrowColumns(widths, width), cutToWidth));
}

/** The lines of each row. The last column stays next to the others if they leave it enough room. */
function wrapRows(
  rows: readonly Row[],
  widths: readonly number[],
  width: number,
): readonly (readonly string[])[] {
  if (totalOf(widths) <= width) return rows.map(row => [lineOf(widths)(row)]);
  const before = widths.slice(0, -1);
  const column = totalOf(before) + gap.length;
  const textOf = (row: Row) => cellText(row[before.length]);
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

function indent(lines: readonly string[], cells: number): readonly string[] {
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

export function cellText(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '');
}

function lineOf(widths: readonly number[], cut = (text: string, _cells: number): string => text) {
  return (row: Row): string =>
    widths
      .map((cells, column) => {
        const cell = row[column];
        const text = cut(cellText(cell), cells);
        const shown =
          typeof cell === 'object' ? styleText(cell.color, text, { validateStream: false }) : text;
        return shown + ' '.repeat(Math.max(0, cells - displayWidth(text)));
      })
      .join(gap)
      .trimEnd();
}

/**
 * Characters that take two cells: Wide and Fullwidth in Unicode's East Asian Width, and emoji. Terminals draw single
 * regional indicators narrow, but they come in pairs.
 */
const wide =
  /[\u1100-\u115F\u231A\u231B\u2329\u232A\u2630-\u2637\u268A-\u268F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1D300}-\u{1D376}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
/** Characters that are drawn over the previous one, or not at all. */
const invisible = /^[\p{M}\p{Cf}\p{Cc}\u115F\u1160\u3164]+$/u;
const emojiVariant = '\uFE0F';
const plain = /^[\x20-\x7e]*$/;

/** Slow to create, and most commands do not need it. */
let segmenter: Intl.Segmenter | undefined;

function graphemesOf(text: string): readonly string[] {
  if (plain.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The number of terminal cells that the text takes. It must not contain control characters. */
export function displayWidth(text: string): number {
  return plain.test(text) ? text.length : graphemesOf(text).reduce((sum, part) => sum + cellsOf(part), 0);
}

function cellsOf(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) || grapheme.includes(emojiVariant) ? 2 : 1;
}

/** Splits the text into pieces of at most this many cells; a wider single character is a piece of its own. */
function splitAtWidth(text: string, cells: number): readonly string[] {
  const pieces: string[] = [];
  let [piece, width] = ['', 0];
  for (const grapheme of graphemesOf(text)) {
    if (piece !== '' && width + cellsOf(grapheme) > cells) {
      pieces.push(piece);
      [piece, width] = ['', 0];
    }
    piece += grapheme;
    width += cellsOf(grapheme);
  }
  return [...pieces, piece];
}

/** Cuts the text to this many cells, ending in an ellipsis. */
export function cutToWidth(text: string, cells: number): string {
  if (displayWidth(text) <= cells) return text;
  const [first = ''] = splitAtWidth(text, cells - 1);
  return displayWidth(first) < cells ? `${first}…` : '…';
}

/** Wraps the text between words into lines of at most this many cells; only longer words are split. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap(each => splitAtWidth(each, width))) {
    if (line !== '' && displayWidth(`${line} ${word}`) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
