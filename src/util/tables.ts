/** The keys of a constant table. Its type must list all of them. */
export function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
  const keys: (keyof Table & string)[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

/** The table's key that equals the text; `undefined` when it has no such key. */
export function keyNamed<Table extends object>(
  table: Table,
  text: unknown,
): (keyof Table & string) | undefined {
  return keysOf(table).find(key => key === text);
}

/** Maps each value of a table; the keys stay. */
export function mapTable<Table extends object, Value>(
  table: Table,
  pick: (key: keyof Table & string) => Value,
): Readonly<Record<keyof Table, Value>> {
  return eachKey<Table, Readonly<Record<keyof Table, Value>>>(table, pick);
}

/** Builds an object with one value for each key of the table. */
export function eachKey<Table extends object, Values extends Readonly<Record<keyof Table, unknown>>>(
  table: Table,
  pick: <Key extends keyof Table & string>(key: Key) => Values[Key],
): Values {
  const values: Partial<Values> = {};
  for (const key in table) values[key] = pick(key);
  if (!hasAll(table, values)) throw new Error('a key was left out');
  return values;
}

function hasAll<Values extends object>(table: object, values: Partial<Values>): values is Values {
  return Object.keys(table).every(key => Object.hasOwn(values, key));
}
