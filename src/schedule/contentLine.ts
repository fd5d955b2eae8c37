/**
 * One logical line of a recurrence set: what is left when folded lines are joined (RFC 5545 3.1).
 * `raw` and `lineBreak` are the characters as they stand, so that joining them gives the text again.
 */
export interface ContentLine {
  readonly raw: string;
  /** Empty at the end of a text that has no closing line break. */
  readonly lineBreak: string;
  /** Without folds; this is what the offsets below count in. */
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
}

export function splitContentLines(text: string): ContentLine[] {
  const lines: ContentLine[] = [];
  let group: PhysicalLine[] = [];
  for (const physical of physicalLines(text)) {
    const last = group.at(-1);
    // Nothing can be folded onto an empty line; a space after one begins a line of its own.
    if (last && !(isFold(text, physical) && group.some(line => line.end > line.start))) {
      lines.push(contentLine(text, group));
      group = [];
    }
    group.push(physical);
  }
  if (group.length > 0) {
    lines.push(contentLine(text, group));
  }
  return lines;
}

function* physicalLines(text: string): Generator<PhysicalLine, void> {
  const lineBreaks = /\r\n|\n|\r/g;
  let start = 0;
  for (let match = lineBreaks.exec(text); match; match = lineBreaks.exec(text)) {
    yield { start, end: match.index, next: lineBreaks.lastIndex };
    start = lineBreaks.lastIndex;
  }
  if (start < text.length) {
    yield { start, end: text.length, next: text.length };
  }
}

function isFold(text: string, { start, end }: PhysicalLine): boolean {
  return end > start && (text[start] === ' ' || text[start] === '\t');
}

function contentLine(text: string, group: readonly PhysicalLine[]): ContentLine {
  const start = group[0]?.start ?? 0;
  const end = group.at(-1)?.end ?? start;
  const common = { raw: text.slice(start, end), lineBreak: text.slice(end, group.at(-1)?.next), start };
  if (group.length === 1) {
    return { ...common, unfolded: common.raw, sourceOffset: offset => start + offset };
  }
  const pieces = group.map((line, index) => text.slice(line.start + (index === 0 ? 0 : 1), line.end));
  return {
    ...common,
    unfolded: pieces.join(''),
    sourceOffset: offset => unfold(offset, group, pieces),
  };
}

function unfold(offset: number, group: readonly PhysicalLine[], pieces: readonly string[]): number {
  let before = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    if (offset < before + piece.length || isLast) {
      return (group[index]?.start ?? 0) + (index === 0 ? 0 : 1) + offset - before;
    }
    before += piece.length;
  }
  return offset;
}
