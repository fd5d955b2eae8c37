/** The items by key, in their order; those without a key are left out. */
export function groupBy<T, Key>(
  items: Iterable<T>,
  keyOf: (item: T) => Key | undefined,
): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
