export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Parses JSON text, with or without a byte order mark. Throws `SyntaxError`. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  return value;
}

/** Parses JSON text; returns `undefined` when it is not JSON. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Where an offset in a text is; lines and columns start at 1. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object; empty for any other value. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** The list; empty for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The string; empty for any other value. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The strings in a list; empty for any other value. */
export function stringsOf(value: unknown): string[] {
  return listOf(value).filter(item => typeof item === 'string');
}

/** The numbers in a list; empty for any other value. */
export function numbersOf(value: unknown): number[] {
  return listOf(value).filter(item => typeof item === 'number');
}

/** Structural equality of JSON values; the order of object keys does not matter, that of lists does. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!jsonEqual(a[index], b[index])) return false;
    return true;
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]))
  );
}

/** The character that a decoder substitutes for invalid bytes. */
const replacement = '\uFFFD';

/** Names of the fields whose text lost characters when it was decoded. */
export function findDamagedFields(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value).filter(key => isDamaged(key) || isDamaged(value[key])) : [];
}

function isDamaged(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(replacement);
  return Array.isArray(value) ? value.some(isDamaged) : findDamagedFields(value).length > 0;
}
