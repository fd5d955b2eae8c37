/** Groups the items by key and keeps their order. Items without a key are left out. */
export function groupBy<T, Key>(
  items: Iterable<T>,
  keyOf: (item: T) => Key | undefined,
): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) pushTo(groups, key, item);
  }
  return groups;
}

export function pushTo<Key, T>(lists: Map<Key, T[]>, key: Key, item: T): void {
  getOrAdd(lists, key, () => []).push(item);
}

export function countBy<T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) {
    const key = keyOf(item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Returns the value of a key; creates and stores it if there is none yet. */
export function getOrAdd<Key, Value>(
  values: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => NoInfer<Value>,
): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}

/** Adds an entry to a cache, which is cleared first if it already has as many as it may have. */
export function remember<Key, Value>(cache: Map<Key, Value>, atMost: number, key: Key, value: Value): Value {
  if (cache.size >= atMost) cache.clear();
  cache.set(key, value);
  return value;
}

/** Compares texts for sorting, in the same order in every language. */
export function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export function ascending<T extends number | string>(values: Iterable<T>): T[] {
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
}

/** Computes a value once per object, and caches it as long as the object is referenced. */
export function onceForEach<Key extends WeakKey, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return key => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}

/**
 * The first index below `end` for which `isReached` holds, or `end` if there is none. A binary search: it must also hold
 * for all later ones.
 */
export function firstIndex(end: number, isReached: (index: number) => boolean): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What is left when each known key has taken away as many items as it was counted. */
export function beyondCounts<T, Key>(
  items: readonly T[],
  keyOf: (item: T) => Key,
  counts: ReadonlyMap<Key, number>,
): readonly T[] {
  const passed = new Map<Key, number>();
  return items.filter(item => {
    const key = keyOf(item);
    const count = (passed.get(key) ?? 0) + 1;
    passed.set(key, count);
    return count > (counts.get(key) ?? 0);
  });
}
