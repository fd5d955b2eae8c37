import { isRecord } from '../util/json.ts';

/** How the fields of objects compare with those that the API describes. */
export interface FieldReport {
  /** Fields that are not there, each with the number of objects that lack it. */
  readonly missing: readonly (readonly [string, number])[];
  readonly extra: readonly string[];
  /** Objects that were looked at. */
  readonly count: number;
}

/** `optional`: fields that are neither missed nor found too many. */
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

/** The elements of a list answer in any known shape; `undefined` for anything else. */
export function rowsOf(
  value: unknown,
): { readonly isBare: boolean; readonly rows: readonly unknown[] } | undefined {
  if (Array.isArray(value)) return { isBare: true, rows: value };
  const results = isRecord(value) ? value['results'] : undefined;
  return Array.isArray(results) ? { isBare: false, rows: results } : undefined;
}
