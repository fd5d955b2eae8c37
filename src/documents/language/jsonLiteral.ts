/**
 * Where in a JSON string literal (quotes included) the character stands that has this index in the string's
 * value: escapes such as `\n` and `\u000A` are longer than what they stand for.
 */
export function offsetInLiteral(literal: string, index: number): number {
  let offset = 1;
  for (let left = index; left > 0 && offset < literal.length - 1; left--) {
    if (literal[offset] !== '\\') offset += 1;
    else offset += literal[offset + 1] === 'u' ? 6 : 2;
  }
  return Math.min(offset, Math.max(1, literal.length - 1));
}
