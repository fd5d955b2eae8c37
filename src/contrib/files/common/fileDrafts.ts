import type { Field, Holding } from '../../../api/fields/field.ts';
import type { Draft } from '../../../api/model/draft.ts';
import { toTextKeys } from '../../../api/model/textKeys.ts';
import { byCodePoint } from '../../../base/collections.ts';
import { isRecord } from '../../../base/json.ts';
import type { References, ServerKind } from './fileResolution.ts';
import { isExcludedField } from './manifest.ts';
import { fieldTable } from './objectFiles.ts';
import type { ServerObject } from './serverState.ts';

/**
 * The fields of an object as in its file: names instead of IDs, sorted lists, and nothing that must not be in files.
 */
export function toFileDraft(object: ServerObject, server: ServerKind): Draft {
  const table = fieldTable(object.kind);
  const isExcluded = (field: string) => isExcludedField(field, server.rules);
  const known = Object.entries(table)
    .filter(([field]) => Object.hasOwn(object.draft, field) && !isExcluded(field))
    .map(([field, row]) => [field, fileValue(field, row, object.draft[field], server.references)] as const);
  const hidden = new Set(privateFields(object, server));
  const extra = Object.entries(object.extra)
    .filter(([field]) => !isExcluded(field) && !hidden.has(field))
    .map(([field, value]) => [field, sortKeys(value)] as const)
    .sort(([a], [b]) => byCodePoint(a, b));
  return Object.fromEntries([...known, ...extra]);
}

/** The fields that files must not contain: secrets and addresses of the server, at any depth. */
export function privateFields({ extra }: ServerObject, { rules, state }: ServerKind): string[] {
  const { host } = new URL(state.server.url);
  return secretFields(extra, host).filter(field => !isExcludedField(field, rules));
}

/** The undocumented fields that may be secrets, or that contain the server's address. */
export function secretFields(extra: Draft, host: string): string[] {
  return Object.keys(extra).filter(field => isPrivate(field, extra[field], host));
}

/** The text of a new file. */
export function fileText(draft: Draft, own: { readonly $key?: number }): string {
  const text = toTextKeys(draft);
  return `${JSON.stringify({ ...own, ...(isRecord(text) ? text : {}) }, undefined, 2)}\n`;
}

const lists: ReadonlySet<Holding> = new Set(['ids', 'names', 'devices']);

/** The value of a field in a file. */
function fileValue(field: string, row: Field, value: unknown, references: References): unknown {
  if (!lists.has(row.holds) || !Array.isArray(value)) return value;
  const items: unknown[] = value;
  return sortSet(items.map(item => (typeof item === 'number' ? references.textOf(field, item) : item)));
}

/** Without duplicates, because the server may return a set in any order: numbers by value, then texts. */
function sortSet(items: readonly unknown[]): unknown[] {
  const unique = [...new Set(items)];
  const numbers = unique.filter(item => typeof item === 'number').sort((a, b) => a - b);
  return [...numbers, ...unique.filter(item => typeof item === 'string').sort(byCodePoint)];
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => byCodePoint(a, b))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

const secretWords = [
  'token',
  'jwt',
  'passw',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'credential',
  // Not the author.
  'auth(?!or(s|ed)?(_|$))',
  'bearer',
  'cookie',
  'session_?id',
  '(api|private|access|shared|ssh|encryption|signing|master|license)_?key',
  '(^|_)(pass|pin|otp|psk)($|_)',
];
const secretName = new RegExp(secretWords.join('|'), 'i');

function isPrivate(field: string, value: unknown, host: string): boolean {
  // Writes camel case and dashes as underscores.
  const words = field.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^\p{L}\p{N}]+/gu, '_');
  if (secretName.test(words) || field.includes(host)) return true;
  if (typeof value === 'string') return value.includes(host);
  if (Array.isArray(value)) return value.some(item => isPrivate('', item, host));
  return isRecord(value) && Object.entries(value).some(([key, inner]) => isPrivate(key, inner, host));
}
