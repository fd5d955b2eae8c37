/** The keys of a constant table. Its type must list all of them. */
export function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
  const keys: (keyof Table & string)[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

export function isKeyOf<Table extends object>(table: Table, key: string): key is keyof Table & string {
  return Object.hasOwn(table, key);
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
  if (!hasAll(Object.keys(table), values)) throw new Error('a key was left out');
  return values;
}

/** The part of a table with these keys. */
export function pickKeys<Table extends object, Key extends keyof Table & string>(
  table: Table,
  ...keys: readonly Key[]
): Pick<Table, Key> {
  const values: Partial<Pick<Table, Key>> = {};
  for (const key of keys) values[key] = table[key];
  if (!hasAll<Pick<Table, Key>>(keys, values)) throw new Error('a key was left out');
  return values;
}

function hasAll<Values extends object>(keys: readonly string[], values: Partial<Values>): values is Values {
  return keys.every(key => Object.hasOwn(values, key));
}
