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

/** The separator of a table, detected from its first line that is not blank. */
export function separatorOf(text: string): string {
  const [first = ''] = text.replace(/^\s*[\r\n]/, '').split(/[\r\n]/, 1);
  return [...anySeparator].find(separator => first.includes(separator)) ?? ',';
}

/**
 * Rows of CSV or of text copied from a spreadsheet. Cells in double quotes may hold separators, line breaks and
 * doubled quotes.
 */
export function readDelimitedRows(text: string, separators: string): DelimitedRow[] {
  return new Reader(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), separators).rows();
}

class Reader {
  readonly #text: string;
  readonly #end: RegExp;
  #at = 0;
  #line = 1;
  #isUnclosed = false;

  constructor(text: string, separators: string) {
    this.#text = text;
    this.#end = new RegExp(`[${separators}\n]`, 'g');
  }

  rows(): DelimitedRow[] {
    const rows: DelimitedRow[] = [];
    while (this.#at < this.#text.length) {
      const line = this.#line;
      this.#isUnclosed = false;
      const cells = this.#cells();
      rows.push({ line, cells, isUnclosed: this.#isUnclosed });
    }
    return rows;
  }

  #cells(): string[] {
    const cells: string[] = [];
    for (;;) {
      cells.push(this.#cell());
      const next = this.#text[this.#at];
      this.#at += 1;
      if (next === undefined || next === '\n') {
        this.#line += 1;
        return cells;
      }
    }
  }

  #cell(): string {
    const start = this.#at;
    while (this.#text[this.#at] === ' ') this.#at += 1;
    if (this.#text[this.#at] !== '"') return withoutMark(this.#plain(start));
    const end = this.#closingQuote(this.#at + 1);
    if (end === undefined) {
      this.#isUnclosed = true;
      return this.#plain(start).replace('"', '').trim();
    }
    const quoted = this.#text.slice(this.#at + 1, end);
    this.#line += quoted.split('\n').length - 1;
    this.#at = end + 1;
    return withoutMark(quoted.replaceAll('""', '"') + this.#plain(this.#at)).trim();
  }

  #plain(start: number): string {
    this.#end.lastIndex = start;
    this.#at = this.#end.exec(this.#text)?.index ?? this.#text.length;
    return this.#text.slice(start, this.#at).trim();
  }

  /** Finds the closing quote; doubled quotes belong to the text. */
  #closingQuote(from: number): number | undefined {
    for (let at = this.#text.indexOf('"', from); at !== -1; at = this.#text.indexOf('"', at + 1)) {
      if (this.#text[at + 1] === '"') at += 1;
      else return at;
    }
    return undefined;
  }
}

// Also full-width, which Japanese spreadsheets evaluate as well.
const formula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/**
 * CSV in which spreadsheets evaluate no cell: an apostrophe marks text that they would take for a formula.
 * `readDelimitedRows` removes it.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map(cells => `${cells.map(csvCell).join(',')}\n`).join('');
}

function csvCell(text: string): string {
  const marked = formula.test(text) ? `'${text}` : text;
  return /["',;\t\r\n]|^\s|\s$/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
}

function withoutMark(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
