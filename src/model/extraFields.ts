import { isRecord, type JsonObject, type JsonValue } from '../util/json.ts';

export const noExtraFields: JsonObject = Object.freeze({});

/** The fields of a wire object that its schema does not define, as received (decision 6). */
export function extraFields(wire: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): JsonObject {
  let extra: Record<string, JsonValue> | undefined;
  for (const key of Object.keys(wire)) {
    // Assigning this key would change the prototype instead of adding a field.
    if (known.has(key) || key === '__proto__') continue;
    const value = wire[key];
    if (!isJson(value)) continue;
    extra ??= {};
    extra[key] = value;
  }
  return extra ?? noExtraFields;
}

/** Deeper values would overflow the stack when they are compared or written. */
export const deepestNesting = 100;

export function extraFieldsAreShallow(
  wire: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): boolean {
  return Object.keys(wire).every(key => known.has(key) || isShallow(wire[key], deepestNesting));
}

/** Checking and comparing more values would delay other work. */
const mostExtraValues = 200_000;

export function extraFieldsAreFew(
  wire: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): boolean {
  let left = mostExtraValues;
  const open: unknown[] = Object.keys(wire)
    .filter(key => !known.has(key))
    .map(key => wire[key]);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const values: readonly unknown[] = Object.values(value);
    left -= values.length;
    if (left < 0) return false;
    for (const inner of values) if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
  return true;
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every(inner => isShallow(inner, levels - 1));
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  // A result of `JSON.parse` contains only JSON; checking deeper would waste time.
  return Array.isArray(value) || isRecord(value);
}
