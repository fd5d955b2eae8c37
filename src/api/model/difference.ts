import { jsonEqual } from '../../base/json.ts';
import { listFields, type ObjectKind, objectFields } from '../fields/objectFields.ts';
import { type Draft, onlyFields } from './draft.ts';

/** Lists of IDs and names are sets to the server, which may return them in any order. */
const setFields: ReadonlySet<string> = new Set(listFields);

/** Whether a field of two objects means the same to the server. Undocumented fields must be exactly equal. */
export function sameField(field: string, one: Draft, other: Draft): boolean {
  const [a, b] = [ownValue(one, field), ownValue(other, field)];
  if (jsonEqual(a, b)) return true;
  if (!setFields.has(field) || !Array.isArray(a) || !Array.isArray(b)) return false;
  return sameMembers(plainOnes(a), plainOnes(b)) && sameMembers(objects(a), objects(b));
}

function sameMembers(a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): boolean {
  return a.size === b.size && [...a].every(item => b.has(item));
}

function plainOnes(list: readonly unknown[]): ReadonlySet<unknown> {
  return new Set(list.filter(item => typeof item !== 'object'));
}

function objects(list: readonly unknown[]): ReadonlySet<unknown> {
  return new Set(list.filter(item => typeof item === 'object').map(item => JSON.stringify(item)));
}

/** Whether two texts differ only in what servers change: spaces around lines, empty lines, and line endings. */
export function sameText(one: unknown, other: unknown): boolean {
  return textLines(one) === textLines(other);
}

/** The lines of a text that have content; '' for anything else. */
export function textLines(text: unknown): string {
  if (typeof text !== 'string') return '';
  return text
    .split(/[\r\n]+/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n');
}

/** Names with the same key look alike: they differ only in spaces, or in how characters are composed (decision 34). */
export function nameKey(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Names of the fields that differ. Fields missing from `edited` are unchanged. */
export function findChangedFields(base: Draft, edited: Draft): string[] {
  return Object.keys(edited).filter(key => !sameField(key, base, edited));
}

/** The documented fields that differ from what was `left`; others may change by themselves. */
export function changedSince(kind: ObjectKind, left: Draft, now: Draft): string[] {
  const compared = Object.keys(left).filter(field => Object.hasOwn(objectFields[kind], field));
  return findChangedFields(left, onlyFields(now, compared));
}

/** The body of a PATCH: only the fields of `edited` that differ from `base` (decision 14). */
export function patchOf<T extends Draft>(base: T, edited: T): Partial<T> {
  const changed = new Set(findChangedFields(base, edited));
  const patch: Partial<T> = {};
  for (const key in edited) {
    // Assigning `__proto__` would change the prototype of the patch.
    if (changed.has(key) && key !== '__proto__') patch[key] = edited[key];
  }
  return patch;
}

function ownValue(draft: Draft, key: string): unknown {
  return Object.hasOwn(draft, key) ? draft[key] : undefined;
}
