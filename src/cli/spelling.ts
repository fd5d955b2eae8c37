/** The most similar known word; `undefined` if none is close. */
export function nearest<T extends string>(word: string, known: readonly T[]): T | undefined {
  const ranked = known.map(name => ({ name, steps: distance(word.toLowerCase(), name) }));
  const best = ranked.sort((a, b) => a.steps - b.steps)[0];
  return best !== undefined && best.steps <= Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3))
    ? best.name
    : undefined;
}

/** Levenshtein distance. Words longer than any name count as far from all. */
function distance(one: string, other: string): number {
  if (one.length > 40) return one.length;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, character] of [...one].entries()) {
    const next = [line + 1];
    for (const [column, wanted] of [...other].entries()) {
      const steps = [(row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1];
      next.push(Math.min(...steps, (row[column] ?? 0) + (character === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? one.length;
}
