import { isRecord, type JsonObject, type JsonValue } from '../../base/json.ts';

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

/** A value that cannot be stored and sent back: nested too deeply, or a number that JSON does not have. */
export interface ExtraFlaw {
  readonly code: 'tooDeep' | 'notANumber';
  readonly path: PropertyKey[];
}

export function findExtraFlaw(
  wire: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): ExtraFlaw | undefined {
  for (const key of Object.keys(wire)) {
    const flaw = known.has(key) ? undefined : flawIn(wire[key], deepestNesting);
    if (flaw !== undefined) return { ...flaw, path: [key, ...flaw.path] };
  }
  return undefined;
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

function flawIn(value: unknown, levels: number): ExtraFlaw | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return { code: 'notANumber', path: [] };
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return { code: 'tooDeep', path: [] };
  for (const [key, inner] of Object.entries(value)) {
    const flaw = flawIn(inner, levels - 1);
    if (flaw?.code === 'tooDeep') return flaw;
    if (flaw !== undefined)
      return { ...flaw, path: [Array.isArray(value) ? Number(key) : key, ...flaw.path] };
  }
  return undefined;
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  // A result of `JSON.parse` contains only JSON; checking deeper would waste time.
  return Array.isArray(value) || isRecord(value);
}
