import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** The schedule in the text of a job document. */
export interface ScheduleField {
  readonly params: string;
  /** Whether the text disables the job, so that it will not run. */
  readonly isDisabled: boolean;
  /** Offsets of the literal in the document, quotes included. */
  readonly start: number;
  readonly end: number;
  /** The document offset of a character of the schedule. */
  offsetOf(index: number): number;
}

/** The schedule in a job's text, even while it is being typed; `undefined` if none is recognizable. */
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
    isDisabled: tree !== undefined && findNodeAtLocation(tree, ['enabled'])?.value === false,
    start: offset,
    end: offset + length,
    offsetOf: index => offset + offsetInLiteral(literal, index),
  };
}

/**
 * Converts an index in the value of a JSON string into an offset in its literal, quotes included: escapes such as
 * `\n` and `\u000A` are longer than the character they represent.
 */
function offsetInLiteral(literal: string, index: number): number {
  let offset = 1;
  for (let left = index; left > 0 && offset < literal.length - 1; left--) {
    if (literal[offset] !== '\\') offset += 1;
    else offset += literal[offset + 1] === 'u' ? 6 : 2;
  }
  return Math.min(offset, Math.max(1, literal.length - 1));
}
