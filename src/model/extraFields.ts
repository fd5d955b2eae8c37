import { isRecord, type JsonObject, type JsonValue } from '../util/json.ts';

const none: JsonObject = Object.freeze({});

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
  return extra ?? none;
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  // What JSON.parse made holds JSON all the way down; looking deeper would only cost time.
  return Array.isArray(value) || isRecord(value);
}
