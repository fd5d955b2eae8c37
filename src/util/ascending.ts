/** The distinct values, in ascending order. */
export function ascending<T extends number | string>(values: Iterable<T>): T[] {
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
}
