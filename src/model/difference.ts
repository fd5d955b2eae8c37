import { listFields } from '../fields/objectFields.ts';
import { jsonEqual } from '../util/json.ts';
import type { Draft } from './draft.ts';

/** Lists of IDs and names are sets to the server: it may give them in any order. */
const setFields: ReadonlySet<string> = new Set(listFields);

/** Whether two values of a field mean the same to the server. Of fields it does not name, every detail counts. */
function sameValue(field: string, a: unknown, b: unknown): boolean {
  if (jsonEqual(a, b)) return true;
  if (!setFields.has(field) || !Array.isArray(a) || !Array.isArray(b)) return false;
  if (!a.every(isPlain) || !b.every(isPlain)) return jsonEqual(members(a), members(b));
  const [own, others] = [new Set<unknown>(a), new Set<unknown>(b)];
  return own.size === others.size && b.every(item => own.has(item));
}

function isPlain(item: unknown): boolean {
  return typeof item === 'number' || typeof item === 'string';
}

function members(list: readonly unknown[]): string[] {
  return [...new Set(list.map(item => JSON.stringify(item)))].sort();
}

/** Names of the fields that differ. A field that `edited` leaves out is not changed by it. */
export function changedFields(base: Draft, edited: Draft): string[] {
  return Object.keys(edited).filter(key => !sameValue(key, ownValue(base, key), edited[key]));
}

/** The body of a PATCH: only the fields of `edited` that differ from `base` (decision 14). */
export function patchOf<T extends Draft>(base: T, edited: T): Partial<T> {
  const changed = new Set(changedFields(base, edited));
  const patch: Partial<T> = {};
  for (const key in edited) {
    // An assignment to `__proto__` would change the prototype of the patch.
    if (changed.has(key) && key !== '__proto__') patch[key] = edited[key];
  }
  return patch;
}

/** Whether a field of two objects means the same to the server. */
export function sameField(field: string, a: Draft, b: Draft): boolean {
  return sameValue(field, ownValue(a, field), ownValue(b, field));
}

function ownValue(draft: Draft, key: string): unknown {
  return Object.hasOwn(draft, key) ? draft[key] : undefined;
}
