import { jsonEqual } from '../util/json.ts';

type Draft = Readonly<Record<string, unknown>>;

/**
 * Whether two values of a field mean the same to the server. Lists of ids and names are sets there: a
 * server may give them in any order, and another order is no change.
 */
function sameValue(a: unknown, b: unknown): boolean {
  if (!isScalarList(a) || !isScalarList(b)) return jsonEqual(a, b);
  return jsonEqual([...new Set(a)].map(scalarKey).sort(), [...new Set(b)].map(scalarKey).sort());
}

function isScalarList(value: unknown): value is readonly (string | number)[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string' || typeof item === 'number');
}

function scalarKey(value: string | number): string {
  return `${typeof value}:${value}`;
}

/** Names of the fields that differ. A field that `edited` leaves out is not changed by it. */
export function changedFields(base: Draft, edited: Draft): string[] {
  return Object.keys(edited).filter(key => !sameValue(ownValue(base, key), edited[key]));
}

/** The body of a PATCH: only the fields of `edited` that differ from `base` (decision 14). */
export function patchOf<T extends Draft>(base: T, edited: T): Partial<T> {
  const changed = new Set(changedFields(base, edited));
  const patch: Partial<T> = {};
  for (const key in edited) {
    if (changed.has(key)) patch[key] = edited[key];
  }
  return patch;
}

/**
 * Fields that the person changed (`base` to `edited`) and that meanwhile have another value on the server
 * as well (decision 15). A field that both changed to the same value is no conflict.
 */
export function conflictingFields(base: Draft, edited: Draft, server: Draft): string[] {
  return changedFields(base, edited).filter(
    key =>
      !sameValue(ownValue(base, key), ownValue(server, key)) &&
      !sameValue(ownValue(server, key), edited[key]),
  );
}

function ownValue(draft: Draft, key: string): unknown {
  return Object.hasOwn(draft, key) ? draft[key] : undefined;
}
