import { firstIndex } from '../../util/collections.ts';

/**
 * One logical line of a recurrence set, with folded lines joined (RFC 5545 3.1). `raw` and `lineBreak` are the
 * original characters: concatenated, they give the text again.
 */
export interface ContentLine {
  readonly raw: string;
  /** Includes empty lines that follow; empty at the end of a text without a final line break. */
  readonly lineBreak: string;
  /** Without folds; offsets into the line count in this text. */
  readonly unfolded: string;
  /** Offset of the line in the whole text. */
  readonly start: number;
  /** Turns an offset in `unfolded` into one in the whole text. */
  sourceOffset(offset: number): number;
}

interface PhysicalLine {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  readonly followsEmptyLine: boolean;
}

export function splitContentLines(text: string): ContentLine[] {
  const lines: ContentLine[] = [];
  let group: PhysicalLine[] = [];
  for (const physical of physicalLines(text)) {
    if (group.length > 0 && !isFold(text, physical)) {
      lines.push(contentLine(text, group));
      group = [];
    }
    group.push(physical);
  }
  if (group.length > 0) lines.push(contentLine(text, group));
  return lines;
}

function physicalLines(text: string): PhysicalLine[] {
  const lines: PhysicalLine[] = [];
  const lineBreaks = /(?:\r\n|\n|\r)+/g;
  let start = 0;
  let followsEmptyLine = true;
  for (let match = lineBreaks.exec(text); match; match = lineBreaks.exec(text)) {
    lines.push({ start, end: match.index, next: lineBreaks.lastIndex, followsEmptyLine });
    start = lineBreaks.lastIndex;
    followsEmptyLine = match[0].length > 1 && match[0] !== '\r\n';
  }
  if (start < text.length) lines.push({ start, end: text.length, next: text.length, followsEmptyLine });
  return lines;
}

/** A fold continues the line right above it; after an empty line there is nothing to continue. */
function isFold(text: string, { start, followsEmptyLine }: PhysicalLine): boolean {
  return !followsEmptyLine && (text[start] === ' ' || text[start] === '\t');
}

function contentLine(text: string, group: readonly PhysicalLine[]): ContentLine {
  const start = group[0]?.start ?? 0;
  const end = group.at(-1)?.end ?? start;
  const raw = text.slice(start, end);
  const lineBreak = text.slice(end, group.at(-1)?.next);
  if (group.length === 1) {
    return { raw, lineBreak, start, unfolded: raw, sourceOffset: offset => start + offset };
  }
  // The whitespace character of each fold is dropped; `begins` holds the offsets of the pieces in the unfolded line.
  const pieces = group.map((line, index) => text.slice(line.start + foldWidth(index), line.end));
  const begins: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    begins.push(length);
    length += piece.length;
  }
  return {
    raw,
    lineBreak,
    start,
    unfolded: pieces.join(''),
    sourceOffset: offset => {
      const index = pieceAt(begins, offset);
      return (group[index]?.start ?? 0) + foldWidth(index) + offset - (begins[index] ?? 0);
    },
  };
}

function foldWidth(index: number): number {
  return index === 0 ? 0 : 1;
}

/**
 * The last piece that begins at or before `offset`. A binary search, because hostile lines have thousands of pieces.
 */
function pieceAt(begins: readonly number[], offset: number): number {
  return firstIndex(begins.length, index => (begins[index] ?? 0) > offset) - 1;
}
