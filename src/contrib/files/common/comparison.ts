import type { ObjectKind } from '../../../api/fields/objectFields.ts';
import { deviceNameKey, deviceWriteName, matchNames } from '../../../api/model/device.ts';
import { nameKey, sameField, sameText, textLines } from '../../../api/model/difference.ts';
import { sameDn } from '../../../api/model/distinguishedName.ts';
import type { Draft } from '../../../api/model/draft.ts';
import { jsonEqual } from '../../../base/json.ts';
import { isExcludedField, type ManagedKind } from './manifest.ts';
import { fieldTable } from './objectFiles.ts';
import type { ServerObject } from './serverState.ts';

/**
 * Names of the fields of `draft`, in the write shape, whose values differ on the server. Fields missing from a file
 * are not compared. Differences that the server itself makes do not count: trimmed text, another order, another name
 * of the same device, or a name that looks the same.
 */
export function differingFields(
  draft: Draft,
  object: ServerObject,
  rules: Pick<ManagedKind, 'excludeFields'>,
): string[] {
  const differing: string[] = [];
  for (const field of Object.keys(draft))
    if (!isSame(field, draft, object) && !isExcludedField(field, rules)) differing.push(field);
  return differing;
}

function isSame(field: string, draft: Draft, object: ServerObject): boolean {
  const own = draft[field];
  const stored = object.draft[field];
  // A fast path: most values are equal and simple.
  if (own === stored && own !== undefined) return true;
  // The server generates the DN of a group that is created without one.
  if (object.kind === 'group' && field === 'dn' && own === '') return true;
  const row = fieldTable(object.kind)[field];
  if (row !== undefined && jsonEqual(own, stored)) return true;
  if (row?.holds === 'devices' && Array.isArray(own)) {
    const devices = object.devices.filter(device => deviceWriteName(device) !== undefined);
    return matchNames(devices, own.map(String));
  }
  const haveText = typeof own === 'string' && typeof stored === 'string';
  if (haveText && object.kind === 'group' && field === 'dn') return sameDn(own, stored);
  if (haveText && field === 'name') return nameKey(own) === nameKey(stored);
  if (row?.holds === 'text') return sameText(own, stored);
  return sameField(field, draft, object.draft);
}

/** Everything but the names, as one text; `undefined` if the object has too little content to be recognized by it. */
export function contentOf(kind: ObjectKind, draft: Draft): string | undefined {
  const table = fieldTable(kind);
  const values = Object.entries(table).map(([field, { holds }]) => {
    const value = field === 'name' || field === 'dn' ? '' : (draft[field] ?? '');
    if (holds === 'text') return textLines(value);
    if (!Array.isArray(value)) return value;
    const items = value.map(item => (typeof item === 'string' ? deviceNameKey(item) : item));
    return [...new Set(items)].sort();
  });
  const hasDevices = kind === 'job' || values.some(value => Array.isArray(value) && value.length > 0);
  return hasDevices ? JSON.stringify(values) : undefined;
}
