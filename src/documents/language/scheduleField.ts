import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** The schedule in the text of a job document. */
export interface ScheduleField {
  readonly params: string;
  /** Offsets of the literal in the document, quotes included. */
  readonly start: number;
  readonly end: number;
  /** The offset in the document of a character of the schedule. */
  offsetOf(index: number): number;
}

/** The schedule of a job's text, also while it is typed; `undefined` where none can be recognized. */
export function scheduleField(
  text: string,
  tree: Node | undefined = parseTree(text),
): ScheduleField | undefined {
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, ['params']);
  const value: unknown = node?.value;
  if (node === undefined || typeof value !== 'string') return undefined;
  const { offset, length } = node;
  const literal = text.slice(offset, offset + length);
  return {
    params: value,
    start: offset,
    end: offset + length,
    offsetOf: index => offset + offsetInLiteral(literal, index),
  };
}

/**
 * The offset in a JSON string literal (quotes included) of the character at an index of the string's value: escapes
 * such as `\n` and `\u000A` are longer than what they stand for.
 */
function offsetInLiteral(literal: string, index: number): number {
  let offset = 1;
  for (let left = index; left > 0 && offset < literal.length - 1; left--) {
    if (literal[offset] !== '\\') offset += 1;
    else offset += literal[offset + 1] === 'u' ? 6 : 2;
  }
  return Math.min(offset, Math.max(1, literal.length - 1));
}
