/** Where a caret goes when the text under it changes: it stays at what it stood at. */
export function movedCaret(before: string, after: string, caret: number): number {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  if (caret <= start) return caret;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const behind = before.length - caret;
  return behind <= end ? after.length - behind : after.length - end;
}
