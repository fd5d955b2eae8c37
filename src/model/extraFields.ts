import { isRecord, type JsonObject, type JsonValue } from '../util/json.ts';

/** Shared by all objects without such fields. */
export const noExtraFields: JsonObject = Object.freeze({});

/** The fields of a wire object that its schema does not name, as received (decision 6). */
export function extraFields(wire: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): JsonObject {
  let extra: Record<string, JsonValue> | undefined;
  for (const key of Object.keys(wire)) {
    // A plain assignment to this key would change the prototype instead of adding a field.
    if (known.has(key) || key === '__proto__') continue;
    const value = wire[key];
    if (!isJson(value)) continue;
    extra ??= {};
    extra[key] = value;
  }
  return extra ?? noExtraFields;
}

/** Deeper values would overflow the stack of whatever compares or writes them. */
export const deepestNesting = 100;

/** Whether the fields that the schema does not name can be compared and written without harm. */
export function extraFieldsAreShallow(
  wire: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): boolean {
  return Object.keys(wire).every(key => known.has(key) || isShallow(wire[key], deepestNesting));
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every(inner => isShallow(inner, levels - 1));
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  // A result of JSON.parse is JSON all the way down; checking deeper would only cost time.
  return Array.isArray(value) || isRecord(value);
}
