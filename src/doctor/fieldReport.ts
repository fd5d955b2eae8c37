import { isRecord } from '../util/json.ts';

/** The fields of objects compared with the documented ones. */
export interface FieldReport {
  /** Missing fields, each with the number of objects that lack it. */
  readonly missing: readonly (readonly [string, number])[];
  readonly extra: readonly string[];
  /** The number of objects compared. */
  readonly count: number;
}

/** `optional` fields are reported neither as missing nor as extra. */
export function compareFields(
  rows: readonly unknown[],
  contract: ReadonlySet<string>,
  optional: ReadonlySet<string> = new Set(),
): FieldReport {
  const objects = rows.filter(isRecord);
  const lacks = (field: string) => objects.filter(object => !Object.hasOwn(object, field)).length;
  const isForeign = (field: string) => !contract.has(field) && !optional.has(field);
  const extra = new Set(objects.flatMap(Object.keys).filter(isForeign));
  return {
    missing: [...contract].map(field => [field, lacks(field)] as const).filter(([, count]) => count > 0),
    extra: [...extra].sort(),
    count: objects.length,
  };
}

/** The elements of a list response in any known shape; `undefined` for anything else. */
export function listElements(
  value: unknown,
): { readonly isBare: boolean; readonly rows: readonly unknown[] } | undefined {
  if (Array.isArray(value)) return { isBare: true, rows: value };
  const results = isRecord(value) ? value['results'] : undefined;
  return Array.isArray(results) ? { isBare: false, rows: results } : undefined;
}
