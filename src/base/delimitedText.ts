/** One record of a CSV file or of cells copied from a spreadsheet. */
export interface DelimitedRow {
  /** Number of the line on which it begins, from 1. */
  readonly line: number;
  /** Trimmed, without quotes around them. */
  readonly cells: readonly string[];
  /** A quote was opened but never closed, so the rest of that line was taken literally. */
  readonly isUnclosed: boolean;
}

/** Separators between the cells of pasted lists. */
export const anySeparator = '\t;,';

/** A first line for Excel that names the separator. */
const separatorLine = /^\uFEFF?sep=([\t;,])\r?\n/i;

/** The separator of a table, named by its first line or detected from its first line that is not blank. */
export function separatorOf(text: string): string {
  const declared = separatorLine.exec(text)?.[1];
  if (declared !== undefined) return declared;
  const [first = ''] = text.replace(/^\s*[\r\n]/, '').split(/[\r\n]/, 1);
  const unquoted = first.replace(/"[^"]*"/g, '');
  return [...anySeparator].find(separator => unquoted.includes(separator)) ?? ',';
}

/**
 * Rows of CSV or of text copied from a spreadsheet. Cells in double quotes may hold separators, line breaks and
 * doubled quotes.
 */
export function readDelimitedRows(text: string, separators: string): DelimitedRow[] {
  const isDeclared = separatorLine.test(text);
  const whole = text
    .replace(separatorLine, '')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  const plain = `[^${separators}\n]*`;
  const cell = new RegExp(` *"([^"]*(?:""[^"]*)*)"(?!")(${plain})|${plain}`, 'y');
  const rows: DelimitedRow[] = [];
  let line = isDeclared ? 2 : 1;
  while (cell.lastIndex < whole.length) {
    const cells: string[] = [];
    const start = line;
    let isUnclosed = false;
    for (let end: string | undefined = ','; end !== undefined && end !== '\n'; cell.lastIndex += 1) {
      const [all = '', quoted, rest = ''] = cell.exec(whole) ?? [];
      if (quoted !== undefined) {
        line += quoted.split('\n').length - 1;
        cells.push(withoutMark(quoted.replaceAll('""', '"') + rest.trim()).trim());
      } else if (/^ *"/.test(all)) {
        isUnclosed = true;
        cells.push(all.replace('"', '').trim());
      } else cells.push(withoutMark(all.trim()));
      end = whole[cell.lastIndex];
    }
    line += 1;
    rows.push({ line: start, cells, isUnclosed });
  }
  return rows;
}

// Also full-width, which Japanese spreadsheets evaluate as well.
const formula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/**
 * CSV in which spreadsheets evaluate no cell: an apostrophe marks text that they would take for a formula.
 * `readDelimitedRows` removes it.
 */
export function csvText(rows: readonly (readonly string[])[], separator = ','): string {
  return rows.map(cells => `${cells.map(csvCell).join(separator)}\n`).join('');
}

/** What spreadsheets read as the separator: a semicolon in regions whose decimal mark is a comma. */
export function regionalSeparator(locale: string): string {
  return new Intl.NumberFormat(locale).format(0.5).includes(',') ? ';' : ',';
}

function csvCell(text: string): string {
  const marked = formula.test(text) ? `'${text}` : text;
  return /["',;\t\r\n]|^\s|\s$/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
}

function withoutMark(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
